import type { Instant } from '../calendar/day.ts';
import type { Workstream } from '../customer/enums.ts';
import { hasPermission, type Subject } from '../permission/access.ts';
import type { PermissionCode } from '../permission/codes.ts';
import { taskQuantity } from './quantities.ts';
import { getActs, breaksFourEyes } from './four-eyes.ts';
import {
  findMissingInput,
  refuse,
  combineRefusals,
  type ActionInput,
  type ActionContext,
  type RefusalCode,
  type Refused,
} from './needs.ts';
import type { TaskPatch, TaskState } from './state.ts';
import { TaskStatus, type TaskEvent } from './status.ts';
import { TASK_ACTIONS, TRANSITIONS, type Entitlement, type Need, type TaskAction } from './transitions.ts';

/** A signed-in member, with the fields that the rules need. */
export interface Actor extends Subject {
  readonly user_id: number;
}

export type Decision = { readonly ok: true; readonly patch: TaskPatch; readonly event: TaskEvent | null } | Refused;

export const EDITOR_CODE = { OTS: 'npn_editor_ots', PTE: 'npn_editor_pte' } as const satisfies Record<
  Workstream,
  PermissionCode
>;
export const QC_CODE = { OTS: 'npn_qc_ots', PTE: 'npn_qc_pte' } as const satisfies Record<Workstream, PermissionCode>;
/** Codes of editors and QCs. */
export const WORK_CODES: readonly PermissionCode[] = [...Object.values(EDITOR_CODE), ...Object.values(QC_CODE)];

function isEntitledBy(entitlement: Entitlement, task: TaskState, actor: Actor, input: ActionInput): boolean {
  if (entitlement.code && !hasPermission(actor, entitlement.code)) return false;
  switch (entitlement.as) {
    case 'anyone':
      return true;
    case 'editor':
      return task.editor === actor.user_id;
    case 'first_qc':
      return task.status === TaskStatus.QC1_START && task.first_qc === actor.user_id;
    case 'second_qc':
      return task.status === TaskStatus.QC2_START && task.second_qc === actor.user_id;
    case 'stream_qc':
      return hasPermission(actor, QC_CODE[task.workstream]);
    case 'stream_editor_for_self':
      return input.editor === actor.user_id && hasPermission(actor, EDITOR_CODE[task.workstream]);
    default: {
      const never: never = entitlement.as;
      return never;
    }
  }
}

/** True if a check can follow RESOLVED: only the check that found the fault (domain §2). */
function isMatchingCheck(action: TaskAction, task: TaskState): boolean {
  if (task.status !== TaskStatus.RESOLVED) return true;
  if (action === 'start_qc1') return task.fault_stage === 1;
  if (action === 'start_qc2') return task.fault_stage === 2;
  return true;
}

/** True if the user is entitled to the action in any status. */
export const isEntitled = (task: TaskState, action: TaskAction, actor: Actor, input: ActionInput = {}): boolean =>
  hasPermission(actor, 'npn_do_any_task') ||
  TRANSITIONS[action].who.some((entitlement) => isEntitledBy(entitlement, task, actor, input));

/**
 * True if only a missing permission prevents this step. A user who lost a permission during work then receives that reason, and not that
 * another step is next.
 */
export const lacksPermission = (task: TaskState, action: TaskAction, actor: Actor): boolean => {
  const { who, from } = TRANSITIONS[action];
  const isOwnEntitlement = ({ as, code }: Entitlement) =>
    code && as === 'editor' && isEntitledBy({ as }, task, actor, {});
  return from.includes(task.status) && !isEntitled(task, action, actor) && who.some(isOwnEntitlement);
};

/** Needs that depend only on the task and not on the input. */
const TASK_NEEDS = ['reworked', 'both_rechecks'] as const satisfies readonly Need[];

/** Checks everything except the input of the request: permission, status and four eyes. */
function findGateRefusal(task: TaskState, action: TaskAction, actor: Actor, input: ActionInput): Refused | null {
  const transition = TRANSITIONS[action];
  if (!isEntitled(task, action, actor, input)) return refuse('not_allowed');
  if (!transition.from.includes(task.status) || !isMatchingCheck(action, task)) return refuse('wrong_status');
  const recipient = action === 'assign' ? (input.editor ?? null) : actor.user_id;
  if (recipient !== null && breaksFourEyes(transition.side, task, recipient))
    return refuse('four_eyes', action === 'assign' ? 'editor' : undefined);
  if (action === 'recheck' && task.rework_qc_1 !== null) {
    if (task.rework_qc_2 !== null || task.rework_qc_1 === actor.user_id) return refuse('already_rechecked');
  }
  // The input cannot satisfy these needs, so the button is already disabled.
  return combineRefusals(
    TASK_NEEDS.flatMap((need) => (transition.needs.includes(need) ? findMissingInput(need, task, input) : [])),
  );
}

