import { createSignal, createStore } from '../store.ts';

/** Whether the visible data can be current, and when the server last answered. */
export interface Connection {
  readonly online: boolean;
  /** Whether the device has a network. Without an answer, this shows the cause as far as the device can detect it. */
  readonly network: boolean;
  /** Time of the last answer in ms. Null before the first. */
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

/** Any answer, even an error, shows that the server is there. An answer that was in progress when the network failed does not count. */
export const heardFromServer = (): void => {
  lastContact.set(Date.now());
  change(hasNetwork());
};

/** As reported by the device. Without a browser, a network is assumed. */
const hasNetwork = (): boolean => typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine;

/** A call or the live stream received no answer. */
export const serverUnreachable = (): void => change(false);

/** Calls back when the server cannot be reached any more. Returns the unsubscribe function. */
export const onServerLost = lost.subscribe;

/** Calls back when the server answers again. Returns the unsubscribe function. */
export const onServerBack = back.subscribe;

/** The connection. A new answer alone renders nothing again: only a visible banner reads its time. */
export const useConnection = (): Connection => ({ ...connection.use(), last_contact: lastContact.get() });
