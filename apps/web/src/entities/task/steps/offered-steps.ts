import { hasPermission } from '@darkroom/domain/permission/access';
import { EDITOR_CODE, nextAction, getOffers, type Actor, type Offer } from '@darkroom/domain/task/decide';
import type { RefusalCode } from '@darkroom/domain/task/needs';
import type { TaskState } from '@darkroom/domain/task/state';
import { IN_PROGRESS, isIn } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';

/** Steps of one task for one user, sorted for the screen by the domain's rules. */
export interface OfferedSteps {
  /** The main button. Null if another user takes the next step. */
  readonly next: TaskAction | null;
  /** Other possible steps. */
  readonly others: readonly TaskAction[];
  /** The user's own steps in this status, refused by a rule: shown disabled, with the reason. */
  readonly refusedNow: readonly RefusedStep[];
  /** The user's own steps in another status: in the menu, with the reason. */
  readonly otherTimes: readonly RefusedStep[];
}

/** A step that is not possible now, with its reason. */
interface RefusedStep {
  readonly action: TaskAction;
  readonly refusal: RefusalCode;
}

/** True if the user takes the offered step. "Assign to me" is an editor's step: a leader who only assigns uses the assign panel. */
const isForUser = (offer: Offer, task: TaskState, actor: Actor) =>
  offer.action !== 'assign' || hasPermission(actor, EDITOR_CODE[task.workstream]);

const stepsByTask = new WeakMap<TaskState, { actor: Actor; steps: OfferedSteps }>();

/** Returns the steps to offer for a task. The result is cached, because row, buttons and menu need the same. */
export function getSteps(task: TaskState, actor: Actor): OfferedSteps {
  const cached = stepsByTask.get(task);
  if (cached?.actor === actor) return cached.steps;
  const steps = findSteps(task, actor);
  stepsByTask.set(task, { actor, steps });
  return steps;
}

function findSteps(task: TaskState, actor: Actor): OfferedSteps {
  const offered = getOffers(task, actor).filter((offer) => isForUser(offer, task, actor));
  const next = nextAction(task, actor);
  const refused = offered.flatMap(({ action, refusal }) => (refusal === null ? [] : [{ action, refusal }]));
  return {
    next,
    others: offered.flatMap((step) => (step.refusal === null && step.action !== next ? [step.action] : [])),
    refusedNow: refused.filter((step) => step.refusal !== 'wrong_status'),
    otherTimes: refused.filter((step) => step.refusal === 'wrong_status'),
  };
}

/** Returns every shown step of a task, possible or not. */
export const listAllSteps = ({ next, others, refusedNow, otherTimes }: OfferedSteps): readonly TaskAction[] => [
  ...(next ? [next] : []),
  ...others,
  ...[...refusedNow, ...otherTimes].map(({ action }) => action),
];

/** True if the user can take this step of this task now. */
export const isPossible = (task: TaskState, action: TaskAction, actor: Actor): boolean =>
  getOffers(task, actor).some((offer) => offer.action === action && offer.refusal === null);

/** True if the user works on the task now (the current-task card). */
export const isInProgressBy = (task: TaskState, user_id: number): boolean =>
  (task.editor === user_id && isIn(IN_PROGRESS.editor, task.status)) ||
  (task.first_qc === user_id && isIn(IN_PROGRESS.first_qc, task.status)) ||
  (task.second_qc === user_id && isIn(IN_PROGRESS.second_qc, task.status));

/** True if there is a step to press or a reason to show. */
export function hasSteps(task: TaskState, actor: Actor): boolean {
  const { next, others, refusedNow, otherTimes } = getSteps(task, actor);
  return next !== null || others.length + refusedNow.length + otherTimes.length > 0;
}
