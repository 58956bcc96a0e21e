import { addMonths, daysOfMonth, monthOf, type Day, type Month } from '../calendar/day.ts';
import { cellText, isBlank, isCellError, type SheetCell } from '../order-sheet/cell.ts';
import { isWeekdayName, splitWeekday } from '../calendar/written-day.ts';
import { findDayQuestion, parseSheetDay, swapDay, type DayQuestion } from '../order-sheet/dates.ts';
import { createHeadingReader, type FieldColumns } from '../order-sheet/heading-words.ts';
import { isTotalRow } from '../order-sheet/total-row.ts';
import { foldForSearch, foldName } from '../text/fold.ts';
import { FEE_KINDS, type DayFees, type FeeKind } from './fees.ts';
import { readFee } from './read-fee.ts';

const COLUMNS = ['full_name', 'username', 'date', ...FEE_KINDS] as const;
type ColumnName = (typeof COLUMNS)[number];

/** Names of each column in both languages, without marks, case or punctuation. */
const HEADINGS: Record<ColumnName, readonly string[]> = {
  full_name: [
    'full name',
    'name',
    'employee',
    'employee name',
    'staff',
    'staff name',
    'ho va ten',
    'ho ten',
    'ten',
    'ten nhan vien',
    'ho ten nhan vien',
    'ho va ten nhan vien',
    'nhan vien',
  ],
  username: ['username', 'ten dang nhap'],
  date: ['date', 'day', 'ngay'],
  meal_fee: ['meal fee', 'meal', 'tien an', 'bua an'],
  parking_fee: ['parking fee', 'parking', 'tien gui xe', 'gui xe'],
  online_fee: ['online fee', 'online', 'phi lam online'],
};
/** Maximum number of title rows above the headings. */
const MAX_TITLE_ROWS = 30;
/** One layer of a month for a thousand people. */
export const MAX_MONTH_CELLS = 31_000;

/** A value of a sheet with its person and day, as written in the sheet. */
export interface MonthCell {
  /** Row number in the sheet, as in a spreadsheet. */
  readonly row: number;
  readonly username: string;
  readonly full_name: string;
  /** A day, or its number in the month that the sheet is read for. Null if it is not a day. */
  readonly day: Day | number | null;
  /** The day with day and month swapped, if their order is unclear. */
  readonly swapped?: Day | null;
  /** Number of times that the day numbers started again before this cell, which is the offset in months. */
  readonly run?: number;
  readonly dayText: string;
  /** Null means the layer that the sheet is read into. */
  readonly kind: FeeKind | null;
  readonly cell: SheetCell;
  /** The row looks like a total. It is one unless a person has that name (Tống is a family name). */
  readonly total?: true;
}

export type MonthSheetReading =
  | {
      readonly ok: true;
      readonly cells: readonly MonthCell[];
      /** Rows in which a cell merged over several days was read for each of them, one entry per cell. */
      readonly overDays: readonly number[];
      /** Question about the order of day and month, if there is one. */
      readonly days: DayQuestion | null;
      /** Runs of day numbers, such as `26–31` and `1–25`. A sheet of one month has one run. */
      readonly runs: readonly DayRun[];
    }
  | { readonly ok: false; readonly code: 'no_heading' | 'no_rows' | 'too_many_rows' };

/** Numbers of days in one month of the sheet. */
export interface DayRun {
  readonly first: number;
  readonly last: number;
}

type Grid = readonly (readonly SheetCell[])[];

