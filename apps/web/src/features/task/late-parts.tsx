import { lazy, Suspense, useState, type ReactNode } from 'react';

const dialog = () => import('./step-dialog.tsx');
const drawer = () => import('./task-drawer.tsx');
const keys = () => import('./task-keys.tsx');

// Forms, the drawer and the sheet of keys are not on the page when it opens: the list does not wait for them (quality 15).
export const StepDialog = lazy(() => dialog().then((part) => ({ default: part.StepDialog })));
export const TaskDrawer = lazy(() => drawer().then((part) => ({ default: part.TaskDrawer })));
export const KeySheet = lazy(() => keys().then((part) => ({ default: part.KeySheet })));

const AFTER_LIST_MS = 1500;

/** Fetches those parts once the list has had its turn, so that the first form opens as fast as the second. */
export function fetchLateParts(): () => void {
  const timer = setTimeout(() => void Promise.allSettled([dialog(), drawer(), keys()]), AFTER_LIST_MS);
  return () => clearTimeout(timer);
}

/** Puts something on the page when it is wanted for the first time, and leaves it there so that it can close in peace. */
export function Once({ when, children }: { when: boolean; children: ReactNode }) {
  const [wanted, setWanted] = useState(when);
  if (when && !wanted) setWanted(true);
  return wanted ? <Suspense fallback={null}>{children}</Suspense> : null;
}
