import { taskEndpoints, type TaskRow } from '@darkroom/contract';
import { UNDER_WAY } from '@darkroom/domain/task/status';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/query.ts';
import { useActor } from '../../lib/session.ts';
import { isUnderWayBy } from '../../ui/task/task-steps-of.ts';

/** What stands on top of one's own work. */
export interface NowOf {
  /** The newest task under way, or the next one waiting when none is. */
  readonly row: TaskRow | null;
  readonly underWay: boolean;
  /** Also under way, newest first. */
  readonly others: readonly TaskRow[];
  readonly loading: boolean;
  readonly failed: boolean;
  /** Why, when it failed. */
  readonly error: unknown;
  readonly retry: () => void;
}

const STATUSES = [...UNDER_WAY.editor, ...UNDER_WAY.first_qc, ...UNDER_WAY.second_qc];

/** One's tasks under way and, when there is none, the one that has waited longest. */
export function useNowTasks(enabled: boolean): NowOf {
  const me = useActor().user_id;
  const mine = useQuery({
    ...query(taskEndpoints.list, { scope: 'mine', status: STATUSES, page_size: 50 }),
    enabled,
  });
  // What was started last is what one works on.
  const running = (mine.data?.results ?? [])
    .filter((row) => isUnderWayBy(row, me))
    .toSorted((a, b) => Date.parse(b.status_since) - Date.parse(a.status_since));
  const idle = mine.data !== undefined && running.length === 0;
  const waiting = useQuery({
    ...query(taskEndpoints.list, { scope: 'waiting', page_size: 1 }),
    enabled: enabled && idle,
  });
  const row = running[0] ?? (idle ? (waiting.data?.results[0] ?? null) : null);
  return {
    row,
    // Rework waits for its editor and is under way at once.
    underWay: row !== null && isUnderWayBy(row, me),
    others: running.slice(1),
    loading: enabled && (mine.isPending || (idle && waiting.isPending)),
    failed: (mine.isError && !mine.data) || (idle && waiting.isError && !waiting.data),
    error: mine.error ?? waiting.error,
    retry: () => {
      void mine.refetch();
      if (idle) void waiting.refetch();
    },
  };
}
