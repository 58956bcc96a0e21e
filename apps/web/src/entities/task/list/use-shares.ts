import { taskManyEndpoints, type TaskShare } from '@darkroom/contract/task/many';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/call/query.ts';

const NONE: ReadonlyMap<number, TaskShare> = new Map();

/**
 * Tasks with the quantities of the others of their details (`task.shares`), empty until loaded. It is requested only where a share is
 * shown, because no list has it.
 */
export function useShares(task_ids: readonly number[], wanted = true): ReadonlyMap<number, TaskShare> {
  const { data } = useQuery({
    ...query(taskManyEndpoints.shares, { task_ids: [...task_ids] }),
    enabled: wanted && task_ids.length > 0,
    select: ({ results }) => new Map(results.map((share) => [share.task_id, share])),
  });
  return data ?? NONE;
}
