import type {
  AllowanceRow,
  DailyEntry,
  MonthlyEntry,
  AllowanceExceptionRow,
  AllowanceMonthRow,
} from '@darkroom/contract/allowance/allowance';
import { METADATA_SHAPES } from '@darkroom/contract/setting';
import {
  findChangedLookups,
  findExceptions,
  findMonthExceptions,
  type AllowanceException,
} from '@darkroom/domain/allowance/exceptions';
import { DEFAULT_LOOKUPS, type AllowanceLookups } from '@darkroom/domain/allowance/fees';
import { calculateAllowance, FORMULA_VERSION } from '@darkroom/domain/allowance/figures';
import { addMonths, dayOf, type Month } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import type { Database } from '../../db/connect.ts';
import {
  findAcceptedFindings,
  findDays,
  findMonthly,
  findAllowancePeople,
  type AcceptedFinding,
  type PeopleFilter,
  type Person,
} from './allowance.queries.ts';
import {
  findEarlierMonths,
  findAllowanceMetadata,
  findMonths,
  type Holiday,
  type MonthRecord,
} from './month.queries.ts';

/** Number of earlier months that define the usual figures (decision 107). */
const TYPICAL_MONTHS = 3;

/** Inputs of an open month's calculation: today's lookups and holidays. */
export interface TodaysLookups {
  lookups: AllowanceLookups;
  holidays: Holiday[];
}

/** Reads the lookups of the bureau. Missing ones have the values of the specification (domain §4). */
export async function readTodaysLookups(db: Database): Promise<TodaysLookups> {
  const values = await findAllowanceMetadata(db);
  const { transport, meal, internet, electricity, holidays } = METADATA_SHAPES.ALLOWANCE;
  return {
    lookups: {
      transport: transport.safeParse(values.get('transport')).data ?? DEFAULT_LOOKUPS.transport,
      meal: meal.safeParse(values.get('meal')).data ?? DEFAULT_LOOKUPS.meal,
      internet: internet.safeParse(values.get('internet')).data ?? DEFAULT_LOOKUPS.internet,
      electricity: electricity.safeParse(values.get('electricity')).data ?? DEFAULT_LOOKUPS.electricity,
    },
    holidays: holidays.safeParse(values.get('holidays')).data ?? [],
  };
}

/** Data that a month's row has in addition to its state. */
export interface MonthSummary {
  today: TodaysLookups;
  /** Lookups of the last closed month before this month, or the initial ones. */
  before: AllowanceLookups;
  /** Findings of the month itself and the number of unsettled findings. Null if the user does not manage allowances. */
  findings: { exceptions: AllowanceExceptionRow[]; unsettled: number } | null;
}

/** Returns the lookups with which those of a month are compared. */
export const getEarlierLookups = ({ lookups_before }: MonthRecord): AllowanceLookups =>
  lookups_before ?? DEFAULT_LOOKUPS;

/** Returns a month in the shape of the API. */
export function toMonthRow(
  { month, state, version, closing, ...prepared }: MonthRecord,
  { today, before, findings }: MonthSummary,
): AllowanceMonthRow {
  const lookups = closing?.lookups ?? today.lookups;
  return {
    year: Number(month.slice(0, 4)),
    month: Number(month.slice(5)),
    state,
    version,
    closed: state === 'CLOSED',
    closed_by: closing?.closed_by ?? null,
    closed_at: closing?.closed_at ?? null,
    prepared_by: closing ? closing.prepared_by : prepared.prepared_by,
    prepared_at: closing ? closing.prepared_at : prepared.prepared_at,
    reason: (findings && closing?.reason) ?? '',
    formulas: closing?.formulas ?? FORMULA_VERSION,
    lookups,
    // A closed month has no findings, so its response does not depend on the months before it.
    lookups_changed: closing ? [] : findChangedLookups(lookups, before),
    holidays: closing?.holidays ?? today.holidays,
    exceptions: findings?.exceptions ?? [],
    unsettled: findings?.unsettled ?? null,
  };
}

/** Finds the findings of an open month itself, apart from its people. */
export async function readMonthExceptions(
  db: Database,
  month: Month,
  { today, before }: Pick<MonthSummary, 'today' | 'before'>,
): Promise<AllowanceExceptionRow[]> {
  const found = findMonthExceptions(today.lookups, before);
  if (found.length === 0) return [];
  const accepted = (await findAcceptedFindings(db, month)).filter(
    (acceptedFinding) => acceptedFinding.staff_id === null,
  );
  return found.map((item) => ({ ...item, accepted: findAcceptance(accepted, item) }));
}

