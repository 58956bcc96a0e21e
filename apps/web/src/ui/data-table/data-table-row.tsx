import { Fragment, memo, type ReactElement, type ReactNode } from 'react';
import styles from './data-table-row.module.css';

export type RowKey = string | number;

/**
 * Kinds of column widths (look.md, "Widths"). `exact`: figures, ids, days, states and buttons have the declared width. `name`: the main
 * texts. `text`: long texts. Names and texts share the remaining width.
 */
export type ColumnKind = 'exact' | 'name' | 'text';

/** Returns the kind of a column. By default, a column with a width is `exact`, and a column without is `name`. */
export const getColumnKind = ({ kind, width }: { kind?: ColumnKind; width?: number }): ColumnKind =>
  kind ?? (width === undefined ? 'name' : 'exact');

/** One column. Memoise the list of columns, because a new list renders every row again. */
export interface TableColumn<R> {
  key: string;
  title: string;
  /** Kind of width (look.md, "Widths"): `exact` with a width, else `name`. */
  kind?: ColumnKind;
  /** The width of an exact column. */
  width?: number;
  /** The least width of a name or a text. */
  min?: number;
  /** Share of the spare width. Default 1. */
  grow?: number;
  /** Order in which columns are hidden when the table is too narrow. A column without a number is never hidden. */
  hideOrder?: number;
  /** True if the column is empty in a row. A column that is empty in all rows is hidden. */
  empty?: (row: R) => boolean;
  align?: 'end';
  /** Place of the column in a row's card on a phone: the first name is the title, others are facts. */
  phone?: 'title' | 'state' | 'fact' | 'acts' | 'off';
  /** True if the column is hidden until the user chooses it. */
  off?: boolean;
  /** The endpoint's sort field. It makes the head a button. */
  sort?: string;
  /** The first press of the head sorts the earliest first, as users expect for future dates. */
  earliestFirst?: true;
  render: (row: R) => ReactNode;
}

/** Texts for the rows' controls, created once per table. */
export interface RowWords {
  select: string;
  open: string;
  close: string;
}

export interface DataRowProps<R> {
  row: R;
  rowKey: RowKey;
  /** Number of the row on the page, if not all rows are drawn. */
  rowIndex: number | undefined;
  columns: readonly TableColumn<R>[];
  /** The row as a card on a phone. Null if there is space for columns. */
  compact: ((row: R) => ReactNode) | null;
  name: string;
  words: RowWords;
  /** True if the row is selected. Undefined if rows cannot be selected. */
  selected: boolean | undefined;
  /** True if the row is open. Undefined if rows do not open. */
  open: boolean | undefined;
  /** True for a row that was just added. */
  added: boolean;
  tabStop: boolean;
  onSelect: (key: RowKey, range: boolean) => void;
  onToggle: (key: RowKey) => void;
}

/** A row, rendered again only when its own props change. */
export const DataRow = memo(DrawnRow) as <R>(props: DataRowProps<R>) => ReactElement;

function DrawnRow<R>(props: DataRowProps<R>) {
  const { row, rowKey, rowIndex, columns, compact, name, words, selected, open, added, tabStop, onSelect, onToggle } =
    props;
  return (
    <tr
      data-row={rowKey}
      data-group={rowKey}
      aria-rowindex={rowIndex}
      className={styles.row}
      tabIndex={tabStop ? 0 : -1}
      data-selected={selected}
      data-added={added || undefined}
    >
      {selected !== undefined && (
        <td className={styles.controlCell}>
          <RowCheckbox
            checked={selected}
            label={`${words.select} ${name}`}
            onChange={(range) => onSelect(rowKey, range)}
          />
        </td>
      )}
      {open !== undefined && (
        <td className={styles.controlCell}>
          <OpenButton
            open={open}
            label={`${open ? words.close : words.open} ${name}`}
            onClick={() => onToggle(rowKey)}
          />
        </td>
      )}
      {compact ? (
        <td className={styles.compactCell}>{compact(row)}</td>
      ) : (
        columns.map((column) => (
          <td
            key={column.key}
            data-kind={getColumnKind(column)}
            className={column.align === 'end' ? styles.endCell : styles.cell}
          >
            {column.render(row)}
          </td>
        ))
      )}
    </tr>
  );
}

/** The checkbox of a row, also in opened rows. `X` presses it. */
export function RowCheckbox(props: {
  checked: boolean;
  label: string;
  onChange: (range: boolean) => void;
  mixed?: boolean;
  disabled?: boolean;
}) {
  const { checked, label, onChange, mixed, disabled } = props;
  return (
    // A press with Shift would select text.
    <label
      className={styles.checkbox}
      data-disabled={disabled || undefined}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
    >
      <input
        type="checkbox"
        data-select
        checked={checked}
        disabled={disabled}
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = Boolean(mixed) && !checked;
        }}
        onChange={(event) => onChange(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
      />
    </label>
  );
}

/** The arrow that opens a row. */
export function OpenButton({ open, label, onClick }: { open: boolean; label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.expandButton} aria-label={label} aria-expanded={open} onClick={onClick}>
      <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true" data-open={open}>
        <path d="M5.5 3l5 5-5 5" fill="none" stroke="currentColor" strokeWidth="1.8" />
      </svg>
    </button>
  );
}

/** The most facts of a card. They are the columns that a narrow table would drop last. */
const MAX_FACTS = 4;

/** A row as a card on a phone, made from the columns: title, state, a few facts and buttons. */
export function RowCard<R>({ row, columns }: { row: R; columns: readonly TableColumn<R>[] }) {
  const filled = columns.filter(({ empty }) => !empty?.(row));
  const title =
    filled.find(({ phone }) => phone === 'title') ?? filled.find((column) => getColumnKind(column) === 'name');
  const rest = filled.filter((column) => column !== title);
  const columnsOfSlot = (slot: TableColumn<R>['phone']) => rest.filter(({ phone = 'fact' }) => phone === slot);
  const byPriority = columnsOfSlot('fact').toSorted((a, b) => (b.hideOrder ?? Infinity) - (a.hideOrder ?? Infinity));
  const facts = rest.filter((column) => byPriority.slice(0, MAX_FACTS).includes(column));
  const renderColumn = (column: TableColumn<R>) => <Fragment key={column.key}>{column.render(row)}</Fragment>;
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <div className={styles.cardTitle}>{title?.render(row)}</div>
        {columnsOfSlot('state').map(renderColumn)}
      </div>
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map((column) => (
            <div key={column.key}>
              <dt>{column.title}</dt>
              <dd>{column.render(row)}</dd>
            </div>
          ))}
        </dl>
      )}
      {columnsOfSlot('acts').map(renderColumn)}
    </div>
  );
}

interface OmittedColumnsProps<R> {
  row: R;
  columns: readonly TableColumn<R>[];
  apart: ReadonlyMap<string, 'empty' | 'noRoom'>;
}

/** The columns without space, shown in an opened row. */
export function OmittedColumns<R>({ row, columns, apart }: OmittedColumnsProps<R>) {
  const omitted = columns.filter(({ key, empty }) => apart.get(key) === 'noRoom' && !empty?.(row));
  if (omitted.length === 0) return null;
  return (
    <dl className={styles.hiddenColumns}>
      {omitted.map((column) => (
        <div key={column.key}>
          <dt>{column.title}</dt>
          <dd>{column.render(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
