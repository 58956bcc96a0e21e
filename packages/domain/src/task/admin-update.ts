import type { Instant } from '../calendar/day.ts';
import type { Actor } from './decide.ts';
import type { TaskPatch, TaskState } from './state.ts';
import { addActors, breaksFourEyes, NO_ACTS } from './four-eyes.ts';
import {
  QUANTITY_FIELDS,
  findFewerFigures,
  raisesDisabledQuantity,
  taskQuantity,
  findOverFigures,
  type DetailQuantities,
  type FewerFigures,
  type OverFigures,
  type XToggle,
} from './quantities.ts';
import { TASK_ROLES, findRoleRefusals, type FindWorker, type RoleRefusal } from './roles.ts';
import { findMissingFacts, getRequiredFacts, getFaultStage, type MissingFact } from './status-facts.ts';
import { EVENT_OF_STATUS, WITH_EDITOR, IN_REWORK, isIn, TaskStatus, type TaskEvent } from './status.ts';

/** Input of an admin update: any status, any field, and the fault that a fault status needs. */
export interface AdminInput {
  status?: TaskStatus | undefined;
  x1?: number | undefined;
  x2?: number | undefined;
  x3?: number | undefined;
  editor?: number | null | undefined;
  first_qc?: number | null | undefined;
  second_qc?: number | null | undefined;
  start_time?: Instant | null | undefined;
  end_time?: Instant | null | undefined;
  rework_quantity?: number | null | undefined;
  rework_notes?: string | null | undefined;
  rework_qc_1?: number | null | undefined;
  rework_qc_2?: number | null | undefined;
  note?: string | undefined;
  fault_kinds?: readonly string[] | undefined;
  /** True if more pieces than ordered are intended, as the user confirmed after `over_ordered`. */
  over?: boolean | undefined;
  /** True if fewer pieces than delivered are intended, as the user confirmed after `below_delivered`. */
  fewer?: boolean | undefined;
}

export interface AdminRefusal {
  readonly field: string;
  readonly code:
    | MissingFact['code']
    | RoleRefusal['code']
    | 'x_off'
    | 'over_ordered'
    | 'below_delivered'
    | 'invalid'
    | 'before_start'
    | 'not_yet';
}
export type AdminDecision =
  | { readonly ok: true; readonly patch: TaskPatch; readonly event: TaskEvent | null }
  | { readonly ok: false; readonly errors: readonly AdminRefusal[]; readonly figures?: OverFigures | FewerFigures };

interface AdminContext {
  readonly actor: Actor;
  readonly now: Instant;
  readonly worker: FindWorker;
  readonly x_in_use: XToggle;
  /** Pieces of the detail's other tasks. Without them, too many pieces need no confirmation. */
  readonly detail?: DetailQuantities | undefined;
}

const FIELDS = [
  ...TASK_ROLES,
  ...QUANTITY_FIELDS,
  'start_time',
  'end_time',
  'rework_quantity',
  'rework_notes',
] as const;
const FAULT_STATUSES = [TaskStatus.QC1_FAULTS_FOUND, TaskStatus.QC2_FAULTS_FOUND, TaskStatus.RESOLVED] as const;
const NOT_STARTED = [TaskStatus.TO_DO, TaskStatus.EDITOR_ASSIGNED] as const;

/** Work that a status implies. For four eyes, the user who sets the status has done that work. */
const WORK_OF_STATUS: Partial<Record<TaskStatus, 'edit' | 'qc1' | 'qc2'>> = {
  3: 'edit',
  4: 'edit',
  6: 'qc1',
  8: 'qc2',
  10: 'qc1',
  11: 'qc2',
  12: 'edit',
  14: 'edit',
};

/** Tolerance for a user's clock that is ahead of the server's. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Decides if a task can be set to these values, and returns the columns to write or all errors. The task must be able to continue (domain
 * §2, decision 071): the status has its facts, and people fit their roles.
 */
export function decideAdmin(task: TaskState, input: AdminInput, context: AdminContext): AdminDecision {
  const status = input.status ?? task.status;
  const after = applyInput(task, input, status);
  const givenRoles = TASK_ROLES.filter((role) => input[role] !== undefined && input[role] !== null);
  // A second recheck without a first becomes the first. Each person must fit the final role, also if it was entered in the other role.
  const checkedRoles = TASK_ROLES.filter(
    (role) =>
      givenRoles.includes(role) || after[role] !== task[role] || (role === 'editor' && returnsToEditor(task, status)),
  );
  const errors: AdminRefusal[] =
    status === TaskStatus.TO_DO
      ? givenRoles.map((field) => ({ field, code: 'invalid' }))
      : [...findRoleRefusals(after, checkedRoles, context.worker), ...findNewlyMissing(task, after, input)];
  for (const x of QUANTITY_FIELDS)
    if (raisesDisabledQuantity(x, task, input, context.x_in_use)) errors.push({ field: x, code: 'x_off' });
  for (const field of ['start_time', 'end_time'] as const)
    if (input[field] && Date.parse(input[field]) > Date.parse(context.now) + CLOCK_TOLERANCE_MS)
      errors.push({ field, code: 'not_yet' });
  if (input.start_time !== undefined || input.end_time !== undefined) {
    if (after.start_time && after.end_time && Date.parse(after.end_time) < Date.parse(after.start_time))
      errors.push({ field: 'end_time', code: 'before_start' });
  }
  if (errors.length) return { ok: false, errors };
  const fewerFigures = checkBelowDelivered(task, after, input);
  if (fewerFigures) return { ok: false, errors: [{ field: 'x1', code: 'below_delivered' }], figures: fewerFigures };
  const figures = checkOverOrdered(task, after, input, context);
  if (figures) return { ok: false, errors: [{ field: 'x1', code: 'over_ordered' }], figures };
  return {
    ok: true,
    patch: createPatch(task, after, input, context),
    event: status === task.status ? null : (EVENT_OF_STATUS[status] ?? null),
  };
}

