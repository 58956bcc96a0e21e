import { createSignal, createStore } from '../store.ts';

/** Whether the visible data can be current, and when the server last answered. */
export interface Connection {
  readonly online: boolean;
  /** Whether the device has a network. Without a response, this shows the cause as far as the device can detect it. */
  readonly network: boolean;
  /** Time of the last response in ms. Null before the first. */
  readonly last_contact: number | null;
}

const connection = createStore<Pick<Connection, 'online' | 'network'>>(() => ({ online: true, network: true }));
const lastContact = createStore<number | null>(() => null);
const serverLost = createSignal();
const serverBack = createSignal();

const setOnline = (online: boolean) => {
  const network = hasNetwork();
  const previous = connection.get();
  const hasChanged = online !== previous.online;
  if (hasChanged || network !== previous.network) connection.set({ online, network });
  if (hasChanged) (online ? serverBack : serverLost).call();
};

/** Any response, even an error, shows that the server is there. A response that was in progress when the network failed does not count. */
export const markServerReachable = (): void => {
  lastContact.set(Date.now());
  setOnline(hasNetwork());
};

/** As reported by the device. Without a browser, a network is assumed. */
const hasNetwork = (): boolean => typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine;

/** A call or the live stream received no response. */
export const markServerUnreachable = (): void => setOnline(false);

/** Calls back when the server cannot be reached any more. Returns the unsubscribe function. */
export const onServerLost = serverLost.subscribe;

/** Calls back when the server responds again. Returns the unsubscribe function. */
export const onServerBack = serverBack.subscribe;

/** The connection. A new response alone renders nothing again: only a visible banner reads its time. */
export const useConnection = (): Connection => ({ ...connection.use(), last_contact: lastContact.get() });
