import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import { amountOf } from '@darkroom/domain/money/money';
import type { TFunction } from 'i18next';
import { memo, type ReactNode, type Ref } from 'react';
import { differenceOf, notesOf, overrulingsOf } from './cell-notes.ts';
import { CellEditor, type CellEditorProps } from './cell-editor.tsx';
import {
  longTrouble,
  shortTrouble,
  shownText,
  troublesOf,
  wholeText,
  writtenWhole,
  type OrderColumn,
} from './order-columns.ts';
import type { CellTrouble } from '../draft.ts';
import styles from './order-grid.module.css';
import { suggestionFor } from './suggestions.ts';
import type { Part, ShownRow } from '../judging/judging.ts';
import type { OrderFormat } from './use-order-format.ts';

export const cellId = (row: number, column: number) => `order-${row}-${column}`;

/** The line below the grid that tells of the active cell. */
export const DETAIL_ID = 'order-grid-detail';

/** The row and column a cell's id names. */
export const placeOfCell = (id: string): { row: number; column: number } | null => {
  const [, row, column] = /^order-(\d+)-(\d+)$/.exec(id) ?? [];
  return row === undefined ? null : { row: Number(row), column: Number(column) };
};

export interface OrderRowProps {
  row: ShownRow;
  /** Place among the rows shown, from 0. */
  index: number;
  top: number;
  height: number;
  columns: readonly OrderColumn[];
  /** Column of the active cell when it is in this row, else -1. */
  active: number;
  activeCell: Ref<HTMLDivElement> | null;
  editing: Pick<CellEditorProps, 'lists' | 'creating' | 'typed' | 'onMend' | 'onCancel'> | null;
  price: number | null | undefined;
  /** Details of this row's job: which one it is, and how many there are. */
  part: Part | null;
  locked: boolean;
  lists: OrderLists;
  onSuggestion: (row: ShownRow, column: OrderColumn) => void;
  /** What the sheet said where it is not what the cell shows. */
  saidOf: (row: ShownRow, column: OrderColumn) => string;
  // Translations and formats come as props: a screenful of rows with hooks of their own is too slow for scrolling by touch.
  t: TFunction<'bulk'>;
  format: OrderFormat;
  onLeaveOut: (row: number, out: boolean) => void;
  onKeep: (row: number) => void;
}

/** One row of the sheet: what it resolved to and its price, or every problem beside its cell. */
export const OrderRow = memo(function OrderRow(props: OrderRowProps) {
  const { row, index, top, height, columns } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={row.left_out ? `${styles.row} ${styles.out}` : styles.row}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {columns.map((column, at) => cellOf(props, column, at))}
    </div>
  );
});

function cellOf(props: OrderRowProps, column: OrderColumn, at: number): ReactNode {
  const { row, active, editing, t } = props;
  const troubles = troublesOf(row, column);
  const edited = at === active && editing !== null && column.edit !== null;
  let className = styles.cell ?? '';
  if (column.end) className += ` ${styles.end}`;
  if (column.stays) className += ` ${styles[column.stays]}`;
  if (troubles.length > 0) className += ` ${styles.troubled}`;
  if (edited) className += ` ${styles.edited}`;
  return (
    <div
      key={column.key}
      ref={at === active ? props.activeCell : null}
      id={cellId(row.sheet.row, at)}
      role="gridcell"
      aria-colindex={at + 1}
      aria-invalid={troubles.length > 0 || undefined}
      data-active={at === active || undefined}
      className={className}
      title={edited ? undefined : titleOf(props, column)}
    >
      {edited && editing ? (
        <>
          <CellEditor
            {...editing}
            row={row}
            column={column}
            label={t('grid.cell', { field: t(`field.${column.key}`), row: row.sheet.row })}
          />
          {isWritten(column) && row.bad && writtenWhole(row, column.fields) !== '' && (
            <span className={styles.said}>{t('grid.said', { text: writtenWhole(row, column.fields) })}</span>
          )}
        </>
      ) : (
        <>
          {contentOf(props, column)}
          {troubles.length > 0 && column.key !== 'result' && (
            <span className={`row gap-4 ${styles.trouble}`}>
              <span className="ellipsis">{troubles.map((one) => shortTrouble(one, t)).join(' · ')}</span>
              <Suggested {...props} column={column} />
            </span>
          )}
          {troubles.length === 0 &&
            notesOf(row, column, t, props.format).map(({ short }) => (
              <span key={short} className={styles.note}>
                {short}
              </span>
            ))}
        </>
      )}
    </div>
  );
}

/** Its editor is a line to write in; a list says by itself what the sheet says. */
const isWritten = ({ edit }: OrderColumn): boolean => edit === 'text' || edit === 'number' || edit === 'date';

