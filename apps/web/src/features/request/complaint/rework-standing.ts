import type { ComplaintTask } from '@darkroom/contract/request/complaint';
import { TaskStatus } from '@darkroom/domain/task/status';

/**
 * What a task of a complaint can be chosen for, as it stands now: `complete` goes to rework; `running` is in one that could be this
 * complaint's; `own` is in one that is; `other` is neither completed nor in rework; `gone` is not there any more, or not one's to see.
 */
export type Standing = 'complete' | 'running' | 'own' | 'other' | 'gone';

/** How a task stands; one that is not there has none. */
export function standingOf(task: ComplaintTask | undefined): Standing {
  if (!task?.task) return 'gone';
  // A rework that runs is taken on as it is; one that is this complaint's already is not to be had twice.
  if (task.running) return task.running.since === task.sent_at ? 'own' : 'running';
  return task.status === TaskStatus.COMPLETED ? 'complete' : 'other';
}

/** Whether it can be chosen. */
export const canBeChosen = (task: ComplaintTask | undefined): boolean =>
  standingOf(task) === 'complete' || standingOf(task) === 'running';

/** What became of a task since the form was opened. */
export interface Became {
  now: ComplaintTask | undefined;
  standing: Standing;
  /** The rework it is in began before the form was opened: somebody has taken it on meanwhile. */
  takenOn: boolean;
  /** Tells this from whatever else may become of it. */
  key: string;
}

const keyOf = (task: ComplaintTask | undefined): string =>
  [standingOf(task), task?.running?.since, task?.sent_at].join(' ');

/** What others did to a task that matters to whoever chose it here; null where it is still what was chosen. */
export function becameOf(opened: ComplaintTask | undefined, now: ComplaintTask | undefined): Became | null {
  const key = keyOf(now);
  if (key === keyOf(opened)) return null;
  const takenOn = now?.running != null && now.running.since === opened?.running?.since;
  return { now, standing: standingOf(now), takenOn, key };
}
