import { amountOf } from '@darkroom/domain/money/money';
import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames, type EditColumn } from '../../../../ui/grid/grid-row.tsx';
import type { TextEditorProps } from '../../../../ui/grid/text-editor.tsx';
import type { CellError } from '../draft.ts';
import type { DraftValidation, ListSources, ShownRow } from '../validation/validation.ts';
import type { PriceOf } from '../validation/use-prices.ts';
import { useCreateCustomer, type CreateCustomer } from '../sheet/use-create-customer.ts';
import { CellEditor } from './cell-editor.tsx';
import { differenceOf, notesOf, overrulingsOf, suggestionFor } from './cell-notes.ts';
import {
  copiedText,
  longError,
  shortError,
  shownText,
  errorsOfRow,
  wholeText,
  type OrderColumn,
} from './order-columns.ts';
import type { OrderEdits } from './use-order-edits.ts';
import { useOrderFormat, type OrderFormat } from './use-order-format.ts';
import styles from './order-grid.module.css';

/** Data and edit functions of the cells. */
interface OrderCells {
  columns: readonly OrderColumn[];
  lists: OrderLists;
  sources: ListSources;
  priceOf: PriceOf;
  partOf: DraftValidation['partOf'];
  locked: boolean;
  /** The sheet's original text, if the cell shows another value. */
  saidOf: (row: ShownRow, column: OrderColumn) => string;
  edits: OrderEdits;
}

// Cells receive translations and formats as props, because hooks in every cell make scrolling slow.
interface Cells extends Omit<OrderCells, 'columns' | 'sources'> {
  creating: CreateCustomer | null;
  t: TFunction<'bulk'>;
  format: OrderFormat;
}

/** Columns of the order sheet. Each cell has its value and price, or its problems. */
export function useOrderColumns({ columns, lists, sources, priceOf, partOf, locked, saidOf, edits }: OrderCells) {
  const { t } = useTranslation('bulk');
  const format = useOrderFormat();
  const creating = useCreateCustomer(sources);
  return useMemo(() => {
    const cells: Cells = { lists, creating, priceOf, partOf, locked, saidOf, edits, t, format };
    return columns.map((column) => gridColumn(cells, column));
  }, [columns, lists, creating, priceOf, partOf, locked, saidOf, edits, t, format]);
}

const gridColumn = (cells: Cells, column: OrderColumn): EditColumn<ShownRow> => ({
  key: column.key,
  head: cells.t(`field.${column.key}`),
  className: classNames(styles.cell, column.end && styles.end, column.stays && styles[column.stays]),
  draw: (row) => <Cell cells={cells} column={column} row={row} />,
  mark: (row) => ({
    isInvalid: errorsOfRow(row, column).length > 0,
    title: titleOf(cells, column, row),
  }),
  text: (row) => textOf(cells, column, row),
  ...(column.edit !== null && {
    label: ({ sheet }: ShownRow) => cells.t('grid.cell', { field: cells.t(`field.${column.key}`), row: sheet.row }),
    inputMode: column.edit === 'number' ? 'numeric' : 'text',
    opensOnPress: (row: ShownRow) => errorsOfRow(row, column).length > 0,
    editor: (row: ShownRow, props: TextEditorProps) => (
      <CellEditor
        {...props}
        row={row}
        column={column}
        lists={cells.lists}
        creating={cells.creating}
        onMend={(mended, onward) => {
          cells.edits.mend(row, column, mended);
          // After a fix, the selection stays on the cell, so that F8 finds the next problem even in a row below to the left.
          props.onCancel(errorsOfRow(row, column).length > 0 && onward === 'down' ? 'stay' : onward);
        }}
      />
    ),
  }),
});

interface CellProps {
  cells: Cells;
  column: OrderColumn;
  row: ShownRow;
}

function Cell({ cells, column, row }: CellProps) {
  const { t, format } = cells;
  const troubles = errorsOfRow(row, column);
  const notes = troubles.length === 0 ? notesOf(row, column, t, format) : [];
  return (
    <>
      {contentOf(cells, column, row)}
      {troubles.length > 0 && column.key !== 'result' && (
        <span className={`row gap-4 ${styles.trouble}`}>
          <span className="ellipsis">{troubles.map((one) => shortError(one, t)).join(' · ')}</span>
          <Suggested cells={cells} column={column} row={row} />
        </span>
      )}
      {notes.map(({ short }) => (
        <span key={short} className={styles.note}>
          {short}
        </span>
      ))}
    </>
  );
}

