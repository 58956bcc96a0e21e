import { useEffect, useState } from 'react';
import { getFocusedElement, findItem } from '../../lib/focus.ts';

/**
 * Restores the focus when an overlay closes: to the element that opened it, or to its container if it was removed. Without it, keyboard
 * users would start again at the top.
 */
export function useFocusRestore(): void {
  // Read before mounting, because a mounted overlay has taken the focus.
  const [ancestors] = useState(() => listAncestors(getFocusedElement()));
  useEffect(
    () => () => {
      // The focus trap must release first, in the same task.
      queueMicrotask(() => {
        if (getFocusedElement()?.isConnected) return;
        const target = (
          findMovedCard(ancestors[0]) ?? ancestors.find((ancestor) => ancestor.isConnected)
        )?.closest<HTMLElement>(FOCUSABLE);
        // The main content is not a target. Lists move the focus to their rows instead.
        if (target && target.tagName !== 'MAIN') target.focus({ preventScroll: true });
      });
    },
    [ancestors],
  );
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select, [tabindex]';

/** Finds the new position of a card that a step moved while it was open. */
const findMovedCard = (opener: Element | undefined): Element | null => {
  const card = opener?.getAttribute('data-card');
  return card && !opener?.isConnected ? findItem('card', card) : null;
};

/** Lists an element and all its ancestors, the nearest first. */
function listAncestors(element: Element | null): Element[] {
  const all: Element[] = [];
  for (let one = element; one; one = one.parentElement) all.push(one);
  return all;
}
