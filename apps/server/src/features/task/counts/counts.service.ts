import { dayOf, startOfDay } from '@darkroom/domain/calendar/day';
import { TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import { taskVisibility, type TaskVisibility } from '@darkroom/domain/task/visibility';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import type { RawBuilder } from 'kysely';
import type { Condition } from '../../../db/list/condition.ts';
import type { Ctx } from '../../../http/context.ts';
import type { AnswerOf, InputFor } from '../../../http/handlers.ts';
import { countersByStatus } from '../../counters/counter.service.ts';
import { taskConditions } from '../list/task.filter.ts';
import { statusesBesides, streams, TALLIED_PARTS, UNTALLIED_PARTS } from '../list/task.visibility.ts';
import { addedByStatus, byStatusOf, countOwn, isOpen, findShares } from './counts.queries.ts';
import { tasksSeen } from '../task-move.service.ts';

/** Status counts: whole workstreams from the counters, the rest read by part. One condition with `or` would scan all open work. */
function byStatus(sight: TaskVisibility) {
  const whole = sight.everything ? WORKSTREAMS : sight.workstreams;
  const others = WORKSTREAMS.filter((stream) => !whole.includes(stream));
  const ofWhole = countersByStatus('task', 'workstream', whole);
  if (others.length === 0) return ofWhole;
  const counts: RawBuilder<unknown>[] = whole.length > 0 ? [ofWhole] : [];
  if (sight.own !== null) {
    const facets = others.flatMap((stream) => TALLIED_PARTS.map((part) => `${stream} ${part}`));
    counts.push(countersByStatus('task', facets, [String(sight.own)]));
  }
  const elsewhere = whole.length > 0 ? [streams(others) as Condition] : [];
  const besides = statusesBesides(sight, [isOpen, ...elsewhere], UNTALLIED_PARTS);
  if (besides) counts.push(byStatusOf(besides));
  return counts.length > 0 ? addedByStatus(...counts) : ofWhole;
}

/** Open work by status, and the sizes of the caller's own lists. */
export async function countTasks(ctx: Ctx): Promise<AnswerOf<'task.counts'>> {
  const sight = taskVisibility(ctx.actor);
  const list = async (scope: 'mine' | 'waiting' | 'pool') => (await taskConditions(ctx, { scope }, sight)).where;
  const { by_status, ...sizes } = await countOwn(
    ctx.db,
    ctx.actor.user_id,
    startOfDay(dayOf(ctx.now)),
    byStatus(sight),
    {
      mine: await list('mine'),
      waiting: await list('waiting'),
      pool: await list('pool'),
    },
  );
  const open = TASK_STATUSES.filter((s) => s !== TaskStatus.COMPLETED);
  return { by_status: Object.fromEntries(open.map((s) => [s, by_status[s] ?? 0])), ...sizes };
}

/**
 * Visible tasks with the totals of their details. All tasks of a detail count, also invisible ones, for the check of the order (domain
 * §2).
 */
export const readShares = async (
  ctx: Ctx,
  { task_ids }: InputFor<'task.shares'>,
): Promise<AnswerOf<'task.shares'>> => ({
  results: await findShares(ctx.db, task_ids, tasksSeen(ctx.actor)),
});
