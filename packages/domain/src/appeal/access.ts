import { anyOf } from '../permission/access.ts';

/** Who may come to look at checks again at all; in which workstreams they do, `judgesIn` says. */
export const LOOKS_AGAIN = anyOf('npn_review_task', 'npn_assign_task');
