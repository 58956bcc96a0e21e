import type { Workstream } from '@darkroom/domain/customer/enums';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { workFigures, workPeriods } from '@darkroom/domain/work/work';
import { leads, workSeen } from '@darkroom/domain/work/visibility';
import { stepsArchivedBefore } from '../../db/history/steps.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { findColleagues, findWorkMoves, type Colleague } from './work.queries.ts';

/** A task that was taken up so many days before the first one shown is still seen to be in somebody's hands on it. */
const DAYS_BEFORE = 7;
/** A shift of the last day shown may end on the next. */
const DAYS_AFTER = 1;

/** Somebody's work period by period, and in all of them (domain §4, "Work"). */
export async function readWork(
  ctx: Ctx,
  { staff_id, by, date }: InputFor<'work.list'>,
): Promise<AnswerOf<'work.list'>> {
  const person = staff_id ?? ctx.actor.user_id;
  const seen = await workstreamsSeen(ctx, person);
  const periods = workPeriods(by, date ?? dayOf(ctx.now));
  const whole = { from: periods[0]!.from, to: periods.at(-1)!.to };
  const days = { first: addDays(whole.from, -DAYS_BEFORE), end: addDays(whole.to, 1 + DAYS_AFTER) };
  const [moves, before] = await Promise.all([findWorkMoves(ctx.db, person, days, seen), stepsArchivedBefore(ctx.db)]);
  return {
    results: periods.map((period) => ({ ...period, ...workFigures(moves, period, ctx.now) })),
    total: workFigures(moves, whole, ctx.now),
    archived_before: before !== null && whole.from < `${before}-01` ? before : null,
  };
}

/** Whose work one may look at beside one's own: a leader's people, by name; who has left has their last day with them. */
export async function readPeople(ctx: Ctx): Promise<AnswerOf<'work.people'>> {
  if (leads(ctx.actor).length === 0) return { results: [] };
  const results = (await findColleagues(ctx.db))
    .filter((one) => one.id !== ctx.actor.user_id && seenOf(ctx, one).length > 0)
    .map(({ permissions: _permissions, ...one }) => ({ ...one, end_time: one.active ? null : one.end_time }));
  return { results };
}

/** Of which workstreams: all of one's own; of somebody else's those one leads. Whose work is not one's to see is not found. */
async function workstreamsSeen(ctx: Ctx, person: number): Promise<Workstream[] | null> {
  if (person === ctx.actor.user_id) return null;
  const [found] = await findColleagues(ctx.db, person);
  const seen = found ? seenOf(ctx, found) : [];
  if (seen.length === 0) throw fail('not_found', { field: 'staff_id' });
  return seen;
}

// What they did while they were here stays to be read by whoever led them.
const seenOf = ({ actor }: Ctx, { permissions }: Colleague): Workstream[] =>
  workSeen(actor, { account: 'staff', is_superuser: false, permissions: new Set(permissions) });
