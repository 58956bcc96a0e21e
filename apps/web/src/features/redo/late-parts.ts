import { lazy } from 'react';

const drawer = () => import('./redo-drawer.tsx');
const keys = () => import('../../ui/task/key-sheet.tsx');

// The drawer and the sheet of keys are not on the page when it opens: the list does not wait for them (quality 15).
export const RedoDrawer = lazy(() => drawer().then((part) => ({ default: part.RedoDrawer })));
export const KeySheet = lazy(() => keys().then((part) => ({ default: part.KeySheet })));

const AFTER_LIST_MS = 1500;

/** Fetches those parts once the list has had its turn, so that they open at once. */
export function fetchLateParts(): () => void {
  const timer = setTimeout(() => void Promise.allSettled([drawer(), keys()]), AFTER_LIST_MS);
  return () => clearTimeout(timer);
}
