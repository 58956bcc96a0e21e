import { Fragment, memo, type ReactElement, type ReactNode } from 'react';
import styles from './data-table-row.module.css';

export type RowKey = string | number;

/**
 * How a column takes room (look.md, "Widths"). `exact`: figures, ids, days, states, buttons: as wide as declared. `name`: the words
 * people choose by. `text`: long words. Names and texts share the room that is left.
 */
export type ColumnKind = 'exact' | 'name' | 'text';

/** A column with a declared width holds figures, unless it says otherwise; one without a width holds names. */
export const kindOf = ({ kind, width }: { kind?: ColumnKind; width?: number }): ColumnKind =>
  kind ?? (width === undefined ? 'name' : 'exact');

/** One column. Keep the list itself memoised: a new list draws every row anew. */
export interface Column<R> {
  key: string;
  title: string;
  /** How it takes room (look.md, "Widths"): `exact` where a width is given, else `name`. */
  kind?: ColumnKind;
  /** The width of an exact column. */
  width?: number;
  /** The least width of a name or a text. */
  min?: number;
  /** Its share of the spare width; 1. */
  grow?: number;
  /** Which columns leave first where there is no room; without it the column always stays. */
  leaves?: number;
  /** Whether it has nothing to say of a row; where that is so of every row, the column folds. */
  empty?: (row: R) => boolean;
  align?: 'end';
  /** Its place in a row's card on a phone: the first name is the title, others are facts. */
  phone?: 'title' | 'state' | 'fact' | 'acts' | 'off';
  /** Not shown until somebody chooses it among the columns. */
  off?: boolean;
  /** The field the call sorts by; makes the head a button. */
  sort?: string;
  /** The first press of its head puts the earliest before the others: of what is to come, that is what one looks for. */
  earliestFirst?: true;
  render: (row: R) => ReactNode;
}

/** What the table says to its rows' controls; the screen's language, made once per table. */
export interface RowWords {
  select: string;
  open: string;
  close: string;
}

export interface DataRowProps<R> {
  row: R;
  rowKey: RowKey;
  /** Its number among the page's rows, where not all of them are drawn. */
  place: number | undefined;
  columns: readonly Column<R>[];
  /** The row as one block, on a phone; null where there is room for columns. */
  compact: ((row: R) => ReactNode) | null;
  name: string;
  words: RowWords;
  /** undefined: rows are not selected here. */
  selected: boolean | undefined;
  /** undefined: rows do not open here. */
  open: boolean | undefined;
  /** It was added a moment ago. */
  added: boolean;
  tabStop: boolean;
  onSelect: (key: RowKey, range: boolean) => void;
  onToggle: (key: RowKey) => void;
}

/** A row, drawn again only when something of its own changed: selecting one of fifty draws one. */
export const DataRow = memo(DrawnRow) as <R>(props: DataRowProps<R>) => ReactElement;

function DrawnRow<R>(props: DataRowProps<R>) {
  const { row, rowKey, place, columns, compact, name, words, selected, open, added, tabStop, onSelect, onToggle } =
    props;
  return (
    <tr
      data-row={rowKey}
      data-group={rowKey}
      aria-rowindex={place}
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
            data-kind={kindOf(column)}
            className={column.align === 'end' ? styles.endCell : styles.cell}
          >
            {column.render(row)}
          </td>
        ))
      )}
    </tr>
  );
}

/** The box that selects a row, here and in opened rows; `X` presses it. */
export function RowCheckbox(props: {
  checked: boolean;
  label: string;
  onChange: (range: boolean) => void;
  mixed?: boolean;
  disabled?: boolean;
}) {
  const { checked, label, onChange, mixed, disabled } = props;
  return (
    // With Shift a press would begin to select text.
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
    <button type="button" className={styles.opener} aria-label={label} aria-expanded={open} onClick={onClick}>
      <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true" data-open={open}>
        <path d="M5.5 3l5 5-5 5" fill="none" stroke="currentColor" strokeWidth="1.8" />
      </svg>
    </button>
  );
}

/** The facts of a card beside its title, state and buttons: the columns that would leave a narrow table last. */
const MAX_FACTS = 4;

/** A row as a card, on a phone, from the columns: a title, a state, a few facts and the row's buttons. */
export function Card<R>({ row, columns }: { row: R; columns: readonly Column<R>[] }) {
  const filled = columns.filter(({ empty }) => !empty?.(row));
  const title = filled.find(({ phone }) => phone === 'title') ?? filled.find((column) => kindOf(column) === 'name');
  const rest = filled.filter((column) => column !== title);
  const of = (place: Column<R>['phone']) => rest.filter(({ phone = 'fact' }) => phone === place);
  const byPriority = of('fact').toSorted((a, b) => (b.leaves ?? Infinity) - (a.leaves ?? Infinity));
  const facts = rest.filter((column) => byPriority.slice(0, MAX_FACTS).includes(column));
  const draw = (column: Column<R>) => <Fragment key={column.key}>{column.render(row)}</Fragment>;
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <div className={styles.cardTitle}>{title?.render(row)}</div>
        {of('state').map(draw)}
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
      {of('acts').map(draw)}
    </div>
  );
}

interface LeftOutProps<R> {
  row: R;
  columns: readonly Column<R>[];
  apart: ReadonlyMap<string, 'empty' | 'noRoom'>;
}

/** In an opened row: what the columns without room have to say of it. */
export function LeftOut<R>({ row, columns, apart }: LeftOutProps<R>) {
  const left = columns.filter(({ key, empty }) => apart.get(key) === 'noRoom' && !empty?.(row));
  if (left.length === 0) return null;
  return (
    <dl className={styles.leftOut}>
      {left.map((column) => (
        <div key={column.key}>
          <dt>{column.title}</dt>
          <dd>{column.render(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
