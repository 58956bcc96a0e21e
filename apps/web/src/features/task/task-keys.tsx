import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import parts from '../../ui/task/task-parts.module.css';
import drawerCss from './drawer.module.css';

const KEYS = ['j', 'k', 'x', 'enter', 'a', 's', 'e', 'd', 'p', 'f', 'digits', 'r', 'slash', 'help'] as const;

/** The sheet of single keys, opened by `?`. */
export function KeySheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('task');
  return (
    <Modal open={open} title={t('keys.title')} footer={null} onCancel={onClose} width={420} destroyOnHidden>
      <dl className={drawerCss.keys}>
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd className={parts.kbd}>{t(`keys.${key}.key`)}</kbd>
            </dt>
            <dd>{t(`keys.${key}.does`)}</dd>
          </div>
        ))}
      </dl>
      <p className={parts.quiet}>{t('keys.off')}</p>
    </Modal>
  );
}
