import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { useDevice } from '../../lib/device.ts';
import { useDisabledKeys } from '../../lib/keyboard.ts';
import { formatKey, type KeyId } from '../../lib/keys.ts';
import styles from './keys.module.css';
import { Modal } from '../overlay/modal.tsx';

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that work now, with their actions. */
export function KeySheet({ keys, onClose }: { keys: readonly KeyId[]; onClose: () => void }) {
  const { t } = useTranslation('keys');
  const { keyboard } = useDevice();
  useDisabledKeys();
  return (
    <Modal open title={t('title')} footer={null} onCancel={onClose} width={440}>
      <dl className={styles.keys}>
        {keys.map((id) => (
          <div key={id}>
            <dt>
              <kbd className={styles.kbd}>{formatKey(id, isMac)}</kbd>
            </dt>
            <dd>{t(`action.${id}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">{t(keyboard === 'off' ? 'areOff' : 'off')}</p>
    </Modal>
  );
}
