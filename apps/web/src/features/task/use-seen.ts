import { useEffect, useRef, useState } from 'react';
import { keyName } from '../../lib/keyboard.ts';

/** Time in milliseconds that a user needs to see new content. */
const SEEING_MS = 700;

/** Keys that are always meant for the current content: they type or move in it. */
const LOOKING = /^(\d|Backspace|Tab|Escape|Arrow\w+)$/;

/** Distinguishes a press for the current content from one for the content before it. */
export interface Seen {
  /** Sets the current content. Setting the same id again has no effect. */
  show: (id: number) => void;
  /** Marks the content as seen, after an action that only this content offers. */
  acted: () => void;
  /** True if the press came too soon after the change, or repeats the key that caused it. */
  blind: () => boolean;
  /** True for the second of two quick taps. */
  tappedAgain: () => boolean;
  /** True if any key came too soon, for screens where one key leads from one content to the next. */
  tooSoon: () => boolean;
}

/** Name of the pressed key, or `pointer`. Modifier keys alone are ignored. */
function pressOf(event: KeyboardEvent | PointerEvent): string | null {
  if (!('key' in event)) return 'pointer';
  return event.repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key) ? null : keyName(event);
}

/**
 * Guards a place whose content can change just as the user presses. Typing and moving keys mark the content as seen at once, other
 * presses after a short time.
 */
export function useSeen(): Seen {
  const last = useRef<string | null>(null);
  const shown = useRef<{ id: number; at: number; by: string | null; seen: boolean } | null>(null);
  const press = useRef({ blind: false, tappedAgain: false, soon: false });
  const [answers] = useState<Seen>(() => ({
    show: (id) => {
      if (shown.current?.id === id) return;
      // The first content replaces no other.
      shown.current = { id, at: performance.now(), by: last.current, seen: shown.current === null };
    },
    acted: () => {
      if (shown.current) shown.current.seen = true;
    },
    blind: () => press.current.blind,
    tappedAgain: () => press.current.tappedAgain,
    tooSoon: () => press.current.soon,
  }));
  useEffect(() => {
    const onPress = (event: KeyboardEvent | PointerEvent) => {
      const what = pressOf(event);
      if (what === null) return;
      last.current = what;
      const now = shown.current;
      if (!now) return;
      const soon = !now.seen && performance.now() - now.at < SEEING_MS;
      const again = what !== 'pointer' && what === now.by;
      press.current = {
        soon,
        blind: soon || (!now.seen && again),
        tappedAgain: soon && what === 'pointer',
      };
      if (!again && (!soon || LOOKING.test(what))) now.seen = true;
    };
    window.addEventListener('keydown', onPress, { capture: true });
    window.addEventListener('pointerdown', onPress, { capture: true });
    return () => {
      window.removeEventListener('keydown', onPress, { capture: true });
      window.removeEventListener('pointerdown', onPress, { capture: true });
    };
  }, []);
  return answers;
}
