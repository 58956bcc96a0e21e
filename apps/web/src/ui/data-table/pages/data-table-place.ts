import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Scroll positions of left lists by history entry, as long as the page lives. */
const places = new Map<string, number>();

const stepOf = ({ state }: { state: object }): string => (state as { __TSR_key?: string }).__TSR_key ?? '';

/** The scrolling element of a list: its own frame, or the page on a phone. */
function scrolledBy(element: HTMLElement | null): HTMLElement | null {
  for (let it = element; it; it = it.parentElement)
    if (it.scrollHeight > it.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(it).overflowY)) return it;
  return null;
}

/**
 * Restores the scroll position when the user returns to a list, as soon as rows are there. Other navigation and new queries begin at the
 * top.
 * @param asked the query of the list
 * @param drawn whether it has rows
 */
export function useScrollPlace(
  scroller: RefObject<HTMLElement | null>,
  asked: string | undefined,
  drawn: boolean,
): void {
  const router = useRouter();
  const placed = useRef<{ asked: string | undefined } | null>(null);
  useLayoutEffect(() => {
    if (!drawn || placed.current?.asked === asked) return;
    const anew = placed.current === null;
    placed.current = { asked };
    const top = places.get(stepOf(router.latestLocation)) ?? 0;
    // A new list is at its top already.
    if (top > 0 || !anew) scrolledBy(scroller.current)?.scrollTo({ top, behavior: 'instant' });
  }, [asked, drawn, router, scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => {
      // The history entry that is left. The next one is set after these rows are removed.
      const left = router.state.resolvedLocation;
      const top = scrolledBy(element)?.scrollTop ?? 0;
      if (left) places.set(stepOf(left), top);
    };
  }, [asked, router, scroller]);
}
