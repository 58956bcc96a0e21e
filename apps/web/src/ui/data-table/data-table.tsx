import {
  Fragment,
  Suspense,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type MouseEvent,
} from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { EllipsisHints } from './data-table-ellipsis.tsx';
import { createEditStore } from './edit/cell-edit.ts';
import { EditContext, useFrozenRows } from './edit/data-table-edit.tsx';
import { NarrowHead, TableHead } from './data-table-head.tsx';
import { onRowKeyDown, useFocusOfRemovedRow, useRowShortcuts } from './data-table-keys.ts';
import { getShownColumns, useTableSettings, type TableSettings } from './columns/data-table-settings.ts';
import { useShowsCards, useElementWidth } from './columns/window-width.ts';
import { ColumnsButton, Pages, SelectMatching, useExistingPage } from './pages/data-table-pages.tsx';
import { useScrollRestore } from './pages/scroll-restore.ts';
import { RowCard, DataRow, OmittedColumns, type RowKey } from './data-table-row.tsx';
import { useRowHandlers } from './data-table-select.ts';
import { RefreshErrorMessage, SkeletonRows, WithoutRows } from './data-table-states.tsx';
import { FetchBoundary } from '../lazy/fetch-boundary.tsx';
import { lazyCode } from '../lazy/lazy.tsx';
import { usePrinting } from '../../lib/device.ts';
import { CONTROL_WIDTH, useWidths, type UserWidths } from './columns/data-table-widths.ts';
import type { DataTableProps } from './data-table-props.ts';
import styles from './data-table.module.css';

/** Pages with fewer rows are drawn completely. */
const MIN_LONG_ROWS = 120;
/** Rows of another page or filter that are painted first. They fill a usual window. */
const FIRST_PAINTED_ROWS = 24;
/** Rows of a long page that are drawn until the code of `LongRows` is here. */
const FIRST_ROWS = 40;
const LongRows = lazyCode(() => import('./data-table-virtual.tsx'));

const CONTROLS = 'a, button, input, select, textarea, label, [role="button"]';

/**
 * The only table (code rule 19), with four states: loading, empty, no matches, error. It has no own state of the list, and a refresh
 * changes only the rows that differ.
 */
