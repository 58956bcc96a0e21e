import { useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useRef, type RefObject } from 'react';

/** How far lists were scrolled when they were left, by the step of the history they were left at; as long as the page lives. */
const places = new Map<string, number>();

const stepOf = ({ state }: { state: object }): string => (state as { __TSR_key?: string }).__TSR_key ?? '';

/** What scrolls a list: its own frame, or on a phone the page around it. */
function scrolledBy(element: HTMLElement | null): HTMLElement | null {
  for (let it = element; it; it = it.parentElement)
    if (it.scrollHeight > it.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(it).overflowY)) return it;
  return null;
}

/**
 * Going back to a list, or to a page of it, brings one to the rows one left, once rows are here. Whoever comes to it another way, and
 * whoever asks for other rows, begins at the top.
 *
 * @param asked what the list was asked for
 * @param drawn rows stand in it
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
    // A list that has just come stands at its top already.
    if (top > 0 || !anew) scrolledBy(scroller.current)?.scrollTo({ top, behavior: 'instant' });
  }, [asked, drawn, router, scroller]);
  useLayoutEffect(() => {
    const element = scroller.current;
    return () => {
      // The step that is left: the next one is settled once these rows have gone.
      const left = router.state.resolvedLocation;
      const top = scrolledBy(element)?.scrollTop ?? 0;
      if (left) places.set(stepOf(left), top);
    };
  }, [asked, router, scroller]);
}
