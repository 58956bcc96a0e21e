import type { TaskInShort } from '@darkroom/contract/task-many';
import { TaskStatus } from '@darkroom/domain/task/status';
import type { Batch } from './use-many.ts';

/** Whether a task can be handed to somebody, or to somebody else: nobody has begun it. */
export const isAssignable = (task: Pick<TaskInShort, 'status'>): boolean =>
  task.status === TaskStatus.TO_DO || task.status === TaskStatus.EDITOR_ASSIGNED;

/** The steps by which one editor gets these tasks, whoever has them now. */
export function handOver(tasks: readonly TaskInShort[], editor: number): Batch[] {
  const batches: Batch[] = [
    { action: 'assign', editor, tasks: tasks.filter((task) => task.status === TaskStatus.TO_DO) },
    { action: 'reassign', editor, tasks: tasks.filter((task) => task.status === TaskStatus.EDITOR_ASSIGNED) },
  ];
  return batches.filter((batch) => batch.tasks.length > 0);
}
