import { anyOf, holds } from '../permission/access.ts';
import type { Actor } from '../task/decide.ts';
import { REQUEST_BOARDS, type RequestBoard } from './status.ts';

/** Boards whose requests the user can read. `view_all_customer_request` and `admin_customer_request` show both (domain §3). */
export function boardsSeen(actor: Actor): readonly RequestBoard[] {
  if (holds(actor, 'npn_view_all_customer_request') || holds(actor, 'npn_admin_customer_request'))
    return REQUEST_BOARDS;
  return holds(actor, 'npn_cs_customer_request') ? ['CS_BOARD'] : [];
}

/** Codes of users who work on requests of one or both boards. */
export const REQUEST_WORKERS = ['npn_cs_customer_request', 'npn_admin_customer_request'] as const;
export const WORKS_REQUESTS = anyOf(...REQUEST_WORKERS);
/** Permission to see requests (spec §2 /customer/requests). */
export const VIEWS_REQUESTS = anyOf('npn_view_all_customer_request', ...REQUEST_WORKERS);
/** Permission to handle requests: to move or review them, and so to set their job. */
export const HANDLES_REQUESTS = anyOf(...REQUEST_WORKERS, 'npn_review_customer_request');

/** Boards whose requests the user can move. */
export function boardsWorked(actor: Actor): readonly RequestBoard[] {
  if (holds(actor, 'npn_admin_customer_request')) return REQUEST_BOARDS;
  return holds(actor, 'npn_cs_customer_request') ? ['CS_BOARD'] : [];
}

/** Whether the user can review requests they see. */
export const reviews = (actor: Actor): boolean => holds(actor, 'npn_review_customer_request');
