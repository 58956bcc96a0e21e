import type { AllowanceRow } from '@darkroom/contract/allowance/allowance';
import { calculateAllowance, sumAllowances } from '@darkroom/domain/allowance/figures';
import { addMonths, monthAt, type Month } from '@darkroom/domain/calendar/day';
import { hasPermission } from '@darkroom/domain/permission/access';
import { compareText } from '@darkroom/domain/text/order';
import { toListResponse } from '../../db/list/page.ts';
import { exactTotal } from '../../db/list/total.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import {
  findMatchingPeople,
  findDays,
  findMonthly,
  findUnknownStaffIds,
  type PeopleFilter,
} from './allowance.queries.ts';
import { findClosedRowsOfPerson, findClosedPeople, findMonths } from './month.queries.ts';
import {
  readMonthExceptions,
  getEarlierLookups,
  toMonthRow,
  findMonthWithEarlier,
  calculateMonth,
  calculateWithExceptions,
  readTodaysLookups,
  countUnsettled,
  type MonthSummary,
} from './calculation.ts';

type ListInput = InputFor<'allowance.list'>;

/** Returns true if the actor manages all allowances. Other users see only their own (domain §4). */
export const canManageAllowances = ({ actor }: Ctx): boolean => hasPermission(actor, 'npn_admin_allowance');

/**
 * Converts the input to a filter of people. An actor who does not manage allowances gets only their own row, or null
 * for another person.
 */
function toPeopleFilter(ctx: Ctx, { staff_id, team_id, group_id, workplace, text }: ListInput): PeopleFilter | null {
  const filter = { staff_id, team_id, group_id, workplace, text };
  if (canManageAllowances(ctx)) return filter;
  const myId = ctx.actor.user_id;
  return staff_id === undefined || staff_id === myId ? { ...filter, staff_id: myId } : null;
}

/** Reads all rows of a month that match a filter, in order, on all pages. A closed month has its stored rows. */
export async function readMonthRows(ctx: Ctx, input: ListInput) {
  const name = monthAt(input.year, input.month);
  const canManage = canManageAllowances(ctx);
  const filter = toPeopleFilter(ctx, input);
  // The state is read first. A change in between then makes its version old, but never mixes figures.
  const { month, before } = await findMonthWithEarlier(ctx.db, name);
  const today = await readTodaysLookups(ctx.db);
  const summary: MonthSummary = { today, before: getEarlierLookups(month), findings: null };
  let rows: AllowanceRow[] = [];
  if (filter && month.closing) {
    rows = await findClosedPeople(ctx.db, month.closing.id, filter);
    if (canManage) summary.findings = { exceptions: [], unsettled: 0 };
  } else if (filter && canManage) {
    const allRows = await calculateWithExceptions(ctx.db, name, {}, { today, before, now: ctx.now });
    const exceptions = await readMonthExceptions(ctx.db, name, summary);
    summary.findings = { exceptions, unsettled: countUnsettled(allRows, exceptions) };
    rows = await selectMatching(ctx, allRows, filter);
  } else if (filter) {
    rows = await calculateMonth(ctx.db, name, filter, today);
  }
  if (rows.length === 0) await rejectOtherPerson(ctx, input);
  if (input.sort.endsWith('total_allowance'))
    rows.sort((a, b) => a.total_allowance - b.total_allowance || compareText(a.full_name, b.full_name));
  if (input.sort.startsWith('-')) rows.reverse();
  return { rows, month: toMonthRow(month, summary) };
}

/** Refuses another person's month with `not_found`, except for users who manage allowances (domain §8). */
async function rejectOtherPerson(ctx: Ctx, { staff_id }: { staff_id?: number | undefined }): Promise<void> {
  if (staff_id === undefined || staff_id === ctx.actor.user_id) return;
  if (!canManageAllowances(ctx) || (await findUnknownStaffIds(ctx.db, [staff_id])).length)
    throw fail('not_found', { field: 'staff_id' });
}

/** Selects the rows that match a filter. */
async function selectMatching(ctx: Ctx, allRows: AllowanceRow[], filter: PeopleFilter): Promise<AllowanceRow[]> {
  if (!Object.values(filter).flat().some(Boolean)) return allRows;
  const ids = allRows.map(({ staff_id }) => staff_id);
  const matching = await findMatchingPeople(ctx.db, ids, filter);
  return allRows.filter(({ staff_id }) => matching.has(staff_id));
}

/** Reads a page of a month of allowances, with the totals of all pages (domain §4). */
export async function readAllowances(ctx: Ctx, input: ListInput): Promise<ResponseOf<'allowance.list'>> {
  const { rows, month } = await readMonthRows(ctx, input);
  const { page, page_size } = input;
  const people = rows.map((row) => ({ ...row, parking: row.monthly_allowance?.parking ?? 0 }));
  return {
    ...toListResponse(rows.slice((page - 1) * page_size, page * page_size), exactTotal(rows.length), page_size),
    month,
    totals: sumAllowances(people, { month: monthAt(input.year, input.month), lookups: month.lookups }),
  };
}

const MONTHS_IN_YEAR = 12;

/** Reads the twelve months of a person up to a month. */
export async function readYear(ctx: Ctx, input: InputFor<'allowance.year'>): Promise<ResponseOf<'allowance.year'>> {
  const staff_id = input.staff_id ?? ctx.actor.user_id;
  await rejectOtherPerson(ctx, { staff_id });
  const last = monthAt(input.year, input.month);
  const names: Month[] = Array.from({ length: MONTHS_IN_YEAR }, (_, i) => addMonths(last, i - MONTHS_IN_YEAR + 1));
  const { lookups } = await readTodaysLookups(ctx.db);
  const months = await findMonths(ctx.db, names);
  const span = { first: names[0]!, last, people: [staff_id] };
  const days = await findDays(ctx.db, span);
  const monthly = await findMonthly(ctx.db, span);
  const closed = await findClosedRowsOfPerson(
    ctx.db,
    staff_id,
    months.flatMap(({ closing }) => (closing ? [closing.id] : [])),
  );
  const results = months.map(({ month, closing }) => {
    const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
    const parking = monthly.find((row) => row.year === year && row.month === number)?.parking ?? 0;
    const closedRow = closing && closed.get(closing.id);
    const open = { month, days: days.filter((day) => day.date.startsWith(month)), parking, lookups };
    // A member who joined after a month was closed has no row in it.
    const figures = closedRow ?? calculateAllowance(closing ? { ...open, days: [], parking: 0 } : open);
    return {
      ...figures,
      year,
      month: number,
      closed: closing !== null,
      parking: closedRow ? (closedRow.monthly_allowance?.parking ?? 0) : closing ? 0 : parking,
    };
  });
  return { results };
}
