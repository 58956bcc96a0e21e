import { WORKSTREAMS, type Workstream } from '../customer/enums.ts';
import type { Instant } from '../calendar/day.ts';
import { holds } from '../permission/access.ts';
import { QC_CODE, type Actor } from '../task/decide.ts';
import type { TaskState } from '../task/state.ts';
import { actedOn } from '../task/four-eyes.ts';
import { leads } from '../work/sight.ts';

/** What becomes of an appeal (decision 133). One whose fault was taken back is withdrawn by that. */
export const APPEAL_STATES = ['OPEN', 'UPHELD', 'DISMISSED', 'WITHDRAWN'] as const;
export type AppealState = (typeof APPEAL_STATES)[number];

/** So long after a fault was found it can be answered: two days of the clock, whatever the bureau's hours are. */
export const APPEAL_HOURS = 48;
const APPEAL_MS = APPEAL_HOURS * 3_600_000;

/** Steps in which a check finds a fault. An administrator's correction that says what is wrong is nobody's check. */
export const FAULT_STEPS = ['qc1_fault', 'qc2_fault', 'recheck_fault'] as const;
export type FaultStep = (typeof FAULT_STEPS)[number];
const FAULTS: readonly string[] = FAULT_STEPS;
export const isFaultStep = (action: string): action is FaultStep => FAULTS.includes(action);

/** A step of a task's history, as far as an appeal against it goes. */
export interface FaultFound {
  readonly action: string;
  readonly at: Instant;
  /** Who edited the task then: whose figures the fault counts in. */
  readonly editor: number | null;
  readonly taken_back: boolean;
  readonly appealed: boolean;
}

export type AppealRefusal = 'not_found' | 'not_allowed' | 'appealed' | 'appeal_too_late';

/** Whether the time to answer a fault is over. */
export const isTooLate = (found: Instant, now: Instant): boolean => Date.parse(now) - Date.parse(found) > APPEAL_MS;

/**
 * May the actor say of this step "not a fault, because …"? It is the editor's own word, so nobody says it in their place, not even who
 * may do any task. Null: they may.
 */
export function refusedAppeal(fault: FaultFound, actor: Pick<Actor, 'user_id'>, now: Instant): AppealRefusal | null {
  if (!isFaultStep(fault.action) || fault.taken_back) return 'not_found';
  if (fault.editor !== actor.user_id) return 'not_allowed';
  if (fault.appealed) return 'appealed';
  return isTooLate(fault.at, now) ? 'appeal_too_late' : null;
}

/** Whether somebody checks other people's work in a workstream. */
export const checksIn = (actor: Actor, workstream: Workstream): boolean =>
  holds(actor, 'npn_review_task') && holds(actor, QC_CODE[workstream]);

/** The workstreams whose checks somebody looks at again: where they check, and where they lead. */
export const judgesIn = (actor: Actor): Workstream[] => {
  const led = leads(actor);
  return WORKSTREAMS.filter((workstream) => checksIn(actor, workstream) || led.includes(workstream));
};

/** As much of an appeal as decides who may decide it. */
export interface Appealed {
  /** Who had acted on the task when it was appealed: a task that returned to To Do has forgotten them. */
  readonly barred: readonly number[];
}

type Acted = Parameters<typeof actedOn>[0] & Pick<TaskState, 'workstream'>;

/**
 * May the actor decide this appeal? Another QC of the workstream, or whoever leads it; nobody who had or has any part in the task,
 * neither in making nor in checking it (four eyes are about who acted, decision 070). Null: they may.
 */
export function refusedDecision(appeal: Appealed, task: Acted, actor: Actor): 'not_allowed' | 'four_eyes' | null {
  if (!judgesIn(actor).includes(task.workstream)) return 'not_allowed';
  return [...appeal.barred, ...actedOn(task)].includes(actor.user_id) ? 'four_eyes' : null;
}
