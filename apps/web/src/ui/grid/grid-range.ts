import { readDelimited } from '@darkroom/domain/text/delimited';
import { stripInvisible } from '@darkroom/domain/text/fold';

/** A cell by its row's id, so that it stays the same when other rows change. */
export interface CellPosition {
  readonly id: number;
  readonly column: number;
}

/** The active cell, and the start of its range. */
export interface Selected {
  readonly active: CellPosition;
  readonly anchor: CellPosition;
}

/** A rectangle of cells by list index, both ends included. */
export interface Range {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Returns the rectangle between two cells. Null if a cell is not in the list any more. */
export function toRange(selected: Selected | null, indexOf: ReadonlyMap<number, number>): Range | null {
  if (!selected) return null;
  const to = indexOf.get(selected.active.id);
  if (to === undefined) return null;
  const from = indexOf.get(selected.anchor.id) ?? to;
  const columns = [selected.anchor.column, selected.active.column];
  return {
    top: Math.min(from, to),
    bottom: Math.max(from, to),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
}

/** Lists the cells of a range, row by row. */
export const listCells = ({ top, bottom, left, right }: Range): { index: number; column: number }[] =>
  Array.from({ length: bottom - top + 1 }, (_row, down) =>
    Array.from({ length: right - left + 1 }, (_cell, along) => ({ index: top + down, column: left + along })),
  ).flat();

/** Returns the smallest rectangle with all of these cells. */
export function getBoundingRange(cells: readonly { index: number; column: number }[]): Range {
  let [top, bottom, left, right] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { index, column } of cells) {
    [top, bottom] = [Math.min(top, index), Math.max(bottom, index)];
    [left, right] = [Math.min(left, column), Math.max(right, column)];
  }
  return { top, bottom, left, right };
}

/** Parses cells copied from a spreadsheet: rows by line, cells by tab. */
export const parseCopied = (text: string): string[][] =>
  readDelimited(text, { delimiter: '\t', isCopied: true }).rows.map((row) => row.map(stripInvisible));

/** Returns the targets of copied cells. A single cell fills the whole range. Several cells go down and right from its first cell. */
export function toPastedCells(
  copied: readonly (readonly string[])[],
  range: Range,
): { index: number; column: number; text: string }[] {
  const [only] = copied[0] ?? [];
  if (copied.length === 1 && copied[0]?.length === 1 && only !== undefined) {
    return listCells(range).map((cell) => ({ ...cell, text: only }));
  }
  return copied.flatMap((line, down) =>
    line.map((text, along) => ({ index: range.top + down, column: range.left + along, text })),
  );
}

type Item<Row> =
  | { readonly key: string; readonly heading: string }
  | { readonly key: number; readonly row: Row; readonly at: number };

/** Returns rows under their headings. Each row has its index without the headings. */
export function toGridItems<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  groupOf: ((row: Row) => string) | undefined,
) {
  const items: Item<Row>[] = [];
  const itemOf: number[] = [];
  let last: string | undefined;
  for (const [index, row] of rows.entries()) {
    const heading = groupOf?.(row);
    if (heading !== undefined && heading !== last) items.push({ key: `group ${heading}`, heading });
    last = heading;
    itemOf.push(items.length);
    items.push({ key: idOf(row), row, at: index });
  }
  return { items, itemOf };
}
