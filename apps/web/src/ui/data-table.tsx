import { Fragment, useLayoutEffect, useMemo, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CutHints } from './data-table-cut.tsx';
import { NarrowHead, TableHead } from './data-table-head.tsx';
import { onRowKeyDown, useRowShortcuts } from './data-table-keys.ts';
import { useNarrow, useWidth } from './data-table-narrow.ts';
import { Pages } from './data-table-pages.tsx';
import { DataRow, Stacked, type Column, type RowKey } from './data-table-row.tsx';
import { CouldNotLoad, Empty, NothingMatches, NotRefreshed, Skeleton, type EmptyWords } from './data-table-states.tsx';
import styles from './data-table.module.css';

/** Where the list stands; every part of it lives in the screen's URL search (style sheet 18). */
export interface TableChange {
  page?: number;
  page_size?: number;
  sort?: string;
}

export interface DataTableProps<R> {
  /** What the table lists, for those who hear it. */
  name: string;
  /** Memoised by the caller. */
  columns: readonly Column<R>[];
  /** What is shown instead where `columns` have not enough room side by side. Memoised too. */
  tightColumns?: readonly Column<R>[];
  /** undefined while the first answer is on its way. */
  rows: readonly R[] | undefined;
  rowKey: (row: R) => RowKey;
  /** A row's own name, for its controls: "Select 261118-004". */
  rowName: (row: R) => string;
  /** Another page or order is on its way: the rows shown are the former ones. */
  busy?: boolean;
  error?: unknown;
  onRetry?: () => void;
  empty: EmptyWords;
  /** Filters are set: no rows then means nothing matches, not that there is nothing. */
  filtered?: boolean;
  onClearFilters?: () => void;
  selection?: { keys: ReadonlySet<RowKey>; onChange: (keys: ReadonlySet<RowKey>) => void };
  /** Rows that open in place; `render` is what stands under an open one. */
  expandable?: { open: ReadonlySet<RowKey>; onToggle: (key: RowKey) => void; render: (row: R) => ReactNode };
  /** Enter or a click on a row that does not open in place. */
  onOpen?: (row: R) => void;
  /** The row as one block where columns have no room; without it, columns are stacked as "name: value". Memoised by the caller. */
  compact?: (row: R) => ReactNode;
  page: number;
  pageSize: number;
  total: number | undefined;
  sort?: string;
  onChange: (change: TableChange) => void;
  /** Takes the rest of its flex column's height and scrolls inside. */
  fillHeight?: boolean;
}

const CONTROLS = 'a, button, input, select, textarea, label, [role="button"]';

/**
 * The one table (style sheet 19): sticky head, sort, pages, selection, opened rows, keyboard, and its four sights: on its way,
 * nothing yet, nothing matches, could not load. It keeps no state of the list; a refresh changes only the rows that differ.
 */
