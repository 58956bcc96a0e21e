import type { InputOf } from '@darkroom/contract/endpoint';
import type { factorEndpoints } from '@darkroom/contract/user/factor';
import { useState } from 'react';
import { ApiError } from './api/api.ts';
import { useApiMutation } from './api/query.ts';
import { useTranslation } from './i18n/use-translation.tsx';
import { useToast } from './toast.ts';

type Question = (typeof factorEndpoints)['passkeyQuestion' | 'verifyPasskeyQuestion' | 'passkeyLoginQuestion'];
type Answer = InputOf<typeof factorEndpoints.verifyPasskey>['answer'];

/** True if the browser has passkeys. The library has the same check, but it is loaded only when a passkey is used. */
export const hasPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** Uses a passkey: gets the server's question, asks the device, and sends the answer. Failures of the device are shown in a toast. */
export function usePasskey(question: Question, send: (answer: Answer) => Promise<unknown>) {
  const { t } = useTranslation('auth');
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const { mutateAsync: getQuestion } = useApiMutation(question);
  const use = async () => {
    if (pending) return;
    setPending(true);
    try {
      const { options } = await getQuestion({});
      const { startRegistration, startAuthentication } = await import('@simplewebauthn/browser');
      const start = question.name === 'user.passkeyQuestion' ? startRegistration : startAuthentication;
      await send((await start({ optionsJSON: options as never })) as unknown as Answer);
    } catch (error) {
      // The mutations have shown the server's failures.
      if (!(error instanceof ApiError))
        toast.error(t((error as Error).name === 'InvalidStateError' ? 'passkey.known' : 'passkey.none'));
    } finally {
      setPending(false);
    }
  };
  return { use: () => void use(), pending };
}
