import type { InputOf, OutputOf } from '@darkroom/contract/endpoint';
import type { redoEndpoints } from '@darkroom/contract/request/redo';
import { taskEndpoints, type Task, type TaskRow, type TaskTaken } from '@darkroom/contract/task/task';
import { CAME_BACK, isIn, type TaskStatus } from '@darkroom/domain/task/status';
import { ownListOf } from '@darkroom/domain/task/own-lists';
import type { Query, QueryClient } from '@tanstack/react-query';
import { changeRows, withRows } from '../../../lib/call/cached-list.ts';
import { instantNow } from '../../../lib/clock/clock.ts';
import { invalidateTopics } from '../../../lib/call/query.ts';

type List = OutputOf<typeof taskEndpoints.list>;
type Input = InputOf<typeof taskEndpoints.list>;
type Counts = OutputOf<typeof taskEndpoints.counts>;

type History = OutputOf<typeof taskEndpoints.history>;
/** A current task, or the part of it that a user receives who lost a race. */
type Newest = Task | TaskTaken;

/**
 * Puts the newest version of tasks in every cached list and reloads the lists. With `me`, the tasks also move between the user's own
 * lists and counts at once.
 */
export function putTasks(client: QueryClient, tasks: readonly Newest[], me?: number): void {
  const newest = new Map(tasks.map((task) => [task.task_id, task] as const));
  const known = knownRows(client, newest);
  // A user who lost a race receives no start time. The current time is the best estimate.
  const status_since = instantNow();
  const renewed = <Row extends { task_id: number; status: TaskStatus }>(row: Row): Row => {
    const now = newest.get(row.task_id);
    if (!now) return row;
    return { ...row, ...(now.status === row.status ? {} : { status_since }), ...now };
  };
  changeRows(client, taskEndpoints.list, renewed);
  // Referenced by name, so that the first visit does not load the rework contract.
  changeRows<typeof redoEndpoints.list>(client, { name: 'redo.list' }, renewed);
  client.setQueriesData<History>({ queryKey: [taskEndpoints.history.name] }, (history) => {
    const task = history && newest.get(history.task.task_id);
    return task ? { ...history, task: { ...history.task, ...task } } : history;
  });
  if (me !== undefined) moveBetweenOwnLists(client, known, newest, me);
  void invalidateTopics(client, ['task', 'job']);
}

/** Newest version of each task that this page caused, by client. */
const brought = new WeakMap<QueryClient, Map<number, number>>();

/** Newest version of a task that this page caused, 0 without one. A newer version comes from another user. */
export const broughtTo = (client: QueryClient, task_id: number): number => brought.get(client)?.get(task_id) ?? 0;

/** Caches tasks after the user's own action. */
export function putOwnTasks(client: QueryClient, tasks: readonly Task[], me?: number): void {
  const own = brought.get(client) ?? new Map<number, number>();
  brought.set(client, own);
  for (const { task_id, version } of tasks) own.set(task_id, version);
  putTasks(client, tasks, me);
}

/** Finds the cached rows of tasks before a change. */
function knownRows(client: QueryClient, newest: ReadonlyMap<number, Newest>): TaskRow[] {
  const lists = client.getQueriesData<List>({ queryKey: [taskEndpoints.list.name] });
  const rows = lists.flatMap(([, list]) => list?.results ?? []).filter((row) => newest.has(row.task_id));
  return [...new Map(rows.map((row) => [row.task_id, row])).values()];
}

const inputOf = ({ queryKey }: Query) => queryKey[1] as Input | undefined;

function moveBetweenOwnLists(
  client: QueryClient,
  known: readonly TaskRow[],
  newest: ReadonlyMap<number, Newest>,
  me: number,
): void {
  const moves = known.flatMap((before) => {
    const after = { ...before, ...newest.get(before.task_id) };
    const [from, to] = [ownListOf(before, me), ownListOf(after, me)];
    return from === to ? [] : [{ before, after, from, to }];
  });
  if (moves.length === 0) return;
  for (const scope of ['mine', 'waiting'] as const) {
    const gone = new Set(moves.flatMap(({ before, from }) => (from === scope ? [before.task_id] : [])));
    const come = moves.flatMap(({ after, to }) => (to === scope ? [after] : []));
    const shows = (entry: Query) => {
      const input = inputOf(entry);
      return entry.queryKey[0] === taskEndpoints.list.name && input?.scope === scope && !input.status;
    };
    client.setQueriesData<List>({ predicate: shows }, (list) => {
      if (!list) return list;
      const stay = list.results.filter((row) => !gone.has(row.task_id));
      const added = come.filter((row) => stay.every(({ task_id }) => task_id !== row.task_id));
      return withRows(list, [...added, ...stay]);
    });
  }
  const by = (fits: (move: (typeof moves)[number]['from'], row: TaskRow) => boolean) =>
    moves.reduce((n, { before, after, from, to }) => n + Number(fits(to, after)) - Number(fits(from, before)), 0);
  client.setQueriesData<Counts>(
    { queryKey: [taskEndpoints.counts.name] },
    (counts) =>
      counts && {
        ...counts,
        mine: counts.mine + by((list) => list === 'mine'),
        waiting: counts.waiting + by((list) => list === 'waiting'),
        came_back: counts.came_back + by((list, { status }) => list === 'waiting' && isIn(CAME_BACK, status)),
      },
  );
}
