import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';

function useMedia(media: string): boolean {
  const [query] = useState(() => window.matchMedia(media));
  const [subscribe] = useState(() => (changed: () => void) => {
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  });
  return useSyncExternalStore(subscribe, () => query.matches);
}

/** Whether parts of a screen have no room side by side: a phone, or a window as narrow as one. */
export const useNarrow = (): boolean => useMedia('(max-width: 719px)');

/** Whether it is a small laptop's window, where whole columns leave (look.md, "Widths"). */
export const useSmallDesk = (): boolean => useMedia('(max-width: 1199px)');

/** Whether a table's rows are cards (look.md, "Widths"). */
export const useCards = (): boolean => useMedia('(max-width: 599px)');

/** An element's width as it changes; undefined before it is drawn. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    // It reports once as soon as it observes, before the first paint.
    const observer = new ResizeObserver(() => setWidth(target.clientWidth));
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
