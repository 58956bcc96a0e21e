import { calculateAmount } from '@darkroom/domain/money/money';
import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import type { TFunction } from 'i18next';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../../lib/i18n/use-translation.tsx';
import { joinClassNames, type EditColumn } from '../../../../ui/grid/grid-row.tsx';
import type { TextEditorProps } from '../../../../ui/grid/text-editor.tsx';
import type { CellError } from '../draft.ts';
import type { DraftValidation, ListSources, OrderGridRow } from '../validation/validation.ts';
import type { GetPrice } from '../validation/use-prices.ts';
import { useCustomerCreator, type CustomerCreator } from '../sheet/use-customer-creator.ts';
import { CellEditor } from './cell-editor.tsx';
import { describeDifference, getCellNotes, findOverrulings, findSuggestion } from './cell-notes.ts';
import {
  getCopyText,
  formatLongError,
  formatShortError,
  formatCell,
  findCellErrors,
  formatFullValue,
  type OrderColumn,
} from './order-columns.ts';
import type { OrderEdits } from './use-order-edits.ts';
import { useOrderFormat, type OrderFormat } from './use-order-format.ts';
import styles from './order-grid.module.css';

/** Data and edit functions of the cells. */
interface OrderColumnsInput {
  columns: readonly OrderColumn[];
  lists: OrderLists;
  sources: ListSources;
  getPrice: GetPrice;
  findPosition: DraftValidation['findPosition'];
  locked: boolean;
  /** Returns the sheet's original text, if the cell shows another value. */
  getOriginalText: (row: OrderGridRow, column: OrderColumn) => string;
  edits: OrderEdits;
}

// Cells receive translations and formats as props, because hooks in every cell make scrolling slow.
interface CellContext extends Omit<OrderColumnsInput, 'columns' | 'sources'> {
  customerCreator: CustomerCreator | null;
  t: TFunction<'bulk'>;
  format: OrderFormat;
}

/** Returns the columns of the order sheet. Each cell has its value and price, or its problems. */
export function useOrderColumns({
  columns,
  lists,
  sources,
  getPrice,
  findPosition,
  locked,
  getOriginalText,
  edits,
}: OrderColumnsInput) {
  const { t } = useTranslation('bulk');
  const format = useOrderFormat();
  const customerCreator = useCustomerCreator(sources);
  return useMemo(() => {
    const context: CellContext = {
      lists,
      customerCreator,
      getPrice,
      findPosition,
      locked,
      getOriginalText,
      edits,
      t,
      format,
    };
    return columns.map((column) => toGridColumn(context, column));
  }, [columns, lists, customerCreator, getPrice, findPosition, locked, getOriginalText, edits, t, format]);
}

const toGridColumn = (context: CellContext, column: OrderColumn): EditColumn<OrderGridRow> => ({
  key: column.key,
  head: context.t(`field.${column.key}`),
  className: joinClassNames(styles.cell, column.end && styles.alignEnd, column.sticky && styles[column.sticky]),
  draw: (row) => <Cell context={context} column={column} row={row} />,
  mark: (row) => ({
    isInvalid: findCellErrors(row, column).length > 0,
    title: getTooltip(context, column, row),
  }),
  text: (row) => getCellCopyText(context, column, row),
  ...(column.edit !== null && {
    label: ({ sheet }: OrderGridRow) =>
      context.t('grid.cell', { field: context.t(`field.${column.key}`), row: sheet.row }),
    inputMode: column.edit === 'number' ? 'numeric' : 'text',
    opensOnPress: (row: OrderGridRow) => findCellErrors(row, column).length > 0,
    editor: (row: OrderGridRow, props: TextEditorProps) => (
      <CellEditor
        {...props}
        row={row}
        column={column}
        lists={context.lists}
        customerCreator={context.customerCreator}
        onCorrect={(correctedCells, onward) => {
          context.edits.correct(row, column, correctedCells);
          // After a fix, the selection stays on the cell, so that F8 finds the next problem even in a row below to the left.
          props.onCancel(findCellErrors(row, column).length > 0 && onward === 'down' ? 'stay' : onward);
        }}
      />
    ),
  }),
});

interface CellProps {
  context: CellContext;
  column: OrderColumn;
  row: OrderGridRow;
}

