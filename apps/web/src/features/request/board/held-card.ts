import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { focused } from '../../../lib/focus.ts';

/** How long a card may be nowhere on the board and still have the keyboard when it comes back. */
const GRACE_MS = 5_000;

/** The card the keyboard is on, wherever on the board that card stands; `lost` is when it went away with the focus. */
let held: { id: number; lost: number | null } | null = null;

function takeUp(id: number): void {
  if (held?.id !== id || focused()) return;
  if (held.lost !== null && performance.now() - held.lost > GRACE_MS) return;
  document.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus();
}

/**
 * Keeps the focus on a card that goes to another column: there it stands as another element, and the browser drops the focus
 * with the old one, whether one's own step, its answer, Undo or a colleague has moved it (quality 4). It comes back to the
 * card's subject, which is there in every state; the button that was pressed may not be.
 */
export function useHeldCard(id: number): {
  card: RefObject<HTMLLIElement | null>;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
} {
  const card = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const element = card.current;
    takeUp(id);
    return () => {
      if (!element?.contains(focused())) return;
      held = { id, lost: performance.now() };
      // Where the card came to its new place before it left the old one.
      queueMicrotask(() => takeUp(id));
    };
  }, [id]);
  return {
    card,
    onFocus: () => {
      held = { id, lost: null };
    },
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (currentTarget.isConnected && !currentTarget.contains(relatedTarget)) held = null;
    },
  };
}
