import type { Language } from '@darkroom/domain/text/language';
import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { makeFormat } from '../../../lib/words/format.ts';
import { Segmented } from '../../../ui/input/segmented.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './customer-form.module.css';
import type { NewLogin } from './login-fields.tsx';

const LANGUAGES = ['vi', 'en'] as const;

/** Where a customer reads Vietnamese: nothing else tells before they have written to us. */
const HOME = /^(vi[eệ]t ?nam|vn)$/i;

/** What is sent to the customer with a new login: address, username and password in one text, in their language. */
export function LoginLetter({ login }: { login: NewLogin & { one_time_password: string } }) {
  const { t } = useTranslation('customer');
  const [language, setLanguage] = useState<Language>(HOME.test(login.country?.trim() ?? '') ? 'vi' : 'en');
  const { t: theirs, ready } = useTranslation('customer', { lng: language, useSuspense: false });
  const text = ready
    ? theirs('password.letter', {
        address: `${window.location.origin}/login`,
        username: login.username,
        password: login.one_time_password,
        until: makeFormat(language).dayTime(login.expires_at),
        // Names and passwords are written as they are.
        interpolation: { escapeValue: false },
      })
    : '';
  return (
    <div className={styles.letter}>
      <div className={styles.letterHead}>
        <span>{t('password.send')}</span>
        <Segmented
          aria-label={t('password.language')}
          value={language}
          options={LANGUAGES.map((value) => ({ value, label: t(`password.in.${value}`) }))}
          onChange={setLanguage}
        />
      </div>
      {/* As many lines as the letter has: Ant Design's own way to count them writes a style the security policy refuses. */}
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
