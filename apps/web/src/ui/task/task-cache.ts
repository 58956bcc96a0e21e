import { redoEndpoints, taskEndpoints, type OutputOf, type Task } from '@darkroom/contract';
import type { QueryClient } from '@tanstack/react-query';
import { invalidateTopics } from '../../lib/query.ts';

type List = OutputOf<typeof taskEndpoints.list>;

/** The lists that show tasks as rows of their own. */
const LISTS = [taskEndpoints.list.name, redoEndpoints.list.name];

type History = OutputOf<typeof taskEndpoints.history>;

/** Puts the newest version of tasks wherever they are on screen, at once, and has every list that may gain or lose them asked for again. */
export function putTasks(client: QueryClient, tasks: readonly Task[]): void {
  const newest = new Map(tasks.map((task) => [task.task_id, task]));
  for (const name of LISTS) {
    client.setQueriesData<List>({ queryKey: [name] }, (list) =>
      list && list.results.some((row) => newest.has(row.task_id))
        ? { ...list, results: list.results.map((row) => ({ ...row, ...newest.get(row.task_id) })) }
        : list,
    );
  }
  client.setQueriesData<History>({ queryKey: [taskEndpoints.history.name] }, (history) => {
    const task = history && newest.get(history.task.task_id);
    return task ? { ...history, task: { ...history.task, ...task } } : history;
  });
  void invalidateTopics(client, ['task', 'job']);
}
