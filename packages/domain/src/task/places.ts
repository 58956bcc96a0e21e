import { can, holds, viewsTasks, type Subject } from '../permission/access.ts';
import { EDITOR_CODE, QC_CODE } from './decide.ts';
import type { TaskPatch, TaskState } from './state.ts';
import { IN_EDITORS_HAND, isIn, TaskStatus } from './status.ts';
import { breaksFourEyes } from './four-eyes.ts';
import { TASK_ACTIONS, TRANSITIONS, type Side, type TaskAction, type Transition } from './transitions.ts';

/** Places of people in a task, each with its side. */
export const PLACES = {
  editor: 'edit',
  first_qc: 'qc1',
  second_qc: 'qc2',
  rework_qc_1: 'recheck',
  rework_qc_2: 'recheck',
} as const satisfies Record<string, Side>;
export type Place = keyof typeof PLACES;
export const PLACE_NAMES = ['editor', 'first_qc', 'second_qc', 'rework_qc_1', 'rework_qc_2'] as const satisfies Place[];

/** Code that a place needs. */
export const codeOfPlace = (place: Place, { workstream }: Pick<TaskState, 'workstream'>) =>
  (place === 'editor' ? EDITOR_CODE : QC_CODE)[workstream];

/** Whether a user can have or support a task: editors of its workstream can (domain §2). */
export const editsIn = (worker: Subject, task: Pick<TaskState, 'workstream'>): boolean =>
  holds(worker, codeOfPlace('editor', task));

/** Finds an active member, otherwise null. */
export type FindWorker = (user_id: number) => Subject | null;

export interface PlaceRefusal {
  readonly field: Place;
  readonly code: 'four_eyes' | 'editor_not_of_workstream' | 'qc_not_of_workstream';
}

/** Errors of these people in the resulting task: each must be active, have the workstream's code and keep four eyes. */
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

/** Steps that a side still has in a task from a status on, until another side is next. They follow from the table. */
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
 * Whether a user can continue a task in their place: they see tasks, and have the code of the place and those of
 * their remaining steps. Otherwise they would see only disabled buttons (decisions 067 and 148).
 */
export const canContinue = (place: Place, task: Pick<TaskState, 'workstream' | 'status'>, worker: Subject): boolean =>
  can(worker, viewsTasks) &&
  holds(worker, codeOfPlace(place, task)) &&
  stepsLeft(PLACES[place], task.status).every((action) => mayStep(worker, action));

type Edited = Pick<TaskState, 'status' | 'editor' | 'workstream'>;

/** Whether the editor of a task can continue it. True if it has none. */
export const editorCanGoOn = (task: Edited, worker: FindWorker): boolean => {
  if (task.editor === null) return true;
  const editor = worker(task.editor);
  return editor !== null && canContinue('editor', task, editor);
};

/** The same for work that would return to its editor by a step, such as a fault or rework. */
export const couldTakeBack = (task: Omit<Edited, 'status'>, action: TaskAction, worker: FindWorker): boolean => {
  const { to } = TRANSITIONS[action];
  return typeof to === 'string' || editorCanGoOn({ ...task, status: to }, worker);
};

/** Whether a task waits for an editor who cannot continue it, so that it is reassigned (decision 148). */
export const lacksEditor = (task: Edited, worker: FindWorker): boolean =>
  isIn(IN_EDITORS_HAND, task.status) && !editorCanGoOn(task, worker);

/** Whether a user could take over a task. They start work that another editor has started (decision 148). */
export const couldTakeOver = (task: Pick<TaskState, 'status' | 'workstream'>, worker: Subject): boolean => {
  const begins = isIn([TaskStatus.TO_DO, TaskStatus.PROCESSING], task.status);
  return canContinue('editor', { ...task, status: begins ? TaskStatus.EDITOR_ASSIGNED : task.status }, worker);
};

/** Change of a task when another editor takes over (decision 067). A started task is started again by the new editor. */
export const takenOver = (task: Pick<TaskState, 'status'>, editor: number): TaskPatch =>
  task.status === TaskStatus.PROCESSING ? { editor, status: TaskStatus.EDITOR_ASSIGNED } : { editor };
