import { isDay, type Day } from '../calendar/day.ts';
import { dayOfDateCell, dayOfSerial } from '../calendar/sheet-day.ts';
import { isFault, type Cell } from './cell.ts';

/** Day first, as the bureau writes: 16/11/2026, 16-11-2026, 16.11.2026, one-digit days and months too. */
const DAY_FIRST = /^(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*[/.-]\s*(\d{4})$/;
const ISO = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/;
/** A time behind a day, `14:30`, `2:30:05 PM`, `2:30 CH`; in universal time only midnight, as exports write a day: any other may be the next day here. */
const TIME =
  /(?:[T\s]|,\s)\s{0,3}(?:00:00(?::00(?:\.0+)?)?Z|\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*(?:AM|PM|SA|CH))?)$/i;

/**
 * The day a cell names: a date cell, a serial number, `dd/mm/yyyy` or ISO, 2000–2100; undefined when it names none. A time of
 * day is dropped, in a text as in a date cell. Month-first dates and two-digit years are refused rather than guessed.
 */
export function readDay(cell: Cell | undefined): Day | undefined {
  if (cell === null || cell === undefined || isFault(cell) || typeof cell === 'boolean') return undefined;
  if (typeof cell === 'number') return dayOfSerial(cell);
  if (cell instanceof Date) return dayOfDateCell(cell);
  const text = cell.trim().replace(TIME, '');
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return compose(dayFirst[3], dayFirst[2], dayFirst[1]);
  const iso = ISO.exec(text);
  return iso ? compose(iso[1], iso[2], iso[3]) : undefined;
}

function compose(year = '', month = '', day = ''): Day | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : undefined;
}
