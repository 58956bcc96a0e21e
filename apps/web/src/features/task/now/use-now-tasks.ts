import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { isInProgressBy } from '../../../entities/task/steps/task-steps-of.ts';
import { ownInput } from '../list/task-search.ts';

/** Task at the top of the user's work. */
export interface NowOf {
  /** The newest task in progress, or else the next waiting one. */
  readonly row: TaskRow | null;
  readonly underWay: boolean;
  /** Other tasks in progress, newest first. */
  readonly others: readonly TaskRow[];
  /** Number of the user's tasks, from the list of the card. Undefined until it is loaded. */
  readonly inHand: number | undefined;
  readonly loading: boolean;
  readonly failed: boolean;
  /** Error of the failed load. */
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * The user's tasks in progress, or else the next waiting one, from the queries of the tabs. A task on the card stays there while
 * possible, so that changes of others never replace it.
 */
export function useNowTasks(enabled: boolean, justTaken: number | null): NowOf {
  const me = useActor().user_id;
  const [held, setHeld] = useState<number | null>(null);
  const mine = useQuery({ ...query(taskEndpoints.list, ownInput('mine')), enabled });
  // The task started last is the one that the user works on.
  const running = (mine.data?.results ?? [])
    .filter((row) => isInProgressBy(row, me))
    .toSorted((a, b) => Date.parse(b.status_since) - Date.parse(a.status_since));
  const idle = mine.data !== undefined && running.length === 0;
  const waiting = useQuery({ ...query(taskEndpoints.list, ownInput('waiting')), enabled: enabled && idle });
  const queue = idle ? (waiting.data?.results ?? []) : [];
  const waitingRow = (id: number | null) => queue.find(({ task_id }) => task_id === id);
  const row = running[0] ?? waitingRow(justTaken) ?? waitingRow(held) ?? queue[0] ?? null;
  const shown = row?.task_id ?? null;
  if (shown !== held) setHeld(shown);
  return {
    row,
    underWay: running.length > 0,
    others: running.slice(1),
    inHand: mine.data?.total_items,
    loading: enabled && (mine.isPending || (idle && waiting.isPending)),
    failed: (mine.isError && !mine.data) || (idle && waiting.isError && !waiting.data),
    error: mine.error ?? waiting.error,
    retry: () => {
      void mine.refetch();
      if (idle) void waiting.refetch();
    },
  };
}
