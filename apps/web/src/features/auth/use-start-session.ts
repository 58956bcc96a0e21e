import type { OutputOf } from '@darkroom/contract/endpoint';
import type { userEndpoints } from '@darkroom/contract/user/user';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { storeSession } from '../../lib/session/session-store.ts';
import { setSignInNotice } from '../../lib/session/sign-in-notice.ts';
import { useToast } from '../../lib/toast.ts';

/** Returns a function that starts the session of a sign-in. */
export function useStartSession(): (response: OutputOf<typeof userEndpoints.login>) => void {
  const { t } = useTranslation('auth');
  const toast = useToast();
  return (response) => {
    const name = response.user.full_name || response.user.username;
    if (!response.pending) toast.success(t('login.done', { name }));
    setSignInNotice(response.notice);
    // The router sees the session and opens the requested page.
    storeSession(response);
  };
}
