import type { InputOf } from '@darkroom/contract/endpoint';
import { taskEndpoints } from '@darkroom/contract/task/task';
import type { taskManyEndpoints, TaskInShort } from '@darkroom/contract/task/many';
import { type FindWorker, lacksEditor } from '@darkroom/domain/task/places';
import { TaskStatus } from '@darkroom/domain/task/status';
import { useCallback } from 'react';
import { useUsers } from '../../lib/session/lookups.ts';
import { useMay } from '../../lib/session/session.ts';

export type ManyAction = InputOf<typeof taskManyEndpoints.bulk>['action'];

/** One step for some of the chosen tasks. */
export interface Batch {
  action: ManyAction;
  tasks: readonly TaskInShort[];
  /** Who gets them, where the step gives them to somebody. */
  editor?: number;
  /** Spread by load: nobody was chosen before others. */
  spread?: boolean;
}

type Handed = Pick<TaskInShort, 'status' | 'editor' | 'workstream'>;

/**
 * Whether a task can be handed to somebody, or to somebody else: nobody has begun it, or whoever it waits for cannot go on with it
 * (decision 148).
 */
export const isAssignable = (task: Handed, worker: FindWorker): boolean => !isBegun(task) || lacksEditor(task, worker);

/** Whether somebody has begun with a task, so that only whoever can go on with it gets it. */
export const isBegun = ({ status }: Pick<Handed, 'status'>): boolean =>
  status !== TaskStatus.TO_DO && status !== TaskStatus.EDITOR_ASSIGNED;

/** The same, as the people of the bureau are now. */
export function useAssignable(): (task: Handed) => boolean {
  const { worker } = useUsers();
  return useCallback((task) => isAssignable(task, worker), [worker]);
}

/** Whether what comes next with a task is giving it to another, by whoever looks at it: it waits for an editor who cannot go on with it. */
export function useGoesToAnother(): (task: Handed) => boolean {
  const { worker } = useUsers();
  const may = useMay();
  return (task) => may(taskEndpoints.load.access) && lacksEditor(task, worker);
}

/** Whether somebody has a task already. */
export const isSomebodys = ({ status, editor }: Pick<TaskInShort, 'status' | 'editor'>): boolean =>
  status !== TaskStatus.TO_DO && editor !== null;

/** Those of the tasks that somebody has already, who is not the one that gets them. */
export const changingHands = (tasks: readonly TaskInShort[], editor?: number): readonly TaskInShort[] =>
  tasks.filter((task) => isSomebodys(task) && task.editor !== editor);

/** The editors of tasks, each once. */
export const editorsOf = (tasks: readonly TaskInShort[]): readonly number[] => [
  ...new Set(tasks.flatMap(({ editor }) => editor ?? [])),
];

/** The steps by which one editor gets these tasks, all of them assignable, whoever has them now; what is theirs already is not moved. */
export function handOver(tasks: readonly TaskInShort[], editor: number): Batch[] {
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
