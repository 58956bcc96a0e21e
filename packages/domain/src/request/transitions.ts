import type { RequestStatus } from './status.ts';

/** Everything that can be done to a request. The first six move it; the other two leave its status as it is. */
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
 * What a person must be for an action: a reviewer, one who works the request's board, one who works both boards, or one whose
 * turn it is: a reviewer until it is reviewed, and always who works its board.
 */
export type RequestRight = 'review' | 'work' | 'work_both' | 'work_or_review';

export interface RequestTransition {
  readonly from: readonly RequestStatus[];
  readonly to: RequestStatus | 'same';
  readonly who: RequestRight;
  /** What the same call must bring along. */
  readonly needs: 'board' | 'reply' | null;
}

/** The table of domain §3 and decision 060. Server, buttons, columns and tests read it; nothing else knows a transition. */
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

/** The actions of `customer-request/review`; the moves of `change-status` are the others. */
export const REVIEWS = ['accept', 'send_back'] as const satisfies readonly RequestAction[];
export const WORK_MOVES = ['start', 'put_back', 'finish', 'reopen'] as const satisfies readonly RequestAction[];

/** The one way from a status to another; null where there is none. */
export const actionBetween = (from: RequestStatus, to: RequestStatus): RequestAction | null =>
  REQUEST_ACTIONS.find((action) => {
    const transition = REQUEST_TRANSITIONS[action];
    return transition.to === to && transition.from.includes(from);
  }) ?? null;
