import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Scroll positions of lists that the user left, by history entry, as long as the page is open. */
const scrollPositions = new Map<string, number>();

const getHistoryKey = ({ state }: { state: object }): string => (state as { __TSR_key?: string }).__TSR_key ?? '';

/** Finds the scrolling element of a list: its own frame, or the page on a phone. */
function findScroller(element: HTMLElement | null): HTMLElement | null {
  for (let it = element; it; it = it.parentElement)
    if (it.scrollHeight > it.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(it).overflowY)) return it;
  return null;
}

/**
 * Restores the scroll position when the user returns to a list, as soon as rows are there. Other navigation and new queries begin at the
 * top.
 * @param queryText the query of the list
 * @param hasRows true if the list has rows
 * @param hasAllRows true if all of them are drawn, so that every position can be restored
 */
export function useScrollRestore(
  scroller: RefObject<HTMLElement | null>,
  queryText: string | undefined,
  hasRows: boolean,
  hasAllRows: boolean,
): void {
  const router = useRouter();
  const restored = useRef<{ queryText: string | undefined; hasAllRows: boolean } | null>(null);
  useLayoutEffect(() => {
    const last = restored.current;
    const isSameList = last?.queryText === queryText;
    if (!hasRows || (isSameList && last?.hasAllRows)) return;
    restored.current = { queryText, hasAllRows };
    const top = scrollPositions.get(getHistoryKey(router.latestLocation)) ?? 0;
    // A new list is at its top already.
    if (top > 0 || (last !== null && !isSameList))
      findScroller(scroller.current)?.scrollTo({ top, behavior: 'instant' });
  }, [queryText, hasRows, hasAllRows, router, scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => {
      // The history entry that is left. The next one is set after these rows are removed.
      const leftEntry = router.state.resolvedLocation;
      const top = findScroller(element)?.scrollTop ?? 0;
      if (leftEntry) scrollPositions.set(getHistoryKey(leftEntry), top);
    };
  }, [queryText, router, scroller]);
}
