import { FIRST_DAY, isDay, LAST_DAY, type Day } from '../calendar/day.ts';
import { dayOfDateCell, dayOfSerial } from '../calendar/sheet-day.ts';
import { isInNumbers, readWrittenDay, type DayOrder, type WrittenDay } from '../calendar/written-day.ts';
import { stripInvisible } from '../text/fold.ts';
import { cellText, isFault, type Cell } from './cell.ts';

/** A time behind a day, `14:30`, `2:30:05 PM`, `2:30 CH`; in universal time only midnight, as exports write a day: any other may be the next day here. */
const TIME =
  /(?:[T\s]|,\s)\s{0,3}(?:00:00(?::00(?:\.0+)?)?Z|\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*(?:AM|PM|SA|CH))?)$/i;

const UNREAD: WrittenDay = { ok: false, trouble: 'invalid' };

/** A written day without a time behind it. */
const withoutTime = (text: string): string => stripInvisible(text).trim().replace(TIME, '');

/**
 * The day a cell names: a date cell, a serial number or a written day (`calendar/written-day`), 2000–2100; otherwise why it names none.
 * A time of day is dropped, in a text as in a date cell.
 */
export function readDayCell(cell: Cell | undefined, order: DayOrder = 'day_first'): WrittenDay {
  if (cell === null || cell === undefined || isFault(cell) || typeof cell === 'boolean') return UNREAD;
  if (typeof cell === 'number') {
    const day = dayOfSerial(cell);
    return day === undefined ? UNREAD : { ok: true, day };
  }
  const text = cell instanceof Date ? (dayOfDateCell(cell) ?? '') : withoutTime(cell);
  return readWrittenDay(text, FIRST_DAY, LAST_DAY, order);
}

/** The day a cell names; undefined when it names none. */
export function readDay(cell: Cell | undefined): Day | undefined {
  const read = readDayCell(cell);
  return read.ok ? read.day : undefined;
}

/** A cell of a column of days, with its row's number in the sheet. */
interface DayCell {
  readonly row: number;
  readonly cell: Cell | undefined;
}

/** A cell whose day and month may be swapped: the day as it is read, and the other one, null where there is none. */
export interface DoubtfulDay {
  readonly row: number;
  readonly text: string;
  readonly read: Day | null;
  readonly swapped: Day | null;
}

/** What has to be asked before a column of days is read. */
export interface DayQuestion {
  readonly doubtful: readonly DoubtfulDay[];
  /** How its texts are read where date cells are swapped: a spreadsheet keeps as text what is no day in its own order. */
  readonly texts: DayOrder;
}

/**
 * The question of a column whose days may have been turned (decision 086): a spreadsheet that reads day and month the other way turns
 * `07/12` into a date cell of another month and keeps `25/12` as text. So it is asked where date cells are mixed with texts in numbers,
 * and where a text can only be read month first.
 */
export function dayQuestion(cells: readonly DayCell[]): DayQuestion | null {
  const texts = new Set<DayOrder | 'either'>();
  let hasTurnable = false;
  for (const { cell } of cells) {
    if (typeof cell !== 'string') hasTurnable ||= swappedDay(cell, 'day_first') !== readDay(cell);
    else if (isInNumbers(withoutTime(cell))) {
      const [day, month] = [readDayCell(cell), readDayCell(cell, 'month_first')];
      if (day.ok !== month.ok) texts.add(day.ok ? 'day_first' : 'month_first');
      else if (day.ok && month.ok && day.day !== month.day) texts.add('either');
    }
  }
  const isMixed = hasTurnable && texts.size > 0;
  if (!isMixed && !texts.has('month_first')) return null;
  const order = texts.has('month_first') || !texts.has('day_first') ? 'month_first' : 'day_first';
  const doubtful = cells.flatMap(({ row, cell }): DoubtfulDay[] => {
    const [read, swapped] = [readDay(cell) ?? null, swappedDay(cell, order) ?? null];
    return read === swapped ? [] : [{ row, text: cellText(cell), read, swapped }];
  });
  return { doubtful, texts: order };
}

/** The day of a cell of a column that was turned: date cells with day and month swapped, texts in an order. */
export function swappedDay(cell: Cell | undefined, texts: DayOrder): Day | undefined {
  if (typeof cell === 'string') {
    const read = readDayCell(cell, texts);
    return read.ok ? read.day : undefined;
  }
  const day = readDay(cell);
  const [year = '', month = '', date = ''] = day?.split('-') ?? [];
  const swapped = `${year}-${date}-${month}`;
  return isDay(swapped) ? swapped : day;
}
