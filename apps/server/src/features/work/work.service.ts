import type { Workstream } from '@darkroom/domain/customer/enums';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { calculateWorkFigures, getWorkPeriods } from '@darkroom/domain/work/work';
import { getLedWorkstreams, getVisibleWorkstreams } from '@darkroom/domain/work/visibility';
import { findArchivedUntil } from '../../db/history/steps.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { findColleagues, findWorkMoves, type WorkPerson } from './work.queries.ts';

/** Days before the first shown day that are read for the start of a task in work. */
const DAYS_BEFORE = 7;
/** A shift of the last day shown can end on the next day. */
const DAYS_AFTER = 1;

/** Reads a user's work by period, and in total (domain §4, "Work"). */
export async function readWork(
  ctx: Ctx,
  { staff_id, by, date }: InputFor<'work.list'>,
): Promise<ResponseOf<'work.list'>> {
  const person = staff_id ?? ctx.actor.user_id;
  const visible = await findVisibleWorkstreams(ctx, person);
  const periods = getWorkPeriods(by, date ?? dayOf(ctx.now));
  const totalPeriod = { from: periods[0]!.from, to: periods.at(-1)!.to };
  const days = { first: addDays(totalPeriod.from, -DAYS_BEFORE), end: addDays(totalPeriod.to, 1 + DAYS_AFTER) };
  const [moves, before] = await Promise.all([findWorkMoves(ctx.db, person, days, visible), findArchivedUntil(ctx.db)]);
  return {
    results: periods.map((period) => ({ ...period, ...calculateWorkFigures(moves, period, ctx.now) })),
    total: calculateWorkFigures(moves, totalPeriod, ctx.now),
    archived_before: before !== null && totalPeriod.from < `${before}-01` ? before : null,
  };
}

/** Reads the people whose work a leader can select, by name. Former members have their last day. */
export async function readPeople(ctx: Ctx): Promise<ResponseOf<'work.people'>> {
  if (getLedWorkstreams(ctx.actor).length === 0) return { results: [] };
  const results = (await findColleagues(ctx.db))
    .filter((colleague) => colleague.id !== ctx.actor.user_id && getVisibleWorkstreamsOf(ctx, colleague).length > 0)
    .map(({ permissions: _permissions, ...one }) => ({ ...one, end_time: one.active ? null : one.end_time }));
  return { results };
}

/** Finds the visible workstreams: all for the caller, and the led ones for others. Returns null if there are none. */
async function findVisibleWorkstreams(ctx: Ctx, person: number): Promise<Workstream[] | null> {
  if (person === ctx.actor.user_id) return null;
  const [found] = await findColleagues(ctx.db, person);
  const visible = found ? getVisibleWorkstreamsOf(ctx, found) : [];
  if (visible.length === 0) throw fail('not_found', { field: 'staff_id' });
  return visible;
}

// The leader of a former member still sees their work.
const getVisibleWorkstreamsOf = ({ actor }: Ctx, { permissions }: WorkPerson): Workstream[] =>
  getVisibleWorkstreams(actor, { account: 'staff', is_superuser: false, permissions: new Set(permissions) });
