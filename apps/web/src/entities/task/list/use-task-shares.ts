import { taskBulkEndpoints, type SiblingQuantities } from '@darkroom/contract/task/bulk';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/query.ts';

const NO_SHARES: ReadonlyMap<number, SiblingQuantities> = new Map();

/**
 * Fetches the quantities of the other tasks of the same details (`task.shares`). Empty until loaded. Only screens that show them request
 * them.
 */
export function useSiblingQuantities(
  task_ids: readonly number[],
  isNeeded = true,
): ReadonlyMap<number, SiblingQuantities> {
  const { data } = useQuery({
    ...query(taskBulkEndpoints.shares, { task_ids: [...task_ids] }),
    enabled: isNeeded && task_ids.length > 0,
    select: ({ results }) => new Map(results.map((share) => [share.task_id, share])),
  });
  return data ?? NO_SHARES;
}
