import { useEffect, useRef, useState } from 'react';
import { keyName } from '../../lib/keyboard.ts';

/** As long as it takes to see what has just come onto the screen. */
const SEEING_MS = 700;

/** Keys that are meant for what is there, however soon they come: they write, or go about in it. */
const LOOKING = /^(\d|Backspace|Tab|Escape|Arrow\w+)$/;

/** Tells a press that was meant for what is shown from one that was meant for what stood there before. */
export interface Seen {
  /** Says what is shown now; the same again is no change. */
  show: (id: number) => void;
  /** Says that somebody did something with what is shown that only its own screen offers. */
  acted: () => void;
  /** Whether the press that is being answered came too soon after the change, or is the very key that brought it, again. */
  blind: () => boolean;
  /** Whether it is a tap that came too soon: the second one of two. */
  tappedAgain: () => boolean;
  /** Whether it came too soon, whichever key it is: where one and the same key goes from one to the next. */
  tooSoon: () => boolean;
}

/** What was pressed: a key by its name, or the pointer. Keys that only go with others are nothing by themselves. */
function pressOf(event: KeyboardEvent | PointerEvent): string | null {
  if (!('key' in event)) return 'pointer';
  return event.repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key) ? null : keyName(event);
}

/**
 * Watches what is pressed while one thing after another is shown in one place: an answer that comes late changes it under the
 * finger that presses once more. What is shown counts as seen once something else was pressed there, a digit at once.
 */
export function useSeen(): Seen {
  const last = useRef<string | null>(null);
  const shown = useRef<{ id: number; at: number; by: string | null; seen: boolean } | null>(null);
  const press = useRef({ blind: false, tappedAgain: false, soon: false });
  const [answers] = useState<Seen>(() => ({
    show: (id) => {
      if (shown.current?.id === id) return;
      // What is there first has replaced nothing.
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
