import { foldForSearch, stripInvisible } from '../text/fold.ts';
import { FIRST_DAY, isCalendarDay, LAST_DAY, weekday, type Day } from './day.ts';

/** Reason why a text is not an accepted day: it is unreadable, not in the calendar, or out of range. */
export type DayError = 'invalid' | 'no_such_day' | 'day_not_taken';

export type WrittenDay = { readonly ok: true; readonly day: Day } | { readonly ok: false; readonly trouble: DayError };

/** Order of day and month in a text. The bureau writes the day first. */
export type DayOrder = 'day_first' | 'month_first';

/** Day, month and year in numbers: 16/11/2026, 16-11-2026, 16.11.2026, 16 11 2026, also with one-digit days and months. */
const IN_NUMBERS = /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{4})$/;
/** 16112026. Eight digits that are a day of 2000–2100 in this order cannot be year first. */
const RUN_TOGETHER = /^(\d{2})(\d{2})(\d{4})$/;
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
    .map((name, at): [string, number] => [name, at + 1])
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

/** The text without a weekday at its start, and the number of that weekday (0 Sunday) or null. */
export function withoutWeekday(text: string): { readonly rest: string; readonly named: number | null } {
  const small = text.toLowerCase();
  if (!/^[smtwfc]/.test(small)) return { rest: text, named: null };
  for (const [named, pattern] of WEEKDAYS.entries()) {
    const found = pattern.exec(small)?.[0];
    if (found) return { rest: text.slice(found.length), named };
  }
  return { rest: text, named: null };
}

/**
 * Day of a text, day first or year first in every language, within `from` and `to` (decision 077). Month-first days, two-digit years in
 * numbers and a wrong weekday are refused and not guessed.
 */
export function readWrittenDay(
  written: string,
  from: Day = FIRST_DAY,
  to: Day = LAST_DAY,
  order: DayOrder = 'day_first',
): WrittenDay {
  const { rest, named } = withoutWeekday(stripInvisible(written).trim());
  const day = composed(rest, order);
  if (day === null) return { ok: false, trouble: 'invalid' };
  if (!isCalendarDay(day)) return { ok: false, trouble: 'no_such_day' };
  if (named !== null && weekday(day) !== named) return { ok: false, trouble: 'invalid' };
  return day >= from && day <= to ? { ok: true, day } : { ok: false, trouble: 'day_not_taken' };
}

/** Whether a cell has only the name of a weekday. */
export const isWeekday = (cell: unknown): boolean =>
  typeof cell === 'string' && withoutWeekday(`${stripInvisible(cell).trim()} .`).named !== null;

/** Whether a text is a day in three numbers with the year last. Only then can day and month be confused. */
export const isInNumbers = (written: string): boolean =>
  IN_NUMBERS.test(withoutWeekday(stripInvisible(written).trim()).rest);

/** Year, month and day as written, possibly a date that does not exist. Null if the text has none. */
function composed(text: string, order: DayOrder): string | null {
  const numbers = IN_NUMBERS.exec(text);
  if (numbers && order === 'month_first') return compose(numbers[3], numbers[1], numbers[2]);
  const dayFirst = numbers ?? RUN_TOGETHER.exec(text);
  if (dayFirst) return compose(dayFirst[3], dayFirst[2], dayFirst[1]);
  const iso = ISO.exec(text);
  if (iso) return compose(iso[1], iso[2], iso[3]);
  if (!/\d/.test(text)) return null;
  const words = foldForSearch(text);
  const vietnamese = VIETNAMESE.exec(words);
  if (vietnamese) {
    const month = Number(vietnamese[2]) || VIETNAMESE_MONTHS[vietnamese[2] ?? ''];
    return month ? compose(vietnamese[3], String(month), vietnamese[1]) : null;
  }
  const named = NAMED.exec(words);
  if (named) return composeNamed(named[3], named[2], named[1]);
  const nameFirst = NAME_FIRST.exec(words);
  return nameFirst ? composeNamed(nameFirst[3], nameFirst[1], nameFirst[2]) : null;
}

function composeNamed(year?: string, name = '', day?: string): string | null {
  const month = MONTHS.findIndex((one) => one === name || one.slice(0, 3) === name) + 1;
  return month > 0 ? compose(year, String(month), day) : null;
}

const compose = (year = '', month = '', day = ''): string =>
  `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
