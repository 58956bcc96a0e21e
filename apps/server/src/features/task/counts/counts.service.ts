import { dayOf, startOfDay } from '@darkroom/domain/calendar/day';
import { CAME_BACK, TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import { taskSight } from '@darkroom/domain/task/visibility';
import type { Ctx } from '../../../http/context.ts';
import type { AnswerOf } from '../../../http/handlers.ts';
import { tallyByStatus } from '../../tally/tally.service.ts';
import { sightCondition, taskConditions } from '../task.filter.ts';
import { countOwn, openByStatus } from './counts.queries.ts';

/** Open work by status, and the sizes of one's own lists. */
export async function countTasks(ctx: Ctx): Promise<AnswerOf<'task.counts'>> {
  const sight = taskSight(ctx.actor);
  const whole = sight.everything || (sight.workstreams.length > 0 && sight.own === null);
  const counted = whole
    ? tallyByStatus('task', 'workstream', sight.everything ? undefined : sight.workstreams)
    : openByStatus(sightCondition(sight)!);
  const list = async (scope: 'mine' | 'waiting' | 'pool', status?: TaskStatus[]) =>
    (await taskConditions(ctx, { scope, status }, sight)).where;
  const { by_status, ...sizes } = await countOwn(ctx.db, ctx.actor.user_id, startOfDay(dayOf(ctx.now)), counted, {
    mine: await list('mine'),
    waiting: await list('waiting'),
    came_back: await list('waiting', [...CAME_BACK]),
    pool: await list('pool'),
  });
  const open = TASK_STATUSES.filter((s) => s !== TaskStatus.COMPLETED);
  return { by_status: Object.fromEntries(open.map((s) => [s, by_status[s] ?? 0])), ...sizes };
}
