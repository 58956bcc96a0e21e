import { cellText } from '@darkroom/domain/order-sheet/cell';
import { foldName } from '@darkroom/domain/text/fold';
import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { suggest, type Suggestion } from '@darkroom/domain/order-sheet/suggest';
import type { MendedCells } from '../draft.ts';
import { troublesOf, type OrderColumn } from './order-columns.ts';
import type { ShownRow } from '../judging/judging.ts';

/** What a cell that names nothing known probably means (decision 086); null where nothing is near. */
export function suggestionFor(row: ShownRow, column: OrderColumn, lists: OrderLists): Suggestion | null {
  if (row.left_out || !row.bad) return null;
  const problem = row.problems.find(({ field }) => field !== 'row' && column.fields.includes(field));
  return problem ? suggest(row.sheet, problem, lists) : null;
}

export const cellsOf = ({ field, text }: Suggestion): MendedCells => ({ [field]: text });

/** Rows whose bad cell says the same words as this row's, itself among them: a misspelt name is rarely misspelt once. */
export function rowsThatSay(rows: readonly ShownRow[], row: ShownRow, column: OrderColumn): number[] {
  const words = (one: ShownRow) => column.fields.map((field) => foldName(cellText(one.sheet.cells[field]))).join('\n');
  const sought = words(row);
  return rows
    .filter((one) => one.bad && troublesOf(one, column).length > 0 && words(one) === sought)
    .map((one) => one.sheet.row);
}
