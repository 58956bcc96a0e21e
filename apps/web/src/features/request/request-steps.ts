import {
  decideMove,
  nextRequestAction,
  requestOffers,
  type RequestRefusal,
  type RequestState,
} from '@darkroom/domain/request/decide';
import type { RequestStatus } from '@darkroom/domain/request/status';
import { actionBetween, type RequestAction } from '@darkroom/domain/request/transitions';
import type { Actor } from '@darkroom/domain/task/decide';

/** What is a step of a card: a job is linked in its own place. */
export type StepAction = Exclude<RequestAction, 'link_job'>;

/** What can be done with a request, as its card and its drawer offer it. */
interface RequestSteps {
  /** The one next thing: the primary button. */
  next: StepAction | null;
  /** What else is possible now. */
  others: readonly StepAction[];
  /** What one would look for here but for a rule: disabled, with its reason. */
  barred: readonly { action: StepAction; refusal: RequestRefusal }[];
}

const LOOKED_FOR: Readonly<Record<RequestStatus, readonly RequestAction[]>> = {
  NEED_REVIEW: ['start'],
  TODO: ['finish'],
  // A complaint is not done while its tasks are being redone.
  PROCESSING: ['finish', 'change_board'],
  DONE: [],
};

/** The domain's own answer, put in the order of a card. */
export function stepsOf(request: RequestState, actor: Actor): RequestSteps {
  const offers = requestOffers(request, actor).flatMap(({ action, refusal }) =>
    action === 'link_job' ? [] : [{ action, refusal }],
  );
  const next = nextRequestAction(request, actor);
  return {
    next,
    others: offers.flatMap(({ action, refusal }) => (refusal === null && action !== next ? [action] : [])),
    barred: offers.flatMap(({ action, refusal }) =>
      refusal !== null && LOOKED_FOR[request.status].includes(action) ? [{ action, refusal }] : [],
    ),
  };
}

/** Why a card cannot be put into a column; null when it can, be it by way of a review. */
export function refusalOfDrop(request: RequestState, to: RequestStatus, actor: Actor): RequestRefusal | null {
  const action = actionBetween(request.status, to);
  const offer = requestOffers(request, actor).find((one) => one.action === action);
  if (offer?.refusal === null) return null;
  const verdict = decideMove(request, to, actor, '');
  return verdict.ok ? null : verdict.code;
}
