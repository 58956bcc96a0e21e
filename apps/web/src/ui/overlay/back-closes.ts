import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What Back would close, the topmost last. */
const closable: object[] = [];

/** Whether something stands over this that Back closes alone: what lies under it is neither closed nor asked about. */
export function useCovered(closes: boolean): () => boolean {
  const [me] = useState({});
  useEffect(() => {
    if (!closes) return undefined;
    closable.push(me);
    return () => void closable.splice(closable.indexOf(me), 1);
  }, [closes, me]);
  return () => closable.length > 0 && closable.at(-1) !== me;
}

/** Has Back close what has no address of its own and in which nothing is typed; the screen under it stays. */
export function useBackCloses(onClose: () => void, open = true): void {
  const isCovered = useCovered(open);
  useBlocker({
    disabled: !open,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' || isCovered()) return false;
      onClose();
      return true;
    },
  });
}
