import { lateOverlay } from '../../ui/late/late-part.tsx';

// The drawer is not on the page when it opens: the list does not wait for it (quality 15).
export const RedoDrawer = lateOverlay(() => import('./redo-drawer.tsx').then((part) => ({ default: part.RedoDrawer })));

const AFTER_LIST_MS = 1500;

/** Fetches those parts once the list has had its turn, so that they open at once. */
export function prefetchParts(): () => void {
  const timer = setTimeout(() => void RedoDrawer.preload(), AFTER_LIST_MS);
  return () => clearTimeout(timer);
}
