import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import type { OverruledValue } from '@darkroom/domain/order-sheet/validate-orders';
import { cellText } from '@darkroom/domain/order-sheet/cell';
import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { suggestName, type Suggestion } from '@darkroom/domain/order-sheet/suggest';
import { foldName } from '@darkroom/domain/text/fold';
import type { TFunction } from 'i18next';
import type { OrderGridRow } from '../validation/validation.ts';
import { findCellErrors, type OrderColumn } from './order-columns.ts';
import type { OrderFormat } from './use-order-format.ts';

/** Note on a valid cell: short text for the cell and a full sentence. */
export interface CellNote {
  readonly short: string;
  readonly long: string;
}

/** Formats the value that the job uses instead of the cell's value. */
function formatTakenValue({ field, taken }: OverruledValue, t: TFunction<'bulk'>, format: OrderFormat): string {
  if (field !== 'job_priority') return taken;
  const priority = JOB_PRIORITIES.find((item) => item === taken);
  return priority ? format.priority(priority) : t('ordinary');
}

/** Finds the values in a column that an earlier row of the same job overrules. */
export const findOverrulings = (row: OrderGridRow, column: OrderColumn): readonly OverruledValue[] =>
  row.overruled.filter(({ field }) => column.fields.includes(field));

/** True for a text that is read as thousands but could mean decimals in the page's language: `1.234` in English, `1,234` in Vietnamese. */
export const isReadAsThousands = (row: OrderGridRow, { decimalMark }: OrderFormat): boolean =>
  !row.left_out && row.reading.thousands_by === decimalMark;

/** Returns notes on unexpected readings of a cell: the job uses another value, or a number could mean something else. */
export function getCellNotes(
  row: OrderGridRow,
  column: OrderColumn,
  t: TFunction<'bulk'>,
  format: OrderFormat,
): CellNote[] {
  const notes = findOverrulings(row, column).map((overruling) => {
    const words = { row: overruling.row, text: formatTakenValue(overruling, t, format) };
    return { short: t('grid.valueOfJob', words), long: t('grid.overruled', words) };
  });
  if (column.key !== 'quantity' || !isReadAsThousands(row, format)) return notes;
  const text = cellText(row.sheet.cells.quantity);
  const number = format.number(row.reading.quantity);
  return [...notes, { short: t('grid.from', { text }), long: t('grid.asThousands', { text, number }) }];
}

/** True if a row has notes next to its values and takes two lines. */
export const hasTwoLines = (row: OrderGridRow | undefined, format: OrderFormat): boolean =>
  row !== undefined &&
  (row.hasProblem || row.repeats !== null || row.overruled.length > 0 || isReadAsThousands(row, format));

/** Describes the difference between a row and its job, with the columns. Empty without a difference. */
export const describeDifference = ({ overruled }: OrderGridRow, t: TFunction<'bulk'>): string =>
  overruled.length === 0
    ? ''
    : t('grid.differs', { fields: overruled.map(({ field }) => t(`field.${field}`)).join(', ') });

/** Finds the probable meaning of an unknown name (decision 086). Null if no name is similar. */
export function findSuggestion(row: OrderGridRow, column: OrderColumn, lists: OrderLists): Suggestion | null {
  if (row.left_out || !row.hasProblem) return null;
  const problem = row.problems.find(({ field }) => field !== 'row' && column.fields.includes(field));
  return problem ? suggestName(row.sheet, problem, lists) : null;
}

/** Finds the rows with the same text in the same invalid cell, including this row, because a misspelt name often repeats. */
export function findRowsWithText(rows: readonly OrderGridRow[], row: OrderGridRow, column: OrderColumn): number[] {
  const words = (one: OrderGridRow) =>
    column.fields.map((field) => foldName(cellText(one.sheet.cells[field]))).join('\n');
  const wantedText = words(row);
  return rows
    .filter((item) => item.hasProblem && findCellErrors(item, column).length > 0 && words(item) === wantedText)
    .map((item) => item.sheet.row);
}
