import { anyOf, holds } from '../permission/access.ts';
import type { Actor } from '../task/decide.ts';
import { REQUEST_BOARDS, type RequestBoard } from './status.ts';

/** The boards whose requests somebody may read; `view_all_customer_request` and `admin_customer_request`: both (domain §3). */
export function boardsSeen(actor: Actor): readonly RequestBoard[] {
  if (holds(actor, 'npn_view_all_customer_request') || holds(actor, 'npn_admin_customer_request'))
    return REQUEST_BOARDS;
  return holds(actor, 'npn_cs_customer_request') ? ['CS_BOARD'] : [];
}

/** The codes of those who work on requests, on one board or both. */
export const REQUEST_WORKERS = ['npn_cs_customer_request', 'npn_admin_customer_request'] as const;
export const WORKS_REQUESTS = anyOf(...REQUEST_WORKERS);
/** Who sees requests at all (spec §2 /customer/requests). */
export const SEES_REQUESTS = anyOf('npn_view_all_customer_request', ...REQUEST_WORKERS);
/** Who moves requests or reviews them, and so says which job they are about. */
export const HANDLES_REQUESTS = anyOf(...REQUEST_WORKERS, 'npn_review_customer_request');

/** The boards whose requests somebody may move. */
export function boardsWorked(actor: Actor): readonly RequestBoard[] {
  if (holds(actor, 'npn_admin_customer_request')) return REQUEST_BOARDS;
  return holds(actor, 'npn_cs_customer_request') ? ['CS_BOARD'] : [];
}

/** Whether somebody reviews at all, of what they see. */
export const reviews = (actor: Actor): boolean => holds(actor, 'npn_review_customer_request');
