import type { Day, Month } from '../calendar/day.ts';
import { monthOf } from '../calendar/day.ts';
import { isEmptyDay, LOOKUP_NAMES, type AllowanceLookups, type DayFees, type LookupName } from './fees.ts';
import { createSundayTest } from './figures.ts';

/** Exceptions that are resolved before a month is closed: each is corrected, or accepted with a reason. */
export const EXCEPTION_KINDS = [
  /** A person employed in this month has no entry. */
  'no_entry',
  'on_sunday',
  'on_holiday',
  /** Before the employment starts, or after it ends. */
  'before_start',
  'after_end',
  /** Parking at the bureau and online work on the same day. */
  'online_and_parking',
  /** A meal on a day without a step on a task. Only for people who work on tasks. */
  'meal_without_work',
  /** On a whole day off (decision 173). */
  'on_leave',
  /** More than twice the median of the three months before. */
  'unusual_amount',
  /** An exception of the month: a lookup has another value than when the month before was closed. */
  'lookups_changed',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** One exception of a person, with its day if it has one, or of the month itself. */
export interface AllowanceException {
  readonly kind: ExceptionKind;
  readonly day: Day | null;
  /** Cause as text: the fees of the day, the total or the lookups. Acceptance ends when the cause changes. */
  readonly basis: string;
}

/** Facts of a person in the month that is checked. */
export interface PersonOfMonth {
  readonly entries: readonly (DayFees & { readonly date: Day })[];
  readonly parking: number;
  /** First and last day of employment. Null means open. */
  readonly start: Day | null;
  readonly end: Day | null;
  /** Days with a step on a task. Null if the person's work has no tasks. */
  readonly worked: ReadonlySet<Day> | null;
  /** Whole days off. */
  readonly days_off: ReadonlySet<Day>;
  readonly total: number;
  /** Totals of the three months before, as far as they exist. */
  readonly before: readonly number[];
}

/** True if a person is employed on any day of a month, so that entries are expected. */
export const isEmployedIn = (month: Month, { start, end }: { start: Day | null; end: Day | null }): boolean =>
  (start === null || monthOf(start) <= month) && (end === null || monthOf(end) >= month);

type Entry = PersonOfMonth['entries'][number];

/** Facts that the checks of a single day need. */
interface DayContext {
  readonly person: PersonOfMonth;
  readonly isSunday: (day: Day) => boolean;
  readonly isHoliday: (day: Day) => boolean;
}

/** Checks of a single day, in the order of the result. */
const DAY_CHECKS: readonly (readonly [ExceptionKind, (entry: Entry, context: DayContext) => boolean])[] = [
  ['on_sunday', ({ date }, { isSunday }) => isSunday(date)],
  ['on_holiday', ({ date }, { isHoliday }) => isHoliday(date)],
  ['before_start', ({ date }, { person }) => person.start !== null && date < person.start],
  ['after_end', ({ date }, { person }) => person.end !== null && date > person.end],
  ['online_and_parking', ({ online_fee, parking_fee }) => online_fee === 1 && parking_fee !== null],
  [
    'meal_without_work',
    ({ date, meal_fee, online_fee }, { person }) =>
      meal_fee !== null && online_fee === 0 && person.worked?.has(date) === false && !person.days_off.has(date),
  ],
  ['on_leave', ({ date }, { person }) => person.days_off.has(date)],
];

/**
 * Finds the exceptions of a person's month, day by day. Future days, months and employments have none, because no one can have worked on
 * them yet.
 */
export function findExceptions(
  month: Month,
  person: PersonOfMonth,
  { isHoliday, today }: { isHoliday: (day: Day) => boolean; today: Day },
): AllowanceException[] {
  const exceptions: AllowanceException[] = [];
  const entries = person.entries.filter((entry) => !isEmptyDay(entry)).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const hasBegun = monthOf(today) >= month && (person.start === null || person.start <= today);
  if (entries.length === 0 && person.parking === 0 && hasBegun && isEmployedIn(month, person))
    exceptions.push({ kind: 'no_entry', day: null, basis: NO_VALUE });
  const context: DayContext = { person, isSunday: createSundayTest(month), isHoliday };
  for (const entry of entries) {
    if (entry.date > today) break;
    const { date: day, parking_fee, meal_fee, online_fee } = entry;
    for (const [kind, applies] of DAY_CHECKS)
      if (applies(entry, context))
        exceptions.push({ kind, day, basis: [parking_fee ?? NO_VALUE, meal_fee ?? NO_VALUE, online_fee].join(' ') });
  }
  const typicalTotal = positiveMedian(person.before);
  if (typicalTotal !== null && person.total > 2 * typicalTotal)
    exceptions.push({ kind: 'unusual_amount', day: null, basis: String(person.total) });
  return exceptions;
}

const NO_VALUE = '-';

/** Finds the exceptions of the month itself: lookups that have another value than before. */
export function findMonthExceptions(lookups: AllowanceLookups, before: AllowanceLookups): AllowanceException[] {
  const changed = findChangedLookups(lookups, before);
  if (changed.length === 0) return [];
  const basis = changed.map((name) => `${name} ${stableJson(before[name])} > ${stableJson(lookups[name])}`).join(', ');
  return [{ kind: 'lookups_changed', day: null, basis }];
}

/** Finds the names of the lookups whose value differs. */
export const findChangedLookups = (lookups: AllowanceLookups, before: AllowanceLookups): LookupName[] =>
  LOOKUP_NAMES.filter((name) => stableJson(lookups[name]) !== stableJson(before[name]));

// The database returns object keys in any order.
const stableJson = (value: AllowanceLookups[LookupName]): string =>
  JSON.stringify(typeof value === 'number' ? value : Object.entries(value).toSorted(([x], [y]) => (x < y ? -1 : 1)));

/** Returns the median of some amounts, the mean of the middle two for an even number. Null if there are none, or if the median is 0. */
export function positiveMedian(amounts: readonly number[]): number | null {
  if (amounts.length === 0) return null;
  const sorted = amounts.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  return median > 0 ? median : null;
}
