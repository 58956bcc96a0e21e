import { memo, type CSSProperties, type ReactNode, type Ref } from 'react';
import styles from './edit-grid.module.css';
import type { CellPosition } from './grid-range.ts';
import type { TextEditorProps } from './text-editor.tsx';

export interface CellMark {
  readonly isInvalid?: boolean | undefined;
  /** The save state of its change. */
  readonly state?: string | undefined;
  readonly title?: string | undefined;
}

export interface EditColumn<Row> {
  readonly key: string;
  readonly head: ReactNode;
  readonly hint?: string | undefined;
  /** Class of the column's heading and cells. */
  readonly className?: string | undefined;
  /** True if the column shows names or sums next to the cells and cannot be selected. */
  readonly isFixed?: boolean;
  /** True for a column whose cells name their rows. */
  readonly isRowHead?: boolean;
  /** True for a grey background, as for a Sunday. */
  readonly isOff?: boolean;
  readonly draw: (row: Row) => ReactNode;
  readonly mark?: (row: Row) => CellMark;
  /** Returns a cell as text, for copying and for its editor. */
  readonly text?: (row: Row) => string;
  /** Returns the name of a cell, for editable cells. */
  readonly label?: (row: Row) => string;
  readonly inputMode?: 'text' | 'numeric' | 'decimal';
  /** Renders the column's own editor, such as a list of choices. The default is a line of text. */
  readonly editor?: (row: Row, props: TextEditorProps) => ReactNode;
  /** True if one press on a cell opens its editor. */
  readonly opensOnPress?: (row: Row) => boolean;
  /** Handles a key without an editor: undefined is F2, which types nothing. False opens an editor. */
  readonly onType?: (row: Row, typed: string | undefined) => boolean;
}

export interface CellText<Row> {
  readonly row: Row;
  readonly column: EditColumn<Row>;
  readonly text: string;
  /** The row when the cell's editor opened. */
  readonly opened?: Row;
}

/** Origin of texts: typed, copied in this grid, or copied elsewhere with perhaps another number format. */
export type TextSource = 'typed' | 'here' | 'elsewhere';

/** The active cell, and every row of the selected range. */
export interface GridSpot<Row> {
  readonly row: Row;
  readonly column: EditColumn<Row>;
  readonly rows: readonly Row[];
}

/** Returns the style of a grid whose columns have a minimum width in pixels and can share the rest. */
export const toGridStyle = (columns: readonly { width: number; grow?: number }[]): CSSProperties => {
  const tracks = columns.map(({ width, grow }) => (grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`));
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return { '--columns': tracks.join(' '), '--min-width': `${width}px` } as CSSProperties;
};

export const cellId = (name: string, id: number, column: number) => `${name}-${id}-${column}`;

/** Parses the row and column of a cell's id. */
export const parseCellId = (cell: string): CellPosition | null => {
  const [, id, column] = /-(\d+)-(\d+)$/.exec(cell) ?? [];
  return id === undefined ? null : { id: Number(id), column: Number(column) };
};

export const joinClassNames = (...names: readonly (string | false | undefined)[]): string =>
  names.filter(Boolean).join(' ');

interface Shape {
  /** Index in the grid from 0, including headings. */
  index: number;
  top: number;
  height: number;
}

interface GridRowProps<Row> extends Shape {
  name: string;
  id: number;
  row: Row;
  columns: readonly EditColumn<Row>[];
  /** Index of each selectable column, -1 for the other columns. */
  selectableIndexes: readonly number[];
  className: string | undefined;
  /** Columns of the range in this row: from, to. -1 if the row is outside the range. */
  from: number;
  to: number;
  /** Column of the active cell if it is in this row, else -1. */
  active: number;
  activeCell: Ref<HTMLDivElement> | null;
  editor: ReactNode;
}

/** A row of the grid, rendered again only when its own props change. */
export const GridRow = memo(function GridRow<Row>(props: GridRowProps<Row>) {
  const { name, id, row, columns, selectableIndexes, index, top, height, from, to, active, activeCell, editor } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={joinClassNames(styles.row, props.className)}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {columns.map((column, along) => {
        const at = selectableIndexes[along] ?? -1;
        const role = column.isRowHead ? 'rowheader' : 'gridcell';
        if (at < 0) {
          return (
            <div
              key={column.key}
              role={role}
              aria-colindex={along + 1}
              className={joinClassNames(styles.cell, column.className)}
            >
              {column.draw(row)}
            </div>
          );
        }
        const { isInvalid, state, title } = column.mark?.(row) ?? {};
        const isInRange = at >= from && at <= to;
        const isActive = at === active;
        const isEdited = isActive && editor !== null;
        return (
          <div
            key={column.key}
            ref={isActive ? activeCell : null}
            id={cellId(name, id, at)}
            role={role}
            aria-colindex={along + 1}
            aria-selected={isInRange}
            aria-invalid={isInvalid || undefined}
            className={joinClassNames(styles.cell, column.className)}
            title={isEdited ? undefined : title}
            data-active={isActive || undefined}
            data-range={isInRange || undefined}
            data-state={state}
            data-off={column.isOff || undefined}
            data-editing={isEdited || undefined}
          >
            {isEdited ? editor : column.draw(row)}
          </div>
        );
      })}
    </div>
  );
}) as <Row>(props: GridRowProps<Row>) => ReactNode;

/** The headings of the columns. `startHead` is the heading of the column `start`. */
export const GridHead = <Row,>({ columns, start, startHead }: GridHeadProps<Row>) => (
  <div role="row" aria-rowindex={1} className={styles.head}>
    {columns.map(({ key, head, hint, className, isOff }, index) => (
      <div
        key={key}
        ref={index === start ? startHead : undefined}
        role="columnheader"
        aria-colindex={index + 1}
        title={hint}
        className={joinClassNames(styles.cell, className)}
        data-off={isOff || undefined}
      >
        {head}
      </div>
    ))}
  </div>
);

interface GridHeadProps<Row> {
  columns: readonly EditColumn<Row>[];
  start: number;
  startHead: Ref<HTMLDivElement>;
}

/** The line above the rows of a group. */
export function GridGroup({ heading, columns, index, top, height }: Shape & { heading: string; columns: number }) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.group}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div role="rowheader" aria-colspan={columns}>
        {heading}
      </div>
    </div>
  );
}
