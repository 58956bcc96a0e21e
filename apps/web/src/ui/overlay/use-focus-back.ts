import { useEffect, useState } from 'react';
import { focused, itemOf } from '../../lib/focus.ts';

/**
 * Gives the focus back when what stands over the page is gone: to what opened it, also where that stands elsewhere by now, or, where it
 * went meanwhile, to what held it. What is taken
 * off the page while it is open leaves the focus nowhere, and whoever works by keyboard would begin again at the top.
 */
export function useFocusBack(): void {
  // While it is made: once it is on the page it has taken the focus.
  const [way] = useState(() => ancestorsOf(focused()));
  useEffect(
    () => () => {
      // What holds the focus inside has to let go first, in this same turn.
      queueMicrotask(() => {
        if (focused()?.isConnected) return;
        const left = (movedTo(way[0]) ?? way.find((one) => one.isConnected))?.closest<HTMLElement>(FOCUSABLE);
        // The whole content is no place: lists lead on among their rows where they are all that is left.
        if (left && left.tagName !== 'MAIN') left.focus({ preventScroll: true });
      });
    },
    [way],
  );
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select, [tabindex]';

/** Where a card is by now that was drawn anew in another place: a step moved it there while it was open. */
const movedTo = (opener: Element | undefined): Element | null => {
  const card = opener?.getAttribute('data-card');
  return card && !opener?.isConnected ? itemOf('card', card) : null;
};

/** An element and all that holds it, the nearest first. */
function ancestorsOf(element: Element | null): Element[] {
  const all: Element[] = [];
  for (let one = element; one; one = one.parentElement) all.push(one);
  return all;
}
