import { useBlocker, useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** What Back would close, the topmost last. */
const closable: object[] = [];

/** Whether something stands over this that Back closes alone: what lies under it is neither closed nor asked about. */
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

/** Histories whose first page was given a step of its own, and leave by it. */
const inside = new WeakSet<RouterHistory>();

/**
 * Before the first page there is none of ours: Back would leave the app, and what stands over the page with it, before anybody could close or
 * ask. So that page is put once more on top of itself; who goes back with nothing over it leaves by both steps at once.
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
