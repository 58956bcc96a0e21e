import { linkEndpoints } from '@darkroom/contract/user/link';
import { Link } from '@tanstack/react-router';
import { useRef, useState, type FormEvent } from 'react';
import { useApiMutation } from '../../lib/api/query.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { PublicPage, ResultMessage } from './public-page.tsx';
import css from './sign-in-form.module.css';

/** Requests a link for a new password (/forgot-password). The result does not tell whether the account exists. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation(['auth', 'errors']);
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const request = useApiMutation(linkEndpoints.forgotPassword);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const username = field.current?.value.trim() ?? '';
    setMissing(username === '');
    if (username === '') field.current?.focus();
    else request.mutate({ username });
  };
  const label = t('auth:forgot.account');
  return (
    <PublicPage title={t('auth:forgot.title')}>
      {request.isSuccess ? (
        <ResultMessage>{t('auth:forgot.sent')}</ResultMessage>
      ) : (
        <form className={css.form} noValidate onSubmit={submit}>
          <div className={css.field}>
            <label htmlFor="account">{label}</label>
            <input
              ref={field}
              id="account"
              type="text"
              autoComplete="username"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              maxLength={100}
              required
              autoFocus
              {...(isMissing && { 'aria-invalid': true, 'aria-describedby': 'account-error' })}
            />
            {isMissing && (
              <p className={css.fieldError} id="account-error">
                {t('errors:field.requiredNamed', { label })}
              </p>
            )}
          </div>
          <button type="submit" className={css.submit} aria-disabled={request.isPending}>
            {t('auth:forgot.submit')}
          </button>
        </form>
      )}
      <p className="muted mb-12">{t('auth:forgot.noAddress')}</p>
      <Link to="/login">{t('auth:forgot.back')}</Link>
    </PublicPage>
  );
}
