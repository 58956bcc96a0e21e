import type { Instant } from '../calendar/day.ts';
import type { Actor } from './decide.ts';
import type { TaskPatch, TaskState } from './state.ts';
import { actedBy, breaksFourEyes, NO_ACTS } from './four-eyes.ts';
import {
  COUNTS,
  fewerThanBefore,
  raisesUnused,
  taskQuantity,
  tooMuch,
  type DetailCount,
  type FewerFigures,
  type OverFigures,
  type XToggle,
} from './counts.ts';
import { PLACE_NAMES, refusedPlaces, type FindWorker, type PlaceRefusal } from './places.ts';
import { missingPermissionsOf, livesBy, stageIn, type Lack } from './status-facts.ts';
import { EVENT_OF_STATUS, IN_EDITORS_HAND, IN_REWORK, isIn, TaskStatus, type TaskEvent } from './status.ts';

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
  /** Answer to `over_ordered`: more pieces than ordered are intended. */
  over?: boolean | undefined;
  /** Answer to `below_delivered`: fewer pieces than delivered are intended. */
  fewer?: boolean | undefined;
}

export interface AdminRefusal {
  readonly field: string;
  readonly code:
    | Lack['code']
    | PlaceRefusal['code']
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

interface Circumstances {
  readonly actor: Actor;
  readonly now: Instant;
  readonly worker: FindWorker;
  readonly x_in_use: XToggle;
  /** Pieces of the detail's other tasks. Without them, too many pieces are not asked about. */
  readonly detail?: DetailCount | undefined;
}

const FIELDS = [...PLACE_NAMES, ...COUNTS, 'start_time', 'end_time', 'rework_quantity', 'rework_notes'] as const;
const FAULTY = [TaskStatus.QC1_FAULTS_FOUND, TaskStatus.QC2_FAULTS_FOUND, TaskStatus.RESOLVED] as const;
const NOT_BEGUN = [TaskStatus.TO_DO, TaskStatus.EDITOR_ASSIGNED] as const;

/** Work that a status implies. For four eyes, the user who sets the status has done that work. */
const DONE_IN: Partial<Record<TaskStatus, 'edit' | 'qc1' | 'qc2'>> = {
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
const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Decides whether a task can be set to these values, and returns the columns to write or all errors. Any status and field is possible if
 * the task can continue (domain §2, decision 071): the status has its facts, and people fit their places.
 */
export function decideAdmin(task: TaskState, input: AdminInput, given: Circumstances): AdminDecision {
  const status = input.status ?? task.status;
  const after = setTo(task, input, status);
  const asked = PLACE_NAMES.filter((place) => input[place] !== undefined && input[place] !== null);
  // A second recheck without a first becomes the first. Each person must fit the final place, wherever it was entered.
  const named = PLACE_NAMES.filter(
    (place) => asked.includes(place) || after[place] !== task[place] || (place === 'editor' && comesBack(task, status)),
  );
  const errors: AdminRefusal[] =
    status === TaskStatus.TO_DO
      ? asked.map((field) => ({ field, code: 'invalid' }))
      : [...refusedPlaces(after, named, given.worker), ...missing(task, after, input)];
  for (const x of COUNTS) if (raisesUnused(x, task, input, given.x_in_use)) errors.push({ field: x, code: 'x_off' });
  for (const field of ['start_time', 'end_time'] as const)
    if (input[field] && Date.parse(input[field]) > Date.parse(given.now) + CLOCKS_DIFFER_MS)
      errors.push({ field, code: 'not_yet' });
  if (input.start_time !== undefined || input.end_time !== undefined) {
    if (after.start_time && after.end_time && Date.parse(after.end_time) < Date.parse(after.start_time))
      errors.push({ field: 'end_time', code: 'before_start' });
  }
  if (errors.length) return { ok: false, errors };
  const lowered = fewer(task, after, input);
  if (lowered) return { ok: false, errors: [{ field: 'x1', code: 'below_delivered' }], figures: lowered };
  const figures = over(task, after, input, given);
  if (figures) return { ok: false, errors: [{ field: 'x1', code: 'over_ordered' }], figures };
  return {
    ok: true,
    patch: patchOf(task, after, input, given),
    event: status === task.status ? null : (EVENT_OF_STATUS[status] ?? null),
  };
}

/** Whether the task returns to its editor, who must be active and still edit in its workstream. */
export const comesBack = (task: Pick<TaskState, 'status'>, status: TaskStatus): boolean =>
  isIn(IN_EDITORS_HAND, status) && !isIn(IN_EDITORS_HAND, task.status);

/** Whether the editor is still counting. More pieces than ordered are asked about when they submit. */
const isCounting = ({ status }: TaskState): boolean => isIn([TaskStatus.PROCESSING, TaskStatus.REWORK], status);

/**
 * Figures to confirm when an update raises the quantity, or moves the task from a counting editor past the
 * submission, and the detail then exceeds the order. Done and resolve ask the same.
 */
function over(task: TaskState, after: TaskState, input: AdminInput, { detail }: Circumstances): OverFigures | null {
  const handsIn = isCounting(task) && !isCounting(after) && !isIn(NOT_BEGUN, after.status);
  if (!detail || input.over || (taskQuantity(after) <= taskQuantity(task) && !handsIn)) return null;
  return tooMuch(after, detail);
}

const entersRework = (task: TaskState, after: TaskState): boolean =>
  isIn(IN_REWORK, after.status) && !isIn(IN_REWORK, task.status);

/** Delivered pieces of a task that is sent to rework. Only completed work was delivered. */
const delivered = (task: TaskState): number => (task.status === TaskStatus.COMPLETED ? taskQuantity(task) : 0);

/**
 * Figures to confirm when an update lowers the quantity of a task in rework below what was delivered. A task set to
 * To Do has no quantity.
 */
function fewer(task: TaskState, after: TaskState, input: AdminInput): FewerFigures | null {
  if (input.fewer || after.status === TaskStatus.TO_DO) return null;
  const sent = entersRework(task, after) ? { status: after.status, rework_of: delivered(task) } : {};
  return fewerThanBefore(after, { ...task, ...sent });
}

/** Facts of started work. A task that is set back before its start loses those that are not given. */
const OF_WORK = ['start_time', 'end_time', 'rework_quantity', 'rework_notes', 'rework_qc_1', 'rework_qc_2'] as const;

/** The task with the given values. A To Do task has no people and starts again. */
function setTo(task: TaskState, input: AdminInput, status: TaskStatus): TaskState {
  const after = { ...task, status };
  for (const field of FIELDS) if (input[field] !== undefined) Object.assign(after, { [field]: input[field] });
  if (status === TaskStatus.TO_DO) {
    for (const place of PLACE_NAMES) after[place] = null;
    Object.assign(after, NO_ACTS);
  }
  if (status !== task.status) {
    if (isIn(NOT_BEGUN, status)) for (const field of OF_WORK) Object.assign(after, { [field]: input[field] ?? null });
    if (status === TaskStatus.TO_DO) for (const x of COUNTS) after[x] = input[x] ?? 0;
    after.qc_from = null;
    after.fault_stage = stageIn(status, { fault_stage: task.fault_stage, second_qc: after.second_qc });
    if (entersRework(task, after) || status === TaskStatus.REWORK) {
      after.rework_qc_1 = input.rework_qc_1 ?? null;
      after.rework_qc_2 = input.rework_qc_2 ?? null;
    }
  }
  // The first recheck comes before the second.
  if (after.rework_qc_1 === null) Object.assign(after, { rework_qc_1: after.rework_qc_2, rework_qc_2: null });
  return after;
}

/** Whether the fault is already in the history. A new fault must be given. */
function faultStands(task: TaskState, after: Pick<TaskState, 'status' | 'fault_stage'>): boolean {
  if (after.status === task.status) return true;
  const carried = isIn(FAULTY, task.status) || after.status === TaskStatus.RESOLVED;
  return carried && task.fault_stage !== null && task.fault_stage === after.fault_stage;
}

/** Whether an update to this status can describe a fault. */
export const tellsFault = (status: TaskStatus): boolean => isIn(FAULTY, status);

const BLANK = { editor: null, first_qc: null, second_qc: null, x1: 0, x2: 0, x3: 0, rework_quantity: null } as const;

/** Required fields of an update to a status, which `decideAdmin` would refuse if empty. */
export function fieldsAsked(
  task: TaskState,
  { status, second_qc }: Pick<TaskState, 'status' | 'second_qc'>,
): ReadonlySet<string> {
  const moved = status !== task.status;
  const fault_stage = moved ? stageIn(status, { fault_stage: task.fault_stage, second_qc }) : task.fault_stage;
  const facts = livesBy(status, fault_stage);
  const stands = faultStands(task, { status, fault_stage });
  const asked = new Set(
    missingPermissionsOf({ ...task, ...BLANK, rework_notes: null }, facts, { stands }).map(({ field }) => field),
  );
  if (moved) return asked;
  for (const { field } of missingPermissionsOf(task, facts, { stands: true })) asked.delete(field);
  if (status === TaskStatus.COMPLETED && task.end_time !== null) asked.add('end_time');
  return asked;
}

/** Missing facts of the task. If its status stays, only facts that this update removes count, because ordinary moves can leave less. */
function missing(
  task: TaskState,
  after: TaskState,
  { note, fault_kinds, rework_quantity }: AdminInput,
): AdminRefusal[] {
  const moved = after.status !== task.status;
  const fault = { stands: faultStands(task, after), note, kinds: fault_kinds };
  const lacks: AdminRefusal[] = missingPermissionsOf(after, livesBy(after.status, after.fault_stage), fault);
  if (!isIn(FAULTY, after.status)) {
    if (note !== undefined) lacks.push({ field: 'note', code: 'invalid' });
    if (fault_kinds !== undefined) lacks.push({ field: 'fault_kinds', code: 'invalid' });
  }
  if (after.status === TaskStatus.COMPLETED && !moved && after.end_time === null && task.end_time !== null)
    lacks.push({ field: 'end_time', code: 'required' });
  if (
    rework_quantity &&
    rework_quantity > taskQuantity(after) &&
    !lacks.some((lack) => lack.field === 'rework_quantity')
  )
    lacks.push({ field: 'rework_quantity', code: 'rework_quantity_invalid' });
  if (moved) return lacks;
  const before = missingPermissionsOf(task, livesBy(task.status, task.fault_stage), { stands: true });
  // A rework quantity is part of the quantity, so a change of either is checked against both.
  const weighed = rework_quantity !== undefined || taskQuantity(after) < taskQuantity(task);
  const asFound = (lack: AdminRefusal) =>
    before.some(({ field }) => field === lack.field) && !(weighed && lack.field === 'rework_quantity');
  return lacks.filter((lack) => !asFound(lack));
}

function patchOf(task: TaskState, after: TaskState, input: AdminInput, { actor, now }: Circumstances): TaskPatch {
  const patch: TaskPatch = { status: after.status, fault_stage: after.fault_stage, qc_from: after.qc_from };
  for (const field of FIELDS) Object.assign(patch, { [field]: after[field] });
  const moved = after.status !== task.status;
  if (after.status === TaskStatus.TO_DO) Object.assign(patch, NO_ACTS);
  else Object.assign(patch, actsOfUpdate(task, after, actor.user_id));
  if (!moved) return patch;
  if (after.status === TaskStatus.COMPLETED) patch.end_time = after.end_time ?? now;
  else if (!isIn(IN_REWORK, after.status)) patch.end_time = input.end_time ?? null;
  if (!isIn(NOT_BEGUN, after.status) && after.start_time === null) {
    const end = patch.end_time;
    patch.start_time = end && Date.parse(end) < Date.parse(now) ? end : now;
  }
  if (isIn(NOT_BEGUN, after.status)) Object.assign(patch, { rework_at: null, rework_by: null, rework_of: null });
  if (entersRework(task, after)) {
    patch.rework_at = now;
    patch.rework_by = actor.user_id;
    patch.rework_of = delivered(task);
  }
  return patch;
}

/** For four eyes, entering quantities is editing, and setting a status is doing its work. A user is never on both sides of a task. */
function actsOfUpdate(task: TaskState, after: TaskState, user: number): TaskPatch {
  const acts: TaskPatch = {};
  const act = (side: 'edit' | 'qc1' | 'qc2' | undefined) => {
    const parts = { ...after, ...acts };
    if (side && !breaksFourEyes(side, parts, user)) Object.assign(acts, actedBy(side, parts, [user]));
  };
  if (COUNTS.some((x) => after[x] !== task[x])) act('edit');
  if (after.status !== task.status) act(DONE_IN[after.status]);
  return acts;
}
