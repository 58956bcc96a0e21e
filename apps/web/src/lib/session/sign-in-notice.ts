import { createStore } from '../store.ts';

/** A notice that is shown once after sign-in, for example that a recovery has set the password (domain §6). */
export type Notice = 'backdoor' | null;

const notice = createStore<Notice>(() => null);

export const keepNotice = notice.set;
export const useNotice = notice.use;
