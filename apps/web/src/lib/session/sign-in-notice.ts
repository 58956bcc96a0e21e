import type { OutputOf } from '@darkroom/contract/endpoint';
import type { userEndpoints } from '@darkroom/contract/user/user';
import { createStore } from '../store.ts';

/** A notice that is shown once after sign-in, for example that a recovery has set the password (domain §6). */
export type SignInNotice = OutputOf<typeof userEndpoints.login>['notice'];

const signInNotice = createStore<SignInNotice>(() => null);

export const setSignInNotice = signInNotice.set;
export const useSignInNotice = signInNotice.use;
