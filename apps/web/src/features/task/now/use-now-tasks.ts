import { taskEndpoints, type TaskRow } from '@darkroom/contract/task/task';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/call/query.ts';
import { useActor } from '../../../lib/session/session.ts';
import { isUnderWayBy } from '../../../entities/task/steps/task-steps-of.ts';
import { ownInput } from '../list/task-search.ts';

/** What stands on top of one's own work. */
export interface NowOf {
  /** The newest task under way, or the next one waiting when none is. */
  readonly row: TaskRow | null;
  readonly underWay: boolean;
  /** Also under way, newest first. */
  readonly others: readonly TaskRow[];
  /** How many are in hand, by the very list the card is taken from; undefined until it is known. */
  readonly inHand: number | undefined;
  readonly loading: boolean;
  readonly failed: boolean;
  /** Why, when it failed. */
  readonly error: unknown;
  readonly retry: () => void;
}

/**
 * One's tasks under way and, when there is none, the next one waiting. Both are read from the lists of the tabs themselves,
 * so that the card and the list under it cannot disagree. The task that the person took last comes first. What is on the card
 * stays there while it can: what others send never slips in under the thumb.
 */
export function useNowTasks(enabled: boolean, justTaken: number | null): NowOf {
  const me = useActor().user_id;
  const [held, setHeld] = useState<number | null>(null);
  const mine = useQuery({ ...query(taskEndpoints.list, ownInput('mine')), enabled });
  // What was started last is what one works on.
  const running = (mine.data?.results ?? [])
    .filter((row) => isUnderWayBy(row, me))
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