export function DataTable<R>(props: DataTableProps<R>) {
  const { rowKey, rowName, selection, expandable, groups, onOpen } = props;
  const { t } = useTranslation('table');
  const narrow = useShowsCards();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const scrollerWidth = useElementWidth(scroller);
  const { settings, saveSettings, isLoaded } = useResolvedSettings(props);
  const chosenColumns = useMemo(
    () => getShownColumns(props.columns, settings.columns),
    [props.columns, settings.columns],
  );
  const [focusedKey, setFocusedKey] = useState<RowKey | null>(null);
  const [edits] = useState(createEditStore);
  const editedGroup = useSyncExternalStore(edits.subscribe, edits.group);
  const pressedWhileEditing = useRef(false);
  // Rows wait for the user's settings, so that columns do not change under visible rows.
  const rows = useFrozenRows(isLoaded ? props.rows : undefined, rowKey, editedGroup !== null);
  const handlers = useRowHandlers({ ...props, rows });
  const keys = useMemo(() => rows?.map(rowKey) ?? [], [rows, rowKey]);
  const editedKey = editedGroup === null ? null : keys.find((key) => String(key) === editedGroup);
  const [dragged, setDragged] = useState<UserWidths>();
  const controlsWidth = CONTROL_WIDTH * ((selection ? 1 : 0) + (expandable ? 1 : 0));
  const widths = useWidths({
    columns: chosenColumns,
    rows,
    busy: props.busy ?? false,
    asked: props.queryText,
    sort: props.sort,
    scrollerWidth: narrow || scrollerWidth === undefined ? undefined : scrollerWidth - controlsWidth,
    userWidths: dragged ?? settings.widths,
  });
  const columns = narrow ? chosenColumns : widths.columns;
  const width = [...widths.widths.values()].reduce((sum, one) => sum + one, controlsWidth);
  const { total = 0 } = props;
  /** Users can choose columns and widths if the list saves them and its foot has the button. */
  const canChooseColumns = props.list !== undefined && !narrow && total > 0;
  const resize = (key: string, width: number, dropped: boolean) => {
    const next = { ...settings.widths, [key]: width };
    setDragged(dropped ? undefined : next);
    if (dropped) saveSettings({ widths: next });
  };
  const printing = usePrinting();
  // Without its own height the page scrolls instead of the table, and all rows are drawn.
  const isLong = props.fillHeight && !printing && keys.length > MIN_LONG_ROWS;
  const hasAllRows = useIsListDrawn(props) || isLong === true;
  const drawnRows = hasAllRows ? rows : rows?.slice(0, FIRST_PAINTED_ROWS);
  useScrollRestore(scroller, props.queryText, keys.length > 0, hasAllRows);
  useRowShortcuts(scroller, {
    edit: props.editable ? edits.open : undefined,
    canSelect: selection !== undefined,
    canOpen: expandable !== undefined || onOpen !== undefined,
  });
  const removedRow = useFocusOfRemovedRow(scroller, keys);
  useExistingPage(props);

  const words = useMemo(() => ({ select: t('select'), open: t('open'), close: t('close') }), [t]);
  const compact = useMemo(
    () => (narrow ? (props.compact ?? ((row: R) => <RowCard row={row} columns={columns} />)) : null),
    [narrow, props.compact, columns],
  );
  const selectedCount = rows?.filter((row) => selection?.keys.has(rowKey(row))).length ?? 0;
  const head = {
    columns,
    sort: props.sort,
    ownOrder: props.ownOrder,
    onSort: (sort: string | undefined) => props.onChange({ sort, page: 1 }),
    all: selection && (selectedCount === 0 ? 'none' : selectedCount === rows?.length ? 'all' : 'some'),
    onSelectAll: handlers.selectAll,
    bare: keys.length === 0,
    opens: expandable !== undefined,
  } as const;
  const cells = columns.length + (selection ? 1 : 0) + (expandable ? 1 : 0);
  const tabStopKey = rows?.some((row) => rowKey(row) === focusedKey) ? focusedKey : rows?.[0] && rowKey(rows[0]);

  const openRow = (element: HTMLElement) => {
    const row = rows?.find((candidate) => String(rowKey(candidate)) === element.dataset.row);
    if (!row) return;
    if (expandable) expandable.onToggle(rowKey(row));
    else onOpen?.(row);
  };
  const onClick = (event: MouseEvent<HTMLElement>) => {
    if (!(event.target instanceof Element) || event.target.closest(CONTROLS)) return;
    // The press that leaves an editor opens nothing.
    if (pressedWhileEditing.current || event.detail > 1) return;
    const element = event.target.closest<HTMLElement>('[data-row]');
    // Selecting text to copy it also ends in a click.
    if (element && !window.getSelection()?.toString()) openRow(element);
  };

  const drawRow = (row: R, index: number) => {
    const key = rowKey(row);
    const open = expandable?.open.has(key);
    const before = rows?.[index - 1];
    const startsGroup = groups && (!before || groups.keyOf(before) !== groups.keyOf(row));
    return (
      <Fragment key={key}>
        {startsGroup && (
          <tr className={styles.groupRow} data-group={key}>
            <td colSpan={cells}>
              <div className={styles.fullWidth}>{groups.render(row)}</div>
            </td>
          </tr>
        )}
        <DataRow
          row={row}
          rowKey={key}
          rowIndex={isLong ? index + 1 : undefined}
          columns={columns}
          compact={compact}
          name={rowName(row)}
          words={words}
          selected={selection?.keys.has(key)}
          open={open}
          added={props.added?.has(key) ?? false}
          tabStop={key === tabStopKey}
          onSelect={handlers.select}
          onToggle={handlers.toggle}
        />
        {open && (
          <tr className={styles.expandedRow} data-group={key}>
            <td colSpan={cells}>
              <div className={styles.fullWidth}>
                {!narrow && !expandable?.showsAllColumns && (
                  <OmittedColumns row={row} columns={chosenColumns} apart={widths.apart} />
                )}
                {expandable?.render(row)}
              </div>
            </td>
          </tr>
        )}
      </Fragment>
    );
  };

  return (
    <section className={props.fillHeight ? styles.fillHeight : styles.table} aria-label={props.name}>
      {props.error !== undefined && props.error !== null && rows && <RefreshErrorMessage onRetry={props.onRetry} />}
      {narrow && <NarrowHead {...head} />}
      <div
        ref={scroller}
        className={styles.scroller}
        data-cells
        aria-busy={props.busy || (!rows && !props.error)}
        onKeyDown={(event) => onRowKeyDown(event, openRow)}
        onPointerDownCapture={() => {
          pressedWhileEditing.current = edits.cell() !== null;
        }}
        onClick={onClick}
        onBlur={removedRow.onBlur}
        onFocus={(event) => {
          removedRow.onFocus(event);
          const key = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
          const row = key === undefined ? undefined : rows?.find((candidate) => String(rowKey(candidate)) === key);
          if (row) setFocusedKey(rowKey(row));
        }}
      >
        <table
          className={narrow ? styles.narrow : styles.wide}
          style={{ minWidth: widths.widths.size === 0 ? undefined : width }}
          data-cards={narrow || undefined}
          data-density={settings.density}
          data-hidden-columns={[...widths.apart.keys()].join(' ')}
          aria-rowcount={isLong ? (props.totalIsLeast ? -1 : props.total) : undefined}
        >
          <caption className="visually-hidden">{props.name}</caption>
          {!narrow && (
            <>
              <colgroup>
                {selection && <col className={styles.controlColumn} />}
                {expandable && <col className={styles.controlColumn} />}
                {columns.map((column) => (
                  <col key={column.key} style={{ width: widths.widths.get(column.key) }} />
                ))}
              </colgroup>
              <TableHead {...head} onResize={canChooseColumns ? resize : undefined} />
            </>
          )}
          <tbody ref={body} className={props.busy ? styles.outdated : undefined}>
            <EditContext value={edits}>
              {!rows && !props.error && <SkeletonRows cells={cells} narrow={narrow} />}
              {rows && isLong ? (
                <FetchBoundary renderFailed={() => rows.map(drawRow)}>
                  <Suspense fallback={rows.slice(0, FIRST_ROWS).map(drawRow)}>
                    <LongRows
                      scroller={scroller}
                      body={body}
                      keys={keys}
                      density={settings.density}
                      alwaysDrawn={[focusedKey, editedKey]}
                      cells={cells}
                      drawRow={(index) => drawRow(rows[index]!, index)}
                    />
                  </Suspense>
                </FetchBoundary>
              ) : (
                drawnRows?.map(drawRow)
              )}
            </EditContext>
          </tbody>
        </table>
        <WithoutRows
          rows={rows}
          error={props.error}
          onRetry={props.onRetry}
          filtered={props.filtered}
          missingText={props.missingText}
          onClearFilters={props.onClearFilters}
          empty={props.empty}
        />
        <EllipsisHints within={scroller} />
      </div>
      {total > 0 && (
        <Pages
          page={props.page}
          pageSize={props.pageSize}
          longPages={props.longPages ?? []}
          total={total}
          totalIsLeast={props.totalIsLeast}
          narrow={narrow}
          onChange={props.onChange}
        >
          {selection && (
            <SelectMatching
              selection={selection}
              wholePage={selectedCount > 0 && selectedCount === rows?.length}
              rows={rows?.length ?? 0}
              total={total}
            />
          )}
          {canChooseColumns && (
            <ColumnsButton columns={props.columns} settings={settings} widths={widths} onChange={saveSettings} />
          )}
        </Pages>
      )}
    </section>
  );
}

/** Returns false for the first drawing of another page or filter, whose first rows are painted before the rest is drawn. */
function useIsListDrawn<R>({ rows, queryText, busy }: DataTableProps<R>): boolean {
  const [shownQuery, setShownQuery] = useState(queryText);
  if (!busy && queryText !== shownQuery) setShownQuery(queryText);
  const shownList = rows && shownQuery;
  return useDeferredValue(shownList) === shownList;
}

/** Returns the column settings. The columns in the URL override the user's settings. A change is saved where the value was read. */
function useResolvedSettings<R>({ list, columnsInUrl: columnsInAddress, onChange }: DataTableProps<R>) {
  const { settings, saveSettings, isLoaded } = useTableSettings(list);
  if (columnsInAddress === undefined) return { settings, saveSettings, isLoaded };
  return {
    settings: { ...settings, columns: columnsInAddress },
    saveSettings: ({ columns, ...rest }: Partial<TableSettings>) => {
      if (columns !== undefined) onChange({ columns: columns || undefined });
      if (Object.keys(rest).length > 0) saveSettings(rest);
    },
    isLoaded,
  };
}
