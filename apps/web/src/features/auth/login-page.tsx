import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import type { ReturnState } from '../../lib/session/return-state.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Brand } from '../../ui/page/brand.tsx';
import { LanguageChoice, ThemeChoice } from '../../ui/page/preferences.tsx';
import { ContactSheet } from './contact-sheet.tsx';
import css from './login-page.module.css';
import { SignInForm } from './sign-in-form.tsx';

export default function LoginPage() {
  const { t } = useTranslation('auth');
  const isSessionEnded = useRouterState({ select: ({ location }) => (location.state as ReturnState).ended === true });
  usePageTitle(t('login.title'));
  return (
    <div className={css.page}>
      <aside className={css.sheet} aria-hidden>
        <ContactSheet />
      </aside>
      <main className={css.main}>
        <div className={css.card}>
          <Brand />
          <h1>{t('login.title')}</h1>
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
          <p className="muted">{t('login.forgotten')}</p>
        </div>
        <footer className={css.foot}>
          <LanguageChoice />
          <ThemeChoice />
        </footer>
      </main>
    </div>
  );
}
