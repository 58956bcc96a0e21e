import { linkEndpoints } from '@darkroom/contract/user/link';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ChangePasswordForm } from '../features/account/change-password-form.tsx';
import { PublicPage, ResultMessage } from '../features/auth/public-page.tsx';
import { useTranslation } from '../lib/i18n/use-translation.tsx';
import { useUrlFragment } from '../lib/use-url-fragment.ts';
import { ThemeProvider } from './look/theme-provider.tsx';

const { token: tokenSchema } = linkEndpoints.passwordByLink.input.shape;

/** Sets a password with the link of an email and signs in (/set-password#token=…). The new session replaces the one of this browser. */
export default function SetPasswordPage() {
  const { t } = useTranslation(['auth', 'errors']);
  const navigate = useNavigate();
  const token = useUrlFragment().get('token') ?? '';
  const [isEnded, setEnded] = useState(!tokenSchema.safeParse(token).success);
  return (
    <PublicPage title={t('auth:password.mustTitle')}>
      {isEnded ? (
        <>
          <ResultMessage>{t('errors:link_ended')}</ResultMessage>
          <Link to="/forgot-password">{t('auth:forgot.submit')}</Link>
        </>
      ) : (
        <div className="mt-12">
          <ThemeProvider>
            <ChangePasswordForm
              link={{ token, onEnded: () => setEnded(true), onDone: () => void navigate({ to: '/', replace: true }) }}
            />
          </ThemeProvider>
        </div>
      )}
    </PublicPage>
  );
}
