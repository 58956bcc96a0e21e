import { tidyLine } from '../text/fold.ts';
import { cellText, type SheetCell } from './cell.ts';

/** A column with content that is not read. */
export interface UnreadColumn<Field extends string> {
  /** From 0. */
  readonly column: number;
  /** Empty if the column has no heading. */
  readonly heading: string;
  /** Field of the heading if another column (from 0) was already read for it. */
  readonly instead: { readonly field: Field; readonly column: number } | null;
}

/**
 * Finds the columns with content that were not read, in their order.
 *
 * @param columns column of each field
 * @param fieldOf field of a heading
 * @param used columns with content in any row
 */
export function findUnreadColumns<Field extends string>(
  headings: readonly SheetCell[],
  columns: Readonly<Partial<Record<Field, number>>>,
  fieldOf: (heading: SheetCell | undefined) => Field | undefined,
  used: ReadonlySet<number>,
): UnreadColumn<Field>[] {
  const readColumns = new Set(Object.values(columns));
  return [...used]
    .filter((column) => !readColumns.has(column))
    .toSorted((a, b) => a - b)
    .map((column) => {
      const field = fieldOf(headings[column]);
      const usedColumn = field && columns[field];
      const instead = field && usedColumn !== undefined ? { field, column: usedColumn } : null;
      return { column, heading: tidyLine(cellText(headings[column] ?? null)), instead };
    });
}
