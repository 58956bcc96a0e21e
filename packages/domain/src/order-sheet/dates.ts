import { MIN_DAY, isDay, MAX_DAY, type Day } from '../calendar/day.ts';
import { dayOfDateCell, dayOfSerial } from '../calendar/sheet-day.ts';
import { isNumericDay, readWrittenDay, type DayOrder, type DayReading } from '../calendar/written-day.ts';
import { stripInvisible } from '../text/fold.ts';
import { cellText, isCellError, type SheetCell } from './cell.ts';

/** Time after a day: `14:30`, `2:30:05 PM`, `2:30 CH`. UTC allows only midnight, because other times can be the next day in Bangkok. */
const TIME_SUFFIX =
  /(?:[T\s]|,\s)\s{0,3}(?:00:00(?::00(?:\.0+)?)?Z|\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*(?:AM|PM|SA|CH))?)$/i;

const UNREADABLE: DayReading = { ok: false, error: 'invalid' };

/** Removes the time after a day. */
const removeTime = (text: string): string => stripInvisible(text).trim().replace(TIME_SUFFIX, '');

/**
 * Reads the day of a date cell, a serial number or a text (`calendar/written-day`) from 2000 to 2100, or the reason why there is none. A
 * time of day is dropped.
 */
export function readDayCell(cell: SheetCell | undefined, order: DayOrder = 'day_first'): DayReading {
  if (cell === null || cell === undefined || isCellError(cell) || typeof cell === 'boolean') return UNREADABLE;
  if (typeof cell === 'number') {
    const day = dayOfSerial(cell);
    return day === undefined ? UNREADABLE : { ok: true, day };
  }
  const text = cell instanceof Date ? (dayOfDateCell(cell) ?? '') : removeTime(cell);
  return readWrittenDay(text, MIN_DAY, MAX_DAY, order);
}

/** Reads the day of a cell, or undefined. */
export function parseSheetDay(cell: SheetCell | undefined): Day | undefined {
  const read = readDayCell(cell);
  return read.ok ? read.day : undefined;
}

/** Cell of a column of days, with its row number in the sheet. */
interface DayCell {
  readonly row: number;
  readonly cell: SheetCell | undefined;
}

/** Cell whose day and month can be swapped: the day as read, and the swapped day or null. */
export interface AmbiguousDay {
  readonly row: number;
  readonly text: string;
  readonly read: Day | null;
  readonly swapped: Day | null;
}

/** Question to the user before a column of days is read. */
export interface DayQuestion {
  readonly ambiguous: readonly AmbiguousDay[];
  /** Order of the texts if date cells are swapped. A spreadsheet stores a day as text if it is not valid in its own order. */
  readonly texts: DayOrder;
}

/**
 * Finds a question about a column whose days are perhaps swapped (decision 086). A spreadsheet with the other order stores `07/12` as a
 * date cell and `25/12` as text. So the question is needed for a mixed column, and for a text that is only valid month first.
 */
export function findDayQuestion(cells: readonly DayCell[]): DayQuestion | null {
  const texts = new Set<DayOrder | 'either'>();
  let hasSwappable = false;
  for (const { cell } of cells) {
    if (typeof cell !== 'string') hasSwappable ||= swapDay(cell, 'day_first') !== parseSheetDay(cell);
    else if (isNumericDay(removeTime(cell))) {
      const [day, month] = [readDayCell(cell), readDayCell(cell, 'month_first')];
      if (day.ok !== month.ok) texts.add(day.ok ? 'day_first' : 'month_first');
      else if (day.ok && month.ok && day.day !== month.day) texts.add('either');
    }
  }
  const isMixed = hasSwappable && texts.size > 0;
  if (!isMixed && !texts.has('month_first')) return null;
  const order = texts.has('month_first') || !texts.has('day_first') ? 'month_first' : 'day_first';
  const ambiguous = cells.flatMap(({ row, cell }): AmbiguousDay[] => {
    const [read, swapped] = [parseSheetDay(cell) ?? null, swapDay(cell, order) ?? null];
    return read === swapped ? [] : [{ row, text: cellText(cell), read, swapped }];
  });
  return { ambiguous, texts: order };
}

/** Returns the day of a cell in a swapped column: date cells with day and month swapped, texts in the given order. */
export function swapDay(cell: SheetCell | undefined, texts: DayOrder): Day | undefined {
  if (typeof cell === 'string') {
    const read = readDayCell(cell, texts);
    return read.ok ? read.day : undefined;
  }
  const day = parseSheetDay(cell);
  const [year = '', month = '', date = ''] = day?.split('-') ?? [];
  const swapped = `${year}-${date}-${month}`;
  return isDay(swapped) ? swapped : day;
}
