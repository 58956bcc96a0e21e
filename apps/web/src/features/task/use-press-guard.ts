import { useEffect, useRef, useState } from 'react';
import { keyName } from '../../lib/keyboard.ts';

/** Time in milliseconds that a user needs to see new content. */
const MIN_VIEW_MS = 700;

/** Keys that are always meant for the current content: they type or move in it. */
const SAFE_KEYS = /^(\d|Backspace|Tab|Escape|Arrow\w+)$/;

/** Distinguishes a press for the current content from one for the content before it. */
export interface PressGuard {
  /** Sets the current content. Setting the same id again has no effect. */
  showContent: (id: number) => void;
  /** Marks the content as seen, after an action that only this content offers. */
  markSeen: () => void;
  /** True if the press was too soon after the change, or repeats the key that caused it. */
  isAccidental: () => boolean;
  /** True for the second of two quick taps. */
  isSecondTap: () => boolean;
  /** True if any key was too soon, for screens where one key leads from one content to the next. */
  isTooSoon: () => boolean;
}

/** Returns the name of the pressed key, or `pointer`. Modifier keys alone are ignored. */
function getPressName(event: KeyboardEvent | PointerEvent): string | null {
  if (!('key' in event)) return 'pointer';
  return event.repeat || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key) ? null : keyName(event);
}

/**
 * Guards content that can change just as the user presses. Typing and moving keys mark it as seen immediately, other presses after a short
 * time.
 */
export function usePressGuard(): PressGuard {
  const last = useRef<string | null>(null);
  const shown = useRef<{ id: number; at: number; by: string | null; seen: boolean } | null>(null);
  const press = useRef({ blind: false, tappedAgain: false, isSoon: false });
  const [guard] = useState<PressGuard>(() => ({
    showContent: (id) => {
      if (shown.current?.id === id) return;
      // The first content replaces no other.
      shown.current = { id, at: performance.now(), by: last.current, seen: shown.current === null };
    },
    markSeen: () => {
      if (shown.current) shown.current.seen = true;
    },
    isAccidental: () => press.current.blind,
    isSecondTap: () => press.current.tappedAgain,
    isTooSoon: () => press.current.isSoon,
  }));
  useEffect(() => {
    const onPress = (event: KeyboardEvent | PointerEvent) => {
      const pressName = getPressName(event);
      if (pressName === null) return;
      last.current = pressName;
      const content = shown.current;
      if (!content) return;
      const isSoon = !content.seen && performance.now() - content.at < MIN_VIEW_MS;
      const isRepeated = pressName !== 'pointer' && pressName === content.by;
      press.current = {
        isSoon,
        blind: isSoon || (!content.seen && isRepeated),
        tappedAgain: isSoon && pressName === 'pointer',
      };
      if (!isRepeated && (!isSoon || SAFE_KEYS.test(pressName))) content.seen = true;
    };
    window.addEventListener('keydown', onPress, { capture: true });
    window.addEventListener('pointerdown', onPress, { capture: true });
    return () => {
      window.removeEventListener('keydown', onPress, { capture: true });
      window.removeEventListener('pointerdown', onPress, { capture: true });
    };
  }, []);
  return guard;
}
