import { daysOfMonth, weekday, type Day, type Month } from '../calendar/day.ts';
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

/** The days that share out internet and electricity: all but Sundays; a holiday does not change them (spec §9). */
export const workingDaysOf = (month: Month): number => daysOfMonth(month).filter((day) => !isSunday(day)).length;

export const isSunday = (day: Day): boolean => weekday(day) === 0;

/** A person's month as it was entered. */
export interface AllowanceMonth {
  readonly month: Month;
  readonly days: readonly DayFees[];
  /** The month's parking, in VND. */
  readonly parking: number;
  readonly lookups: AllowanceLookups;
}

/**
 * What a person's month comes to (domain §4). Inside, everything is whole thousandths over the working days, so that each figure
 * is exact until it is rounded: once, at its own end, half away from zero. No total is made of rounded parts.
 */
export function allowanceFigures({ month, days, parking, lookups }: AllowanceMonth): AllowanceFigures {
  const working_days = workingDaysOf(month);
  const online_days = days.filter((day) => day.online_fee === 1).length;
  const transport = sum(days.map((day) => transportOf(day.parking_fee, lookups)));
  const meal = sum(days.map((day) => mealOf(day.meal_fee, lookups)));
  const internet = toThousandths(lookups.internet) * online_days;
  const electricity = toThousandths(lookups.electricity) * online_days;
  const whole = (thousandths: number) => thousandths / 1000;
  const shared = (thousandths: number) => roundedQuotient(thousandths, working_days) / 1000;
  return {
    working_days,
    online_days,
    daily_transport: whole(transport),
    total_transport: whole(transport),
    total_meal: whole(meal),
    total_internet: shared(internet),
    total_electricity: shared(electricity),
    total_online: shared(internet + electricity),
    total_allowance: shared((transport + meal + toThousandths(parking)) * working_days + internet + electricity),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** a ÷ b to a whole number, half away from zero, without a fraction in between: a and b are whole and not negative. */
function roundedQuotient(a: number, b: number): number {
  const rest = a % b;
  return (a - rest) / b + (2 * rest >= b ? 1 : 0);
}

/** Figures of several people as they stand below their table: sums of what each is paid, exact to the thousandth. */
export function sumOfFigures(people: readonly AllowanceFigures[]): Omit<AllowanceFigures, 'working_days'> {
  const total = (figure: Exclude<AllowanceFigure, 'working_days' | 'online_days'>) =>
    sum(people.map((one) => toThousandths(one[figure]))) / 1000;
  return {
    online_days: sum(people.map((one) => one.online_days)),
    daily_transport: total('daily_transport'),
    total_transport: total('total_transport'),
    total_meal: total('total_meal'),
    total_internet: total('total_internet'),
    total_electricity: total('total_electricity'),
    total_online: total('total_online'),
    total_allowance: total('total_allowance'),
  };
}
