import { can, holds, viewsTasks, type Subject } from '../permission/access.ts';
import { EDITOR_CODE, QC_CODE } from './decide.ts';
import type { TaskPatch, TaskState } from './state.ts';
import { IN_EDITORS_HAND, isIn, TaskStatus } from './status.ts';
import { breaksFourEyes } from './four-eyes.ts';
import { TASK_ACTIONS, TRANSITIONS, type Side, type TaskAction, type Transition } from './transitions.ts';

/** Where somebody can stand in a task, and the side they are then on. */
export const PLACES = {
  editor: 'edit',
  first_qc: 'qc1',
  second_qc: 'qc2',
  rework_qc_1: 'recheck',
  rework_qc_2: 'recheck',
} as const satisfies Record<string, Side>;
export type Place = keyof typeof PLACES;
export const PLACE_NAMES = ['editor', 'first_qc', 'second_qc', 'rework_qc_1', 'rework_qc_2'] as const satisfies Place[];

/** The code that whoever stands in a place must hold. */
export const codeOfPlace = (place: Place, { workstream }: Pick<TaskState, 'workstream'>) =>
  (place === 'editor' ? EDITOR_CODE : QC_CODE)[workstream];

/** Whether somebody may be given a task, or support it: both are editors of its workstream (domain §2). */
export const editsIn = (worker: Subject, task: Pick<TaskState, 'workstream'>): boolean =>
  holds(worker, codeOfPlace('editor', task));

/** Looks up an active member of staff; null for everybody else. */
export type FindWorker = (user_id: number) => Subject | null;

export interface PlaceRefusal {
  readonly field: Place;
  readonly code: 'four_eyes' | 'editor_not_of_workstream' | 'qc_not_of_workstream';
}

/** What stands against these people in a task as it would be: they are active, hold the workstream's code, and keep four eyes. */
export function refusedPlaces(task: TaskState, places: readonly Place[], worker: FindWorker): PlaceRefusal[] {
  return places.flatMap((field): PlaceRefusal[] => {
    const user = task[field];
    if (user === null) return [];
    if (breaksFourEyes(field === 'editor' ? 'take' : PLACES[field], task, user)) return [{ field, code: 'four_eyes' }];
    if (field === 'rework_qc_2' && user === task.rework_qc_1) return [{ field, code: 'four_eyes' }];
    const subject = worker(user);
    if (subject && holds(subject, codeOfPlace(field, task))) return [];
    return [{ field, code: field === 'editor' ? 'editor_not_of_workstream' : 'qc_not_of_workstream' }];
  });
}

/** What whoever is on a side still does with a task from a status on, until it is out of their hands. All of it is the table's. */
function stepsLeft(side: Side, status: Transition['to']): readonly TaskAction[] {
  const next = TASK_ACTIONS.filter((action) => {
    const { side: whose, from, to } = TRANSITIONS[action];
    return whose === side && to !== 'same' && from.some((one) => one === status);
  });
  return next.flatMap((action) => [action, ...stepsLeft(side, TRANSITIONS[action].to)]);
}

const mayStep = (worker: Subject, action: TaskAction): boolean =>
  holds(worker, 'npn_do_any_task') || TRANSITIONS[action].who.some(({ code }) => !code || holds(worker, code));

/**
 * Whether somebody can go on with a task they stand in: they see tasks, hold the place's code, and what each step takes that is theirs from
 * here on. Without the last they would stand before a button that refuses them (decisions 067 and 148).
 */
export const goesOn = (place: Place, task: Pick<TaskState, 'workstream' | 'status'>, worker: Subject): boolean =>
  can(worker, viewsTasks) &&
  holds(worker, codeOfPlace(place, task)) &&
  stepsLeft(PLACES[place], task.status).every((action) => mayStep(worker, action));

type Edited = Pick<TaskState, 'status' | 'editor' | 'workstream'>;

/** Whether whoever edited a task could go on with it: they are there and hold what that takes. Where it has nobody, nobody lacks. */
export const editorCanGoOn = (task: Edited, worker: FindWorker): boolean => {
  if (task.editor === null) return true;
  const editor = worker(task.editor);
  return editor !== null && goesOn('editor', task, editor);
};

/** The same, of work that would come back by a step: a fault, rework. */
export const couldTakeBack = (task: Omit<Edited, 'status'>, action: TaskAction, worker: FindWorker): boolean => {
  const { to } = TRANSITIONS[action];
  return typeof to === 'string' || editorCanGoOn({ ...task, status: to }, worker);
};

/** Whether a task waits for an editor who cannot go on with it: whoever assigns gives it to another (decision 148). */
export const lacksEditor = (task: Edited, worker: FindWorker): boolean =>
  isIn(IN_EDITORS_HAND, task.status) && !editorCanGoOn(task, worker);

/**
 * Whether somebody could go on with a task that becomes theirs: as they would find it, for what another has begun is theirs to begin
 * (decision 148).
 */
export const couldTakeOver = (task: Pick<TaskState, 'status' | 'workstream'>, worker: Subject): boolean => {
  const begins = isIn([TaskStatus.TO_DO, TaskStatus.PROCESSING], task.status);
  return goesOn('editor', { ...task, status: begins ? TaskStatus.EDITOR_ASSIGNED : task.status }, worker);
};

/** What a task becomes when somebody else edits on (decision 067): who takes it over begins it later, not now. */
export const takenOver = (task: Pick<TaskState, 'status'>, editor: number): TaskPatch =>
  task.status === TaskStatus.PROCESSING ? { editor, status: TaskStatus.EDITOR_ASSIGNED } : { editor };
