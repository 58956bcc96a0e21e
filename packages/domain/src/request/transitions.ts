import type { RequestStatus } from './status.ts';

/** Actions on a request. The first six change its status, the other two do not. */
export const REQUEST_ACTIONS = [
  'accept',
  'send_back',
  'start',
  'put_back',
  'finish',
  'reopen',
  'change_board',
  'link_job',
] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

/**
 * User needed for an action. `review`: a reviewer. `work`: a user of the request's board. `work_both`: a user of both boards.
 * `work_or_review`: a user of its board or, before the review, a reviewer.
 */
export type RequestEntitlement = 'review' | 'work' | 'work_both' | 'work_or_review';

export interface RequestTransition {
  readonly from: readonly RequestStatus[];
  readonly to: RequestStatus | 'same';
  readonly who: RequestEntitlement;
  readonly needs: 'board' | 'reply' | null;
}

/** Transitions of domain §3 and decision 060. Server, buttons, columns and tests read this only table. */
export const REQUEST_TRANSITIONS: Readonly<Record<RequestAction, RequestTransition>> = {
  accept: { from: ['NEED_REVIEW'], to: 'TODO', who: 'review', needs: null },
  send_back: { from: ['NEED_REVIEW'], to: 'DONE', who: 'review', needs: 'reply' },
  start: { from: ['TODO'], to: 'PROCESSING', who: 'work', needs: null },
  put_back: { from: ['PROCESSING'], to: 'TODO', who: 'work', needs: null },
  finish: { from: ['PROCESSING'], to: 'DONE', who: 'work', needs: null },
  reopen: { from: ['DONE'], to: 'PROCESSING', who: 'work', needs: null },
  change_board: { from: ['TODO'], to: 'same', who: 'work_both', needs: 'board' },
  link_job: {
    from: ['NEED_REVIEW', 'TODO', 'PROCESSING', 'DONE'],
    to: 'same',
    who: 'work_or_review',
    needs: null,
  },
};

/** Actions of `customer-request/review`. The other moves belong to `change-status`. */
export const REVIEW_ACTIONS = ['accept', 'send_back'] as const satisfies readonly RequestAction[];
export const WORK_ACTIONS = ['start', 'put_back', 'finish', 'reopen'] as const satisfies readonly RequestAction[];

/** Finds the action between two statuses, or null. */
export const findActionBetween = (from: RequestStatus, to: RequestStatus): RequestAction | null =>
  REQUEST_ACTIONS.find((action) => {
    const transition = REQUEST_TRANSITIONS[action];
    return transition.to === to && transition.from.includes(from);
  }) ?? null;
