import { foldForSearch, stripInvisible } from '../text/fold.ts';
import { MIN_DAY, isCalendarDay, MAX_DAY, weekday, type Day } from './day.ts';

/** Reason why a text is not an accepted day: it is unreadable, not in the calendar, or out of range. */
export type DayError = 'invalid' | 'no_such_day' | 'day_not_taken';

export type DayReading = { readonly ok: true; readonly day: Day } | { readonly ok: false; readonly error: DayError };

/** Order of day and month in a text. The bureau writes the day first. */
export type DayOrder = 'day_first' | 'month_first';

/** Day, month and year in numbers: 16/11/2026, 16-11-2026, 16.11.2026, 16 11 2026, also with one-digit days and months. */
const NUMERIC = /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{4})$/;
/** 16112026. Eight digits that are a day of 2000–2100 in this order cannot be year first. */
const COMPACT = /^(\d{2})(\d{2})(\d{4})$/;
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
/** 16 Nov 2026, 16-Nov-26: the name separates the day from the year. */
const NAMED = /^(\d{1,2})[\s/.-]*([a-z]{3,9})[\s/.-]*(\d{4}|\d{2})$/;
/** November 16, 2026. */
const NAME_FIRST = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})$/;
/** ngày 16 tháng 11 năm 2026, 16-thg 11-26 (Vietnamese spreadsheets), 16 Tháng Mười Một 2026. Marks are removed before. */
const VIETNAMESE =
  /^(?:ngay\s+)?(\d{1,2})[\s,/.-]*(?:thang|thg)\.?\s*(\d{1,2}|[a-z]+(?: (?:mot|hai))?)[\s,/.-]*(?:nam\s+)?(\d{4}|\d{2})$/;
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const VIETNAMESE_MONTHS: Readonly<Record<string, number>> = Object.fromEntries(
  ['mot', 'hai', 'ba', 'tu', 'nam', 'sau', 'bay', 'tam', 'chin', 'muoi', 'muoi mot', 'muoi hai']
    .map((name, index): [string, number] => [name, index + 1])
    .concat([
      ['gieng', 1],
      ['chap', 12],
    ]),
);
/** Names of the weekdays from Sunday, as both languages write them before a day. */
const WEEKDAYS = [
  'sunday|sun|chủ nhật|cn',
  'monday|mon|thứ (?:2|hai)|t ?2',
  'tuesday|tues?|thứ (?:3|ba)|t ?3',
  'wednesday|wed|thứ (?:4|tư)|t ?4',
  'thursday|thur?s?|thứ (?:5|năm)|t ?5',
  'friday|fri|thứ (?:6|sáu)|t ?6',
  'saturday|sat|thứ (?:7|bảy)|t ?7',
].map((names) => new RegExp(`^(?:${names})(?=[\\s,.(–-])[\\s,.(–-]+(?=\\S)`));

/** Removes a weekday from the start of the text. Returns the rest and the number of that weekday (0 Sunday) or null. */
export function splitWeekday(text: string): { readonly rest: string; readonly weekdayNumber: number | null } {
  const lowerCase = text.toLowerCase();
  if (!/^[smtwfc]/.test(lowerCase)) return { rest: text, weekdayNumber: null };
  for (const [weekdayNumber, pattern] of WEEKDAYS.entries()) {
    const found = pattern.exec(lowerCase)?.[0];
    if (found) return { rest: text.slice(found.length), weekdayNumber };
  }
  return { rest: text, weekdayNumber: null };
}

/**
 * Reads the day of a text, day first or year first in every language, within `from` and `to` (decision 077). Refuses month-first days,
 * two-digit years in numbers and a wrong weekday.
 */
export function readWrittenDay(
  written: string,
  from: Day = MIN_DAY,
  to: Day = MAX_DAY,
  order: DayOrder = 'day_first',
): DayReading {
  const { rest, weekdayNumber } = splitWeekday(stripInvisible(written).trim());
  const day = toIsoDay(rest, order);
  if (day === null) return { ok: false, error: 'invalid' };
  if (!isCalendarDay(day)) return { ok: false, error: 'no_such_day' };
  if (weekdayNumber !== null && weekday(day) !== weekdayNumber) return { ok: false, error: 'invalid' };
  return day >= from && day <= to ? { ok: true, day } : { ok: false, error: 'day_not_taken' };
}

/** True if a cell has only the name of a weekday. */
export const isWeekdayName = (cell: unknown): boolean =>
  typeof cell === 'string' && splitWeekday(`${stripInvisible(cell).trim()} .`).weekdayNumber !== null;

/** True if a text is a day in three numbers with the year last. Only then can day and month be confused. */
export const isNumericDay = (written: string): boolean =>
  NUMERIC.test(splitWeekday(stripInvisible(written).trim()).rest);

/** Returns year, month and day as written, possibly a date that does not exist. Null if the text has none. */
function toIsoDay(text: string, order: DayOrder): string | null {
  const numbers = NUMERIC.exec(text);
  if (numbers && order === 'month_first') return joinIsoDay(numbers[3], numbers[1], numbers[2]);
  const dayFirst = numbers ?? COMPACT.exec(text);
  if (dayFirst) return joinIsoDay(dayFirst[3], dayFirst[2], dayFirst[1]);
  const iso = ISO.exec(text);
  if (iso) return joinIsoDay(iso[1], iso[2], iso[3]);
  if (!/\d/.test(text)) return null;
  const words = foldForSearch(text);
  const vietnamese = VIETNAMESE.exec(words);
  if (vietnamese) {
    const month = Number(vietnamese[2]) || VIETNAMESE_MONTHS[vietnamese[2] ?? ''];
    return month ? joinIsoDay(vietnamese[3], String(month), vietnamese[1]) : null;
  }
  const named = NAMED.exec(words);
  if (named) return joinNamedDay(named[3], named[2], named[1]);
  const nameFirst = NAME_FIRST.exec(words);
  return nameFirst ? joinNamedDay(nameFirst[3], nameFirst[1], nameFirst[2]) : null;
}

function joinNamedDay(year?: string, name = '', day?: string): string | null {
  const month = MONTHS.findIndex((item) => item === name || item.slice(0, 3) === name) + 1;
  return month > 0 ? joinIsoDay(year, String(month), day) : null;
}

const joinIsoDay = (year = '', month = '', day = ''): string =>
  `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
