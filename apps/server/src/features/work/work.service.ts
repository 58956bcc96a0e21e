import type { Workstream } from '@darkroom/domain/customer/enums';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { workFigures, workPeriods } from '@darkroom/domain/work/work';
import { workSeen } from '@darkroom/domain/work/sight';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { findPermissionsOf, findWorkMoves } from './work.queries.ts';

/** A task that was taken up so many days before the first one shown is still seen to be in somebody's hands on it. */
const DAYS_BEFORE = 7;

/** Somebody's work period by period, and in all of them (domain §4, "Work"). */
export async function readWork(
  ctx: Ctx,
  { staff_id, by, date }: InputFor<'work.list'>,
): Promise<AnswerOf<'work.list'>> {
  const person = staff_id ?? ctx.actor.user_id;
  const seen = await workstreamsSeen(ctx, person);
  const periods = workPeriods(by, date ?? dayOf(ctx.now));
  const whole = { from: periods[0]!.from, to: periods.at(-1)!.to };
  const days = { first: addDays(whole.from, -DAYS_BEFORE), end: addDays(whole.to, 1) };
  const moves = await findWorkMoves(ctx.db, person, days, seen);
  return {
    results: periods.map((period) => ({ ...period, ...workFigures(moves, period, ctx.now) })),
    total: workFigures(moves, whole, ctx.now),
  };
}

/** Of which workstreams: all of one's own; of somebody else's those one leads. Whose work is not one's to see is not found. */
async function workstreamsSeen(ctx: Ctx, person: number): Promise<Workstream[] | null> {
  if (person === ctx.actor.user_id) return null;
  const permissions = await findPermissionsOf(ctx.db, person);
  const seen = permissions
    ? workSeen(ctx.actor, { account: 'staff', is_superuser: false, permissions: new Set(permissions) })
    : [];
  if (seen.length === 0) throw fail('not_found', { field: 'staff_id' });
  return seen;
}
