import {
  decideMove,
  nextRequestAction,
  getRequestOffers,
  type RequestRefusal,
  type RequestState,
} from '@darkroom/domain/request/decide';
import type { RequestStatus } from '@darkroom/domain/request/status';
import { findActionBetween, type RequestAction } from '@darkroom/domain/request/transitions';
import type { Actor } from '@darkroom/domain/task/decide';

/** Steps of a card. Linking a job has its own field. */
export type StepAction = Exclude<RequestAction, 'link_job'>;

/** Steps of a request on its card and in its drawer. */
interface RequestSteps {
  /** The next step: the primary button. */
  next: StepAction | null;
  /** Other possible steps. */
  others: readonly StepAction[];
  /** Steps that a rule forbids: disabled, with the reason. */
  blocked: readonly { action: StepAction; refusal: RequestRefusal }[];
}

const EXPECTED_ACTIONS: Readonly<Record<RequestStatus, readonly RequestAction[]>> = {
  NEED_REVIEW: ['start'],
  TODO: ['finish'],
  // A complaint cannot be closed while its tasks are in rework.
  PROCESSING: ['finish', 'change_board'],
  DONE: [],
};

/** Returns the steps from the domain's rules, in the order of a card. */
export function getRequestSteps(request: RequestState, actor: Actor): RequestSteps {
  const offers = getRequestOffers(request, actor).flatMap(({ action, refusal }) =>
    action === 'link_job' ? [] : [{ action, refusal }],
  );
  const next = nextRequestAction(request, actor);
  return {
    next,
    others: offers.flatMap(({ action, refusal }) => (refusal === null && action !== next ? [action] : [])),
    blocked: offers.flatMap(({ action, refusal }) =>
      refusal !== null && EXPECTED_ACTIONS[request.status].includes(action) ? [{ action, refusal }] : [],
    ),
  };
}

/** Finds the reason why a card cannot be dropped into a column. Null if it can, possibly after a review. */
export function findDropRefusal(request: RequestState, to: RequestStatus, actor: Actor): RequestRefusal | null {
  const action = findActionBetween(request.status, to);
  const offer = getRequestOffers(request, actor).find((requestOffer) => requestOffer.action === action);
  if (offer?.refusal === null) return null;
  const result = decideMove(request, to, actor, '');
  return result.ok ? null : result.code;
}
