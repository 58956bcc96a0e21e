import { lengthOf, weekday, type Day, type Month } from '../calendar/day.ts';
import { toThousandths } from '../money/money.ts';
import { mealOf, transportOf, type AllowanceLookups, type DayFees } from './fees.ts';

/** The version of the formulas below: a closed month keeps the one it was computed with. */
export const FORMULAS = 1;

/** What a person's month is worth, in VND with at most 3 decimals; the first two are days (domain §4). */
export interface AllowanceFigures {
  readonly working_days: number;
  readonly online_days: number;
  readonly daily_transport: number;
  readonly total_transport: number;
  readonly total_meal: number;
  readonly total_internet: number;
  readonly total_electricity: number;
  readonly total_online: number;
  readonly total_allowance: number;
}
export type AllowanceFigure = keyof AllowanceFigures;

/** What is in another figure already, and not once more in the total. */
const PART_OF = {
  daily_transport: 'total_transport',
  total_internet: 'total_online',
  total_electricity: 'total_online',
} as const satisfies Partial<Record<AllowanceFigure, AllowanceFigure>>;
export type AllowancePart = keyof typeof PART_OF;

/** Whether a figure is in another one of those that are shown with it: beside its whole it is told as a part of it. */
export const isPartAmong = (figure: string, shown: readonly string[]): figure is AllowancePart =>
  figure in PART_OF && shown.includes(PART_OF[figure as AllowancePart]);

/** The month's first Sunday, 1 to 7. */
const firstSundayOf = (month: Month): number => 1 + ((7 - weekday(`${month}-01`)) % 7);

/** The days that share out internet and electricity: all but Sundays; a holiday does not change them (spec §9). */
export function workingDaysOf(month: Month): number {
  const days = lengthOf(month);
  return days - Math.ceil((days - firstSundayOf(month) + 1) / 7);
}

export const isSunday = (day: Day): boolean => weekday(day) === 0;

/** Whether a day of this month is a Sunday, for whoever asks it of many. */
export function sundaysOf(month: Month): (day: Day) => boolean {
  const first = firstSundayOf(month);
  return (day) => (Number(day.slice(8)) - first) % 7 === 0;
}

/** Days of one kind: how many of them a month has is all that its figures ask. */
export interface LikeDays extends DayFees {
  /** 1 where it is not said. */
  readonly times?: number;
}

/** A person's month as it was entered: day by day, or the days that are alike together. */
export interface AllowanceMonth {
  readonly month: Month;
  readonly days: readonly LikeDays[];
  /** The month's parking, in VND. */
  readonly parking: number;
  readonly lookups: AllowanceLookups;
}

/** What a month, or several people's, is made of: amounts in VND without a fraction of a thousandth, and the days online. */
interface MadeOf {
  readonly online_days: number;
  readonly transport: number;
  readonly meal: number;
  readonly parking: number;
}

/**
 * What that comes to (domain §4). Only internet and electricity are shared out over the working days: they are kept as whole
 * thousandths before they are divided, so that each figure is exact until it is rounded: once, at its own end, half away from
 * zero. No total is made of rounded parts.
 */
function figuresOf(
  { online_days, ...amounts }: MadeOf,
  working_days: number,
  lookups: Pick<AllowanceLookups, 'internet' | 'electricity'>,
): AllowanceFigures {
  const [transport, meal, parking] = [amounts.transport, amounts.meal, amounts.parking].map(toThousandths) as [
    number,
    number,
    number,
  ];
  const internet = toThousandths(lookups.internet) * online_days;
  const electricity = toThousandths(lookups.electricity) * online_days;
  const shared = (thousandths: number) => roundedQuotient(thousandths, working_days);
  return {
    working_days,
    online_days,
    daily_transport: transport / 1000,
    total_transport: transport / 1000,
    total_meal: meal / 1000,
    total_internet: shared(internet) / 1000,
    total_electricity: shared(electricity) / 1000,
    total_online: shared(internet + electricity) / 1000,
    total_allowance: (transport + meal + parking + shared(internet + electricity)) / 1000,
  };
}

/** What a person's month comes to (domain §4). */
export function allowanceFigures({ month, days, parking, lookups }: AllowanceMonth): AllowanceFigures {
  const over = (worth: (day: DayFees) => number) => sum(days.map((day) => worth(day) * (day.times ?? 1)));
  return figuresOf(
    {
      online_days: over((day) => day.online_fee),
      transport: over((day) => transportOf(day.parking_fee, lookups)) / 1000,
      meal: over((day) => mealOf(day.meal_fee, lookups)) / 1000,
      parking,
    },
    workingDaysOf(month),
    lookups,
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** a ÷ b to a whole number, half away from zero, without a fraction in between: a and b are whole and not negative. */
function roundedQuotient(a: number, b: number): number {
  const rest = a % b;
  return (a - rest) / b + (2 * rest >= b ? 1 : 0);
}

/** What a person's month adds to that of everybody. */
export interface PartOfAll extends Pick<AllowanceFigures, 'online_days' | 'daily_transport' | 'total_meal'> {
  readonly parking: number;
}

/**
 * What several people's month comes to, as it stands below their table: of unrounded parts like every other figure (domain §4), and
 * so up to half a thousandth of a dong a person beside what their rounded figures add up to.
 */
export function sumOfFigures(
  people: readonly PartOfAll[],
  { month, lookups }: Pick<AllowanceMonth, 'month' | 'lookups'>,
): Omit<AllowanceFigures, 'working_days'> & { parking: number } {
  const exact = (amount: 'daily_transport' | 'total_meal' | 'parking') =>
    sum(people.map((one) => toThousandths(one[amount]))) / 1000;
  const parking = exact('parking');
  const { working_days: _days, ...figures } = figuresOf(
    {
      online_days: sum(people.map((one) => one.online_days)),
      transport: exact('daily_transport'),
      meal: exact('total_meal'),
      parking,
    },
    workingDaysOf(month),
    lookups,
  );
  return { ...figures, parking };
}
