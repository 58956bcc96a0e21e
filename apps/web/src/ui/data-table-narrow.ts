import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';

const phone = () => window.matchMedia('(max-width: 719px)');

function subscribe(changed: () => void) {
  const query = phone();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether columns have no room side by side: a phone, or a window as narrow as one. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => phone().matches);

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
