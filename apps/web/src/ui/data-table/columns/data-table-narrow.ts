import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { mediaStore } from '../../../lib/device.ts';

const narrow = mediaStore('(max-width: 719px)');
const smallDesk = mediaStore('(max-width: 1199px)');
const desk = mediaStore('(max-width: 1399px)');
const cards = mediaStore('(max-width: 599px)');

/** Whether parts of a screen have no room side by side: a phone, or a window as narrow as one. */
export const useNarrow = (): boolean => useSyncExternalStore(narrow.subscribe, narrow.matches);

/** Whether it is a small laptop's window, where whole columns leave (look.md, "Widths"). */
export const useSmallDesk = (): boolean => useSyncExternalStore(smallDesk.subscribe, smallDesk.matches);

/** Whether it is a desk's usual window, where a column or two of a wide list leave already. */
export const useDesk = (): boolean => useSyncExternalStore(desk.subscribe, desk.matches);

/** Whether a table's rows are cards (look.md, "Widths"). */
export const useCards = (): boolean => useSyncExternalStore(cards.subscribe, cards.matches);

/** An element's width as it changes; undefined before it is drawn. */
export function useWidth(element: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const tell = () => setWidth(target.clientWidth);
    // Before the browser lays anything out for the screen: what it reports itself comes after that, and every cell would move.
    if (target.clientWidth > 0) tell();
    const observer = new ResizeObserver(tell);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
