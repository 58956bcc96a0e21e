import { useMemo, useState } from 'react';
import { kindOf, type Column, type ColumnKind } from '../data-table-row.tsx';

/** Width of one checkbox or arrow before the columns. */
export const CONTROL = 32;
/** The least width that a user can set. Names shrink to it before the table scrolls. */
export const NARROWEST = 72;
export const WIDEST = 800;
const LEAST: Record<ColumnKind, number> = { exact: 84, name: 140, text: 120 };

/** Widths set by the user, by column. */
export type OwnWidths = Readonly<Record<string, number>>;

export interface Layout {
  widths: ReadonlyMap<string, number>;
  /** Columns without space. */
  left: ReadonlySet<string>;
}

type Declared = Pick<Column<never>, 'key' | 'kind' | 'width' | 'min' | 'grow' | 'leaves' | 'sort'>;

const declaredWidth = (column: Declared): number =>
  (kindOf(column) === 'exact' ? column.width : (column.min ?? column.width)) ?? LEAST[kindOf(column)];

const isOrderedBy = ({ sort: field }: Declared, sort: string | undefined): boolean =>
  field !== undefined && field === sort?.replace(/^-/, '');

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/**
 * Distributes the width among the columns as declared. Whole columns are dropped, `leaves: 1` first, before any shrinks below its
 * declared width. The sort column stays.
 */
export function layOut(
  columns: readonly Declared[],
  room: number,
  { own = {}, sort }: { own?: OwnWidths; sort?: string | undefined } = {},
): Layout {
  const widths = new Map(columns.map((column) => [column.key, own[column.key] ?? declaredWidth(column)]));
  const leaving = columns
    .filter((column) => column.leaves !== undefined && !isOrderedBy(column, sort))
    .toSorted((a, b) => a.leaves! - b.leaves!);
  const left = new Map<string, number>();
  // A column widened by the user drops no other column. The table scrolls sideways.
  const needed = (column: Declared) => Math.min(own[column.key] ?? Infinity, declaredWidth(column));
  let spare = room - sum(columns.map(needed));
  for (const column of leaving) {
    if (spare >= 0) break;
    const width = needed(column);
    left.set(column.key, width);
    spare += width;
  }
  // A dropped wide column can leave space for a narrow one that was dropped before it.
  for (const [key, width] of [...left].toReversed())
    if (width <= spare) {
      left.delete(key);
      spare -= width;
    }
  for (const key of left.keys()) widths.delete(key);
  const staying = columns.filter(({ key }) => !left.has(key));
  spare = room - sum(widths.values());
  const elastic = staying.filter((column) => kindOf(column) !== 'exact' && own[column.key] === undefined);
  if (spare >= 0) {
    const growing = elastic.length > 0 ? elastic : staying.slice(0, 1);
    const shares = sum(growing.map(({ grow = 1 }) => grow));
    for (const { key, grow = 1 } of growing) widths.set(key, widths.get(key)! + (spare * grow) / shares);
  } else {
    const give = sum(elastic.map(({ key }) => Math.max(0, widths.get(key)! - NARROWEST)));
    const part = give === 0 ? 0 : Math.min(1, -spare / give);
    for (const { key } of elastic) widths.set(key, widths.get(key)! - Math.max(0, widths.get(key)! - NARROWEST) * part);
  }
  return { widths, left: new Set(left.keys()) };
}

interface Options<R> {
  columns: readonly Column<R>[];
  rows: readonly R[] | undefined;
  /** The rows still belong to another page or filter. */
  busy: boolean;
  /** The list's query. */
  asked: string | undefined;
  sort: string | undefined;
  /** The width for the columns. Undefined before the table is drawn, or without columns. */
  room: number | undefined;
  own: OwnWidths;
}

export interface Widths<R> {
  columns: readonly Column<R>[];
  widths: ReadonlyMap<string, number>;
  /** Chosen columns that are not shown, with the reason. */
  apart: ReadonlyMap<string, 'empty' | 'noRoom'>;
}

/** The columns of a table with their widths: empty ones are hidden, the others share the width. Nothing is measured. */
export function useWidths<R>({ columns, rows, busy, asked, sort, room, own }: Options<R>): Widths<R> {
  const filled = useFilledColumns({ columns, rows, busy, asked });
  const layout = useMemo(() => {
    const staying = columns.filter(
      (column) => !filled || !column.empty || isOrderedBy(column, sort) || filled.has(column.key),
    );
    const { widths, left } =
      room === undefined
        ? { widths: new Map<string, number>(), left: new Set<string>() }
        : layOut(staying, room, { own, sort });
    const shown = staying.filter(({ key }) => !left.has(key));
    const apart = new Map<string, 'empty' | 'noRoom'>();
    for (const { key } of columns)
      if (!shown.some((column) => column.key === key)) apart.set(key, left.has(key) ? 'noRoom' : 'empty');
    return { shown, widths, apart };
  }, [columns, filled, room, own, sort]);
  // The same array while the same columns are shown, because a new one renders all rows again.
  const shownKeys = layout.shown.map(({ key }) => key).join();
  const shown = useMemo(() => {
    const keys = new Set(shownKeys.split(','));
    return columns.filter(({ key }) => keys.has(key));
  }, [columns, shownKeys]);
  return { columns: shown, widths: layout.widths, apart: layout.apart };
}

/** The columns with a value in at least one row. A shown column stays while the query is the same. */
function useFilledColumns<R>({ columns, rows, busy, asked }: Pick<Options<R>, 'columns' | 'rows' | 'busy' | 'asked'>) {
  const [known, setKnown] = useState<{ asked: string | undefined; keys: ReadonlySet<string> } | null>(null);
  const now = useMemo(
    () => new Set(columns.filter(({ empty }) => rows?.some((row) => !empty?.(row))).map(({ key }) => key)),
    [columns, rows],
  );
  if (!rows?.length) return null;
  const before = known && (busy || known.asked === asked) ? known.keys : null;
  if (before && (busy || [...now].every((key) => before.has(key)))) return before;
  const keys = new Set([...(before ?? []), ...now]);
  setKnown({ asked, keys });
  return keys;
}
