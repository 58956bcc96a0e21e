import type { Day, Month } from '../calendar/day.ts';
import { monthOf } from '../calendar/day.ts';
import { isEmptyDay, LOOKUP_NAMES, type AllowanceLookups, type DayFees, type LookupName } from './fees.ts';
import { sundaysOf } from './figures.ts';

/** What is looked at before a month is closed: each can be mended, or accepted with a word. */
export const EXCEPTION_KINDS = [
  /** Somebody employed in this month has no entry at all. */
  'no_entry',
  'on_sunday',
  'on_holiday',
  /** Before the employment starts, or after it ends. */
  'before_start',
  'after_end',
  /** Parked at the bureau and worked online on one day. */
  'online_and_parking',
  /** A meal on a day on which somebody who works on tasks did nothing on any, neither here nor online. */
  'meal_without_work',
  /** More than twice the median of the three months before. */
  'unusual_amount',
  /** Of the month itself: a lookup is worth something else than when the last month before was closed. */
  'lookups_changed',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** One thing to look at: of a person, and of a day where it is about one; or of the month itself. */
export interface AllowanceException {
  readonly kind: ExceptionKind;
  readonly day: Day | null;
  /** What it was found in, written out: the day's fees, the total, the lookups. It is let stand with that and nothing later. */
  readonly basis: string;
}

/** What is known of a person when their month is looked through. */
export interface PersonOfMonth {
  readonly entries: readonly (DayFees & { readonly date: Day })[];
  readonly parking: number;
  /** First and last day of employment; null where it is open. */
  readonly start: Day | null;
  readonly end: Day | null;
  /** The days on which they moved a task; null for those whose work is not tasks. */
  readonly worked: ReadonlySet<Day> | null;
  readonly total: number;
  /** Their totals of the three months before, where there were any. */
  readonly before: readonly number[];
}

/** Whether somebody is employed on any day of a month, and so expected in it. */
export const isEmployedIn = (month: Month, { start, end }: { start: Day | null; end: Day | null }): boolean =>
  (start === null || monthOf(start) <= month) && (end === null || monthOf(end) >= month);

type Entry = PersonOfMonth['entries'][number];

/** What is known of the month whose days are looked at. */
interface LookedAt {
  readonly person: PersonOfMonth;
  readonly isSunday: (day: Day) => boolean;
  readonly isHoliday: (day: Day) => boolean;
}

/** What is looked at day by day, in the order in which it is told. */
const OF_A_DAY: readonly (readonly [ExceptionKind, (entry: Entry, of: LookedAt) => boolean])[] = [
  ['on_sunday', ({ date }, { isSunday }) => isSunday(date)],
  ['on_holiday', ({ date }, { isHoliday }) => isHoliday(date)],
  ['before_start', ({ date }, { person }) => person.start !== null && date < person.start],
  ['after_end', ({ date }, { person }) => person.end !== null && date > person.end],
  ['online_and_parking', ({ online_fee, parking_fee }) => online_fee === 1 && parking_fee !== null],
  [
    'meal_without_work',
    ({ date, meal_fee, online_fee }, { person }) =>
      meal_fee !== null && online_fee === 0 && person.worked?.has(date) === false,
  ],
];

/**
 * Everything of a person's month that somebody should look at before it is closed, day by day. What is entered ahead is no matter
 * before its day has come: nobody can have worked then. Nor is it one that nothing is entered of a month or an employment to come.
 */
export function exceptionsOf(
  month: Month,
  person: PersonOfMonth,
  { isHoliday, today }: { isHoliday: (day: Day) => boolean; today: Day },
): AllowanceException[] {
  const found: AllowanceException[] = [];
  const entries = person.entries.filter((entry) => !isEmptyDay(entry)).toSorted((a, b) => (a.date < b.date ? -1 : 1));
  const hasBegun = monthOf(today) >= month && (person.start === null || person.start <= today);
  if (entries.length === 0 && person.parking === 0 && hasBegun && isEmployedIn(month, person))
    found.push({ kind: 'no_entry', day: null, basis: NOTHING });
  const of: LookedAt = { person, isSunday: sundaysOf(month), isHoliday };
  for (const entry of entries) {
    if (entry.date > today) break;
    const { date: day, parking_fee, meal_fee, online_fee } = entry;
    for (const [kind, is] of OF_A_DAY)
      if (is(entry, of))
        found.push({ kind, day, basis: [parking_fee ?? NOTHING, meal_fee ?? NOTHING, online_fee].join(' ') });
  }
  const usual = medianOf(person.before);
  if (usual !== null && person.total > 2 * usual)
    found.push({ kind: 'unusual_amount', day: null, basis: String(person.total) });
  return found;
}

const NOTHING = '-';

/** What of the month itself should be looked at: lookups that are worth something else than they were before. */
export function exceptionsOfMonth(lookups: AllowanceLookups, before: AllowanceLookups): AllowanceException[] {
  const changed = changedLookups(lookups, before);
  if (changed.length === 0) return [];
  const basis = changed.map((name) => `${name} ${written(before[name])} > ${written(lookups[name])}`).join(', ');
  return [{ kind: 'lookups_changed', day: null, basis }];
}

/** Which lookups are worth something else. */
export const changedLookups = (lookups: AllowanceLookups, before: AllowanceLookups): LookupName[] =>
  LOOKUP_NAMES.filter((name) => written(lookups[name]) !== written(before[name]));

// Keys of an object out of the database stand in no order of ours.
const written = (value: AllowanceLookups[LookupName]): string =>
  JSON.stringify(typeof value === 'number' ? value : Object.entries(value).toSorted(([x], [y]) => (x < y ? -1 : 1)));

/** The middle of some amounts, of an even number the mean of the two; null of none, or where nothing was usual. */
export function medianOf(amounts: readonly number[]): number | null {
  if (amounts.length === 0) return null;
  const sorted = amounts.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  return median > 0 ? median : null;
}
