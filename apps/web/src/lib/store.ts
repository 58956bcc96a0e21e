import { useSyncExternalStore } from 'react';

/** A value of the whole page that is set outside of components too. */
export interface Store<T> {
  get: () => T;
  /** Sets the value and tells everybody who subscribed. */
  set: (value: T) => void;
  /** Calls back after each change. Returns how to end that. */
  subscribe: (listener: () => void) => () => void;
  /** The value in a component, which is drawn again when it changes. */
  use: () => T;
}

/** Makes a store. Its first value is asked for when it is first read. */
export function createStore<T>(first: () => T): Store<T> {
  const { call, subscribe } = createSignal();
  let held: { value: T } | undefined;
  const get = () => (held ??= { value: first() }).value;
  const set = (value: T) => {
    held = { value };
    call();
  };
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) };
}

/** Something that happens now and then: `call` tells everybody who subscribed. */
export function createSignal() {
  const listeners = new Set<() => void>();
  return {
    call: () => {
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
