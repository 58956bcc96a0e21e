import { LINK_HOURS } from '@darkroom/domain/mail/mail';
import { Alert, Button } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat } from '../../../lib/i18n/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from '../staff.module.css';
import { Modal } from '../../../ui/overlay/modal.tsx';

/** One-time password from a response, or the address of an invitation. Both are null if that response was lost. */
export interface OneTimePassword {
  username: string;
  one_time_password: string | null;
  expires_at: string;
  sent_to: string | null;
}

/** Dialog that shows a one-time password once. It closes only after the user confirms that the member has the password. */
export function OneTimePasswordDialog({ secret, onClose }: { secret: OneTimePassword; onClose: () => void }) {
  const { t } = useTranslation(['staff', 'common']);
  const { dayTime } = useFormat();
  const { one_time_password, sent_to } = secret;
  if (sent_to !== null)
    return (
      <Modal
        open
        title={t('password.invitation', { name: secret.username })}
        footer={<Button onClick={onClose}>{t('common:close')}</Button>}
        onCancel={onClose}
      >
        <p>{t('password.sentTo', { address: sent_to, hours: LINK_HOURS.invitation })}</p>
      </Modal>
    );
  return (
    <Modal
      open
      title={t('password.of', { name: secret.username })}
      footer={
        <Button type="primary" onClick={onClose}>
          {one_time_password === null ? t('common:close') : t('password.done')}
        </Button>
      }
      mask={{ closable: false }}
      keyboard={false}
      closable={false}
    >
      <Alert
        type="warning"
        title={
          one_time_password === null ? t('password.lost') : t('password.once', { when: dayTime(secret.expires_at) })
        }
      />
      <dl className={styles.secret}>
        <dt>{t('password.username')}</dt>
        <dd className={styles.code}>{secret.username}</dd>
        <CopyButton text={secret.username} what={t('password.username')} />
        {one_time_password !== null && (
          <>
            <dt>{t('password.oneTime')}</dt>
            <dd className={styles.code}>{one_time_password}</dd>
            <CopyButton text={one_time_password} what={t('password.oneTime')} />
          </>
        )}
      </dl>
    </Modal>
  );
}
