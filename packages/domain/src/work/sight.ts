import { WORKSTREAMS, type Workstream } from '../customer/enums.ts';
import { holds, type Subject } from '../permission/access.ts';
import { EDITOR_CODE, QC_CODE, type Actor } from '../task/decide.ts';
import { taskSight } from '../task/visibility.ts';

/** The workstreams somebody leads: they see all of its tasks, and hand them out. */
export function leads(viewer: Actor): readonly Workstream[] {
  if (!holds(viewer, 'npn_assign_task')) return [];
  const { everything, workstreams } = taskSight(viewer);
  return everything ? WORKSTREAMS : workstreams;
}

/**
 * Of which workstreams one sees a person's work: those one leads and they edit or check in. None: their work is not one's to
 * see. One's own is no question of this.
 */
export const workSeen = (viewer: Actor, person: Subject): Workstream[] =>
  leads(viewer).filter((stream) => worksIn(person, stream));

// By the codes themselves: a superuser passes every check and works at no task for that.
const worksIn = ({ permissions }: Subject, stream: Workstream): boolean =>
  permissions.has(EDITOR_CODE[stream]) || permissions.has(QC_CODE[stream]);
