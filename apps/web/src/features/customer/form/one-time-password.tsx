import { LINK_HOURS } from '@darkroom/domain/mail/mail';
import { Button, Input } from 'antd';
import { useTranslation } from '../../../lib/i18n/use-translation.tsx';
import { useFormat, createFormat } from '../../../lib/i18n/format.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './customer-form.module.css';
import type { NewLogin } from './login-fields.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import type { Language } from '@darkroom/domain/text/language';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { Segmented } from '../../../ui/input/segmented.tsx';

const LANGUAGES = ['vi', 'en'] as const;

/** Countries whose customers receive a Vietnamese letter. Their language is unknown before the first sign-in. */
const VIETNAM_NAMES = /^(vi[eệ]t ?nam|vn)$/i;

/** Letter to the customer with address, username and password, in the customer's language. */
function LoginLetter({ login }: { login: NewLogin & { one_time_password: string } }) {
  const { t } = useTranslation('customer');
  const [language, setLanguage] = useState<Language>(VIETNAM_NAMES.test(login.country?.trim() ?? '') ? 'vi' : 'en');
  const [, setLoadCount] = useState(0);
  const hasWords = i18next.hasResourceBundle(language, 'customer');
  useEffect(() => {
    if (!hasWords)
      void i18next.reloadResources([language], ['customer']).then(() => setLoadCount((count) => count + 1));
  }, [language, hasWords]);
  const text = hasWords
    ? i18next.getFixedT(language, 'customer')('password.letter', {
        address: `${window.location.origin}/login`,
        username: login.username,
        password: login.one_time_password,
        until: createFormat(language).dayTime(login.expires_at),
        // The text is not HTML, so names and passwords are not escaped.
        interpolation: { escapeValue: false },
      })
    : '';
  return (
    <div className={styles.loginMessage}>
      <div className="row justify-between w-full">
        <span>{t('password.send')}</span>
        <Segmented
          aria-label={t('password.language')}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: t(`password.in.${value}`) }))}
          onChange={setLanguage}
        />
      </div>
      {/* As many rows as the letter has lines. Ant Design's autosize would write an inline style, which the security policy blocks. */}
      <Input.TextArea
        readOnly
        lang={language}
        aria-label={t('password.send')}
        value={text}
        rows={14}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton text={text} what={t('password.send')} label={t('password.copy')} />
    </div>
  );
}

/** Invitation of a portal login, or its one-time password. This is shown only once, so only the button closes the dialog. */
export function OneTimePasswordDialog({ password, onClose }: { password: NewLogin; onClose: () => void }) {
  const { t } = useTranslation(['customer', 'common']);
  const { dayTime } = useFormat();
  const { one_time_password, sent_to } = password;
  if (sent_to !== null)
    return (
      <Modal
        open
        title={t('password.invitation')}
        footer={<Button onClick={onClose}>{t('common:close')}</Button>}
        onCancel={onClose}
      >
        <p>{t('password.sentTo', { address: sent_to, hours: LINK_HOURS.invitation })}</p>
      </Modal>
    );
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
          <p>{t('password.hint', { until: dayTime(password.expires_at) })}</p>
        </>
      )}
    </Modal>
  );
}
