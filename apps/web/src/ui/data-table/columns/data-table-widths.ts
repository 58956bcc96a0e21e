import { useMemo, useState } from 'react';
import { getColumnKind, type TableColumn, type ColumnKind } from '../data-table-row.tsx';

/** Width of one checkbox or arrow before the columns. */
export const CONTROL_WIDTH = 32;
/** The least width that a user can set. Names shrink to it before the table scrolls. */
export const MIN_WIDTH = 72;
export const MAX_WIDTH = 800;
const DEFAULT_MIN_WIDTHS: Record<ColumnKind, number> = { exact: 84, name: 140, text: 120 };

/** Widths set by the user, by column. */
export type UserWidths = Readonly<Record<string, number>>;

export interface TableLayout {
  widths: ReadonlyMap<string, number>;
  dropped: ReadonlySet<string>;
}

type Declared = Pick<TableColumn<never>, 'key' | 'kind' | 'width' | 'min' | 'grow' | 'hideOrder' | 'sort'>;

const getDeclaredWidth = (column: Declared): number =>
  (getColumnKind(column) === 'exact' ? column.width : (column.min ?? column.width)) ??
  DEFAULT_MIN_WIDTHS[getColumnKind(column)];

const isSortColumn = ({ sort: field }: Declared, sort: string | undefined): boolean =>
  field !== undefined && field === sort?.replace(/^-/, '');

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/**
 * Distributes the width to the columns as declared. Whole columns are dropped, `hideOrder: 1` first, before a column becomes narrower than
 * declared. The sort column stays.
 */
export function layOutColumns(
  columns: readonly Declared[],
  room: number,
  { userWidths = {}, sort }: { userWidths?: UserWidths; sort?: string | undefined } = {},
): TableLayout {
  const widths = new Map(columns.map((column) => [column.key, userWidths[column.key] ?? getDeclaredWidth(column)]));
  const droppable = columns
    .filter((column) => column.hideOrder !== undefined && !isSortColumn(column, sort))
    .toSorted((a, b) => a.hideOrder! - b.hideOrder!);
  const dropped = new Map<string, number>();
  // A column widened by the user drops no other column. The table scrolls sideways.
  const getNeededWidth = (column: Declared) => Math.min(userWidths[column.key] ?? Infinity, getDeclaredWidth(column));
  let spare = room - sum(columns.map(getNeededWidth));
  for (const column of droppable) {
    if (spare >= 0) break;
    const width = getNeededWidth(column);
    dropped.set(column.key, width);
    spare += width;
  }
  // A dropped wide column can leave space for a narrow one that was dropped before it.
  for (const [key, width] of [...dropped].toReversed())
    if (width <= spare) {
      dropped.delete(key);
      spare -= width;
    }
  for (const key of dropped.keys()) widths.delete(key);
  const staying = columns.filter(({ key }) => !dropped.has(key));
  spare = room - sum(widths.values());
  const elastic = staying.filter((column) => getColumnKind(column) !== 'exact' && userWidths[column.key] === undefined);
  if (spare >= 0) {
    const growing = elastic.length > 0 ? elastic : staying.slice(0, 1);
    const shares = sum(growing.map(({ grow = 1 }) => grow));
    for (const { key, grow = 1 } of growing) widths.set(key, widths.get(key)! + (spare * grow) / shares);
  } else {
    const shrinkable = sum(elastic.map(({ key }) => Math.max(0, widths.get(key)! - MIN_WIDTH)));
    const ratio = shrinkable === 0 ? 0 : Math.min(1, -spare / shrinkable);
    for (const { key } of elastic)
      widths.set(key, widths.get(key)! - Math.max(0, widths.get(key)! - MIN_WIDTH) * ratio);
  }
  return { widths, dropped: new Set(dropped.keys()) };
}

interface Options<R> {
  columns: readonly TableColumn<R>[];
  rows: readonly R[] | undefined;
  /** True if the rows still belong to another page or filter. */
  busy: boolean;
  asked: string | undefined;
  sort: string | undefined;
  /** The width for the columns. Undefined before the table is drawn, or without columns. */
  scrollerWidth: number | undefined;
  userWidths: UserWidths;
}

export interface Widths<R> {
  columns: readonly TableColumn<R>[];
  widths: ReadonlyMap<string, number>;
  /** Chosen columns that are not shown, with the reason. */
  apart: ReadonlyMap<string, 'empty' | 'noRoom'>;
}

/** Returns the columns of a table with their widths: empty columns are hidden, the others share the width. Nothing is measured. */
export function useWidths<R>({
  columns,
  rows,
  busy,
  asked,
  sort,
  scrollerWidth: room,
  userWidths,
}: Options<R>): Widths<R> {
  const filled = useFilledColumns({ columns, rows, busy, asked });
  const layout = useMemo(() => {
    const staying = columns.filter(
      (column) => !filled || !column.empty || isSortColumn(column, sort) || filled.has(column.key),
    );
    const { widths, dropped } =
      room === undefined
        ? { widths: new Map<string, number>(), dropped: new Set<string>() }
        : layOutColumns(staying, room, { userWidths, sort });
    const shown = staying.filter(({ key }) => !dropped.has(key));
    const apart = new Map<string, 'empty' | 'noRoom'>();
    for (const { key } of columns)
      if (!shown.some((column) => column.key === key)) apart.set(key, dropped.has(key) ? 'noRoom' : 'empty');
    return { shown, widths, apart };
  }, [columns, filled, room, userWidths, sort]);
  // The array stays the same object while its columns stay, because a new array renders all rows again.
  const shownKeys = layout.shown.map(({ key }) => key).join();
  const shown = useMemo(() => {
    const keys = new Set(shownKeys.split(','));
    return columns.filter(({ key }) => keys.has(key));
  }, [columns, shownKeys]);
  return { columns: shown, widths: layout.widths, apart: layout.apart };
}

/** Returns the columns with a value in at least one row. A shown column stays while the query is the same. */
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
