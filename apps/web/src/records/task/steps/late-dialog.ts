import { lateOverlay } from '../../../ui/late/late-part.tsx';

/** The form of a step, which is not on the page when it opens: lists do not wait for it (quality 15). */
export const StepDialog = lateOverlay(() => import('./step-dialog.tsx').then((part) => ({ default: part.StepDialog })));

/** The form that sets any field: for few, and not often. */
export const TaskForm = lateOverlay(() => import('../form/task-form.tsx').then((part) => ({ default: part.TaskForm })));

/** The question whether a count is meant: rare, so it comes when it is asked. */
export const MeantDialog = lateOverlay(
  () => import('./meant-dialog.tsx').then((part) => ({ default: part.MeantDialog })),
  ({ onAnswer }) => onAnswer(false),
);

const AFTER_LIST_MS = 1500;

/** Fetches the form once the list has had its turn, so that the first one opens as fast as the second. */
export function fetchStepDialog(): () => void {
  const timer = setTimeout(() => void StepDialog.preload(), AFTER_LIST_MS);
  return () => clearTimeout(timer);
}
