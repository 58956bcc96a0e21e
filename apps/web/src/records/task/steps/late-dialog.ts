import { lazy } from 'react';

const dialog = () => import('./step-dialog.tsx');

/** The form of a step, which is not on the page when it opens: lists do not wait for it (quality 15). */
export const StepDialog = lazy(() => dialog().then((part) => ({ default: part.StepDialog })));

const correcting = () => import('../form/task-form.tsx');

/** The form that sets any field: for few, and not often. */
export const TaskForm = lazy(() => correcting().then((part) => ({ default: part.TaskForm })));

const AFTER_LIST_MS = 1500;

const over = () => import('./over-dialog.tsx');

/** The question whether more than was ordered is meant: rare, so it comes when it is asked. */
export const OverDialog = lazy(() => over().then((part) => ({ default: part.OverDialog })));

/** Fetches the form once the list has had its turn, so that the first one opens as fast as the second. */
export function fetchStepDialog(): () => void {
  const timer = setTimeout(() => void dialog().catch(() => undefined), AFTER_LIST_MS);
  return () => clearTimeout(timer);
}
