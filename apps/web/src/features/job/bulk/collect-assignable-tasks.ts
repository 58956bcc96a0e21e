import { MAX_BULK_TASKS, taskBulkEndpoints, type TaskSummary } from '@darkroom/contract/task/bulk';
import { WITH_EDITOR, TaskStatus } from '@darkroom/domain/task/status';
import type { QueryClient } from '@tanstack/react-query';
import { splitIntoParts } from '../../../lib/api/in-parts.ts';
import { query } from '../../../lib/api/query.ts';
import type { LoadedTasks } from '../../../entities/assign/assign-button.tsx';
import type { SelectedRows } from '../list/job-selection.ts';
import { MAX_JOBS } from './use-bulk-jobs.ts';

/**
 * Collects the tasks of the selection that can be assigned, including those of jobs on other pages. Unassigned tasks are first, so that the
 * next batch contains the others.
 */
export async function collectAssignableTasks(
  client: QueryClient,
  { otherPageJobs, allTasks }: SelectedRows,
  isAssignable: (task: TaskSummary) => boolean,
): Promise<LoadedTasks> {
  const loadTasks = async (job_ids: number[], status: TaskStatus[]) => {
    const { results, total_items } = await client.fetchQuery({
      ...query(taskBulkEndpoints.ids, { job_ids, status }),
      staleTime: 0,
      gcTime: 0,
    });
    return { tasks: results, more: total_items > results.length };
  };
  const tasks: TaskSummary[] = [...allTasks];
  let hasMore = false;
  for (const jobs of splitIntoParts(otherPageJobs, MAX_JOBS)) {
    const job_ids = jobs.map(({ job_id }) => job_id);
    // One query per kind, so that tasks in progress do not use up the limit of unassigned tasks.
    for (const batch of await Promise.all([
      loadTasks(job_ids, [TaskStatus.TO_DO]),
      loadTasks(job_ids, [...WITH_EDITOR]),
    ])) {
      tasks.push(...batch.tasks);
      hasMore ||= batch.more;
    }
  }
  const rankStarted = ({ status }: TaskSummary) => Number(status !== TaskStatus.TO_DO);
  const assignableTasks = tasks.filter(isAssignable).toSorted((a, b) => rankStarted(a) - rankStarted(b));
  return {
    tasks: assignableTasks.slice(0, MAX_BULK_TASKS),
    hasMore: hasMore || assignableTasks.length > MAX_BULK_TASKS,
  };
}
