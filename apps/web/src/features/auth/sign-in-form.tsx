import { userEndpoints } from '@darkroom/contract/user/user';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { ApiError } from '../../lib/api/api.ts';
import { getErrorMessage, formatWait } from '../../lib/errors/error-message.ts';
import { useApiMutation } from '../../lib/api/query.ts';
import css from './sign-in-form.module.css';
import type { Translate } from '../../lib/i18n/i18n.ts';
import { useStartSession } from './use-start-session.ts';

const FIELDS = ['username', 'password'] as const;
type Field = (typeof FIELDS)[number];

/**
 * Native form and fields, so that password managers, paste and Enter work before the component library is loaded. An error does not clear
 * typed text.
 */
export function SignInForm() {
  const { t } = useTranslation(['auth', 'errors']);
  const form = useRef<HTMLFormElement>(null);
  const [visible, setVisible] = useState(false);
  const [missing, setMissing] = useState<readonly Field[]>([]);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const remainingSeconds = useCountdown(failure?.problem.retry_after ?? 0, failure);
  const field = (name: Field) => form.current?.elements.namedItem(name) as HTMLInputElement | null | undefined;
  const login = useApiMutation(userEndpoints.login, {
    onSuccess: useStartSession(),
    onError: (error) => {
      setFailure(error);
      field('password')?.focus();
      field('password')?.select();
      return true;
    },
  });
  useEffect(() => field('username')?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (login.isPending || remainingSeconds > 0) return;
    // Reads the fields directly, because some password managers fill them without an event.
    const username = field('username')?.value ?? '';
    const password = field('password')?.value ?? '';
    const empty = FIELDS.filter((name) => (name === 'username' ? username.trim() : password) === '');
    setMissing(empty);
    setFailure(null);
    if (empty[0]) field(empty[0])?.focus();
    else login.mutate({ username, password });
  };

  const renderFieldError = (name: Field) =>
    missing.includes(name) ? (
      <p className={css.fieldError} id={`${name}-error`}>
        {t('errors:field.requiredNamed', { label: t(`auth:login.${name}`) })}
      </p>
    ) : null;
  const fieldErrorProps = (name: Field) =>
    missing.includes(name) ? { 'aria-invalid': true, 'aria-describedby': `${name}-error` } : {};

  return (
    <form ref={form} className={css.form} method="post" action="/login" noValidate onSubmit={submit}>
      <div className={css.field}>
        <label htmlFor="username">{t('auth:login.username')}</label>
        <input
          id="username"
          name="username"
          type="text"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          required
          // The server's wait applies to one username only.
          onInput={() => setFailure(null)}
          {...fieldErrorProps('username')}
        />
        {renderFieldError('username')}
      </div>
      <div className={css.field}>
        <label htmlFor="password">{t('auth:login.password')}</label>
        <div className={css.password}>
          <input
            id="password"
            name="password"
            type={visible ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={1000}
            required
            {...fieldErrorProps('password')}
          />
          <button type="button" aria-pressed={visible} onClick={() => setVisible(!visible)}>
            {t(visible ? 'auth:login.hide' : 'auth:login.show')}
          </button>
        </div>
        {renderFieldError('password')}
      </div>
      <div role="alert" className={css.formError}>
        {failure ? failureText(failure, remainingSeconds, t) : null}
      </div>
      <button type="submit" className={css.submit} aria-disabled={login.isPending || remainingSeconds > 0}>
        {t(login.isPending ? 'auth:login.pending' : 'auth:login.submit')}
      </button>
    </form>
  );
}

function failureText(failure: ApiError, remainingSeconds: number, t: Translate<'auth' | 'errors'>): string {
  if (failure.status !== 429) return getErrorMessage(failure, t);
  return remainingSeconds > 0
    ? t('auth:login.wait', { wait: formatWait(remainingSeconds, t) })
    : t('auth:login.waitOver');
}

/** Returns the seconds until the next attempt is allowed. Every failure restarts the countdown. */
function useCountdown(seconds: number, cause: unknown): number {
  const [remaining, setRemaining] = useState(0);
  useEffect(() => {
    const end = Date.now() + seconds * 1000;
    const tick = () => setRemaining(Math.max(0, Math.ceil((end - Date.now()) / 1000)));
    tick();
    if (seconds === 0) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [seconds, cause]);
  return remaining;
}