/** True if the task returns to its editor, who must be active and still edit in its workstream. */
export const returnsToEditor = (task: Pick<TaskState, 'status'>, status: TaskStatus): boolean =>
  isIn(WITH_EDITOR, status) && !isIn(WITH_EDITOR, task.status);

/** True if the editor is still counting. When they submit, more pieces than ordered need confirmation. */
const isCounting = ({ status }: TaskState): boolean => isIn([TaskStatus.PROCESSING, TaskStatus.REWORK], status);

/**
 * Returns the figures to confirm when the detail exceeds the order after an update. The update raises the quantity, or moves the task from
 * a counting editor past the submission. Done and resolve need the same confirmation.
 */
function checkOverOrdered(
  task: TaskState,
  after: TaskState,
  input: AdminInput,
  { detail }: AdminContext,
): OverFigures | null {
  const submits = isCounting(task) && !isCounting(after) && !isIn(NOT_STARTED, after.status);
  if (!detail || input.over || (taskQuantity(after) <= taskQuantity(task) && !submits)) return null;
  return findOverFigures(after, detail);
}

const entersRework = (task: TaskState, after: TaskState): boolean =>
  isIn(IN_REWORK, after.status) && !isIn(IN_REWORK, task.status);

/** Counts the delivered pieces of a task that is sent to rework. Only completed work was delivered. */
const countDelivered = (task: TaskState): number => (task.status === TaskStatus.COMPLETED ? taskQuantity(task) : 0);

/**
 * Returns the figures to confirm when an update lowers the quantity of a task in rework below the delivered quantity. A task set to To Do
 * has no quantity.
 */
function checkBelowDelivered(task: TaskState, after: TaskState, input: AdminInput): FewerFigures | null {
  if (input.fewer || after.status === TaskStatus.TO_DO) return null;
  const reworkStart = entersRework(task, after)
    ? { status: after.status, quantity_before_rework: countDelivered(task) }
    : {};
  return findFewerFigures(after, { ...task, ...reworkStart });
}

/** Facts of started work. A task that is set back before its start loses those that are not given. */
const WORK_FIELDS = [
  'start_time',
  'end_time',
  'rework_quantity',
  'rework_notes',
  'rework_qc_1',
  'rework_qc_2',
] as const;

/** Returns the task with the given values. A To Do task has no people and starts again. */
function applyInput(task: TaskState, input: AdminInput, status: TaskStatus): TaskState {
  const after = { ...task, status };
  for (const field of FIELDS) if (input[field] !== undefined) Object.assign(after, { [field]: input[field] });
  if (status === TaskStatus.TO_DO) {
    for (const role of TASK_ROLES) after[role] = null;
    Object.assign(after, NO_ACTS);
  }
  if (status !== task.status) {
    if (isIn(NOT_STARTED, status))
      for (const field of WORK_FIELDS) Object.assign(after, { [field]: input[field] ?? null });
    if (status === TaskStatus.TO_DO) for (const x of QUANTITY_FIELDS) after[x] = input[x] ?? 0;
    after.status_before_check = null;
    after.fault_stage = getFaultStage(status, { fault_stage: task.fault_stage, second_qc: after.second_qc });
    if (entersRework(task, after) || status === TaskStatus.REWORK) {
      after.rework_qc_1 = input.rework_qc_1 ?? null;
      after.rework_qc_2 = input.rework_qc_2 ?? null;
    }
  }
  // The first recheck is before the second.
  if (after.rework_qc_1 === null) Object.assign(after, { rework_qc_1: after.rework_qc_2, rework_qc_2: null });
  return after;
}

/** True if the fault is already in the history. A new fault must be given. */
function isFaultKnown(task: TaskState, after: Pick<TaskState, 'status' | 'fault_stage'>): boolean {
  if (after.status === task.status) return true;
  const keepsFault = isIn(FAULT_STATUSES, task.status) || after.status === TaskStatus.RESOLVED;
  return keepsFault && task.fault_stage !== null && task.fault_stage === after.fault_stage;
}

/** True if an update to this status can describe a fault. */
export const describesFault = (status: TaskStatus): boolean => isIn(FAULT_STATUSES, status);

