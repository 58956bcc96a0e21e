import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { isInProgressBy } from '../../../entities/task/steps/offered-steps.ts';
import { createMyInput } from '../list/task-search.ts';

/** Task at the top of the user's work. */
export interface NowTasks {
  /** The newest task in progress, or else the next waiting one. */
  readonly row: TaskRow | null;
  readonly isInProgress: boolean;
  /** Other tasks in progress, newest first. */
  readonly others: readonly TaskRow[];
  /** Number of the user's tasks, from the list of the card. Undefined until it is loaded. */
  readonly taskCount: number | undefined;
  readonly loading: boolean;
  readonly failed: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * Returns the user's tasks in progress, or else the next waiting task, from the queries of the tabs. A task on the card stays there while
 * possible, so that changes of others never replace it.
 */
export function useNowTasks(enabled: boolean, justTaken: number | null): NowTasks {
  const me = useActor().user_id;
  const [cardTaskId, setCardTaskId] = useState<number | null>(null);
  const mine = useQuery({ ...query(taskEndpoints.list, createMyInput('mine')), enabled });
  // The user works on the task that they started last.
  const running = (mine.data?.results ?? [])
    .filter((row) => isInProgressBy(row, me))
    .toSorted((a, b) => Date.parse(b.status_since) - Date.parse(a.status_since));
  const isIdle = mine.data !== undefined && running.length === 0;
  const waiting = useQuery({ ...query(taskEndpoints.list, createMyInput('waiting')), enabled: enabled && isIdle });
  const queue = isIdle ? (waiting.data?.results ?? []) : [];
  const findWaitingRow = (id: number | null) => queue.find(({ task_id }) => task_id === id);
  const row = running[0] ?? findWaitingRow(justTaken) ?? findWaitingRow(cardTaskId) ?? queue[0] ?? null;
  const rowId = row?.task_id ?? null;
  if (rowId !== cardTaskId) setCardTaskId(rowId);
  return {
    row,
    isInProgress: running.length > 0,
    others: running.slice(1),
    taskCount: mine.data?.total_items,
    loading: enabled && (mine.isPending || (isIdle && waiting.isPending)),
    failed: (mine.isError && !mine.data) || (isIdle && waiting.isError && !waiting.data),
    error: mine.error ?? waiting.error,
    retry: () => {
      void mine.refetch();
      if (isIdle) void waiting.refetch();
    },
  };
}
