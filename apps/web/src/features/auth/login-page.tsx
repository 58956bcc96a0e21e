import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { ReturnState } from '../../lib/session/return-state.ts';
import { hasPasskeys } from '../../lib/passkey.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { PublicPage } from './public-page.tsx';
import css from './public-page.module.css';
import { SignInForm } from './sign-in-form.tsx';

export default function LoginPage() {
  const { t } = useTranslation('auth');
  const isSessionEnded = useRouterState({ select: ({ location }) => (location.state as ReturnState).ended === true });
  return (
    <PublicPage title={t('login.title')}>
      <p className="muted">{t('login.lead')}</p>
      {/* The server gives no reason for an ended session, because the caller is not authenticated. */}
      {isSessionEnded && (
        <div className={css.sessionEnded} role="status">
          <p>{t('ended.title')}</p>
          <p>{t('ended.why')}</p>
          <p>{t('ended.unsaved')}</p>
        </div>
      )}
      <SignInForm />
      {hasPasskeys() && <PasskeySignIn />}
      <Link to="/forgot-password">{t('login.forgotten')}</Link>
    </PublicPage>
  );
}
