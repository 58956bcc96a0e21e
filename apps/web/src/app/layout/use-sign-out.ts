import { userEndpoints } from '@darkroom/contract/user/user';
import { useCallback } from 'react';
import { call } from '../../lib/call/api.ts';
import { endSession } from '../../lib/session/session-store.ts';

/** Signs out: here at once, whatever the network does; on the server when the call arrives. */
export function useSignOut(): () => void {
  return useCallback(() => {
    // The call reads the token before the storage is cleared; its failure leaves a session that ends by itself.
    void call(userEndpoints.logout, {}).catch(() => undefined);
    endSession('signed_out');
  }, []);
}
