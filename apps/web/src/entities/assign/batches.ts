import type { InputOf } from '@darkroom/contract/endpoint';
import type { taskBulkEndpoints, TaskSummary } from '@darkroom/contract/task/bulk';
import { type FindWorker, needsNewEditor } from '@darkroom/domain/task/roles';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useCallback } from 'react';
import { useUsers } from '../../lib/session/lookups.ts';

export type BulkAction = InputOf<typeof taskBulkEndpoints.bulk>['action'];

/** One step for some of the selected tasks. */
export interface Batch {
  action: BulkAction;
  tasks: readonly TaskSummary[];
  /** The new editor, for a step that assigns. */
  editor?: number;
  /** True if work is spread by load, because no editor was selected. */
  spread?: boolean;
}

type AssignableTask = Pick<TaskSummary, 'status' | 'editor' | 'workstream'>;

/** True if a task can be assigned or reassigned: no one has started it, or its editor cannot continue (decision 148). */
export const isAssignable = (task: AssignableTask, worker: FindWorker): boolean =>
  !isStarted(task) || needsNewEditor(task, worker);

/** True if a task is started. Then only an editor who can continue it can receive it. */
export const isStarted = ({ status }: Pick<AssignableTask, 'status'>): boolean =>
  status !== TaskStatus.TO_DO && status !== TaskStatus.EDITOR_ASSIGNED;

/** Returns `isAssignable` for the current users of the bureau. */
export function useIsAssignable(): (task: AssignableTask) => boolean {
  const { worker } = useUsers();
  return useCallback((task) => isAssignable(task, worker), [worker]);
}

export const hasEditor = ({ status, editor }: Pick<TaskSummary, 'status' | 'editor'>): boolean =>
  status !== TaskStatus.TO_DO && editor !== null;

/** Finds the tasks that another editor than the new one has. */
export const findReassigned = (tasks: readonly TaskSummary[], editor?: number): readonly TaskSummary[] =>
  tasks.filter((task) => hasEditor(task) && task.editor !== editor);

export const listEditors = (tasks: readonly TaskSummary[]): readonly number[] => [
  ...new Set(tasks.flatMap(({ editor }) => editor ?? [])),
];

/** Batches that assign these tasks to one editor. Tasks that this editor has already are left out. */
export function createAssignBatches(tasks: readonly TaskSummary[], editor: number): Batch[] {
  const batches: Batch[] = [
    { action: 'assign', editor, tasks: tasks.filter((task) => task.status === TaskStatus.TO_DO) },
    {
      action: 'reassign',
      editor,
      tasks: tasks.filter((task) => task.status !== TaskStatus.TO_DO && task.editor !== editor),
    },
  ];
  return batches.filter((batch) => batch.tasks.length > 0);
}
