import { WORKSTREAMS, type Workstream } from '../customer/enums.ts';
import type { Instant } from '../calendar/day.ts';
import { hasPermission } from '../permission/access.ts';
import { QC_CODE, type Actor } from '../task/decide.ts';
import type { TaskState } from '../task/state.ts';
import { getParticipants } from '../task/four-eyes.ts';
import { getLedWorkstreams } from '../work/visibility.ts';

/** State of an appeal (decision 133). Undoing the fault withdraws its appeal. */
export const APPEAL_STATES = ['OPEN', 'UPHELD', 'DISMISSED', 'WITHDRAWN'] as const;
export type AppealState = (typeof APPEAL_STATES)[number];

/** Time to appeal after a fault is found, in hours of the clock and not of work. */
export const APPEAL_HOURS = 48;
const APPEAL_MS = APPEAL_HOURS * 3_600_000;

/** Steps in which a check finds a fault. An administrator's correction is not a check. */
export const FAULT_STEPS = ['qc1_fault', 'qc2_fault', 'recheck_fault'] as const;
export type FaultStep = (typeof FAULT_STEPS)[number];
const FAULTS: readonly string[] = FAULT_STEPS;
export const isFaultStep = (action: string): action is FaultStep => FAULTS.includes(action);

/** The fields of a history step that an appeal needs. */
export interface AppealableFault {
  readonly action: string;
  readonly at: Instant;
  /** Editor at that time, in whose figures the fault counts. */
  readonly editor: number | null;
  readonly taken_back: boolean;
  readonly appealed: boolean;
}

export type AppealRefusal = 'not_found' | 'not_allowed' | 'appealed' | 'appeal_too_late';

/** True if the time to appeal against a fault is over. */
export const isAppealTooLate = (found: Instant, now: Instant): boolean =>
  Date.parse(now) - Date.parse(found) > APPEAL_MS;

/**
 * Returns the reason why the user cannot appeal against this step, or null if they can. Only the editor of that time can appeal, even if
 * other users can do any task.
 */
export function findAppealRefusal(
  fault: AppealableFault,
  actor: Pick<Actor, 'user_id'>,
  now: Instant,
): AppealRefusal | null {
  if (!isFaultStep(fault.action) || fault.taken_back) return 'not_found';
  if (fault.editor !== actor.user_id) return 'not_allowed';
  if (fault.appealed) return 'appealed';
  return isAppealTooLate(fault.at, now) ? 'appeal_too_late' : null;
}

/** True if the user checks work of others in the workstream. */
export const canCheckIn = (actor: Actor, workstream: Workstream): boolean =>
  hasPermission(actor, 'npn_review_task') && hasPermission(actor, QC_CODE[workstream]);

/** Returns the workstreams in which the user decides appeals: those they check in and those they lead. */
export const getAppealWorkstreams = (actor: Actor): Workstream[] => {
  const ledWorkstreams = getLedWorkstreams(actor);
  return WORKSTREAMS.filter((workstream) => canCheckIn(actor, workstream) || ledWorkstreams.includes(workstream));
};

/** The fields of an appeal that its decision needs. */
export interface AppealFacts {
  /** Users who had acted on the task at the time of the appeal. A task that returns to To Do loses them. */
  readonly excluded_users: readonly number[];
}

type ActedTask = Parameters<typeof getParticipants>[0] & Pick<TaskState, 'workstream'>;

/**
 * Returns the reason why the user cannot decide this appeal, or null if they can. Another QC or a leader of the workstream decides, if they
 * never acted on the task (four eyes are about users who acted, decision 070).
 */
export function findDecisionRefusal(
  appeal: AppealFacts,
  task: ActedTask,
  actor: Actor,
): 'not_allowed' | 'four_eyes' | null {
  if (!getAppealWorkstreams(actor).includes(task.workstream)) return 'not_allowed';
  return [...appeal.excluded_users, ...getParticipants(task)].includes(actor.user_id) ? 'four_eyes' : null;
}
