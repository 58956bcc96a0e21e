import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './bulk-result.module.css';
import { Modal } from '../overlay/modal.tsx';

interface BulkResultProps {
  title: string;
  /** How much was done. */
  note: string;
  /** What the rows are called. */
  head: string;
  /** Why each was left is said by its code, unless it is `told` in more words. */
  rows: readonly { name: string; code: string; told?: string | undefined; stands?: string | undefined }[];
  /** What stands over how each row now stands, where that is told. */
  standsHead?: string;
  onClose: () => void;
}

/** One summary of a change of many rows: what was not done to which row, and why. */
export default function BulkResult({ title, note, head, rows, standsHead, onClose }: BulkResultProps) {
  const { t } = useTranslation(['common', 'errors']);
  return (
    <Modal
      open
      scrollLock={false}
      title={title}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common:close')}
        </Button>
      }
      onCancel={onClose}
      width={standsHead === undefined ? undefined : 640}
    >
      <p>{note}</p>
      <div className={styles.rows} tabIndex={0} role="group" aria-label={title}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {standsHead !== undefined && <th scope="col">{standsHead}</th>}
              <th scope="col">{t('common:why')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, code, told, stands }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {standsHead !== undefined && <td>{stands ?? '–'}</td>}
                <td>
                  {told ??
                    t(`errors:${code}`, {
                      defaultValue: t(`errors:field.${code}`, { defaultValue: t('errors:unforeseen') }),
                    })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Modal>
  );
}