/** Calculates a person's month from the entries. */
export function calculatePersonRow(
  month: Month,
  { worked: _worked, days_off: _daysOff, ...person }: Person,
  {
    days,
    monthly,
    lookups,
  }: { days: readonly DailyEntry[]; monthly: MonthlyEntry | undefined; lookups: AllowanceLookups },
): AllowanceRow {
  return {
    ...person,
    daily_allowance: days.map(({ id, version, date, parking_fee, meal_fee, online_fee }) => ({
      id,
      version,
      date,
      parking_fee,
      meal_fee,
      online_fee,
    })),
    monthly_allowance: monthly ? { id: monthly.id, version: monthly.version, parking: monthly.parking } : null,
    ...calculateAllowance({ month, days, parking: monthly?.parking ?? 0, lookups }),
    exceptions: [],
  };
}

const groupByPerson = <T extends { staff_id: number }>(rows: readonly T[]) => groupBy(rows, (row) => row.staff_id);

/** Calculates the rows of an open month without findings. */
export async function calculateMonth(
  db: Database,
  month: Month,
  filter: PeopleFilter,
  { lookups }: TodaysLookups,
): Promise<AllowanceRow[]> {
  const people = await findAllowancePeople(db, month, filter, { worked: false });
  const ids = people.map((person) => person.staff_id);
  const days = groupByPerson(await findDays(db, { first: month, last: month, people: ids }));
  const monthly = new Map(
    (await findMonthly(db, { first: month, last: month, people: ids })).map((row) => [row.staff_id, row]),
  );
  return people.map((person) =>
    calculatePersonRow(month, person, {
      days: days.get(person.staff_id) ?? [],
      monthly: monthly.get(person.staff_id),
      lookups,
    }),
  );
}

/**
 * Calculates the rows of an open month with findings. Earlier months give the usual figures, and are read as totals for
 * speed.
 */
export async function calculateWithExceptions(
  db: Database,
  month: Month,
  filter: PeopleFilter,
  { today, before, now }: { today: TodaysLookups; before: readonly MonthRecord[]; now: string },
): Promise<AllowanceRow[]> {
  const people = await findAllowancePeople(db, month, filter, { worked: true });
  const ids = people.map((person) => person.staff_id);
  const span = { first: month, last: month, people: ids };
  const [dayRows, monthlyRows, earlierRows, acceptedRows] = await Promise.all([
    findDays(db, span),
    findMonthly(db, span),
    findEarlierMonths(db, before, ids),
    findAcceptedFindings(db, month),
  ]);
  const days = groupByPerson(dayRows);
  const monthly = new Map(monthlyRows.map((row) => [row.staff_id, row]));
  const earlier = groupByPerson(earlierRows);
  const accepted = groupBy(acceptedRows, (item) => item.staff_id);
  const holidays = new Set(today.holidays.map(({ date }) => date));
  return people.map((person) => {
    const { staff_id } = person;
    const row = calculatePersonRow(month, person, {
      days: days.get(staff_id) ?? [],
      monthly: monthly.get(staff_id),
      lookups: today.lookups,
    });
    const found = findExceptions(
      month,
      {
        entries: row.daily_allowance,
        parking: row.monthly_allowance?.parking ?? 0,
        start: row.start_time,
        end: row.end_time,
        worked: person.worked && new Set(person.worked),
        days_off: new Set(person.days_off),
        total: row.total_allowance,
        before: (earlier.get(staff_id) ?? [])
          .map(
            ({ closed_total, ...open }) =>
              closed_total ?? calculateAllowance({ ...open, lookups: today.lookups }).total_allowance,
          )
          .filter((total) => total > 0),
      },
      { isHoliday: (day) => holidays.has(day), today: dayOf(now) },
    );
    const acceptedOfPerson = accepted.get(staff_id) ?? [];
    return { ...row, exceptions: found.map((item) => ({ ...item, accepted: findAcceptance(acceptedOfPerson, item) })) };
  });
}

// An acceptance covers a finding only with the basis it was accepted with. More parking, for example, makes a new finding.
function findAcceptance(
  accepted: readonly AcceptedFinding[],
  { kind, day, basis }: AllowanceException,
): AllowanceExceptionRow['accepted'] {
  const found = accepted.find((item) => item.kind === kind && item.day === day && item.basis === basis);
  return found ? { note: found.note, accepted_by: found.accepted_by, accepted_at: found.accepted_at } : null;
}

/** Finds the month, and the earlier months that define the usual figures, oldest first. */
export async function findMonthWithEarlier(
  db: Database,
  month: Month,
): Promise<{ month: MonthRecord; before: MonthRecord[] }> {
  const names = Array.from({ length: TYPICAL_MONTHS + 1 }, (_, i) => addMonths(month, i - TYPICAL_MONTHS));
  const found = await findMonths(db, names);
  return { month: found.at(-1)!, before: found.slice(0, -1) };
}

/** Counts the findings of people and of the month itself that are neither fixed nor accepted. */
export const countUnsettled = (
  rows: readonly Pick<AllowanceRow, 'exceptions'>[],
  ofMonth: readonly AllowanceExceptionRow[],
): number =>
  [{ exceptions: ofMonth }, ...rows].reduce(
    (all, { exceptions }) => all + exceptions.filter((exception) => !exception.accepted).length,
    0,
  );
