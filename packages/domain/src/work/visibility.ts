import { WORKSTREAMS, type Workstream } from '../customer/enums.ts';
import { hasPermission, type Subject } from '../permission/access.ts';
import { EDITOR_CODE, QC_CODE, type Actor } from '../task/decide.ts';
import { getTaskVisibility } from '../task/visibility.ts';

/** Returns the workstreams that the user leads: they see all of its tasks and can assign them. */
export function getLedWorkstreams(viewer: Actor): readonly Workstream[] {
  if (!hasPermission(viewer, 'npn_assign_task')) return [];
  const { everything, workstreams } = getTaskVisibility(viewer);
  return everything ? WORKSTREAMS : workstreams;
}

/**
 * Returns the workstreams in which the user sees a person's work: those the user leads and the person edits or checks in. The user's own
 * work is always visible.
 */
export const getVisibleWorkstreams = (viewer: Actor, person: Subject): Workstream[] =>
  getLedWorkstreams(viewer).filter((stream) => isWorkerIn(person, stream));

// Only codes count, because a superuser passes each check without working on tasks.
const isWorkerIn = ({ permissions }: Subject, stream: Workstream): boolean =>
  permissions.has(EDITOR_CODE[stream]) || permissions.has(QC_CODE[stream]);
