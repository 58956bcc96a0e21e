import { WORKSTREAMS, type Workstream } from '../customer/enums.ts';
import { anyOf, hasPermission, type Subject } from '../permission/access.ts';

/** Permission for the floor: seeing all tasks of a workstream. */
export const CAN_VIEW_FLOOR = anyOf('npn_view_all_tasks', 'npn_view_all_ots_tasks', 'npn_view_all_pte_tasks');

const VIEW_ALL_CODES = { OTS: 'npn_view_all_ots_tasks', PTE: 'npn_view_all_pte_tasks' } as const;

/** Returns the workstreams whose floor the user can see. */
export const getVisibleFloors = (subject: Subject): readonly Workstream[] =>
  WORKSTREAMS.filter(
    (item) => hasPermission(subject, 'npn_view_all_tasks') || hasPermission(subject, VIEW_ALL_CODES[item]),
  );