/** Suggested value of a cell, accepted with a click or F9. */
function Suggested({ cells: { lists, locked, t, edits }, column, row }: CellProps) {
  const suggestion = suggestionFor(row, column, lists);
  if (!suggestion) return null;
  return (
    <button
      type="button"
      className={styles.keep}
      tabIndex={-1}
      disabled={locked}
      onClick={() => edits.suggest(row, column)}
    >
      {t('grid.suggestion', { text: suggestion.text })}
    </button>
  );
}

/** Tooltip: the full text of a cut cell and its problems. */
function titleOf({ t, format, saidOf }: Cells, column: OrderColumn, row: ShownRow): string | undefined {
  if (column.fields.length === 0 && column.key !== 'result') return undefined;
  const troubles = column.key === 'result' && row.bad ? [...row.problems, ...row.refused] : errorsOfRow(row, column);
  const lines = [wholeText(row, column, format), ...troubles.map((one) => longError(one, t, row))];
  lines.push(...notesOf(row, column, t, format).map(({ long }) => long));
  if (column.key === 'result') lines.push(differenceOf(row, t));
  const said = saidOf(row, column);
  if (said !== '') lines.push(t('grid.said', { text: said }));
  return lines.filter((line) => line !== '').join('\n') || undefined;
}

/** Text of a cell for copy and fill. */
function textOf({ priceOf, format }: Cells, column: OrderColumn, row: ShownRow): string {
  if (column.key === 'row') return String(row.sheet.row);
  const price = priceOf(row);
  if (column.key === 'unit_price') return typeof price === 'number' ? format.money(price) : '';
  return column.key === 'amount' ? amountText(row, price, format) : copiedText(row, column);
}

function amountText({ reading: { quantity } }: ShownRow, price: ReturnType<PriceOf>, format: OrderFormat): string {
  return typeof price === 'number' && quantity !== null ? format.money(amountOf(quantity, price)) : '';
}

function contentOf(cells: Cells, column: OrderColumn, row: ShownRow): ReactNode {
  const { priceOf, locked, t, format, edits } = cells;
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
          onChange={(event) => edits.leaveOut([row], event.target.checked)}
        />
      );
    case 'row':
      return row.sheet.row;
    case 'result':
      return resultOf(cells, row);
    case 'unit_price': {
      const price = priceOf(row);
      if (price === null) return <span className={styles.muted}>{t('grid.noPrice')}</span>;
      return price === undefined ? '' : format.money(price);
    }
    case 'amount':
      return amountText(row, priceOf(row), format);
    default: {
      const overruled = overrulingsOf(row, column).length > 0;
      return <span className={overruled ? styles.overruled : styles.text}>{shownText(row, column, format)}</span>;
    }
  }
}

/** Names of the columns with errors, each once. */
const fieldsOf = (said: readonly CellError[], t: TFunction<'bulk'>): string =>
  [...new Set(said.map(({ field }) => t(`field.${field}`)))].join(', ');

/** Text of a duplicate row that names the earlier row. */
const sameAs = ({ code, other }: CellError, words: string, t: TFunction<'bulk'>): string =>
  code === 'duplicate' && typeof other === 'number' ? t('grid.repeats', { row: other }) : words;

/** Result of a row: its job, left out, or its number of problems. */
function resultOf({ partOf, locked, t, edits }: Cells, row: ShownRow): ReactNode {
  if (row.left_out) return <span className={styles.muted}>{t('grid.leftOut')}</span>;
  if (!row.bad) {
    const part = partOf(row);
    if (!part) return null;
    const { job, detail: k, details: of } = part;
    const words = of > 1 ? t('grid.jobOf', { n: job + 1, k, of }) : t('grid.job', { n: job + 1 });
    const difference = differenceOf(row, t);
    return (
      <>
        <span className={styles.text}>{words}</span>
        <span className={difference === '' ? styles.muted : styles.note}>
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
  // The wrong cells can be outside the visible area, so their fields are also named here.
  const [count, which] =
    only && !second
      ? [t(`field.${only.field}`), shortError(only, t)]
      : [t('grid.problems', { count: troubles.length }), fieldsOf(troubles, t)];
  return (
    <>
      <span className={styles.count}>{whole && !second ? sameAs(whole, which, t) : count}</span>
      {!whole && <span className={styles.trouble}>{which}</span>}
      {whole?.code === 'duplicate' && (
        <button type="button" className={styles.keep} tabIndex={-1} disabled={locked} onClick={() => edits.keep(row)}>
          {t('grid.keepDuplicate')}
        </button>
      )}
    </>
  );
}
