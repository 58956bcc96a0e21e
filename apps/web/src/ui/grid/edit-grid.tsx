import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  Fragment,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { usePrinting } from '../../lib/device.ts';
import { useToast } from '../../lib/toast.ts';
import styles from './edit-grid.module.css';
import { gridAction, type GridAction } from './grid-actions.ts';
import {
  cellId,
  joinClassNames,
  GridGroup,
  GridHead,
  GridRow,
  parseCellId,
  type CellText,
  type EditColumn,
  type GridSpot,
  type TextSource,
} from './grid-row.tsx';
import {
  listCells,
  toGridItems,
  toPastedCells,
  getBoundingRange,
  toRange,
  parseCopied,
  type CellPosition,
  type Selected,
} from './grid-range.ts';
import { TextEditor, type NextCell, type TextEditorProps } from './text-editor.tsx';
import { useGridClipboard } from './use-grid-clipboard.ts';

/** Moves to a cell from outside the grid. */
export interface EditGridHandle {
  focus: () => void;
  show: (cell: CellPosition) => void;
}

export interface EditGridProps<Row> {
  ref?: Ref<EditGridHandle>;
  name: string;
  label: string;
  describedBy?: string;
  className?: string | undefined;
  style?: CSSProperties;
  rows: readonly Row[];
  idOf: (row: Row) => number;
  /** Returns the group of a row. Consecutive rows with the same group have a common heading. */
  groupOf?: (row: Row) => string;
  rowClass?: (row: Row) => string | undefined;
  columns: readonly EditColumn<Row>[];
  /** Row height in pixels, as in the style sheet. A function if heights differ. */
  rowHeight: number | ((row: Row) => number);
  /** The selectable column with the first focus, scrolled into view at the start. */
  startColumn: number;
  /** The row of totals. */
  foot?: ReactNode;
  selected: Selected | null;
  onSelect: (selected: Selected) => void;
  /** True if cells can be read and copied, but not changed. */
  locked: boolean;
  /** Runs on an attempt to change a locked cell. */
  onLocked?: () => void;
  fillsRight?: boolean;
  /** True if Enter opens the active cell instead of moving to the next row. */
  enterEdits?: boolean;
  /** Receives each key before the grid. True: the screen has handled it. */
  onKey?: (event: KeyboardEvent, at: GridSpot<Row>) => boolean;
  /** Sets texts of cells, as one step of Undo. */
  onPut: (cells: readonly CellText<Row>[], from: TextSource) => void;
  onUndo: () => void;
  onRedo: () => void;
  onEscape?: () => void;
  /** Called with true while the user types in a cell that is not changed yet. */
  onTyping?: (typing: boolean) => void;
}

const GROUP_HEIGHT = 28;
const OVERSCAN_ROWS = 10;
/** Maximum number of printed rows. A browser takes too long to draw more rows together. */
const MAX_PRINTED_ROWS = 2000;

