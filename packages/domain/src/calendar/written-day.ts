import { FIRST_DAY, isCalendarDay, LAST_DAY, type Day } from './day.ts';

/** Why what somebody wrote is none of the days asked for: it cannot be read, the calendar lacks it, or it lies outside the days taken. */
export type DayTrouble = 'invalid' | 'no_such_day' | 'day_not_taken';

export type WrittenDay =
  { readonly ok: true; readonly day: Day } | { readonly ok: false; readonly trouble: DayTrouble };

/** Day first, as the bureau writes: 16/11/2026, 16-11-2026, 16.11.2026, 16 11 2026, one-digit days and months too. */
const DAY_FIRST = /^(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{1,2})(?:\s*[/.-]\s*|\s+)(\d{4})$/;
/** 16112026. Year first cannot be meant by eight digits that are a day of 2000–2100 this way. */
const RUN_TOGETHER = /^(\d{2})(\d{2})(\d{4})$/;
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
/** 16 Nov 2026, as English screens show a day. */
const NAMED = /^(\d{1,2})[\s/.-]*([a-z]{3,9})[\s/.-]*(\d{4})$/i;
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

/**
 * The day a text names, day first or year first, whatever the language of the browser (decision 077). Month-first days and two-digit
 * years are refused rather than guessed. `from` and `to` are the days taken: those the bureau accepts, unless said otherwise.
 */
export function readWrittenDay(written: string, from: Day = FIRST_DAY, to: Day = LAST_DAY): WrittenDay {
  const day = composed(written.trim());
  if (day === null) return { ok: false, trouble: 'invalid' };
  if (!isCalendarDay(day)) return { ok: false, trouble: 'no_such_day' };
  return day >= from && day <= to ? { ok: true, day } : { ok: false, trouble: 'day_not_taken' };
}

/** Year, month and day as they are written; null where a text has not got them. The calendar may lack what comes of it. */
function composed(text: string): string | null {
  const dayFirst = DAY_FIRST.exec(text) ?? RUN_TOGETHER.exec(text);
  if (dayFirst) return compose(dayFirst[3], dayFirst[2], dayFirst[1]);
  const iso = ISO.exec(text);
  if (iso) return compose(iso[1], iso[2], iso[3]);
  const named = NAMED.exec(text);
  const name = named?.[2]?.toLowerCase() ?? '';
  const month = MONTHS.findIndex((one) => one === name || one.slice(0, 3) === name) + 1;
  return named && month > 0 ? compose(named[3], String(month), named[1]) : null;
}

const compose = (year = '', month = '', day = ''): string =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
