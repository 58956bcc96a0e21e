import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import { allowanceFigures, sumOfFigures } from '@darkroom/domain/allowance/figures';
import { addMonths, monthAt, type Month } from '@darkroom/domain/calendar/day';
import { holds } from '@darkroom/domain/permission/access';
import { compareText } from '@darkroom/domain/text/order';
import { listAnswer } from '../../db/list/page.ts';
import { exactly } from '../../db/list/total.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { findAskedFor, findDays, findMonthly, findNotStaff, type PeopleFilter } from './allowance.queries.ts';
import { findClosedMonthsOf, findClosedPeople, findMonths } from './month.queries.ts';
import {
  foundInMonth,
  lookupsBefore,
  monthRow,
  monthsAround,
  calculateMonth,
  calculateWithExceptions,
  todaysLookups,
  unsettledIn,
  type MonthSummary,
} from './calculation.ts';

type ListInput = InputFor<'allowance.list'>;

/** True if the actor manages all allowances. Other users see only their own (domain §4). */
export const keepsAllowances = ({ actor }: Ctx): boolean => holds(actor, 'npn_admin_allowance');

/** Filter of the people. An actor who does not manage allowances gets only their own row, or null for another person. */
function peopleOf(ctx: Ctx, { staff_id, team_id, group_id, workplace, text }: ListInput): PeopleFilter | null {
  const filter = { staff_id, team_id, group_id, workplace, text };
  if (keepsAllowances(ctx)) return filter;
  const own = ctx.actor.user_id;
  return staff_id === undefined || staff_id === own ? { ...filter, staff_id: own } : null;
}

/** All rows of a month that match a filter, in its order, on all pages. A closed month has its stored rows. */
export async function allowancesOf(ctx: Ctx, input: ListInput) {
  const name = monthAt(input.year, input.month);
  const keeps = keepsAllowances(ctx);
  const filter = peopleOf(ctx, input);
  // The state is read first. A change in between then makes its version old, but never mixes figures.
  const { month, before } = await monthsAround(ctx.db, name);
  const today = await todaysLookups(ctx.db);
  const about: MonthSummary = { today, before: lookupsBefore(month), kept: null };
  let rows: AllowanceRow[] = [];
  if (filter && month.closing) {
    rows = await findClosedPeople(ctx.db, month.closing.id, filter);
    if (keeps) about.kept = { exceptions: [], unsettled: 0 };
  } else if (filter && keeps) {
    const everybody = await calculateWithExceptions(ctx.db, name, {}, { today, before, now: ctx.now });
    const exceptions = await foundInMonth(ctx.db, name, about);
    about.kept = { exceptions, unsettled: unsettledIn(everybody, exceptions) };
    rows = await askedFor(ctx, everybody, filter);
  } else if (filter) {
    rows = await calculateMonth(ctx.db, name, filter, today);
  }
  if (rows.length === 0) await asksOfStaff(ctx, input);
  if (input.sort.endsWith('total_allowance'))
    rows.sort((a, b) => a.total_allowance - b.total_allowance || compareText(a.full_name, b.full_name));
  if (input.sort.startsWith('-')) rows.reverse();
  return { rows, month: monthRow(month, about) };
}

/** Refuses another person's month as not found, except for users who manage allowances (domain §8). */
async function asksOfStaff(ctx: Ctx, { staff_id }: { staff_id?: number | undefined }): Promise<void> {
  if (staff_id === undefined || staff_id === ctx.actor.user_id) return;
  if (!keepsAllowances(ctx) || (await findNotStaff(ctx.db, [staff_id])).length)
    throw fail('not_found', { field: 'staff_id' });
}

/** The rows among all rows that match a filter. */
async function askedFor(ctx: Ctx, everybody: AllowanceRow[], filter: PeopleFilter): Promise<AllowanceRow[]> {
  if (!Object.values(filter).flat().some(Boolean)) return everybody;
  const ids = everybody.map(({ staff_id }) => staff_id);
  const asked = await findAskedFor(ctx.db, ids, filter);
  return everybody.filter(({ staff_id }) => asked.has(staff_id));
}

/** A page of a month of allowances, with the totals of all pages (domain §4). */
export async function readAllowances(ctx: Ctx, input: ListInput): Promise<AnswerOf<'allowance.list'>> {
  const { rows, month } = await allowancesOf(ctx, input);
  const { page, page_size } = input;
  const people = rows.map((row) => ({ ...row, parking: row.monthly_allowance?.parking ?? 0 }));
  return {
    ...listAnswer(rows.slice((page - 1) * page_size, page * page_size), exactly(rows.length), page_size),
    month,
    totals: sumOfFigures(people, { month: monthAt(input.year, input.month), lookups: month.lookups }),
  };
}

const YEAR = 12;

/** The twelve months of a person up to a month. */
export async function readYear(ctx: Ctx, input: InputFor<'allowance.year'>): Promise<AnswerOf<'allowance.year'>> {
  const staff_id = input.staff_id ?? ctx.actor.user_id;
  await asksOfStaff(ctx, { staff_id });
  const last = monthAt(input.year, input.month);
  const names: Month[] = Array.from({ length: YEAR }, (_, i) => addMonths(last, i - YEAR + 1));
  const { lookups } = await todaysLookups(ctx.db);
  const months = await findMonths(ctx.db, names);
  const span = { first: names[0]!, last, people: [staff_id] };
  const days = await findDays(ctx.db, span);
  const monthly = await findMonthly(ctx.db, span);
  const closed = await findClosedMonthsOf(
    ctx.db,
    staff_id,
    months.flatMap(({ closing }) => (closing ? [closing.id] : [])),
  );
  const results = months.map(({ month, closing }) => {
    const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
    const parking = monthly.find((row) => row.year === year && row.month === number)?.parking ?? 0;
    const kept = closing && closed.get(closing.id);
    const open = { month, days: days.filter((day) => day.date.startsWith(month)), parking, lookups };
    // A member who joined after a month was closed has no row in it.
    const figures = kept ?? allowanceFigures(closing ? { ...open, days: [], parking: 0 } : open);
    return {
      ...figures,
      year,
      month: number,
      closed: closing !== null,
      parking: kept ? (kept.monthly_allowance?.parking ?? 0) : closing ? 0 : parking,
    };
  });
  return { results };
}
