import { holds } from '@darkroom/domain/permission/access';
import { EDITOR_CODE, nextAction, offers, type Actor, type Offer } from '@darkroom/domain/task/decide';
import type { RefusalCode } from '@darkroom/domain/task/needs';
import type { TaskState } from '@darkroom/domain/task/state';
import { IN_PROGRESS, isIn } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';

/** Steps of one task for one user, sorted for the screen by the domain's rules. */
export interface StepsOf {
  /** The main button. Null when it is another user's turn. */
  readonly next: TaskAction | null;
  /** Other possible steps. */
  readonly others: readonly TaskAction[];
  /** The user's own steps in this status, refused by a rule: shown disabled, with the reason. */
  readonly barred: readonly Refused[];
  /** The user's own steps in another status: in the menu, with the reason. */
  readonly later: readonly Refused[];
}

/** A step that is not possible now, with its reason. */
interface Refused {
  readonly action: TaskAction;
  readonly refusal: RefusalCode;
}

/** "Assign to me" is an editor's step. A leader who only assigns uses the assign panel. */
const forOneself = (offer: Offer, task: TaskState, actor: Actor) =>
  offer.action !== 'assign' || holds(actor, EDITOR_CODE[task.workstream]);

const known = new WeakMap<TaskState, { actor: Actor; steps: StepsOf }>();

/** Steps to offer for a task. The result is cached, because row, buttons and menu need the same. */
export function stepsOf(task: TaskState, actor: Actor): StepsOf {
  const before = known.get(task);
  if (before?.actor === actor) return before.steps;
  const steps = findSteps(task, actor);
  known.set(task, { actor, steps });
  return steps;
}

function findSteps(task: TaskState, actor: Actor): StepsOf {
  const mine = offers(task, actor).filter((offer) => forOneself(offer, task, actor));
  const next = nextAction(task, actor);
  const refused = mine.flatMap(({ action, refusal }) => (refusal === null ? [] : [{ action, refusal }]));
  return {
    next,
    others: mine.flatMap((o) => (o.refusal === null && o.action !== next ? [o.action] : [])),
    barred: refused.filter((o) => o.refusal !== 'wrong_status'),
    later: refused.filter((o) => o.refusal === 'wrong_status'),
  };
}

/** Every shown step of a task, possible or not. */
export const everyStepOf = ({ next, others, barred, later }: StepsOf): readonly TaskAction[] => [
  ...(next ? [next] : []),
  ...others,
  ...[...barred, ...later].map(({ action }) => action),
];

/** True if the user can take this step of this task now. */
export const isPossible = (task: TaskState, action: TaskAction, actor: Actor): boolean =>
  offers(task, actor).some((offer) => offer.action === action && offer.refusal === null);

/** True if the user works on the task now (the current-task card). */
export const isInProgressBy = (task: TaskState, user_id: number): boolean =>
  (task.editor === user_id && isIn(IN_PROGRESS.editor, task.status)) ||
  (task.first_qc === user_id && isIn(IN_PROGRESS.first_qc, task.status)) ||
  (task.second_qc === user_id && isIn(IN_PROGRESS.second_qc, task.status));

/** True if there is a step to press or a reason to show. */
export function hasSteps(task: TaskState, actor: Actor): boolean {
  const { next, others, barred, later } = stepsOf(task, actor);
  return next !== null || others.length + barred.length + later.length > 0;
}