export function DataTable<R>(props: DataTableProps<R>) {
  const { rows, rowKey, rowName, selection, expandable, onOpen } = props;
  const { t } = useTranslation('table');
  const narrow = useNarrow();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumnsFor(useWidth(scroller), narrow, props);
  const [stop, setStop] = useState<RowKey | null>(null);
  const handlers = useRowHandlers(props);
  useRowShortcuts(scroller);

  const words = useMemo(() => ({ select: t('select'), open: t('open'), close: t('close') }), [t]);
  const compact = useMemo(
    () => (narrow ? (props.compact ?? ((row: R) => <Stacked row={row} columns={columns} />)) : null),
    [narrow, props.compact, columns],
  );
  const chosen = rows?.filter((row) => selection?.keys.has(rowKey(row))).length ?? 0;
  const head = {
    columns,
    sort: props.sort,
    onSort: (sort: string) => props.onChange({ sort, page: 1 }),
    all: selection && (chosen === 0 ? 'none' : chosen === rows?.length ? 'all' : 'some'),
    onSelectAll: handlers.selectAll,
    opens: expandable !== undefined,
  } as const;
  const cells = columns.length + (selection ? 1 : 0) + (expandable ? 1 : 0);
  const stopKey = rows?.some((row) => rowKey(row) === stop) ? stop : rows?.[0] && rowKey(rows[0]);

  const openRow = (element: HTMLElement) => {
    const row = rows?.find((candidate) => String(rowKey(candidate)) === element.dataset.row);
    if (!row) return;
    if (expandable) expandable.onToggle(rowKey(row));
    else onOpen?.(row);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || event.target.closest(CONTROLS)) return;
    const element = event.target.closest<HTMLElement>('[data-row]');
    // A drag over the text to copy it ends in a click too.
    if (element && !window.getSelection()?.toString()) openRow(element);
  };

  return (
    <section className={props.fillHeight ? styles.filling : styles.table} aria-label={props.name}>
      {props.error !== undefined && props.error !== null && rows && <NotRefreshed onRetry={props.onRetry} />}
      {narrow && <NarrowHead {...head} />}
      <div
        ref={scroller}
        className={styles.scroller}
        aria-busy={props.busy || (!rows && !props.error)}
        onKeyDown={(event) => onRowKeyDown(event, openRow)}
        onClick={onClick}
        onFocus={(event) => {
          const key = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
          const row = key === undefined ? undefined : rows?.find((candidate) => String(rowKey(candidate)) === key);
          if (row) setStop(rowKey(row));
        }}
      >
        <table
          className={narrow ? styles.narrow : styles.wide}
          style={{ minWidth: narrow ? undefined : widthOf(columns) }}
        >
          <caption className={styles.unseen}>{props.name}</caption>
          {!narrow && (
            <>
              <colgroup>
                {selection && <col className={styles.controlColumn} />}
                {expandable && <col className={styles.controlColumn} />}
                {columns.map((column) => (
                  <col key={column.key} style={{ width: column.width }} />
                ))}
              </colgroup>
              <TableHead {...head} />
            </>
          )}
          <tbody className={props.busy ? styles.former : undefined}>
            {!rows && !props.error && <Skeleton cells={cells} narrow={narrow} />}
            {rows?.map((row) => {
              const key = rowKey(row);
              const open = expandable?.open.has(key);
              return (
                <Fragment key={key}>
                  <DataRow
                    row={row}
                    rowKey={key}
                    columns={columns}
                    compact={compact}
                    name={rowName(row)}
                    words={words}
                    selected={selection?.keys.has(key)}
                    open={open}
                    tabStop={key === stopKey}
                    onSelect={handlers.select}
                    onToggle={handlers.toggle}
                  />
                  {open && (
                    <tr className={styles.openedRow}>
                      <td colSpan={cells}>{expandable?.render(row)}</td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
        <WithoutRows {...props} />
        <CutHints within={scroller} />
      </div>
      {props.total !== undefined && props.total > 0 && (
        <Pages
          page={props.page}
          pageSize={props.pageSize}
          total={props.total}
          narrow={narrow}
          onChange={props.onChange}
        />
      )}
    </section>
  );
}

function WithoutRows<R>({ rows, error, onRetry, filtered, onClearFilters, empty }: DataTableProps<R>) {
  if (!rows) return error ? <CouldNotLoad error={error} onRetry={onRetry} /> : null;
  if (rows.length > 0) return null;
  return filtered ? <NothingMatches onClear={onClearFilters} /> : <Empty {...empty} />;
}

/** Room the columns need at least, the controls' included. */
const widthOf = (columns: readonly Column<never>[]) =>
  columns.reduce((sum, column) => sum + (column.width ?? column.min ?? 180), 64);

/** The full columns where they have room, else the tight ones. */
function useColumnsFor<R>(width: number | undefined, narrow: boolean, { columns, tightColumns }: DataTableProps<R>) {
  return tightColumns && !narrow && width !== undefined && width < widthOf(columns) ? tightColumns : columns;
}

/** Handlers that never change, so that memoised rows stay as they are; they read the newest props when called. */
function useRowHandlers<R>(props: DataTableProps<R>) {
  const latest = useRef(props);
  const last = useRef<RowKey | null>(null);
  useLayoutEffect(() => {
    latest.current = props;
  });
  return useMemo(
    () => ({
      select(key: RowKey, range: boolean) {
        const { rows = [], rowKey, selection } = latest.current;
        if (!selection) return;
        const keys = rows.map(rowKey);
        const [from, to] = [keys.indexOf(range && last.current !== null ? last.current : key), keys.indexOf(key)];
        const touched = from === -1 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
        const next = new Set(selection.keys);
        const adding = !selection.keys.has(key);
        for (const one of touched) {
          if (adding) next.add(one);
          else next.delete(one);
        }
        last.current = key;
        selection.onChange(next);
      },
      selectAll() {
        const { rows = [], rowKey, selection } = latest.current;
        if (!selection) return;
        const keys = rows.map(rowKey);
        const next = new Set(selection.keys);
        const adding = !keys.every((key) => next.has(key));
        for (const key of keys) {
          if (adding) next.add(key);
          else next.delete(key);
        }
        selection.onChange(next);
      },
      toggle: (key: RowKey) => latest.current.expandable?.onToggle(key),
    }),
    [],
  );
}