const BLANK_FIELDS = {
  editor: null,
  first_qc: null,
  second_qc: null,
  x1: 0,
  x2: 0,
  x3: 0,
  rework_quantity: null,
} as const;

/** Returns the required fields of an update to a status, which `decideAdmin` would refuse if empty. */
export function getRequiredFields(
  task: TaskState,
  { status, second_qc }: Pick<TaskState, 'status' | 'second_qc'>,
): ReadonlySet<string> {
  const moved = status !== task.status;
  const fault_stage = moved ? getFaultStage(status, { fault_stage: task.fault_stage, second_qc }) : task.fault_stage;
  const facts = getRequiredFacts(status, fault_stage);
  const isKnown = isFaultKnown(task, { status, fault_stage });
  const required = new Set(
    findMissingFacts({ ...task, ...BLANK_FIELDS, rework_notes: null }, facts, { isKnown }).map(({ field }) => field),
  );
  if (moved) return required;
  for (const { field } of findMissingFacts(task, facts, { isKnown: true })) required.delete(field);
  if (status === TaskStatus.COMPLETED && task.end_time !== null) required.add('end_time');
  return required;
}

/**
 * Finds missing facts of the task. If its status stays, only facts that this update removes count, because ordinary moves can leave less.
 */
function findNewlyMissing(
  task: TaskState,
  after: TaskState,
  { note, fault_kinds, rework_quantity }: AdminInput,
): AdminRefusal[] {
  const moved = after.status !== task.status;
  const fault = { isKnown: isFaultKnown(task, after), note, kinds: fault_kinds };
  const missingFacts: AdminRefusal[] = findMissingFacts(
    after,
    getRequiredFacts(after.status, after.fault_stage),
    fault,
  );
  if (!isIn(FAULT_STATUSES, after.status)) {
    if (note !== undefined) missingFacts.push({ field: 'note', code: 'invalid' });
    if (fault_kinds !== undefined) missingFacts.push({ field: 'fault_kinds', code: 'invalid' });
  }
  if (after.status === TaskStatus.COMPLETED && !moved && after.end_time === null && task.end_time !== null)
    missingFacts.push({ field: 'end_time', code: 'required' });
  if (
    rework_quantity &&
    rework_quantity > taskQuantity(after) &&
    !missingFacts.some((lack) => lack.field === 'rework_quantity')
  )
    missingFacts.push({ field: 'rework_quantity', code: 'rework_quantity_invalid' });
  if (moved) return missingFacts;
  const before = findMissingFacts(task, getRequiredFacts(task.status, task.fault_stage), { isKnown: true });
  // A rework quantity is part of the quantity, so a change of either is checked against both.
  const changesQuantity = rework_quantity !== undefined || taskQuantity(after) < taskQuantity(task);
  const wasMissing = (lack: AdminRefusal) =>
    before.some(({ field }) => field === lack.field) && !(changesQuantity && lack.field === 'rework_quantity');
  return missingFacts.filter((lack) => !wasMissing(lack));
}

function createPatch(task: TaskState, after: TaskState, input: AdminInput, { actor, now }: AdminContext): TaskPatch {
  const patch: TaskPatch = {
    status: after.status,
    fault_stage: after.fault_stage,
    status_before_check: after.status_before_check,
  };
  for (const field of FIELDS) Object.assign(patch, { [field]: after[field] });
  const moved = after.status !== task.status;
  if (after.status === TaskStatus.TO_DO) Object.assign(patch, NO_ACTS);
  else Object.assign(patch, getActsOfUpdate(task, after, actor.user_id));
  if (!moved) return patch;
  if (after.status === TaskStatus.COMPLETED) patch.end_time = after.end_time ?? now;
  else if (!isIn(IN_REWORK, after.status)) patch.end_time = input.end_time ?? null;
  if (!isIn(NOT_STARTED, after.status) && after.start_time === null) {
    const end = patch.end_time;
    patch.start_time = end && Date.parse(end) < Date.parse(now) ? end : now;
  }
  if (isIn(NOT_STARTED, after.status))
    Object.assign(patch, { rework_at: null, rework_by: null, quantity_before_rework: null });
  if (entersRework(task, after)) {
    patch.rework_at = now;
    patch.rework_by = actor.user_id;
    patch.quantity_before_rework = countDelivered(task);
  }
  return patch;
}

/**
 * Returns the sides of an update for four eyes: entering quantities is editing, and setting a status is doing its work. A user is never on
 * both sides of a task.
 */
function getActsOfUpdate(task: TaskState, after: TaskState, user: number): TaskPatch {
  const acts: TaskPatch = {};
  const act = (side: 'edit' | 'qc1' | 'qc2' | undefined) => {
    const parts = { ...after, ...acts };
    if (side && !breaksFourEyes(side, parts, user)) Object.assign(acts, addActors(side, parts, [user]));
  };
  if (QUANTITY_FIELDS.some((x) => after[x] !== task[x])) act('edit');
  if (after.status !== task.status) act(WORK_OF_STATUS[after.status]);
  return acts;
}
