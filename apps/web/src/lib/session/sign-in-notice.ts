import { useSyncExternalStore } from 'react';

/** Something the person is told once after signing in, e.g. that a recovery has set their password (domain §6). */
export type Notice = 'backdoor' | null;

let notice: Notice = null;
const listeners = new Set<() => void>();

export function keepNotice(value: Notice): void {
  notice = value;
  for (const listener of listeners) listener();
}

export const useNotice = (): Notice =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => notice,
  );
