import { tidyLine } from '../text/fold.ts';
import { cellText, type Cell } from './cell.ts';

/** A column that a sheet's rows say something in and nobody reads. */
export interface UnreadColumn<Field extends string> {
  /** From 0. */
  readonly column: number;
  /** Empty where it has none. */
  readonly heading: string;
  /** What it is headed as where another column (from 0) was read for that already. */
  readonly instead: { readonly field: Field; readonly column: number } | null;
}

/**
 * The columns that were read for nothing, in their order.
 *
 * @param columns where each field's column stands
 * @param fieldOf what a heading names
 * @param used the columns in which some row says something
 */
export function unreadColumns<Field extends string>(
  headings: readonly Cell[],
  columns: Readonly<Partial<Record<Field, number>>>,
  fieldOf: (heading: Cell | undefined) => Field | undefined,
  used: ReadonlySet<number>,
): UnreadColumn<Field>[] {
  const read = new Set(Object.values(columns));
  return [...used]
    .filter((column) => !read.has(column))
    .toSorted((a, b) => a - b)
    .map((column) => {
      const field = fieldOf(headings[column]);
      const taken = field && columns[field];
      const instead = field && taken !== undefined ? { field, column: taken } : null;
      return { column, heading: tidyLine(cellText(headings[column] ?? null)), instead };
    });
}
