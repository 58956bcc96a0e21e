import { useSyncExternalStore } from 'react';

/** A value of the whole page that can also be set outside components. */
export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  /** Calls back after each change. Returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  /** Returns the value in a component, which renders again on each change. */
  use: () => T;
}

/** Makes a store. Its first value is created at the first read. */
export function createStore<T>(first: () => T): Store<T> {
  const { call, subscribe } = createSignal();
  let cached: { value: T } | undefined;
  const get = () => (cached ??= { value: first() }).value;
  const set = (value: T) => {
    cached = { value };
    call();
  };
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) };
}

/** Creates an event: `call` notifies all subscribers, with an optional value. */
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