/** Merged cells of one row: the row number in the sheet and the columns of the grid. The first column contains the value. */
export interface MergedCells {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

const { fieldOf, headingsAt } = createHeadingReader(HEADINGS);

/** Reads the heading of a day: `1`, `Mon 2`, `T2 02`, `Ngày 2`, `03/11/2026` or a date. Other words are headings of a sum or a week. */
function readDayHeading(cell: SheetCell | undefined): Day | number | undefined {
  const day = typeof cell === 'number' ? undefined : parseSheetDay(cell);
  if (day) return day;
  const text = typeof cell === 'string' ? splitWeekday(cellText(cell)).rest.replace(/^(?:day|ngày)\s+/i, '') : cell;
  const number = typeof text === 'string' && /^\d{1,2}$/.test(text) ? Number(text) : text;
  return typeof number === 'number' && Number.isInteger(number) && number >= 1 && number <= 31 ? number : undefined;
}

interface DayColumn {
  readonly at: number;
  readonly day: Day | number;
  readonly cell: SheetCell;
}

interface Heading {
  readonly index: number;
  readonly columns: FieldColumns<ColumnName>;
  /** Days by column, for a sheet of staff × days. */
  readonly days: readonly DayColumn[];
}

function findHeading(grid: Grid): Heading | undefined {
  for (const first of grid.slice(0, MAX_TITLE_ROWS).keys()) {
    const { index, columns } = headingsAt(grid, first);
    if (columns.username === undefined && columns.full_name === undefined) continue;
    if (columns.date !== undefined && FEE_KINDS.some((kind) => columns[kind] !== undefined))
      return { index, columns, days: [] };
    // Weekdays or a title above the days are a row of their own, above the numbers.
    for (const at of [index, index + 1]) {
      const days = findDayColumns(grid[at] ?? []);
      if (days.length > 0 && (at === index || !hasPersonName(grid[at] ?? [], columns)))
        return { index: at, columns, days };
    }
  }
  return undefined;
}

/** Thursday in English looks like a weekday in Vietnamese without marks. */
const THURSDAY = /^thu\s+\d$/i;

function findDayColumns(line: readonly SheetCell[]): DayColumn[] {
  const days = [...line.entries()].flatMap(([at, cell]) => {
    const day = readDayHeading(cell);
    return day === undefined ? [] : [{ at, day, cell }];
  });
  const isThursday = ({ cell }: DayColumn) => typeof cell === 'string' && THURSDAY.test(cellText(cell));
  const [first, ...others] = days.filter(isThursday);
  const areWeekdays = others.some(({ day }) => (Number(day) - Number(first?.day)) % 7 !== 0);
  return areWeekdays ? days.filter((item) => !isThursday(item)) : days;
}

/** True if a row has a name that is not a repeated heading of its column. */
const hasPersonName = (line: readonly SheetCell[], columns: Heading['columns']): boolean =>
  (['username', 'full_name'] as const).some((name) => {
    const cell = line[columns[name] ?? -1];
    return !isBlank(cell) && fieldOf(cell) !== name;
  });

/** Finds runs of day numbers, left to right. A number that is not above the number before it starts another month. */
function findDayRuns(days: readonly DayColumn[]): {
  readonly runs: DayRun[];
  readonly runAt: ReadonlyMap<number, number>;
} {
  const runs: DayRun[] = [];
  const runAt = new Map<number, number>();
  for (const { at, day } of days) {
    if (typeof day !== 'number') continue;
    const run = runs.at(-1);
    if (run && day > run.last) runs[runs.length - 1] = { ...run, last: day };
    else runs.push({ first: day, last: day });
    runAt.set(at, runs.length - 1);
  }
  return { runs, runAt };
}

/** Finds the columns of names, from 0. */
export function nameColumns(grid: Grid): number[] {
  const columns = findHeading(grid)?.columns;
  return (['full_name', 'username'] as const).flatMap((name) => columns?.[name] ?? []);
}

/**
 * Reads a sheet of entries (person, date, fees) or of staff × days, without validation. Blank cells are ignored, and a cell merged over
 * several days counts for each of them.
 */
export function readMonthSheet(grid: Grid, mergedCells: readonly MergedCells[] = []): MonthSheetReading {
  const heading = findHeading(grid);
  if (!heading) return { ok: false, code: 'no_heading' };
  const { columns, days } = heading;
  const { runs, runAt } = findDayRuns(days);
  const question = findDayQuestion(
    days.length > 0
      ? days.map(({ cell }) => ({ row: heading.index + 1, cell: typeof cell === 'number' ? null : cell }))
      : grid
          .slice(heading.index + 1)
          .map((line, position) => ({ row: heading.index + position + 2, cell: line[columns.date ?? -1] })),
  );
  const describeDay = (at: number, day: DayColumn['day'] | null, cell: SheetCell) => ({
    day,
    dayText: cellText(cell),
    ...(runs.length > 1 && typeof day === 'number' && { run: runAt.get(at) ?? 0 }),
    ...(question && typeof day !== 'number' && { swapped: swapDay(cell, question.texts) ?? null }),
  });
  const cells: MonthCell[] = [];
  const isFigures = createFeeColumnTest(heading);
  const overDays = mergedCells.filter(
    ({ row, from }) => row > heading.index + 1 && days.some(({ at }) => at === from) && !isBlank(grid[row - 1]?.[from]),
  );
  for (let index = heading.index + 1; index < grid.length; index++) {
    const line = grid[index] ?? [];
    const of = (name: ColumnName): SheetCell => line[columns[name] ?? -1] ?? null;
    const personCells = { row: index + 1, username: cellText(of('username')), full_name: cellText(of('full_name')) };
    const merged = overDays.filter(({ row }) => row === index + 1);
    const dayCells =
      days.length > 0
        ? days.map(({ at, day, cell }) => {
            const first = merged.find(({ from, to }) => from < at && at <= to)?.from ?? at;
            return { ...describeDay(at, day, cell), kind: null, cell: line[first] ?? null };
          })
        : FEE_KINDS.filter((kind) => columns[kind] !== undefined).map((kind) => ({
            ...describeDay(-1, parseSheetDay(of('date')) ?? null, of('date')),
            kind,
            cell: of(kind),
          }));
    const filledCells = dayCells.filter(({ cell }) => !isBlank(cell));
    // Weekdays below the numbers of the days are not values.
    if (filledCells.every(({ cell }) => isWeekdayName(cell)) && !hasPersonName(line, columns)) continue;
    const total = isTotalRow(line, isFigures) ? { total: true as const } : {};
    cells.push(...filledCells.map((filledCell) => ({ ...personCells, ...filledCell, ...total })));
    if (cells.length > MAX_MONTH_CELLS) return { ok: false, code: 'too_many_rows' };
  }
  if (cells.length === 0) return { ok: false, code: 'no_rows' };
  return { ok: true, cells, overDays: overDays.map(({ row }) => row), days: question, runs };
}

/** Creates a test for columns of fees, by day or by kind. */
function createFeeColumnTest({ columns, days }: Heading): (column: number) => boolean {
  const fees = new Set([...days.map(({ at }) => at), ...FEE_KINDS.map((kind) => columns[kind])]);
  return (column) => fees.has(column);
}

/** Applies the user's choices to the cells: day and month swapped, and runs of days in the months after the first one. */
export const applyDayResponses = (
  cells: readonly MonthCell[],
  { isSwapped = false, firstMonth }: { readonly isSwapped?: boolean; readonly firstMonth?: Month },
): MonthCell[] =>
  cells.map((cell) => {
    if (isSwapped && cell.swapped !== undefined) return { ...cell, day: cell.swapped };
    if (firstMonth === undefined || cell.run === undefined) return cell;
    return { ...cell, day: resolveDay(cell.day, addMonths(firstMonth, cell.run)) };
  });

/** A person that a sheet can name. */
export interface MonthPerson {
  readonly staff_id: number;
  readonly username: string;
  readonly full_name: string;
}

export type MonthCellError =
  | 'unknown_person'
  | 'two_people'
  | 'other_name'
  | 'not_a_day'
  | 'other_month'
  | 'no_value'
  | 'twice';

/** A change from the sheet. `before` is the saved value that it would replace, and the user confirms it first. */
export interface MonthCellChange {
  readonly staff_id: number;
  readonly date: Day;
  readonly kind: FeeKind;
  readonly change: Partial<DayFees>;
  readonly text: string;
  readonly before: DayFees | null;
}

export interface ValidatedMonth {
  readonly changes: readonly MonthCellChange[];
  readonly refused: readonly { readonly cell: MonthCell; readonly code: MonthCellError }[];
  /** Cells with the saved value. */
  readonly same: number;
  /** Rows of totals, which were left out. */
  readonly totals: readonly number[];
}

interface ExpectedMonth {
  readonly month: Month;
  /** Layer of a staff × days sheet. */
  readonly layer: FeeKind;
  readonly people: readonly MonthPerson[];
  readonly savedFees: (cellKey: { staff_id: number; date: Day }) => DayFees;
}

/** Compares every value of a sheet with the month: the changes, and the reasons for the refused cells. */
export function validateMonthCells(
  cells: readonly MonthCell[],
  { month, layer, people, savedFees }: ExpectedMonth,
): ValidatedMonth {
  const find = createPersonFinder(people);
  const resolvedCells = cells.map((cell): ResolvedCell | MonthCellError => {
    const person = find(cell);
    if (typeof person === 'string') return person;
    const date = resolveDay(cell.day, month);
    if (date === null) return 'not_a_day';
    if (monthOf(date) !== month) return 'other_month';
    const kind = cell.kind ?? layer;
    const change = isCellError(cell.cell) ? null : readFee(kind, cellText(cell.cell));
    return { staff_id: person.staff_id, date, kind, change };
  });
  const values = groupValuesByCell(resolvedCells);
  const changes: MonthCellChange[] = [];
  const refused: { cell: MonthCell; code: MonthCellError }[] = [];
  const handledCells = new Set<string>();
  const totals = new Set<number>();
  let same = 0;
  for (const [index, one] of cells.entries()) {
    const resolved = resolvedCells[index]!;
    if (one.total && resolved === 'unknown_person') {
      totals.add(one.row);
      continue;
    }
    if (typeof resolved === 'string') {
      refused.push({ cell: one, code: resolved });
      continue;
    }
    const { staff_id, date, kind, change } = resolved;
    const cellKey = createCellKey(resolved);
    if (change === null) refused.push({ cell: one, code: 'no_value' });
    // Only the author of the sheet can decide which value is right.
    else if ((values.get(cellKey)?.size ?? 0) > 1) refused.push({ cell: one, code: 'twice' });
    else if (!handledCells.has(cellKey)) {
      handledCells.add(cellKey);
      const savedDay = savedFees({ staff_id, date });
      if (savedDay[kind] === change[kind]) same++;
      else {
        const before = savedDay[kind] === null || savedDay[kind] === 0 ? null : savedDay;
        changes.push({ staff_id, date, kind, change, text: cellText(one.cell), before });
      }
    }
  }
  return { changes, refused, same, totals: [...totals] };
}

const UNREADABLE = Symbol('unreadable');

/** A cell with a known person and day, and its value if it is valid. */
type ResolvedCell = Pick<MonthCellChange, 'staff_id' | 'date' | 'kind'> & { readonly change: Partial<DayFees> | null };

const createCellKey = ({ staff_id, date, kind }: ResolvedCell) => `${staff_id} ${date} ${kind}`;

/**
 * Groups the values of a sheet by person, day and kind. The same value twice counts once, and different or unreadable values contradict
 * each other.
 */
function groupValuesByCell(
  resolvedCells: readonly (ResolvedCell | MonthCellError)[],
): ReadonlyMap<string, ReadonlySet<unknown>> {
  const values = new Map<string, Set<unknown>>();
  for (const resolved of resolvedCells) {
    if (typeof resolved === 'string') continue;
    const cellKey = createCellKey(resolved);
    values.set(
      cellKey,
      (values.get(cellKey) ?? new Set()).add(resolved.change ? resolved.change[resolved.kind] : UNREADABLE),
    );
  }
  return values;
}

/** Returns the day of a cell in the month that its sheet is read for. Null if that month does not have it. */
export function resolveDay(day: MonthCell['day'], month: Month): Day | null {
  return typeof day === 'number' ? (daysOfMonth(month)[day - 1] ?? null) : day;
}

/**
 * Returns a function that finds a person by username or unique name, also without marks. A row whose name and username belong to two people
 * is refused, because the wrong person could be paid.
 */
function createPersonFinder(people: readonly MonthPerson[]) {
  const byUsername = new Map(people.map((person) => [foldName(person.username), person]));
  const byName = new Map<string, MonthPerson | null>();
  for (const person of people) {
    const name = foldName(person.full_name);
    byName.set(name, byName.has(name) ? null : person);
  }
  return ({ username, full_name }: MonthCell): MonthPerson | 'unknown_person' | 'two_people' | 'other_name' => {
    if (username === '') {
      const found = byName.get(foldName(full_name));
      // The first column can contain usernames instead of names.
      return found === null ? 'two_people' : (found ?? byUsername.get(foldName(full_name)) ?? 'unknown_person');
    }
    const found = byUsername.get(foldName(username));
    if (!found) return 'unknown_person';
    return full_name === '' || matchesName(full_name, found) ? found : 'other_name';
  };
}

/** Marks must be those of the person if there are any: Hà is not Hạ. */
function matchesName(written: string, { full_name }: MonthPerson): boolean {
  const name = foldName(written);
  return name === foldName(full_name) || (name === foldForSearch(written) && name === foldForSearch(full_name));
}