/** What a cell probably means, to be taken with one press (F9 from the keyboard). */
function Suggested({ row, column, lists, locked, t, onSuggestion }: OrderRowProps & { column: OrderColumn }) {
  const suggestion = suggestionFor(row, column, lists);
  if (!suggestion) return null;
  return (
    <button
      type="button"
      className={styles.keep}
      tabIndex={-1}
      disabled={locked}
      onClick={() => onSuggestion(row, column)}
    >
      {t('grid.suggestion', { text: suggestion.text })}
    </button>
  );
}

/** What the pointer is told: the whole text of a cut cell, and what is wrong with it. */
function titleOf({ row, t, format, saidOf }: OrderRowProps, column: OrderColumn): string | undefined {
  if (column.fields.length === 0 && column.key !== 'result') return undefined;
  const troubles = column.key === 'result' && row.bad ? [...row.problems, ...row.refused] : troublesOf(row, column);
  const lines = [wholeText(row, column, format), ...troubles.map((one) => longTrouble(one, t, row))];
  lines.push(...notesOf(row, column, t, format).map(({ long }) => long));
  if (column.key === 'result') lines.push(differenceOf(row, t));
  const said = saidOf(row, column);
  if (said !== '') lines.push(t('grid.said', { text: said }));
  return lines.filter((line) => line !== '').join('\n') || undefined;
}

function contentOf(props: OrderRowProps, column: OrderColumn): ReactNode {
  const { row, price, locked, t, format, onLeaveOut } = props;
  switch (column.key) {
    case 'pick':
      return (
        <input
          type="checkbox"
          className="tick"
          tabIndex={-1}
          checked={row.left_out}
          disabled={locked}
          aria-label={t('grid.leaveOut', { row: row.sheet.row })}
          onChange={(event) => onLeaveOut(row.sheet.row, event.target.checked)}
        />
      );
    case 'row':
      return row.sheet.row;
    case 'result':
      return resultOf(props);
    case 'unit_price':
      if (price === null) return <span className={styles.quiet}>{t('grid.noPrice')}</span>;
      return price === undefined ? '' : format.money(price);
    case 'amount': {
      const { quantity } = row.reading;
      return typeof price === 'number' && quantity !== null ? format.money(amountOf(quantity, price)) : '';
    }
    default: {
      const overruled = overrulingsOf(row, column).length > 0;
      return <span className={overruled ? styles.overruled : styles.text}>{shownText(row, column, format)}</span>;
    }
  }
}

/** The columns things are said of, each once. */
const fieldsOf = (said: readonly CellTrouble[], t: TFunction<'bulk'>): string =>
  [...new Set(said.map(({ field }) => t(`field.${field}`)))].join(', ');

/** A row that repeats another one names it. */
const sameAs = ({ code, other }: CellTrouble, words: string, t: TFunction<'bulk'>): string =>
  code === 'duplicate' && typeof other === 'number' ? t('grid.repeats', { row: other }) : words;

/** What becomes of a row: its job, that it is left out, or how much is wrong with it. */
function resultOf({ row, part, locked, t, onKeep }: OrderRowProps): ReactNode {
  if (row.left_out) return <span className={styles.quiet}>{t('grid.leftOut')}</span>;
  if (!row.bad) {
    if (!part) return null;
    const { job, detail: k, details: of } = part;
    const words = of > 1 ? t('grid.jobOf', { n: job + 1, k, of }) : t('grid.job', { n: job + 1 });
    const difference = differenceOf(row, t);
    return (
      <>
        <span className={styles.text}>{words}</span>
        <span className={difference === '' ? styles.quiet : styles.note}>
          {[row.repeats === null ? '' : t('grid.repeats', { row: row.repeats }), difference]
            .filter((text) => text !== '')
            .join(' · ')}
        </span>
      </>
    );
  }
  const troubles = [...row.problems, ...row.refused];
  const [only, second] = troubles;
  const whole = troubles.find((one) => one.field === 'row');
  // The cells that are wrong may be out of sight: their fields are named here too.
  const [count, which] =
    only && !second
      ? [t(`field.${only.field}`), shortTrouble(only, t)]
      : [t('grid.problems', { count: troubles.length }), fieldsOf(troubles, t)];
  return (
    <>
      <span className={styles.count}>{whole && !second ? sameAs(whole, which, t) : count}</span>
      {!whole && <span className={styles.trouble}>{which}</span>}
      {whole?.code === 'duplicate' && (
        <button
          type="button"
          className={styles.keep}
          tabIndex={-1}
          disabled={locked}
          onClick={() => onKeep(row.sheet.row)}
        >
          {t('grid.keepDuplicate')}
        </button>
      )}
    </>
  );
}
