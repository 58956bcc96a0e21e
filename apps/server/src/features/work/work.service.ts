import type { Workstream } from '@darkroom/domain/customer/enums';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { workFigures, workPeriods } from '@darkroom/domain/work/work';
import { leads, workSeen } from '@darkroom/domain/work/visibility';
import { stepsArchivedBefore } from '../../db/history/steps.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { findColleagues, findWorkMoves, type Colleague } from './work.queries.ts';

/** Days before the first shown one that are read for the start of a task in work. */
const DAYS_BEFORE = 7;
/** A shift of the last day shown can end on the next. */
const DAYS_AFTER = 1;

/** A user's work by period, and in total (domain §4, "Work"). */
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

/** People whose work a leader can select, by name. Former members have their last day. */
export async function readPeople(ctx: Ctx): Promise<AnswerOf<'work.people'>> {
  if (leads(ctx.actor).length === 0) return { results: [] };
  const results = (await findColleagues(ctx.db))
    .filter((one) => one.id !== ctx.actor.user_id && seenOf(ctx, one).length > 0)
    .map(({ permissions: _permissions, ...one }) => ({ ...one, end_time: one.active ? null : one.end_time }));
  return { results };
}

/** The visible workstreams: all for the caller, and the led ones for other people. Null if there are none. */
async function workstreamsSeen(ctx: Ctx, person: number): Promise<Workstream[] | null> {
  if (person === ctx.actor.user_id) return null;
  const [found] = await findColleagues(ctx.db, person);
  const seen = found ? seenOf(ctx, found) : [];
  if (seen.length === 0) throw fail('not_found', { field: 'staff_id' });
  return seen;
}

// The leader of a former member still sees their work.
const seenOf = ({ actor }: Ctx, { permissions }: Colleague): Workstream[] =>
  workSeen(actor, { account: 'staff', is_superuser: false, permissions: new Set(permissions) });
