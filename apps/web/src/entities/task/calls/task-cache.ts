import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import type { redoEndpoints } from '@darkroom/contract/request/redo';
import { taskEndpoints, type Task, type TaskRow, type TaskTaken } from '@darkroom/contract/task/task';
import { RETURNED_TO_EDITOR, isIn, type TaskStatus } from '@darkroom/domain/task/status';
import { getOwnList } from '@darkroom/domain/task/own-lists';
import type { Query, QueryClient } from '@tanstack/react-query';
import { updateCachedRows, replaceRows } from '../../../lib/api/cached-list.ts';
import { instantNow } from '../../../lib/clock/clock.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';

type List = OutputOf<typeof taskEndpoints.list>;
type Input = InputOf<typeof taskEndpoints.list>;
type Counts = OutputOf<typeof taskEndpoints.counts>;

type History = OutputOf<typeof taskEndpoints.history>;
/** A current task, or the part of it that a user receives who lost a race. */
type CurrentTask = Task | TaskTaken;

/**
 * Puts the newest version of tasks in every cached list and reloads the lists. With `me`, the tasks also move between the user's own lists
 * and counts immediately.
 */
export function cacheTasks(client: QueryClient, tasks: readonly CurrentTask[], me?: number): void {
  const newest = new Map(tasks.map((task) => [task.task_id, task] as const));
  const rowsBefore = findCachedRows(client, newest);
  // A user who lost a race receives no start time. The current time is the best estimate.
  const status_since = instantNow();
  const withNewest = <Row extends { task_id: number; status: TaskStatus }>(row: Row): Row => {
    const now = newest.get(row.task_id);
    if (!now) return row;
    return { ...row, ...(now.status === row.status ? {} : { status_since }), ...now };
  };
  updateCachedRows(client, taskEndpoints.list, withNewest);
  // Referenced by name, so that the first visit does not load the rework contract.
  updateCachedRows<typeof redoEndpoints.list>(client, { name: 'redo.list' }, withNewest);
  client.setQueriesData<History>({ queryKey: [taskEndpoints.history.name] }, (history) => {
    const task = history && newest.get(history.task.task_id);
    return task ? { ...history, task: { ...history.task, ...task } } : history;
  });
  if (me !== undefined) moveBetweenMyLists(client, rowsBefore, newest, me);
  void invalidateTopics(client, ['task', 'job']);
}

/** Newest version of each task that this page caused, by client. */
const versionsByClient = new WeakMap<QueryClient, Map<number, number>>();

/** Returns the newest version of a task that this page caused, 0 if there is none. A newer version is the work of another user. */
export const getMyVersion = (client: QueryClient, task_id: number): number =>
  versionsByClient.get(client)?.get(task_id) ?? 0;

/** Caches tasks after the user's own action. */
export function cacheMyTasks(client: QueryClient, tasks: readonly Task[], me?: number): void {
  const versions = versionsByClient.get(client) ?? new Map<number, number>();
  versionsByClient.set(client, versions);
  for (const { task_id, version } of tasks) versions.set(task_id, version);
  cacheTasks(client, tasks, me);
}

/** Finds the cached rows of tasks before a change. */
function findCachedRows(client: QueryClient, newest: ReadonlyMap<number, CurrentTask>): TaskRow[] {
  const lists = client.getQueriesData<List>({ queryKey: [taskEndpoints.list.name] });
  const rows = lists.flatMap(([, list]) => list?.results ?? []).filter((row) => newest.has(row.task_id));
  return [...new Map(rows.map((row) => [row.task_id, row])).values()];
}

const getInput = ({ queryKey }: Query) => queryKey[1] as Input | undefined;

function moveBetweenMyLists(
  client: QueryClient,
  rowsBefore: readonly TaskRow[],
  newest: ReadonlyMap<number, CurrentTask>,
  me: number,
): void {
  const moves = rowsBefore.flatMap((before) => {
    const after = { ...before, ...newest.get(before.task_id) };
    const [from, to] = [getOwnList(before, me), getOwnList(after, me)];
    return from === to ? [] : [{ before, after, from, to }];
  });
  if (moves.length === 0) return;
  for (const scope of ['mine', 'waiting'] as const) {
    const removedIds = new Set(moves.flatMap(({ before, from }) => (from === scope ? [before.task_id] : [])));
    const arrivedRows = moves.flatMap(({ after, to }) => (to === scope ? [after] : []));
    const matchesList = (entry: Query) => {
      const input = getInput(entry);
      return entry.queryKey[0] === taskEndpoints.list.name && input?.scope === scope && !input.status;
    };
    client.setQueriesData<List>({ predicate: matchesList }, (list) => {
      if (!list) return list;
      const remainingRows = list.results.filter((row) => !removedIds.has(row.task_id));
      const added = arrivedRows.filter((row) => remainingRows.every(({ task_id }) => task_id !== row.task_id));
      return replaceRows(list, [...added, ...remainingRows]);
    });
  }
  const countChange = (matches: (move: (typeof moves)[number]['from'], row: TaskRow) => boolean) =>
    moves.reduce((n, { before, after, from, to }) => n + Number(matches(to, after)) - Number(matches(from, before)), 0);
  client.setQueriesData<Counts>(
    { queryKey: [taskEndpoints.counts.name] },
    (counts) =>
      counts && {
        ...counts,
        mine: counts.mine + countChange((list) => list === 'mine'),
        waiting: counts.waiting + countChange((list) => list === 'waiting'),
        returned_count:
          counts.returned_count +
          countChange((list, { status }) => list === 'waiting' && isIn(RETURNED_TO_EDITOR, status)),
      },
  );
}
