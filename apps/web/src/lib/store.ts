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

/** Something that happens now and then: `call` tells everybody who subscribed, with a value where there is one. */
export function createSignal<T = void>() {
  const listeners = new Set<(value: T) => void>();
  return {
    call: (value: T) => {
      for (const listener of listeners) listener(value);
    },
    subscribe: (listener: (value: T) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
