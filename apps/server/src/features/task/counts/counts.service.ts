import { dayOf, startOfDay } from '@darkroom/domain/calendar/day';
import { TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import { getTaskVisibility, type TaskVisibility } from '@darkroom/domain/task/visibility';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import type { RawBuilder } from 'kysely';
import type { Condition } from '../../../db/list/condition.ts';
import type { Ctx } from '../../../http/context.ts';
import type { ResponseOf, InputFor } from '../../../http/handlers.ts';
import { countersByStatus } from '../../counters/counter.service.ts';
import { taskConditions } from '../list/task.filter.ts';
import { selectOtherStatuses, isInWorkstreams, COUNTED_PARTS, UNCOUNTED_PARTS } from '../list/task.visibility.ts';
import { addCountsByStatus, countByStatus, countForUser, isOpen, findShares } from './counts.queries.ts';
import { createVisibilityCondition } from '../task-access.service.ts';

/**
 * Selects the counts by status: whole workstreams from the counters, and the rest read by role. One condition with `or`
 * would scan all open work.
 */
function selectCountsByStatus(visibility: TaskVisibility) {
  const wholeWorkstreams = visibility.everything ? WORKSTREAMS : visibility.workstreams;
  const otherWorkstreams = WORKSTREAMS.filter((stream) => !wholeWorkstreams.includes(stream));
  const wholeCounts = countersByStatus('task', 'workstream', wholeWorkstreams);
  if (otherWorkstreams.length === 0) return wholeCounts;
  const counts: RawBuilder<unknown>[] = wholeWorkstreams.length > 0 ? [wholeCounts] : [];
  if (visibility.own !== null) {
    const facets = otherWorkstreams.flatMap((stream) => COUNTED_PARTS.map((part) => `${stream} ${part}`));
    counts.push(countersByStatus('task', facets, [String(visibility.own)]));
  }
  const isElsewhere = wholeWorkstreams.length > 0 ? [isInWorkstreams(otherWorkstreams) as Condition] : [];
  const otherStatuses = selectOtherStatuses(visibility, [isOpen, ...isElsewhere], UNCOUNTED_PARTS);
  if (otherStatuses) counts.push(countByStatus(otherStatuses));
  return counts.length > 0 ? addCountsByStatus(...counts) : wholeCounts;
}

/** Counts open work by status, and the sizes of the caller's own lists. */
export async function countTasks(ctx: Ctx): Promise<ResponseOf<'task.counts'>> {
  const visibility = getTaskVisibility(ctx.actor);
  const getListConditions = async (scope: 'mine' | 'waiting' | 'pool') =>
    (await taskConditions(ctx, { scope }, visibility)).where;
  const { by_status, ...sizes } = await countForUser(
    ctx.db,
    ctx.actor.user_id,
    startOfDay(dayOf(ctx.now)),
    selectCountsByStatus(visibility),
    {
      mine: await getListConditions('mine'),
      waiting: await getListConditions('waiting'),
      pool: await getListConditions('pool'),
    },
  );
  const open = TASK_STATUSES.filter((s) => s !== TaskStatus.COMPLETED);
  return { by_status: Object.fromEntries(open.map((s) => [s, by_status[s] ?? 0])), ...sizes };
}

/**
 * Reads visible tasks with the totals of their details. The totals include invisible tasks, for the check of the order
 * (domain §2).
 */
export const readShares = async (
  ctx: Ctx,
  { task_ids }: InputFor<'task.shares'>,
): Promise<ResponseOf<'task.shares'>> => ({
  results: await findShares(ctx.db, task_ids, createVisibilityCondition(ctx.actor)),
});
