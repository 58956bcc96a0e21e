import { MANY, taskManyEndpoints, type TaskInShort } from '@darkroom/contract/task/many';
import { IN_EDITORS_HAND, TaskStatus } from '@darkroom/domain/task/status';
import type { QueryClient } from '@tanstack/react-query';
import { inParts } from '../../../lib/call/in-parts.ts';
import { query } from '../../../lib/call/query.ts';
import type { Gathered } from '../../../entities/assign/assign-button.tsx';
import type { Selected } from '../list/job-selection.ts';
import { MAX_JOBS } from './use-many-jobs.ts';

/**
 * Tasks of the selection that can be assigned, including those of jobs on other pages. Unassigned tasks come first, so that the next
 * batch contains the others.
 */
export async function gatherTasks(
  client: QueryClient,
  { elsewhere, allTasks }: Selected,
  isAssignable: (task: TaskInShort) => boolean,
): Promise<Gathered> {
  const ask = async (of_jobs: number[], status: TaskStatus[]) => {
    const { results, total_items } = await client.fetchQuery({
      ...query(taskManyEndpoints.ids, { of_jobs, status }),
      staleTime: 0,
      gcTime: 0,
    });
    return { tasks: results, more: total_items > results.length };
  };
  const tasks: TaskInShort[] = [...allTasks];
  let more = false;
  for (const jobs of inParts(elsewhere, MAX_JOBS)) {
    const of_jobs = jobs.map(({ job_id }) => job_id);
    // One query per kind, so that tasks in progress do not use up the limit of unassigned ones.
    for (const found of await Promise.all([ask(of_jobs, [TaskStatus.TO_DO]), ask(of_jobs, [...IN_EDITORS_HAND])])) {
      tasks.push(...found.tasks);
      more ||= found.more;
    }
  }
  const isBegun = ({ status }: TaskInShort) => Number(status !== TaskStatus.TO_DO);
  const good = tasks.filter(isAssignable).toSorted((a, b) => isBegun(a) - isBegun(b));
  return { tasks: good.slice(0, MANY), more: more || good.length > MANY };
}
