import { userEndpoints } from '@darkroom/contract/user/user';
import { useCallback } from 'react';
import { call } from '../../lib/call/api.ts';
import { endSession } from '../../lib/session/session-store.ts';

/** Signs out: in the browser immediately, whatever the network does, and on the server when the call arrives. */
export function useSignOut(): () => void {
  return useCallback(() => {
    // The call reads the token before the storage is cleared. If it fails, the session expires by itself.
    void call(userEndpoints.logout, {}).catch(() => undefined);
    endSession('signed_out');
  }, []);
}
