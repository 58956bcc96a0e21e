import { createStore } from '../store.ts';

/** Something the person is told once after signing in, e.g. that a recovery has set their password (domain §6). */
export type Notice = 'backdoor' | null;

const notice = createStore<Notice>(() => null);

export const keepNotice = notice.set;
export const useNotice = notice.use;
