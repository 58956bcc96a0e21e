import { useSyncExternalStore } from 'react';
import { createSignal } from '../store.ts';

/** Whether what is on the screen can be fresh, and when the server last answered. */
export interface Connection {
  readonly online: boolean;
  /** Whether the device has a network: without an answer it says whose fault that is, as far as the device knows. */
  readonly network: boolean;
  /** Instant in ms of the last answer; null before the first. */
  readonly last_contact: number | null;
}

const changed = createSignal();
const lost = createSignal();
const back = createSignal();
let state: Connection = { online: true, network: true, last_contact: null };

const change = (online: boolean, last_contact = state.last_contact) => {
  const network = hasNetwork();
  const turned = online !== state.online;
  // The time of the last answer alone notifies nobody: only a visible banner reads it.
  const news = turned || network !== state.network;
  state = { online, network, last_contact };
  if (news) changed.call();
  if (turned) (online ? back : lost).call();
};

/** Any answer, however bad, says that the server is there; one that was under way when the network went says nothing of now. */
export const heardFromServer = (): void => change(hasNetwork(), Date.now());

/** As far as the device knows; outside a browser nobody is asked, and that is no reason to doubt. */
const hasNetwork = (): boolean => typeof navigator === 'undefined' || !('onLine' in navigator) || navigator.onLine;

/** A call or the live stream got no answer at all. */
export const serverUnreachable = (): void => change(false);

/** Calls back when the server cannot be reached any more. Returns how to end that. */
export const onServerLost = lost.subscribe;

/** Calls back when the server answers again after that. */
export const onServerBack = back.subscribe;

export const useConnection = (): Connection => useSyncExternalStore(changed.subscribe, () => state);
