import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './task-parts.module.css';

const KEYS = [
  'j',
  'k',
  'x',
  'enter',
  'a',
  's',
  'e',
  'd',
  'p',
  'f',
  'digits',
  'r',
  'u',
  'slash',
  'gj',
  'gt',
  'gr',
  'help',
] as const;

interface KeySheetProps {
  open: boolean;
  onClose: () => void;
  /** Those of the screen, when it has not all of them. */
  keys?: readonly (typeof KEYS)[number][];
  /** Keys the screen has of its own, in its own words. */
  own?: readonly { key: string; does: string }[];
}

/** The sheet of single keys, opened by `?`. */
export function KeySheet({ open, onClose, keys = KEYS, own = [] }: KeySheetProps) {
  const { t } = useTranslation('task');
  return (
    <Modal open={open} title={t('keys.title')} footer={null} onCancel={onClose} width={420} destroyOnHidden>
      <dl className={styles.keys}>
        {own.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd className={styles.kbd}>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <kbd className={styles.kbd}>{t(`keys.${key}.key`)}</kbd>
            </dt>
            <dd>{t(`keys.${key}.does`)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.quiet}>{t('keys.off')}</p>
    </Modal>
  );
}
