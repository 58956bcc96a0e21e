import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Onward } from '../../../../ui/grid/text-editor.tsx';
import type { MendedCells } from '../draft.ts';
import type { CreateCustomer } from '../sheet/use-create-customer.ts';
import { hasTwoLines } from './cell-notes.ts';
import { gridAction, type GridAction } from './grid-keys.ts';
import { tracksOf, troublesOf, type OrderColumn } from './order-columns.ts';
import styles from './order-grid.module.css';
import { cellId, DETAIL_ID, OrderRow, placeOfCell } from './order-row.tsx';
import type { PriceOf } from '../judging/use-prices.ts';
import { indexOfRow, type Part, type ShownRow } from '../judging/judging.ts';
import { useOrderFormat } from './use-order-format.ts';

const GOOD_HEIGHT = 30;
const BAD_HEIGHT = 48;

/** The active cell, by the row's number in the sheet: it stays the same row whatever the filter shows. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface OrderGridHandle {
  /** Goes to the next cell with a problem, or the one before. */
  toProblem: (step: 1 | -1) => void;
  focus: () => void;
}

export interface OrderGridProps {
  ref: Ref<OrderGridHandle>;
  rows: readonly ShownRow[];
  columns: readonly OrderColumn[];
  lists: OrderLists;
  priceOf: PriceOf;
  partOf: (row: ShownRow) => Part | null;
  /** Rows may be looked at, not changed. */
  locked: boolean;
  place: Place | null;
  onPlace: (place: Place) => void;
  onMend: (row: ShownRow, column: OrderColumn, cells: MendedCells) => void;
  /** Takes what is suggested for a cell. */
  onSuggestion: (row: ShownRow, column: OrderColumn) => void;
  creating: CreateCustomer | null;
  saidOf: (row: ShownRow, column: OrderColumn) => string;
  onLeaveOut: (row: number, out: boolean) => void;
  onKeep: (row: number) => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** The rows of the sheet as a grid of cells: virtual, moved through by keys, mended in place. */
export function OrderGrid(props: OrderGridProps) {
  const { ref, rows, columns, lists, priceOf, partOf, locked, place, onPlace, onMend } = props;
  const { onSuggestion, creating, saidOf, onLeaveOut, onKeep, onUndo, onRedo } = props;
  const { t } = useTranslation('bulk');
  const format = useOrderFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const activeCell = useRef<HTMLDivElement>(null);
  /** A key went to the cell: it is brought into sight. */
  const went = useRef(false);
  const [editing, setEditing] = useState<{ typed: string | undefined } | null>(null);
  const activeIndex = place ? indexOfRow(rows, place.row) : -1;

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (hasTwoLines(rows[index], format) ? BAD_HEIGHT : GOOD_HEIGHT),
    getItemKey: (index) => rows[index]?.sheet.row ?? index,
    overscan: 6,
    // The active row stays in the page however far one scrolls: an open editor must not vanish with what is typed in it.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      return activeIndex < 0 || shown.includes(activeIndex) ? shown : [...shown, activeIndex].sort((a, b) => a - b);
    },
  });
  // A mended row is lower than a bad one.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rows, format]);

  useLayoutEffect(() => {
    if (!went.current) return;
    went.current = false;
    activeCell.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [place]);

  const go = useCallback(
    (index: number, column: number) => {
      const to = Math.max(0, Math.min(rows.length - 1, index));
      const row = rows[to];
      if (!row) return;
      const at = Math.max(0, Math.min(columns.length - 1, column));
      went.current = true;
      onPlace({ row: row.sheet.row, column: at });
    },
    [rows, columns, onPlace],
  );
  const toProblem = useCallback(
    (step: 1 | -1) => {
      const next = nextProblem(rows, columns, activeIndex, place?.column ?? -1, step);
      // The focus comes first: a grid that gets it goes to its first cell where no other is active yet.
      scroller.current?.focus({ preventScroll: true });
      if (next) go(next.row, next.column);
    },
    [rows, columns, activeIndex, place, go],
  );
  const focus = () => scroller.current?.focus({ preventScroll: true });
  // Not the box that leaves a row out: Enter edits.
  const begin = () =>
    go(
      0,
      columns.findIndex(({ edit }) => edit !== null),
    );
  useImperativeHandle(ref, () => ({ toProblem, focus }), [toProblem]);

  const close = (onward: Onward) => {
    setEditing(null);
    focus();
    const column = place?.column ?? 0;
    if (onward === 'down') go(activeIndex + 1, column);
    if (onward === 'right') go(activeIndex, column + 1);
    if (onward === 'left') go(activeIndex, column - 1);
  };

  const act = (action: GridAction) => {
    const row = rows[activeIndex];
    const column = place ? columns[place.column] : undefined;
    if (action.do === 'problem') return toProblem(action.step);
    if (!row || !column || !place) return begin();
    switch (action.do) {
      case 'move':
        return go(activeIndex + action.rows, place.column + action.columns);
      case 'edge':
        return go(
          action.row ? (action.row === 'first' ? 0 : rows.length - 1) : activeIndex,
          action.column ? (action.column === 'first' ? 0 : columns.length - 1) : place.column,
        );
      case 'edit':
        return edit(row, column, action.typed);
      case 'empty':
        if (column.edit === null || locked) return;
        return onMend(row, column, Object.fromEntries(column.fields.map((field) => [field, ''])));
      case 'suggestion':
        return locked ? undefined : onSuggestion(row, column);
      case 'leave_out':
        return locked ? undefined : onLeaveOut(row.sheet.row, !row.left_out);
      case 'undo':
        return locked ? undefined : onUndo();
      case 'redo':
        return locked ? undefined : onRedo();
      default: {
        const never: never = action;
        return never;
      }
    }
  };
  // Enter on a cell that is not mended by writing does what its box or button does.
  const edit = (row: ShownRow, column: OrderColumn, typed: string | undefined) => {
    if (locked) return;
    if (column.edit !== null) setEditing({ typed });
    else if (typed === undefined && column.key === 'pick') onLeaveOut(row.sheet.row, !row.left_out);
    else if (typed === undefined && row.problems.some((p) => p.code === 'duplicate')) onKeep(row.sheet.row);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys inside a cell's own button or box belong to it.
    if (editing || event.target !== event.currentTarget) return;
    const action = gridAction(event.nativeEvent);
    if (!action) return;
    event.preventDefault();
    act(action);
  };
  const onPoint = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const cell = target?.closest('[role="gridcell"]');
    const pointed = cell && scroller.current?.contains(cell) ? placeOfCell(cell.id) : null;
    if (!pointed || target?.closest('input, button')) return;
    const column = columns[pointed.column];
    const row = rows[indexOfRow(rows, pointed.row)];
    const again = place?.row === pointed.row && place.column === pointed.column;
    if (again && editing) return;
    onPlace(pointed);
    // A cell with a problem opens at once, any other when it is pointed at again.
    const opens = column?.edit && !locked && (again || (row && troublesOf(row, column).length > 0));
    setEditing(opens ? { typed: undefined } : null);
    if (!opens) focus();
  };

  const editingRow = rows[activeIndex];
  const editingColumn = place ? columns[place.column] : undefined;
  const editorProps =
    editing && editingRow && editingColumn
      ? {
          lists,
          creating,
          typed: editing.typed,
          onMend: (cells: MendedCells, onward: Onward) => {
            // After mending a problem one stays with it: the next one is F8 away, and it may be in the row below to the left.
            const mended = troublesOf(editingRow, editingColumn).length > 0;
            onMend(editingRow, editingColumn, cells);
            close(mended && onward === 'down' ? 'stay' : onward);
          },
          onCancel: close,
        }
      : null;

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={t('grid.label')}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-readonly={locked || undefined}
      aria-activedescendant={place && activeIndex >= 0 ? cellId(place.row, place.column) : undefined}
      aria-describedby={DETAIL_ID}
      className={styles.grid}
      style={tracksOf(columns) as CSSProperties}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.target === event.currentTarget && !place && begin()}
    >
      <div role="row" aria-rowindex={1} className={styles.head}>
        {columns.map((column, at) => (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={at + 1}
            className={[styles.cell, column.end && styles.end, column.stays && styles[column.stays]]
              .filter(Boolean)
              .join(' ')}
          >
            {t(`field.${column.key}`)}
          </div>
        ))}
      </div>
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }} onClick={onPoint}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const active = item.index === activeIndex && place ? place.column : -1;
          return (
            <OrderRow
              key={item.key}
              row={row}
              index={item.index}
              top={item.start}
              height={item.size}
              columns={columns}
              active={active}
              activeCell={active >= 0 ? activeCell : null}
              editing={active >= 0 ? editorProps : null}
              price={priceOf(row)}
              part={partOf(row)}
              locked={locked}
              lists={lists}
              onSuggestion={onSuggestion}
              saidOf={saidOf}
              t={t}
              format={format}
              onLeaveOut={onLeaveOut}
              onKeep={onKeep}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The next cell with a problem, row by row from the active one and around the end; undefined when there is none. */
function nextProblem(
  rows: readonly ShownRow[],
  columns: readonly OrderColumn[],
  fromRow: number,
  fromColumn: number,
  step: 1 | -1,
): { row: number; column: number } | undefined {
  const order = step === 1 ? [...columns.keys()] : [...columns.keys()].reverse();
  const start = fromRow < 0 ? (step === 1 ? 0 : rows.length - 1) : fromRow;
  // Once around, and back in the row one began in.
  for (let gone = 0; gone <= rows.length; gone++) {
    const at = (start + step * gone + rows.length * 2) % rows.length;
    const row = rows[at];
    if (!row?.bad) continue;
    const column = order.find((one) => {
      const shown = columns[one];
      const passed = gone === 0 && at === fromRow && (step === 1 ? one <= fromColumn : one >= fromColumn);
      return !passed && shown !== undefined && troublesOf(row, shown).length > 0;
    });
    if (column !== undefined) return { row: at, column };
  }
  return undefined;
}
