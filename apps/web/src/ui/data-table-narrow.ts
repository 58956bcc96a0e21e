import { useSyncExternalStore } from 'react';

const phone = () => window.matchMedia('(max-width: 719px)');

function subscribe(changed: () => void) {
  const query = phone();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether columns have no room side by side: a phone, or a window as narrow as one. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => phone().matches);
