import { userEndpoints } from '@darkroom/contract/user/user';
import { useCallback } from 'react';
import { call } from '../../lib/api/api.ts';
import { endSession } from '../../lib/session/session-store.ts';

/** Returns a function that signs the user out: immediately in the browser, and on the server when the request arrives. */
export function useSignOut(): () => void {
  return useCallback(() => {
    // The request reads the token before the storage is cleared. If it fails, the session expires automatically.
    void call(userEndpoints.logout, {}).catch(() => undefined);
    endSession('signed_out');
  }, []);
}
