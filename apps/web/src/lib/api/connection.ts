import { createSignal, createStore } from '../store.ts';

/** State of the connection to the server, and the time of the last response. */
export interface Connection {
  readonly online: boolean;
  /** True if the device has a network. Without a response, this shows the cause as far as the device can detect it. */
  readonly network: boolean;
  /** Time of the last response in ms. Null if there was no response yet. */
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

/**
 * Records that the server is reachable. Any response shows this, even an error, except a response that was in progress when the network
 * failed.
 */
export const markServerReachable = (): void => {
  lastContact.set(Date.now());
  setOnline(hasNetwork());
};

/** Returns the state that the device reports. Without a browser, a network is assumed. */
const hasNetwork = (): boolean => typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine;

/** Records that a request or the live stream received no response. */
export const markServerUnreachable = (): void => setOnline(false);

/** Calls back when the server cannot be reached any more. Returns the unsubscribe function. */
export const onServerLost = serverLost.subscribe;

/** Calls back when the server responds again. Returns the unsubscribe function. */
export const onServerBack = serverBack.subscribe;

/** Returns the connection. A new response alone renders nothing again: only a visible banner reads its time. */
export const useConnection = (): Connection => ({ ...connection.use(), last_contact: lastContact.get() });
