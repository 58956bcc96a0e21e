import { Button } from 'antd';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { ChangePasswordForm } from '../../features/account/change-password-form.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Brand } from '../../ui/page/brand.tsx';
import { LanguageChoice } from '../../ui/page/preferences.tsx';
import { SignInNoticeBanner } from './banner/banners.tsx';
import css from './must-change-password.module.css';
import { useSignOut } from './use-sign-out.ts';

/** Replaces every screen until the user changes the one-time password. After that, the requested screen is shown. */
export default function MustChangePassword() {
  const { t } = useTranslation(['auth', 'menu']);
  const signOut = useSignOut();
  usePageTitle(t('auth:password.mustTitle'));
  return (
    <div className={css.page}>
      <main>
        <Brand />
        <h1>{t('auth:password.mustTitle')}</h1>
        <p className="muted">{t('auth:password.mustLead')}</p>
        <SignInNoticeBanner />
        <ChangePasswordForm oneTime />
        <LanguageChoice />
        <Button type="link" onClick={signOut}>
          {t('menu:signOut')}
        </Button>
      </main>
    </div>
  );
}
