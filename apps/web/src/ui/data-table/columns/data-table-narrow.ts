import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { mediaStore } from '../../../lib/device.ts';

const narrow = mediaStore('(max-width: 719px)');
const smallDesk = mediaStore('(max-width: 1199px)');
const desk = mediaStore('(max-width: 1399px)');
const cards = mediaStore('(max-width: 599px)');

/** Whether the window is too narrow for parts side by side, as on a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.matches);

/** Whether it is a small laptop's window, where whole columns are left out (look.md, "Widths"). */
export const useSmallDesk = (): boolean => useSyncExternalStore(smallDesk.subscribe, smallDesk.matches);

/** Whether it is a usual desktop window, where one or two columns of a wide list are left out. */
export const useDesk = (): boolean => useSyncExternalStore(desk.subscribe, desk.matches);

/** Whether a table shows its rows as cards (look.md, "Widths"). */
export const useCards = (): boolean => useSyncExternalStore(cards.subscribe, cards.matches);

/** An element's current width. Undefined before it is drawn. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const tell = () => setWidth(target.clientWidth);
    // Measured before the first paint. The observer reports after it, and all cells would move.
    if (target.clientWidth > 0) tell();
    const observer = new ResizeObserver(tell);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
