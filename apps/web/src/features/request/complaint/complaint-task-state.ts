import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { TaskStatus } from '@darkroom/domain/task/status';

/**
 * Current state of a complaint's task. `complete`: can be sent to rework. `running`: in a rework that can be linked to this complaint.
 * `own`: in a rework of this complaint. `other`: neither completed nor in rework. `gone`: deleted or not visible.
 */
export type ComplaintTaskState = 'complete' | 'running' | 'own' | 'other' | 'gone';

/** Returns the state of a task. A missing task is `gone`. */
export function getTaskState(task: ComplaintTask | undefined): ComplaintTaskState {
  if (!task?.task) return 'gone';
  // An open rework can be linked as it is, unless it already belongs to this complaint.
  if (task.running) return task.running.since === task.sent_at ? 'own' : 'running';
  return task.status === TaskStatus.COMPLETED ? 'complete' : 'other';
}

export const canBeSelected = (task: ComplaintTask | undefined): boolean =>
  getTaskState(task) === 'complete' || getTaskState(task) === 'running';

/** Change of a task since the form was opened. */
export interface TaskChange {
  currentTask: ComplaintTask | undefined;
  state: ComplaintTaskState;
  /** True if the rework began before the form was opened, so that another user has linked it since then. */
  isLinkedByOther: boolean;
  /** Identifies this change of the task. */
  key: string;
}

const keyOf = (task: ComplaintTask | undefined): string =>
  [getTaskState(task), task?.running?.since, task?.sent_at].join(' ');

/** Finds the relevant change of a selected task by another user. Null if the task is unchanged. */
export function findTaskChange(
  openedTask: ComplaintTask | undefined,
  currentTask: ComplaintTask | undefined,
): TaskChange | null {
  const key = keyOf(currentTask);
  if (key === keyOf(openedTask)) return null;
  const isLinkedByOther = currentTask?.running != null && currentTask.running.since === openedTask?.running?.since;
  return { currentTask, state: getTaskState(currentTask), isLinkedByOther, key };
}