function Cell({ context, column, row }: CellProps) {
  const { t, format } = context;
  const errors = findCellErrors(row, column);
  const notes = errors.length === 0 ? getCellNotes(row, column, t, format) : [];
  return (
    <>
      {renderCell(context, column, row)}
      {errors.length > 0 && column.key !== 'result' && (
        <span className={`row gap-4 ${styles.problem}`}>
          <span className="ellipsis">{errors.map((error) => formatShortError(error, t)).join(' · ')}</span>
          <SuggestionButton context={context} column={column} row={row} />
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
function SuggestionButton({ context: { lists, locked, t, edits }, column, row }: CellProps) {
  const suggestion = findSuggestion(row, column, lists);
  if (!suggestion) return null;
  return (
    <button
      type="button"
      className={styles.fixButton}
      tabIndex={-1}
      disabled={locked}
      onClick={() => edits.acceptSuggestion(row, column)}
    >
      {t('grid.suggestion', { text: suggestion.text })}
    </button>
  );
}

/** Returns the tooltip: the full text of a cut cell and its problems. */
function getTooltip(
  { t, format, getOriginalText }: CellContext,
  column: OrderColumn,
  row: OrderGridRow,
): string | undefined {
  if (column.fields.length === 0 && column.key !== 'result') return undefined;
  const errors =
    column.key === 'result' && row.hasProblem ? [...row.problems, ...row.refused] : findCellErrors(row, column);
  const lines = [formatFullValue(row, column, format), ...errors.map((error) => formatLongError(error, t, row))];
  lines.push(...getCellNotes(row, column, t, format).map(({ long }) => long));
  if (column.key === 'result') lines.push(describeDifference(row, t));
  const originalText = getOriginalText(row, column);
  if (originalText !== '') lines.push(t('grid.original', { text: originalText }));
  return lines.filter((line) => line !== '').join('\n') || undefined;
}

/** Returns the text of a cell for copy and fill. */
function getCellCopyText({ getPrice, format }: CellContext, column: OrderColumn, row: OrderGridRow): string {
  if (column.key === 'row') return String(row.sheet.row);
  const price = getPrice(row);
  if (column.key === 'unit_price') return typeof price === 'number' ? format.money(price) : '';
  return column.key === 'amount' ? formatAmount(row, price, format) : getCopyText(row, column);
}

function formatAmount(
  { reading: { quantity } }: OrderGridRow,
  price: ReturnType<GetPrice>,
  format: OrderFormat,
): string {
  return typeof price === 'number' && quantity !== null ? format.money(calculateAmount(quantity, price)) : '';
}

function renderCell(context: CellContext, column: OrderColumn, row: OrderGridRow): ReactNode {
  const { getPrice, locked, t, format, edits } = context;
  switch (column.key) {
    case 'pick':
      return (
        <input
          type="checkbox"
          className="grid-checkbox"
          tabIndex={-1}
          checked={row.left_out}
          disabled={locked}
          aria-label={t('grid.leaveOut', { row: row.sheet.row })}
          onChange={(event) => edits.setLeftOut([row], event.target.checked)}
        />
      );
    case 'row':
      return row.sheet.row;
    case 'result':
      return renderResult(context, row);
    case 'unit_price': {
      const price = getPrice(row);
      if (price === null) return <span className={styles.muted}>{t('grid.noPrice')}</span>;
      return price === undefined ? '' : format.money(price);
    }
    case 'amount':
      return formatAmount(row, getPrice(row), format);
    default: {
      const isOverruled = findOverrulings(row, column).length > 0;
      return <span className={isOverruled ? styles.ignoredValue : styles.text}>{formatCell(row, column, format)}</span>;
    }
  }
}

/** Returns the names of the columns with errors, each once. */
const listFieldNames = (errors: readonly CellError[], t: TFunction<'bulk'>): string =>
  [...new Set(errors.map(({ field }) => t(`field.${field}`)))].join(', ');

/** Describes a duplicate row. The text names the earlier row. */
const describeDuplicate = ({ code, other }: CellError, words: string, t: TFunction<'bulk'>): string =>
  code === 'duplicate' && typeof other === 'number' ? t('grid.repeats', { row: other }) : words;

/** Renders the result of a row: its job, left out, or its number of problems. */
function renderResult({ findPosition, locked, t, edits }: CellContext, row: OrderGridRow): ReactNode {
  if (row.left_out) return <span className={styles.muted}>{t('grid.leftOut')}</span>;
  if (!row.hasProblem) {
    const position = findPosition(row);
    if (!position) return null;
    const { job, detail: detailNumber, details: detailCount } = position;
    const words =
      detailCount > 1
        ? t('grid.jobOf', { n: job + 1, k: detailNumber, of: detailCount })
        : t('grid.job', { n: job + 1 });
    const difference = describeDifference(row, t);
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
  const errors = [...row.problems, ...row.refused];
  const [firstError, secondError] = errors;
  const rowError = errors.find((error) => error.field === 'row');
  // The wrong cells can be outside the visible area, so their fields are also named here.
  const [count, details] =
    firstError && !secondError
      ? [t(`field.${firstError.field}`), formatShortError(firstError, t)]
      : [t('grid.problems', { count: errors.length }), listFieldNames(errors, t)];
  return (
    <>
      <span className={styles.count}>{rowError && !secondError ? describeDuplicate(rowError, details, t) : count}</span>
      {!rowError && <span className={styles.problem}>{details}</span>}
      {rowError?.code === 'duplicate' && (
        <button
          type="button"
          className={styles.fixButton}
          tabIndex={-1}
          disabled={locked}
          onClick={() => edits.keepDuplicate(row)}
        >
          {t('grid.keepDuplicate')}
        </button>
      )}
    </>
  );
}
