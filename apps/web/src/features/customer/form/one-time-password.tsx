import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './customer-form.module.css';
import type { NewLogin } from './login-fields.tsx';
import { LoginLetter } from './login-letter.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';

/** A portal login's one-time password: shown once, to be passed on now. Only its button closes it. */
export function OneTimePasswordDialog({ password, onClose }: { password: NewLogin; onClose: () => void }) {
  const { t } = useTranslation(['customer', 'common']);
  const { time } = useFormat();
  const { one_time_password } = password;
  return (
    <Modal
      open
      title={t('password.title')}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      scrollLock={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {one_time_password === null ? t('common:close') : t('password.close')}
        </Button>
      }
    >
      <dl className={styles.password}>
        <dt>{t('password.username')}</dt>
        <dd>
          {password.username}
          <CopyButton text={password.username} what={t('password.username')} />
        </dd>
        {one_time_password !== null && (
          <>
            <dt>{t('password.password')}</dt>
            <dd>
              <code className={styles.secret}>{one_time_password}</code>
              <CopyButton text={one_time_password} what={t('password.password')} />
            </dd>
          </>
        )}
      </dl>
      {one_time_password === null ? (
        <p>{t('password.lost')}</p>
      ) : (
        <>
          <LoginLetter login={{ ...password, one_time_password }} />
          <p>{t('password.hint', { until: time(password.expires_at) })}</p>
        </>
      )}
    </Modal>
  );
}
