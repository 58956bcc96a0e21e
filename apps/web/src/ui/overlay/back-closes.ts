import { useBlocker, useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** The items that Back would close, the topmost last. */
const openItems: object[] = [];

/** True if another item is open above this item. Back closes only that item, without a question about this one. */
export function useIsCovered(closes: boolean): () => boolean {
  const [item] = useState({});
  const { history } = useRouter();
  useEffect(() => {
    if (!closes) return undefined;
    openItems.push(item);
    addHistoryEntry(history);
    return () => void openItems.splice(openItems.indexOf(item), 1);
  }, [closes, item, history]);
  return () => openItems.length > 0 && openItems.at(-1) !== item;
}

/** Lets Back close an overlay without URL parameters and without typed text. The screen below stays. */
export function useBackCloses(onClose: () => void, open = true): void {
  const isCovered = useIsCovered(open);
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
const historiesWithEntry = new WeakSet<RouterHistory>();

/**
 * Adds a second history entry to the first page. Otherwise Back would leave the app with its open overlays, without a question. Back
 * without an overlay leaves through both entries.
 */
function addHistoryEntry(history: RouterHistory): void {
  const { href, state } = history.location;
  if (state.__TSR_index > 0 || historiesWithEntry.has(history)) return;
  historiesWithEntry.add(history);
  history.push(href, state, { ignoreBlocker: true });
  let before = history.location;
  history.subscribe(({ location, action }) => {
    const leavesApp =
      before.href === location.href && before.state.__TSR_index === 1 && location.state.__TSR_index === 0;
    before = location;
    if (action.type === 'BACK' && leavesApp) history.back({ ignoreBlocker: true });
  });
}
