import { holds } from '@darkroom/domain/permission/access';
import { EDITOR_CODE, nextAction, offers, type Actor, type Offer } from '@darkroom/domain/task/decide';
import type { RefusalCode } from '@darkroom/domain/task/needs';
import type { TaskState } from '@darkroom/domain/task/state';
import { UNDER_WAY, isIn } from '@darkroom/domain/task/status';
import type { TaskAction } from '@darkroom/domain/task/transitions';

/** The steps of one task for one person, sorted by how a screen shows them. All of it is the domain's own answer. */
export interface StepsOf {
  /** The one big button, or null when it is somebody else's turn. */
  readonly next: TaskAction | null;
  /** Possible too. */
  readonly others: readonly TaskAction[];
  /** One's own, at this very moment, but not allowed: shown disabled, with the reason. */
  readonly barred: readonly Refused[];
  /** One's own at another moment of the task's life: kept out of the way, with the reason. */
  readonly later: readonly Refused[];
}

/** A step that is not possible now, and why. */
interface Refused {
  readonly action: TaskAction;
  readonly refusal: RefusalCode;
}

/** "Assign to me" is an editor's step; whoever only hands work out does it in the assign panel. */
const forOneself = (offer: Offer, task: TaskState, actor: Actor) =>
  offer.action !== 'assign' || holds(actor, EDITOR_CODE[task.workstream]);

const known = new WeakMap<TaskState, { actor: Actor; steps: StepsOf }>();

/** What to offer of a task; found out once, for its row, its buttons and its menu ask alike. */
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

/** Every step that is shown of a task anywhere, possible or not. */
export const everyStepOf = ({ next, others, barred, later }: StepsOf): readonly TaskAction[] => [
  ...(next ? [next] : []),
  ...others,
  ...[...barred, ...later].map(({ action }) => action),
];

/** Can this person take this step of this task now? */
export const isPossible = (task: TaskState, action: TaskAction, actor: Actor): boolean =>
  offers(task, actor).some((offer) => offer.action === action && offer.refusal === null);

/** Is this person working on it right now (the "Now" card)? */
export const isUnderWayBy = (task: TaskState, user_id: number): boolean =>
  (task.editor === user_id && isIn(UNDER_WAY.editor, task.status)) ||
  (task.first_qc === user_id && isIn(UNDER_WAY.first_qc, task.status)) ||
  (task.second_qc === user_id && isIn(UNDER_WAY.second_qc, task.status));

/** Whether there is anything to press, or to be told why not. */
export function hasSteps(task: TaskState, actor: Actor): boolean {
  const { next, others, barred, later } = stepsOf(task, actor);
  return next !== null || others.length + barred.length + later.length > 0;
}
