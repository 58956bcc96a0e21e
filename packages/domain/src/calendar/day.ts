/** Day in Asia/Bangkok (spec §1), `YYYY-MM-DD`. */
export type Day = string;
/** Month, `YYYY-MM`. */
export type Month = string;
/** Instant in UTC, ISO 8601. */
export type Instant = string;

/** Bangkok has had UTC+7 all year since 1920, so a fixed offset is exact. */
export const BANGKOK_OFFSET_MS = 7 * 3600_000;
const DAY_MS = 86_400_000;

/** Returns the bureau's day at an instant. */
export const dayOf = (instant: Instant | number): Day =>
  new Date((typeof instant === 'number' ? instant : Date.parse(instant)) + BANGKOK_OFFSET_MS)
    .toISOString()
    .slice(0, 10);

/** Returns the first instant of a day: midnight in Bangkok. */
export const startOfDay = (day: Day): Instant =>
  new Date(Date.parse(`${day}T00:00:00Z`) - BANGKOK_OFFSET_MS).toISOString();

export const laterInstant = (one: Instant, other: Instant): Instant =>
  Date.parse(one) >= Date.parse(other) ? one : other;

export const monthOf = (day: Day): Month => day.slice(0, 7);

/** Returns the month of a year and a number. 0 is the December before, 13 the January after. */
export const monthAt = (year: number, month: number): Month =>
  `${year + Math.floor((month - 1) / 12)}-${String(((((month - 1) % 12) + 12) % 12) + 1).padStart(2, '0')}`;

/** Returns the month a number of months later, or earlier if negative. */
export const addMonths = (month: Month, months: number): Month =>
  monthAt(Number(month.slice(0, 4)), Number(month.slice(5, 7)) + months);

/** True if a text is a date of the calendar, in any year. */
export function isCalendarDay(text: string): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** First and last day that the bureau accepts. */
export const MIN_DAY: Day = '2000-01-01';
export const MAX_DAY: Day = '2100-12-31';

/** True if a text is a date that the bureau accepts (2000–2100). */
export const isDay = (text: string): text is Day => isCalendarDay(text) && text >= MIN_DAY && text <= MAX_DAY;

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the whole days from `a` to `b`, negative if `b` is earlier. */
export const daysBetween = (a: Day, b: Day): number =>
  Math.round((Date.parse(`${b}T00:00:00Z`) - Date.parse(`${a}T00:00:00Z`)) / DAY_MS);

/** Returns the weekday: 0 Sunday … 6 Saturday (spec §9). */
export const weekday = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Returns the Monday of a day's week, which can be the day itself. */
export const mondayOf = (day: Day): Day => addDays(day, -((weekday(day) + 6) % 7));

/** Returns the first Monday after a day. */
export const nextMonday = (day: Day): Day => addDays(day, (8 - weekday(day)) % 7 || 7);

/** Returns the days of a month, first to last. */
export function daysOfMonth(month: Month): Day[] {
  const days: Day[] = [];
  for (let day = `${month}-01`; monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  return days;
}

export const countDaysInMonth = (month: Month): number =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();

/** Returns the months between two days, both included. */
export function monthsBetween(from: Day, to: Day): Month[] {
  const months: Month[] = [];
  for (let month = monthOf(from); month <= monthOf(to); month = monthOf(addDays(`${month}-28`, 7))) months.push(month);
  return months;
}
