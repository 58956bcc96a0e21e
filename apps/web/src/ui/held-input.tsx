import { useEffect, type InputHTMLAttributes, type KeyboardEvent } from 'react';

/** What somebody has typed into a field whose code was still on its way: the field begins with it. */
export interface Held {
  text: () => string;
  /** Enter and the arrows, in the order they were pressed. */
  keys: () => readonly string[];
  keep: (text: string) => void;
  press: (key: string) => void;
  /** It has found its field. */
  forget: () => void;
}

/** Nothing typed yet. */
export function makeHeld(): Held {
  let text = '';
  let keys: string[] = [];
  return {
    text: () => text,
    keys: () => keys,
    keep: (typed) => {
      text = typed;
    },
    press: (key) => {
      keys.push(key);
    },
    forget: () => {
      text = '';
      keys = [];
    },
  };
}

/** Keys that a searching field hands on to the list beneath it. */
export const isListKey = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  ['Enter', 'ArrowDown', 'ArrowUp'].includes(key) && !nativeEvent.isComposing;

/** Stands where a field will be, has the focus and keeps what is typed: nothing is lost while code is fetched. */
export function HeldInput({ held, ...rest }: { held: Held } & InputHTMLAttributes<HTMLInputElement>) {
  useEffect(() => held.forget(), [held]);
  return (
    <input
      {...rest}
      autoFocus
      autoComplete="off"
      onChange={(event) => held.keep(event.target.value)}
      onKeyDown={(event) => {
        if (!isListKey(event)) return;
        event.preventDefault();
        held.press(event.key);
      }}
    />
  );
}
