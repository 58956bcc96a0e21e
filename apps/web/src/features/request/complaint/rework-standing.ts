import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { TaskStatus } from '@darkroom/domain/task/status';

/**
 * Current state of a complaint's task. `complete` can be sent to rework. `running` is in a rework that can be linked to this complaint.
 * `own` is in a rework of this complaint. `other` is neither completed nor in rework. `gone` was deleted or is not visible to the user.
 */
export type Standing = 'complete' | 'running' | 'own' | 'other' | 'gone';

/** State of a task. A missing task is `gone`. */
export function standingOf(task: ComplaintTask | undefined): Standing {
  if (!task?.task) return 'gone';
  // An open rework can be linked as it is, unless it already belongs to this complaint.
  if (task.running) return task.running.since === task.sent_at ? 'own' : 'running';
  return task.status === TaskStatus.COMPLETED ? 'complete' : 'other';
}

export const canBeChosen = (task: ComplaintTask | undefined): boolean =>
  standingOf(task) === 'complete' || standingOf(task) === 'running';

/** Change of a task since the form was opened. */
export interface Became {
  now: ComplaintTask | undefined;
  standing: Standing;
  /** The rework began before the form was opened, so another user has linked it since then. */
  takenOn: boolean;
  /** Identifies this change of the task. */
  key: string;
}

const keyOf = (task: ComplaintTask | undefined): string =>
  [standingOf(task), task?.running?.since, task?.sent_at].join(' ');

/** Relevant change of a selected task by another user. Null if the task is unchanged. */
export function becameOf(opened: ComplaintTask | undefined, now: ComplaintTask | undefined): Became | null {
  const key = keyOf(now);
  if (key === keyOf(opened)) return null;
  const takenOn = now?.running != null && now.running.since === opened?.running?.since;
  return { now, standing: standingOf(now), takenOn, key };
}