/** A spreadsheet: virtual rows, keyboard navigation, typing, pasting, filling and Undo. All rows are drawn for print. */
export function EditGrid<Row>(props: EditGridProps<Row>) {
  const { ref, name, rows, idOf, groupOf, rowClass, columns, rowHeight, startColumn, selected, onSelect } = props;
  const { locked, onLocked, fillsRight, enterEdits, onKey, onPut, onUndo, onRedo, onEscape, onTyping } = props;
  const { t } = useTranslation('common');
  const toast = useToast();
  const grid = useRef<HTMLDivElement>(null);
  const activeCell = useRef<HTMLDivElement>(null);
  const startHead = useRef<HTMLDivElement>(null);
  const [editing, setEditing] = useState<{ typed: string | undefined; row: Row } | null>(null);
  /** After Esc, Tab leaves the grid instead of moving to the next cell. */
  const leavesOnTab = useRef(false);
  const dragging = useRef(false);
  /** The focus is the effect of a press, and the press already sets the cell. */
  const isPressing = useRef(false);
  /** A key moved to the cell, so that it is scrolled into view. A pressed cell is visible already. */
  const movedByKey = useRef(false);
  const copiedHere = useRef<string | null>(null);

  const cells = useMemo(() => columns.filter(({ isFixed }) => !isFixed), [columns]);
  const lastColumn = cells.length - 1;
  const { items, itemOf } = useMemo(() => toGridItems(rows, idOf, groupOf), [rows, idOf, groupOf]);
  const rowIndexById = useMemo(() => new Map(rows.map((row, position) => [idOf(row), position])), [rows, idOf]);
  const active = selected ? (rowIndexById.get(selected.active.id) ?? -1) : -1;
  const activeItem = itemOf[active] ?? -1;
  const activeColumn = Math.min(selected?.active.column ?? 0, lastColumn);
  const range = toRange(selected, rowIndexById);
  const row = rows[active];
  const column = cells[activeColumn];

  const printing = usePrinting();
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => grid.current,
    estimateSize: (index) => {
      const item = items[index];
      if (!item || 'heading' in item) return GROUP_HEIGHT;
      return typeof rowHeight === 'number' ? rowHeight : rowHeight(item.row);
    },
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN_ROWS,
    // The active row stays drawn while scrolling, so that the text in an open editor is not lost.
    rangeExtractor: (visible) => {
      if (printing && items.length <= MAX_PRINTED_ROWS) return items.map((_, index) => index);
      const drawn = defaultRangeExtractor(visible);
      return activeItem < 0 || drawn.includes(activeItem) ? drawn : [...drawn, activeItem].sort((a, b) => a - b);
    },
  });

  // Scrolls by whole columns, so that no figure is cut.
  useLayoutEffect(() => {
    const [scroller, head] = [grid.current, startHead.current];
    if (!scroller || !head) return;
    head.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (head.offsetWidth > 0)
      scroller.scrollLeft = Math.ceil(scroller.scrollLeft / head.offsetWidth) * head.offsetWidth;
  }, [startColumn]);
  useLayoutEffect(() => {
    if (!movedByKey.current) return;
    movedByKey.current = false;
    activeCell.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);

  const focus = () => grid.current?.focus({ preventScroll: true });
  const positionAt = (index: number, to: number): CellPosition | null => {
    const targetRow = rows[Math.max(0, Math.min(rows.length - 1, index))];
    return targetRow === undefined ? null : { id: idOf(targetRow), column: Math.max(0, Math.min(lastColumn, to)) };
  };
  const moveTo = (index: number, to: number, extend = false) => {
    const cell = positionAt(index, to);
    if (!cell) return;
    movedByKey.current = true;
    onSelect({ active: cell, anchor: extend && selected ? selected.anchor : cell });
  };
  useImperativeHandle(ref, () => ({
    focus,
    show: ({ id, column: to }) => {
      const index = rowIndexById.get(id);
      if (index === undefined) return;
      setEditing(null);
      isPressing.current = true;
      focus();
      isPressing.current = false;
      moveTo(index, to);
    },
  }));
  const closeEditor = (nextCell: NextCell) => {
    setEditing(null);
    focus();
    const down = nextCell === 'down' ? 1 : nextCell === 'up' ? -1 : 0;
    const along = nextCell === 'right' ? 1 : nextCell === 'left' ? -1 : 0;
    if (down !== 0 || along !== 0) moveTo(active + down, activeColumn + along);
  };

  const edit = (typed: string | undefined) => {
    if (row === undefined || !column) return;
    if (locked) return onLocked?.();
    if (column.onType?.(row, typed)) return;
    if (column.label) setEditing({ typed, row });
  };
  const textAt = (index: number, to: number): string => {
    const targetRow = rows[index];
    return targetRow === undefined ? '' : (cells[to]?.text?.(targetRow) ?? '');
  };
  const putTexts = (texts: readonly { index: number; column: number; text: string }[], from: TextSource) =>
    onPut(
      texts.flatMap(({ index, column: to, text }) => {
        const [targetRow, targetColumn] = [rows[index], cells[to]];
        return targetRow !== undefined && targetColumn?.label ? [{ row: targetRow, column: targetColumn, text }] : [];
      }),
      from,
    );
  const clear = () =>
    !locked &&
    range &&
    putTexts(
      listCells(range).map((cell) => ({ ...cell, text: '' })),
      'here',
    );
  /** Fills the range. A single row or column copies the values before it. In a larger range, all rows or columns copy the first. */
  const fill = (isRight: boolean) => {
    if (!range || locked) return;
    const first = isRight ? range.left : range.top;
    const from = first === (isRight ? range.right : range.bottom) ? first - 1 : first;
    if (from < 0) return;
    const to = isRight ? { ...range, left: from + 1 } : { ...range, top: from + 1 };
    const filled = listCells(to).map((cell) => ({
      ...cell,
      text: isRight ? textAt(cell.index, from) : textAt(from, cell.column),
    }));
    putTexts(filled, 'here');
  };
  const { onFocus, onBlur } = useGridClipboard({
    getCopiedText: () => {
      if (!range) return null;
      const lines = Array.from({ length: range.bottom - range.top + 1 }, (_, down) =>
        Array.from({ length: range.right - range.left + 1 }, (_cell, along) =>
          textAt(range.top + down, range.left + along),
        ).join('\t'),
      );
      copiedHere.current = lines.join('\n');
      return copiedHere.current;
    },
    cut: clear,
    closeEditor: editing && (() => closeEditor('stay')),
    paste: (text) => {
      if (!range) return;
      if (locked) return onLocked?.();
      const pasted = toPastedCells(parseCopied(text), range);
      const inside = pasted.filter((cell) => cell.index < rows.length && cell.column <= lastColumn);
      const outside = pasted.length - inside.length;
      if (outside > 0) toast.info(t('pastedOutside', { count: outside }));
      putTexts(inside, text === copiedHere.current ? 'here' : 'elsewhere');
      if (inside.length < 2) return;
      const pastedRange = getBoundingRange(inside);
      const [anchor, end] = [
        positionAt(pastedRange.bottom, pastedRange.right),
        positionAt(pastedRange.top, pastedRange.left),
      ];
      if (anchor && end) onSelect({ active: end, anchor });
    },
  });

  const runAction = (action: GridAction) => {
    if (row === undefined || !selected) return moveTo(0, startColumn);
    switch (action.do) {
      case 'move':
        return moveTo(active + action.rows, activeColumn + action.columns, action.extend);
      case 'edge':
        return moveTo(
          action.row ? (action.row === 'first' ? 0 : rows.length - 1) : active,
          action.column ? (action.column === 'first' ? 0 : lastColumn) : activeColumn,
          action.extend,
        );
      case 'next':
        return activeColumn + action.step < 0 || activeColumn + action.step > lastColumn
          ? moveTo(active + action.step, action.step > 0 ? 0 : lastColumn)
          : moveTo(active, activeColumn + action.step);
      case 'press':
        return enterEdits ? edit(undefined) : moveTo(active + 1, activeColumn);
      case 'edit':
        return edit(action.typed);
      case 'clear':
        return clear();
      case 'fill':
        return fill(false);
      case 'fill_right':
        return fill(true);
      case 'undo':
        return locked ? undefined : onUndo();
      case 'redo':
        return locked ? undefined : onRedo();
      case 'all': {
        const [first, end] = [positionAt(0, 0), positionAt(rows.length - 1, lastColumn)];
        return first && end ? onSelect({ anchor: first, active: end }) : undefined;
      }
      case 'escape':
        leavesOnTab.current = true;
        onEscape?.();
        return onSelect({ active: selected.active, anchor: selected.active });
      default: {
        const never: never = action;
        return never;
      }
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys in a cell's own button or checkbox belong to it.
    if (editing || event.target !== event.currentTarget) return;
    if (row !== undefined && column && range) {
      const rowsOfRange = rows.slice(range.top, range.bottom + 1);
      if (onKey?.(event, { row, column, rows: rowsOfRange })) return event.preventDefault();
    }
    const action = gridAction(event.nativeEvent, { fillsRight: fillsRight ?? false });
    if (!action) return;
    if (action.do === 'next') {
      const isEnd =
        action.step > 0 ? active === rows.length - 1 && activeColumn === lastColumn : active <= 0 && activeColumn === 0;
      if (leavesOnTab.current || isEnd) return;
    }
    leavesOnTab.current = false;
    event.preventDefault();
    runAction(action);
  };

  const findPressedCell = (event: MouseEvent): CellPosition | null => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, button, label')) return null;
    const cell = target?.closest('[role="gridcell"], [role="rowheader"]');
    return cell && grid.current?.contains(cell) ? parseCellId(cell.id) : null;
  };
  const isActive = (cell: CellPosition) => selected?.active.id === cell.id && selected.active.column === cell.column;
  const onPointerDown = (event: PointerEvent) => {
    const cell = event.button === 0 ? findPressedCell(event) : null;
    if (!cell) return;
    const isSecondPress = !event.shiftKey && isActive(cell);
    if (isSecondPress && editing) return;
    // Keeps the focus in the grid. A press would move it to the page.
    event.preventDefault();
    setEditing(null);
    isPressing.current = true;
    focus();
    isPressing.current = false;
    dragging.current = event.pointerType === 'mouse';
    onSelect({ active: cell, anchor: event.shiftKey && selected ? selected.anchor : cell });
    // A second touch opens a cell, because touch screens have no keys.
    if (isSecondPress && event.pointerType !== 'mouse') edit(undefined);
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragging.current || event.buttons !== 1 || !selected) return;
    const cell = findPressedCell(event);
    if (cell && !isActive(cell)) onSelect({ active: cell, anchor: selected.anchor });
  };

  const onClick = (event: MouseEvent) => {
    const cell = editing || event.shiftKey ? null : findPressedCell(event);
    if (cell && isActive(cell) && row !== undefined && column?.opensOnPress?.(row)) edit(undefined);
  };

  let editor: ReactNode = null;
  if (editing && row !== undefined && column?.label) {
    const editorProps: TextEditorProps = {
      arrows: true,
      before: column.text?.(row) ?? '',
      typed: editing.typed,
      inputMode: column.inputMode ?? 'text',
      className: styles.editor,
      label: column.label(row),
      onSet: (text, nextCell) => {
        onPut([{ row, column, text, opened: editing.row }], 'typed');
        closeEditor(nextCell);
      },
      onCancel: closeEditor,
      onTyping: (typing) => onTyping?.(typing && !column.mark?.(row).state),
    };
    editor = (
      <Fragment key={cellId(name, idOf(row), activeColumn)}>
        {column.editor ? column.editor(row, editorProps) : <TextEditor {...editorProps} />}
      </Fragment>
    );
  }
  // Index of each selectable column. -1 for the other columns.
  const selectableIndexes = useMemo(() => {
    let next = 0;
    return columns.map(({ isFixed }) => (isFixed ? -1 : next++));
  }, [columns]);

  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={items.length + (props.foot ? 2 : 1)}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-readonly={locked || undefined}
      aria-activedescendant={row !== undefined && selected ? cellId(name, selected.active.id, activeColumn) : undefined}
      aria-describedby={props.describedBy}
      className={joinClassNames(styles.grid, props.className)}
      style={props.style}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        if (event.target !== event.currentTarget) return;
        onFocus();
        if (!selected && !isPressing.current) moveTo(0, startColumn);
      }}
      onBlur={onBlur}
    >
      <GridHead columns={columns} start={selectableIndexes.indexOf(startColumn)} startHead={startHead} />
      <div
        role="rowgroup"
        className={styles.body}
        style={{ height: virtualizer.getTotalSize() }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          dragging.current = false;
        }}
        onClick={onClick}
        onDoubleClick={(event) => !editing && findPressedCell(event) && edit(undefined)}
      >
        {virtualizer.getVirtualItems().map(({ key, index, start, size }) => {
          const item = items[index];
          if (!item) return null;
          const shape = { index, top: start, height: size };
          if ('heading' in item) {
            return <GridGroup key={key} {...shape} heading={item.heading} columns={columns.length} />;
          }
          const isInRange = range && item.at >= range.top && item.at <= range.bottom;
          const isActiveRow = item.at === active;
          return (
            <GridRow
              key={key}
              {...shape}
              name={name}
              id={idOf(item.row)}
              row={item.row}
              columns={columns}
              selectableIndexes={selectableIndexes}
              className={rowClass?.(item.row)}
              from={isInRange ? range.left : -1}
              to={isInRange ? range.right : -1}
              active={isActiveRow ? activeColumn : -1}
              activeCell={isActiveRow ? activeCell : null}
              editor={isActiveRow ? editor : null}
            />
          );
        })}
      </div>
      {props.foot}
    </div>
  );
}
