import { useSyncExternalStore } from 'react';

/** Whether what is on the screen can be fresh, and when the server last answered. */
export interface Connection {
  readonly online: boolean;
  /** Instant in ms of the last answer; null before the first. */
  readonly last_contact: number | null;
}

const listeners = new Set<() => void>();
let state: Connection = { online: true, last_contact: null };

const change = (online: boolean, last_contact = state.last_contact) => {
  // The time of the last answer alone notifies nobody: only a visible banner reads it.
  const news = online !== state.online;
  state = { online, last_contact };
  if (news) for (const listener of listeners) listener();
};

/** Any answer, however bad, says that the server is there; one that was under way when the network went says nothing of now. */
export const heardFromServer = (): void => change(hasNetwork(), Date.now());

/** As far as the device knows; outside a browser nobody is asked, and that is no reason to doubt. */
const hasNetwork = (): boolean => typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine;

/** A call or the live stream got no answer at all. */
export const serverUnreachable = (): void => change(false);

export const useConnection = (): Connection =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
