import { createSignal, createStore } from '../store.ts';

/** Whether what is on the screen can be fresh, and when the server last answered. */
export interface Connection {
  readonly online: boolean;
  /** Whether the device has a network: without an answer it says whose fault that is, as far as the device knows. */
  readonly network: boolean;
  /** Instant in ms of the last answer; null before the first. */
  readonly last_contact: number | null;
}

const connection = createStore<Pick<Connection, 'online' | 'network'>>(() => ({ online: true, network: true }));
const lastContact = createStore<number | null>(() => null);
const lost = createSignal();
const back = createSignal();

const change = (online: boolean) => {
  const network = hasNetwork();
  const was = connection.get();
  const turned = online !== was.online;
  if (turned || network !== was.network) connection.set({ online, network });
  if (turned) (online ? back : lost).call();
};

/** Any answer, however bad, says that the server is there; one that was under way when the network went says nothing of now. */
export const heardFromServer = (): void => {
  lastContact.set(Date.now());
  change(hasNetwork());
};

/** As far as the device knows; outside a browser nobody is asked, and that is no reason to doubt. */
const hasNetwork = (): boolean => typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine;

/** A call or the live stream got no answer at all. */
export const serverUnreachable = (): void => change(false);

/** Calls back when the server cannot be reached any more. Returns how to end that. */
export const onServerLost = lost.subscribe;

/** Calls back when the server answers again after that. */
export const onServerBack = back.subscribe;

/** The connection. A newer answer alone draws nothing again: only a banner that is visible reads its time. */
export const useConnection = (): Connection => ({ ...connection.use(), last_contact: lastContact.get() });
