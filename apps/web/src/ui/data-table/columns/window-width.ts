import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { mediaStore } from '../../../lib/device.ts';

const narrow = mediaStore('(max-width: 719px)');
const smallDesktop = mediaStore('(max-width: 1199px)');
const desktop = mediaStore('(max-width: 1399px)');
const cards = mediaStore('(max-width: 599px)');

/** True if the window is too narrow for parts side by side, as on a phone. */
export const useIsNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.matches);

/** True if the window is as narrow as a small laptop's, where whole columns are left out (look.md, "Widths"). */
export const useIsSmallDesktop = (): boolean => useSyncExternalStore(smallDesktop.subscribe, smallDesktop.matches);

/** True if the window is as wide as a usual desktop's, where one or two columns of a wide list are left out. */
export const useIsDesktop = (): boolean => useSyncExternalStore(desktop.subscribe, desktop.matches);

/** True if a table shows its rows as cards (look.md, "Widths"). */
export const useShowsCards = (): boolean => useSyncExternalStore(cards.subscribe, cards.matches);

/** Returns an element's current width. Undefined before it is drawn. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const updateWidth = () => setWidth(target.clientWidth);
    // Measured before the first paint. The observer reports after it, and all cells would move.
    if (target.clientWidth > 0) updateWidth();
    const observer = new ResizeObserver(updateWidth);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
