import { createStore } from '../store.ts';

/** A notice that is shown once after sign-in, for example that a recovery has set the password (domain §6). */
export type SignInNotice = 'backdoor' | null;

const signInNotice = createStore<SignInNotice>(() => null);

export const setSignInNotice = signInNotice.set;
export const useSignInNotice = signInNotice.use;
