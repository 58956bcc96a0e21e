import { useBlocker, useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** The items that Back would close, the topmost last. */
const closable: object[] = [];

/** Whether another item is open above this one. Back closes only that one, without a question about this one. */
export function useCovered(closes: boolean): () => boolean {
  const [me] = useState({});
  const { history } = useRouter();
  useEffect(() => {
    if (!closes) return undefined;
    closable.push(me);
    stepInside(history);
    return () => void closable.splice(closable.indexOf(me), 1);
  }, [closes, me, history]);
  return () => closable.length > 0 && closable.at(-1) !== me;
}

/** Lets Back close an overlay without URL parameters and without typed text. The screen below stays. */
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

/** Histories whose first page has an additional entry for Back. */
const inside = new WeakSet<RouterHistory>();

/**
 * Adds a second history entry to the first page. Otherwise Back would leave the app with its open overlays, without a question. Back
 * without an overlay leaves through both entries.
 */
function stepInside(history: RouterHistory): void {
  const { href, state } = history.location;
  if (state.__TSR_index > 0 || inside.has(history)) return;
  inside.add(history);
  history.push(href, state, { ignoreBlocker: true });
  let before = history.location;
  history.subscribe(({ location, action }) => {
    const leaves = before.href === location.href && before.state.__TSR_index === 1 && location.state.__TSR_index === 0;
    before = location;
    if (action.type === 'BACK' && leaves) history.back({ ignoreBlocker: true });
  });
}