function createPatch(task: TaskState, action: TaskAction, actor: Actor, now: Instant, input: ActionInput): TaskPatch {
  const me = actor.user_id;
  const x = { x1: input.x1 ?? task.x1, x2: input.x2 ?? task.x2, x3: input.x3 ?? task.x3 };
  switch (action) {
    case 'assign':
      return { editor: input.editor ?? null };
    case 'reject':
      return { editor: null };
    case 'start':
      return { start_time: task.start_time ?? now };
    case 'set_quantity':
    case 'done':
    case 'resolve':
      return x;
    case 'start_qc1':
      return { first_qc: me, status_before_check: task.status };
    case 'start_qc2':
      return { second_qc: me, status_before_check: task.status };
    case 'qc1_done':
    case 'qc2_done':
      return { status_before_check: null, fault_stage: null };
    case 'qc1_fault':
      return { status_before_check: null, fault_stage: 1 };
    case 'qc2_fault':
      return { status_before_check: null, fault_stage: 2 };
    case 'release_qc':
      return task.status === TaskStatus.QC1_START
        ? { first_qc: null, status_before_check: null }
        : { second_qc: null, status_before_check: null };
    case 'complete':
      return { end_time: now };
    case 'rework':
      return {
        rework_quantity: input.rework_quantity ?? null,
        quantity_before_rework: taskQuantity(task),
        rework_notes: input.rework_notes ?? null,
        rework_qc_1: null,
        rework_qc_2: null,
        rework_at: now,
        rework_by: me,
      };
    case 'rework_done':
      return { rework_qc_1: null, rework_qc_2: null };
    case 'recheck':
      return task.rework_qc_1 === null ? { rework_qc_1: me } : { rework_qc_2: me };
    case 'recheck_fault':
      return { rework_qc_1: null, rework_qc_2: null };
    default: {
      const never: never = action;
      return never;
    }
  }
}

function getTargetStatus(task: TaskState, action: TaskAction): TaskStatus {
  const { to } = TRANSITIONS[action];
  if (to === 'same') return task.status;
  if (to !== 'origin') return to;
  return (
    task.status_before_check ?? (task.status === TaskStatus.QC1_START ? TaskStatus.WAITING_TO_QC : TaskStatus.QC1_DONE)
  );
}

/**
 * Decides if `actor` can do `action` to `task` at `now`, and returns the columns to write (domain §2). The checks are in order: permission,
 * status, four eyes, input of the request.
 */
export function decide(
  task: TaskState,
  action: TaskAction,
  actor: Actor,
  now: Instant,
  input: ActionInput = {},
  context: ActionContext = {},
): Decision {
  const refusal = findGateRefusal(task, action, actor, input);
  if (refusal) return refusal;
  const missingInput = combineRefusals(
    TRANSITIONS[action].needs.flatMap((need) => findMissingInput(need, task, input, context)),
  );
  if (missingInput) return missingInput;
  return {
    ok: true,
    patch: {
      ...createPatch(task, action, actor, now, input),
      ...getActs(task, action, actor.user_id),
      status: getTargetStatus(task, action),
    },
    event: TRANSITIONS[action].event,
  };
}

/** An action for a button: enabled (refusal null), or disabled with the reason. Actions of other users are left out. */
export interface Offer {
  readonly action: TaskAction;
  readonly refusal: RefusalCode | null;
}

/**
 * Returns the actions that this user can ever do on this task, in the order of the work. "Assign to me" is `assign` with the user as
 * editor.
 */
export function getOffers(task: TaskState, actor: Actor): Offer[] {
  const all: Offer[] = [];
  for (const action of TASK_ACTIONS) {
    const refusal = findGateRefusal(task, action, actor, { editor: actor.user_id });
    const code = refusal?.code ?? null;
    if (code !== 'not_allowed') all.push({ action, refusal: code });
  }
  return all;
}

/** Forward actions for the primary button, in order of preference. */
const FORWARD_ACTIONS = [
  'start',
  'done',
  'resolve',
  'rework_done',
  'qc1_done',
  'qc2_done',
  'start_qc2',
  'start_qc1',
  'recheck',
  'complete',
  'assign',
] as const satisfies readonly TaskAction[];

/** Returns the next forward action of this user. Null if another user is next. */
export function nextAction(task: TaskState, actor: Actor): TaskAction | null {
  const possible = new Set(getOffers(task, actor).flatMap((o) => (o.refusal ? [] : [o.action])));
  if (task.status === TaskStatus.TO_DO && !hasPermission(actor, EDITOR_CODE[task.workstream]))
    possible.delete('assign');
  return FORWARD_ACTIONS.find((action) => possible.has(action)) ?? null;
}

/** Statuses in which a task waits for a check. */
const CHECK_PENDING_STATUSES: readonly TaskStatus[] = [
  TaskStatus.WAITING_TO_QC,
  TaskStatus.QC1_DONE,
  TaskStatus.RESOLVED,
  TaskStatus.DONE_REWORK,
];

/**
 * True if a task waits for a check that none of these people can take, because of a part in it (four eyes, domain §2) or another
 * workstream.
 */
export const hasNoAvailableQc = (task: TaskState, qcs: readonly Actor[]): boolean =>
  CHECK_PENDING_STATUSES.includes(task.status) &&
  !(task.status === TaskStatus.DONE_REWORK && task.rework_qc_2 !== null) &&
  qcs.every((qc) => nextAction(task, qc) === null);

const hasAnyCode = (actor: Actor, codes: typeof EDITOR_CODE | typeof QC_CODE): boolean =>
  Object.values(codes).some((code) => hasPermission(actor, code));

function canHaveRole(as: Entitlement['as'], actor: Actor): boolean {
  switch (as) {
    case 'anyone':
      return true;
    case 'editor':
    case 'stream_editor_for_self':
      return hasAnyCode(actor, EDITOR_CODE);
    case 'first_qc':
    case 'second_qc':
    case 'stream_qc':
      return hasAnyCode(actor, QC_CODE);
    default: {
      const never: never = as;
      return never;
    }
  }
}

/** True if this user can ever do an action on any task. Other actions are not shown (quality 7). */
export const canEverDo = (action: TaskAction, actor: Actor): boolean =>
  hasPermission(actor, 'npn_do_any_task') ||
  TRANSITIONS[action].who.some(({ as, code }) => (!code || hasPermission(actor, code)) && canHaveRole(as, actor));
