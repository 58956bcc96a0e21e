import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import type { Overruling } from '@darkroom/domain/order-sheet/evaluate';
import { cellText } from '@darkroom/domain/order-sheet/cell';
import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { suggest, type Suggestion } from '@darkroom/domain/order-sheet/suggest';
import { foldName } from '@darkroom/domain/text/fold';
import type { TFunction } from 'i18next';
import type { ShownRow } from '../validation/validation.ts';
import { errorsOfRow, type OrderColumn } from './order-columns.ts';
import type { OrderFormat } from './use-order-format.ts';

/** What is said of a cell that is good: a few words for the cell itself, and a sentence. */
export interface CellNote {
  readonly short: string;
  readonly long: string;
}

/** What the job has instead of what this cell says, in the page's words. */
function takenText({ field, taken }: Overruling, t: TFunction<'bulk'>, format: OrderFormat): string {
  if (field !== 'job_priority') return taken;
  const priority = JOB_PRIORITIES.find((one) => one === taken);
  return priority ? format.priority(priority) : t('ordinary');
}

/** What of this row an earlier row of its job overrules in a column. */
export const overrulingsOf = (row: ShownRow, column: OrderColumn): readonly Overruling[] =>
  row.overruled.filter(({ field }) => column.fields.includes(field));

/** A text read as thousands where a reader of the page's language may see decimals: `1.234` in English, `1,234` in Vietnamese. */
export const readsAsThousands = (row: ShownRow, { mark }: OrderFormat): boolean =>
  !row.left_out && row.reading.thousands_by === mark;

/** How a cell was understood, where that is not what one would expect: what its job takes instead, or what a number was read as. */
export function notesOf(row: ShownRow, column: OrderColumn, t: TFunction<'bulk'>, format: OrderFormat): CellNote[] {
  const notes = overrulingsOf(row, column).map((overruling) => {
    const words = { row: overruling.row, text: takenText(overruling, t, format) };
    return { short: t('grid.taken', words), long: t('grid.overruled', words) };
  });
  if (column.key !== 'quantity' || !readsAsThousands(row, format)) return notes;
  const text = cellText(row.sheet.cells.quantity);
  const number = format.number(row.reading.quantity);
  return [...notes, { short: t('grid.from', { text }), long: t('grid.asThousands', { text, number }) }];
}

/** Whether a row says anything beside its values, so that it takes two lines. */
export const hasTwoLines = (row: ShownRow | undefined, format: OrderFormat): boolean =>
  row !== undefined && (row.bad || row.repeats !== null || row.overruled.length > 0 || readsAsThousands(row, format));

/** That a row says otherwise than its job, with the columns it does so in; empty where it does not. */
export const differenceOf = ({ overruled }: ShownRow, t: TFunction<'bulk'>): string =>
  overruled.length === 0
    ? ''
    : t('grid.differs', { fields: overruled.map(({ field }) => t(`field.${field}`)).join(', ') });

/** What a cell that names nothing known probably means (decision 086); null where nothing is near. */
export function suggestionFor(row: ShownRow, column: OrderColumn, lists: OrderLists): Suggestion | null {
  if (row.left_out || !row.bad) return null;
  const problem = row.problems.find(({ field }) => field !== 'row' && column.fields.includes(field));
  return problem ? suggest(row.sheet, problem, lists) : null;
}

/** Rows whose bad cell says the same words as this row's, itself among them: a misspelt name is rarely misspelt once. */
export function rowsWithText(rows: readonly ShownRow[], row: ShownRow, column: OrderColumn): number[] {
  const words = (one: ShownRow) => column.fields.map((field) => foldName(cellText(one.sheet.cells[field]))).join('\n');
  const sought = words(row);
  return rows
    .filter((one) => one.bad && errorsOfRow(one, column).length > 0 && words(one) === sought)
    .map((one) => one.sheet.row);
}
