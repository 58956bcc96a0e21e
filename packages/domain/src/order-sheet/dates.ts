import type { Day } from '../calendar/day.ts';
import { dayOfDateCell, dayOfSerial } from '../calendar/sheet-day.ts';
import { readWrittenDay, type WrittenDay } from '../calendar/written-day.ts';
import { isFault, type Cell } from './cell.ts';

/** A time behind a day, `14:30`, `2:30:05 PM`, `2:30 CH`; in universal time only midnight, as exports write a day: any other may be the next day here. */
const TIME =
  /(?:[T\s]|,\s)\s{0,3}(?:00:00(?::00(?:\.0+)?)?Z|\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*(?:AM|PM|SA|CH))?)$/i;

const UNREAD: WrittenDay = { ok: false, trouble: 'invalid' };

/**
 * The day a cell names: a date cell, a serial number or a written day (`calendar/written-day`), 2000–2100; otherwise why it names none.
 * A time of day is dropped, in a text as in a date cell.
 */
export function readDayCell(cell: Cell | undefined): WrittenDay {
  if (cell === null || cell === undefined || isFault(cell) || typeof cell === 'boolean') return UNREAD;
  if (typeof cell === 'number') {
    const day = dayOfSerial(cell);
    return day === undefined ? UNREAD : { ok: true, day };
  }
  return readWrittenDay(cell instanceof Date ? (dayOfDateCell(cell) ?? '') : cell.trim().replace(TIME, ''));
}

/** The day a cell names; undefined when it names none. */
export function readDay(cell: Cell | undefined): Day | undefined {
  const read = readDayCell(cell);
  return read.ok ? read.day : undefined;
}
