import { WORKSTREAMS, type Workstream } from '../customer/enums.ts';
import { anyOf, holds, type Subject } from '../permission/access.ts';

/** Permission for the floor: seeing all tasks of a workstream. */
export const VIEWS_FLOOR = anyOf('npn_view_all_tasks', 'npn_view_all_ots_tasks', 'npn_view_all_pte_tasks');

const WHOLE = { OTS: 'npn_view_all_ots_tasks', PTE: 'npn_view_all_pte_tasks' } as const;

/** Workstreams whose floor the user can see. */
export const floorsSeen = (subject: Subject): readonly Workstream[] =>
  WORKSTREAMS.filter((one) => holds(subject, 'npn_view_all_tasks') || holds(subject, WHOLE[one]));
