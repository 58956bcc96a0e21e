import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/words/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './customer-form.module.css';
import type { NewLogin } from './login-fields.tsx';
import { LoginLetter } from './login-letter.tsx';

/** A portal login's one-time password: shown once, to be passed on now. Only its button closes it. */
export function OneTimePasswordDialog({ password, onClose }: { password: NewLogin; onClose: () => void }) {
  const { t } = useTranslation('customer');
  const { time } = useFormat();
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
          {t('password.close')}
        </Button>
      }
    >
      <dl className={styles.password}>
        <dt>{t('password.username')}</dt>
        <dd>
          {password.username}
          <CopyButton text={password.username} what={t('password.username')} />
        </dd>
        <dt>{t('password.password')}</dt>
        <dd>
          <code className={styles.secret}>{password.one_time_password}</code>
          <CopyButton text={password.one_time_password} what={t('password.password')} />
        </dd>
      </dl>
      <LoginLetter login={password} />
      <p>{t('password.hint', { until: time(password.expires_at) })}</p>
    </Modal>
  );
}
