import { editsIn, type FindWorker } from './places.ts';
import type { TaskPatch, TaskState } from './state.ts';
import { IN_EDITORS_HAND, isIn, TaskStatus } from './status.ts';

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
