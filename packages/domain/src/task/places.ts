import { holds, type Subject } from '../permission/access.ts';
import { EDITOR_CODE, QC_CODE } from './decide.ts';
import type { TaskPatch, TaskState } from './state.ts';
import { IN_EDITORS_HAND, isIn, TaskStatus } from './status.ts';
import { breaksFourEyes } from './four-eyes.ts';
import type { Side } from './transitions.ts';

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

/** Whether whoever edited a task could go on with it: they are there and hold its workstream's code. Where it has nobody, nobody lacks. */
export const editorCanGoOn = (task: Pick<TaskState, 'editor' | 'workstream'>, worker: FindWorker): boolean => {
  if (task.editor === null) return true;
  const editor = worker(task.editor);
  return editor !== null && editsIn(editor, task);
};

/** Whether a task waits for an editor who cannot go on with it: whoever assigns gives it to another (decision 148). */
export const lacksEditor = (task: Pick<TaskState, 'status' | 'editor' | 'workstream'>, worker: FindWorker): boolean =>
  isIn(IN_EDITORS_HAND, task.status) && !editorCanGoOn(task, worker);

/** What a task becomes when somebody else edits on (decision 067): who takes it over begins it later, not now. */
export const takenOver = (task: Pick<TaskState, 'status'>, editor: number): TaskPatch =>
  task.status === TaskStatus.PROCESSING ? { editor, status: TaskStatus.EDITOR_ASSIGNED } : { editor };
