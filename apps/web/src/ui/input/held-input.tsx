import {
  useCallback,
  useLayoutEffect,
  useState,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

/** What was typed into a field whose code was still loading, and the list keys pressed: the field begins with them. */
export interface Begun {
  readonly text: string;
  /** Enter and the arrows, in the order they were pressed. */
  readonly keys: readonly string[];
}

/** Where that is kept meanwhile. */
export interface Held {
  begun: () => Begun;
  keep: (text: string) => void;
  press: (key: string) => void;
  /** The real field has taken over. */
  forget: () => void;
}

/** Nothing typed yet. */
export function makeHeld(): Held {
  let text = '';
  let keys: string[] = [];
  return {
    begun: () => ({ text, keys }),
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

/** A placeholder for a field that is still loading: has the focus and keeps what is typed. */
export function HeldInput({ held, ...rest }: { held: Held } & InputHTMLAttributes<HTMLInputElement>) {
  useLayoutEffect(() => held.forget(), [held]);
  return (
    <input
      {...rest}
      autoFocus
      autoComplete="off"
      onChange={(event) => held.keep(event.target.value)}
      onKeyDown={(event) => {
        if (!isListKey(event)) return;
        event.preventDefault();
        // With Ctrl or ⌘ it is another key: whose, only the real field knows.
        if (!event.ctrlKey && !event.metaKey) held.press(event.key);
      }}
    />
  );
}

/**
 * Hands over what was held in the very moment in which the field takes its place: React may have prepared the field a while
 * before, and what was typed meanwhile counts too.
 */
export function FromHeld({ held, children }: { held: Held; children: (begun: Begun) => ReactNode }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const takeOver = useCallback(
    (place: HTMLElement | null) => {
      if (!place) return;
      setBegun(held.begun());
      held.forget();
    },
    [held],
  );
  return begun ? children(begun) : <span hidden ref={takeOver} />;
}
