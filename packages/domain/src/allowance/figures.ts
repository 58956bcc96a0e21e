import { countDaysInMonth, weekday, type Day, type Month } from '../calendar/day.ts';
import { toThousandths } from '../money/money.ts';
import { getMealValue, getTransportValue, type AllowanceLookups, type DayFees } from './fees.ts';

/** Version of the formulas below. A closed month stores the version of its calculation. */
export const FORMULA_VERSION = 1;

/** Figures of a person's month, in VND with at most 3 decimals. The first two are days (domain §4). */
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

/** Figures that are part of another figure, and so not added to the total again. */
const PARENT_FIGURE = {
  daily_transport: 'total_transport',
  total_internet: 'total_online',
  total_electricity: 'total_online',
} as const satisfies Partial<Record<AllowanceFigure, AllowanceFigure>>;
export type AllowancePart = keyof typeof PARENT_FIGURE;

/** True if a figure is part of another figure that is shown with it. */
export const isPartOfShown = (figure: string, shown: readonly string[]): figure is AllowancePart =>
  figure in PARENT_FIGURE && shown.includes(PARENT_FIGURE[figure as AllowancePart]);

/** Finds the month's first Sunday, 1 to 7. */
const findFirstSunday = (month: Month): number => 1 + ((7 - weekday(`${month}-01`)) % 7);

/**
 * Counts the working days of a month, the divisor of internet and electricity: all days except Sundays. Holidays count as working days
 * (spec §9).
 */
export function countWorkingDays(month: Month): number {
  const days = countDaysInMonth(month);
  return days - Math.ceil((days - findFirstSunday(month) + 1) / 7);
}

export const isSunday = (day: Day): boolean => weekday(day) === 0;

/** Creates a test for the Sundays of a month that is fast for many days. */
export function createSundayTest(month: Month): (day: Day) => boolean {
  const first = findFirstSunday(month);
  return (day) => (Number(day.slice(8)) - first) % 7 === 0;
}

/** A group of days with equal fees. The figures need only their number. */
export interface EqualDays extends DayFees {
  /** Number of days, 1 if absent. */
  readonly times?: number;
}

/** A person's entries of a month, as single days or as groups of equal days. */
export interface AllowanceMonth {
  readonly month: Month;
  readonly days: readonly EqualDays[];
  /** The month's parking, in VND. */
  readonly parking: number;
  readonly lookups: AllowanceLookups;
}

/** Inputs of the figures of one or several people: amounts in whole thousandths of a dong, and the online days. */
interface FigureInputs {
  readonly online_days: number;
  readonly transport: number;
  readonly meal: number;
  readonly parking: number;
}

/**
 * Calculates the figures of these inputs (domain §4), in whole thousandths until the one division. Each figure is rounded once at its end,
 * half away from zero, and no total is made of rounded parts.
 */
function calculateFigures(
  { online_days, ...amounts }: FigureInputs,
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
  const perWorkingDay = (thousandths: number) => roundedQuotient(thousandths, working_days);
  return {
    working_days,
    online_days,
    daily_transport: transport / 1000,
    total_transport: transport / 1000,
    total_meal: meal / 1000,
    total_internet: perWorkingDay(internet) / 1000,
    total_electricity: perWorkingDay(electricity) / 1000,
    total_online: perWorkingDay(internet + electricity) / 1000,
    total_allowance: (transport + meal + parking + perWorkingDay(internet + electricity)) / 1000,
  };
}

/** Calculates the figures of a person's month (domain §4). */
export function calculateAllowance({ month, days, parking, lookups }: AllowanceMonth): AllowanceFigures {
  const sumOverDays = (dayValue: (day: DayFees) => number) => sum(days.map((day) => dayValue(day) * (day.times ?? 1)));
  return calculateFigures(
    {
      online_days: sumOverDays((day) => day.online_fee),
      transport: sumOverDays((day) => getTransportValue(day.parking_fee, lookups)) / 1000,
      meal: sumOverDays((day) => getMealValue(day.meal_fee, lookups)) / 1000,
      parking,
    },
    countWorkingDays(month),
    lookups,
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Returns a ÷ b as a whole number, rounded half away from zero without a fraction in between. Both are whole and not negative. */
function roundedQuotient(a: number, b: number): number {
  const remainder = a % b;
  return (a - remainder) / b + (2 * remainder >= b ? 1 : 0);
}

/** Contribution of one person to the sum of all. */
export interface PersonContribution extends Pick<AllowanceFigures, 'online_days' | 'daily_transport' | 'total_meal'> {
  readonly parking: number;
}

/**
 * Calculates the sum of several people's month, shown below their table. It is made of unrounded parts (domain §4). It can differ from the
 * sum of the rounded figures by half a thousandth of a dong per person.
 */
export function sumAllowances(
  people: readonly PersonContribution[],
  { month, lookups }: Pick<AllowanceMonth, 'month' | 'lookups'>,
): Omit<AllowanceFigures, 'working_days'> & { parking: number } {
  const sumExactly = (amount: 'daily_transport' | 'total_meal' | 'parking') =>
    sum(people.map((person) => toThousandths(person[amount]))) / 1000;
  const parking = sumExactly('parking');
  const { working_days: _days, ...figures } = calculateFigures(
    {
      online_days: sum(people.map((person) => person.online_days)),
      transport: sumExactly('daily_transport'),
      meal: sumExactly('total_meal'),
      parking,
    },
    countWorkingDays(month),
    lookups,
  );
  return { ...figures, parking };
}
