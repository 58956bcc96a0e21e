import { factorEndpoints } from '@darkroom/contract/user/factor';
import { useApiMutation } from '../../lib/api/query.ts';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { usePasskey } from '../../lib/passkey.ts';
import css from './sign-in-form.module.css';
import { useStartSession } from './use-start-session.ts';

/** Signs in with a passkey, without username and password. */
export function PasskeySignIn() {
  const { t } = useTranslation('auth');
  const login = useApiMutation(factorEndpoints.passkeyLogin, { onSuccess: useStartSession() });
  const passkey = usePasskey(factorEndpoints.passkeyLoginQuestion, (answer) => login.mutateAsync({ answer }));
  return (
    <button type="button" className={css.passkey} aria-disabled={passkey.pending} onClick={passkey.use}>
      {t('passkey.use')}
    </button>
  );
}
