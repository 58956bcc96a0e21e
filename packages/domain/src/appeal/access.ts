import { anyOf } from '../permission/access.ts';

/** Permission to decide appeals in at least one workstream. `getAppealWorkstreams` names the workstreams. */
export const CAN_DECIDE_APPEALS = anyOf('npn_review_task', 'npn_assign_task');
