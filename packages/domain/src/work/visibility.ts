import { WORKSTREAMS, type Workstream } from '../customer/enums.ts';
import { holds, type Subject } from '../permission/access.ts';
import { EDITOR_CODE, QC_CODE, type Actor } from '../task/decide.ts';
import { taskVisibility } from '../task/visibility.ts';

/** Workstreams that the user leads: they see all of its tasks and can assign them. */
export function leads(viewer: Actor): readonly Workstream[] {
  if (!holds(viewer, 'npn_assign_task')) return [];
  const { everything, workstreams } = taskVisibility(viewer);
  return everything ? WORKSTREAMS : workstreams;
}

/**
 * Workstreams in which the user sees a person's work: those the user leads and the person edits or checks in. The
 * user's own work is always visible.
 */
export const workSeen = (viewer: Actor, person: Subject): Workstream[] =>
  leads(viewer).filter((stream) => worksIn(person, stream));

// Only codes count, because a superuser passes each check without working on tasks.
const worksIn = ({ permissions }: Subject, stream: Workstream): boolean =>
  permissions.has(EDITOR_CODE[stream]) || permissions.has(QC_CODE[stream]);
