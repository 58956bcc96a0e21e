import { anyOf, hasPermission } from '../permission/access.ts';
import type { Actor } from '../task/decide.ts';
import { REQUEST_BOARDS, type RequestBoard } from './status.ts';

/** Returns the boards whose requests the user can read. `view_all_customer_request` and `admin_customer_request` show both (domain §3). */
export function getVisibleBoards(actor: Actor): readonly RequestBoard[] {
  if (hasPermission(actor, 'npn_view_all_customer_request') || hasPermission(actor, 'npn_admin_customer_request'))
    return REQUEST_BOARDS;
  return hasPermission(actor, 'npn_cs_customer_request') ? ['CS_BOARD'] : [];
}

/** Codes of users who work on requests of one or both boards. */
export const REQUEST_WORK_CODES = ['npn_cs_customer_request', 'npn_admin_customer_request'] as const;
export const CAN_WORK_ON_REQUESTS = anyOf(...REQUEST_WORK_CODES);
/** Permission to see requests (spec §2 /customer/requests). */
export const CAN_VIEW_REQUESTS = anyOf('npn_view_all_customer_request', ...REQUEST_WORK_CODES);
/** Permission to handle requests: to move or review them, and so to set their job. */
export const CAN_HANDLE_REQUESTS = anyOf(...REQUEST_WORK_CODES, 'npn_review_customer_request');

/** Permission to record a request in a customer's name. */
export const CAN_RECORD_REQUESTS = anyOf('npn_cs_customer_request');

/** Returns the boards whose requests the user can move. */
export function getWorkableBoards(actor: Actor): readonly RequestBoard[] {
  if (hasPermission(actor, 'npn_admin_customer_request')) return REQUEST_BOARDS;
  return hasPermission(actor, 'npn_cs_customer_request') ? ['CS_BOARD'] : [];
}

/** True if the user can review requests they see. */
export const canReview = (actor: Actor): boolean => hasPermission(actor, 'npn_review_customer_request');
