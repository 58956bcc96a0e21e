import { dayOf, startOfDay } from '@darkroom/domain/calendar/day';
import { TASK_STATUSES, TaskStatus } from '@darkroom/domain/task/status';
import { taskSight, type TaskSight } from '@darkroom/domain/task/visibility';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { sql } from 'kysely';
import type { Condition } from '../../../db/list/condition.ts';
import type { Ctx } from '../../../http/context.ts';
import type { AnswerOf } from '../../../http/handlers.ts';
import { tallyByStatus } from '../../tally/tally.service.ts';
import { taskConditions } from '../list/task.filter.ts';
import { statusesBesides } from '../list/task.sight.ts';
import { bothByStatus, byStatusOf, countOwn, isOpen } from './counts.queries.ts';

/**
 * Whole workstreams are a sum of the ledger; besides them, and without them, one sees one's own few, which are read part by part: as one condition
 * with `or` it is read off all open work.
 */
function byStatus(sight: TaskSight) {
  const whole = sight.everything ? WORKSTREAMS : sight.workstreams;
  const ofWhole = tallyByStatus('task', 'workstream', whole);
  if (whole.length === WORKSTREAMS.length) return ofWhole;
  const elsewhere = whole.length === 0 ? [] : [sql`t.workstream <> all(${whole}::text[])` as Condition];
  const besides = statusesBesides(sight, [isOpen, ...elsewhere]);
  if (besides === null) return ofWhole;
  return whole.length === 0 ? byStatusOf(besides) : bothByStatus(ofWhole, byStatusOf(besides));
}

/** Open work by status, and the sizes of one's own lists. */
export async function countTasks(ctx: Ctx): Promise<AnswerOf<'task.counts'>> {
  const sight = taskSight(ctx.actor);
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
