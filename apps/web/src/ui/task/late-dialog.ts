import { lazy } from 'react';

const dialog = () => import('./step-dialog.tsx');

/** The form of a step, which is not on the page when it opens: lists do not wait for it (quality 15). */
export const StepDialog = lazy(() => dialog().then((part) => ({ default: part.StepDialog })));

const AFTER_LIST_MS = 1500;

/** Fetches the form once the list has had its turn, so that the first one opens as fast as the second. */
export function fetchStepDialog(): () => void {
  const timer = setTimeout(() => void dialog().catch(() => undefined), AFTER_LIST_MS);
  return () => clearTimeout(timer);
}
