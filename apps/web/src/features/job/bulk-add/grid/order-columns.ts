import { cellText } from '@darkroom/domain/order-sheet/cell';
import { MAX_NAME, MAX_NOTE, type OrderField, type SheetRow } from '@darkroom/domain/order-sheet/fields';
import type { OrderLists } from '@darkroom/domain/order-sheet/lists';
import type { TFunction } from 'i18next';
import type { CellError, CorrectedCells } from '../draft.ts';
import type { OrderFormat } from './use-order-format.ts';
import type { OrderGridRow } from '../validation/validation.ts';

export type ColumnKey =
  | 'pick'
  | 'row'
  | 'result'
  | 'job_date'
  | 'customer'
  | 'job_name'
  | 'job_link'
  | 'job_priority'
  | 'category'
  | 'quantity'
  | 'note'
  | 'prod_id'
  | 'job_notes'
  | 'unit_price'
  | 'amount';

export type EditorKind = 'text' | 'number' | 'date' | 'customer' | 'category' | 'priority';

/** A column of the grid: its fields of the sheet and its editor. */
export interface OrderColumn {
  readonly key: ColumnKey;
  readonly fields: readonly OrderField[];
  readonly edit: EditorKind | null;
  /** Minimum width in pixels, and share of the remaining width. */
  readonly width: number;
  readonly grow?: number;
  readonly end?: true;
  /** Stays visible during horizontal scrolling. */
  readonly sticky?: 'firstColumn' | 'secondColumn';
}

/** Required columns are first, so that a small screen shows them. Rare columns are last. */
const ALL_COLUMNS: readonly OrderColumn[] = [
  { key: 'pick', fields: [], edit: null, width: 40, sticky: 'firstColumn' },
  { key: 'row', fields: [], edit: null, width: 44, end: true, sticky: 'secondColumn' },
  { key: 'result', fields: [], edit: null, width: 116 },
  { key: 'job_date', fields: ['job_date'], edit: 'date', width: 112 },
  { key: 'customer', fields: ['customer0', 'customer1', 'customer2'], edit: 'customer', width: 136, grow: 2 },
  { key: 'job_name', fields: ['job_name'], edit: 'text', width: 116, grow: 2 },
  { key: 'category', fields: ['service_type', 'category1', 'category2'], edit: 'category', width: 148, grow: 2 },
  { key: 'quantity', fields: ['quantity'], edit: 'number', width: 104, end: true },
  { key: 'note', fields: ['note'], edit: 'text', width: 96, grow: 1 },
  { key: 'unit_price', fields: [], edit: null, width: 76, end: true },
  { key: 'amount', fields: [], edit: null, width: 88, end: true },
  { key: 'job_priority', fields: ['job_priority'], edit: 'priority', width: 96 },
  { key: 'job_link', fields: ['job_link'], edit: 'text', width: 110, grow: 1 },
  { key: 'job_notes', fields: ['job_notes'], edit: 'text', width: 110, grow: 1 },
  { key: 'prod_id', fields: ['prod_id'], edit: 'text', width: 104 },
];

export const findColumn = (key: string): OrderColumn => ALL_COLUMNS.find((column) => column.key === key)!;

/** Rare columns, shown only if the sheet has them. */
const RARE_COLUMNS: readonly ColumnKey[] = ['prod_id', 'job_notes'];

export const selectColumns = (fields: readonly OrderField[]): readonly OrderColumn[] =>
  ALL_COLUMNS.filter(({ key }) => !RARE_COLUMNS.includes(key) || fields.some((field) => field === key));

/** Returns the text of the sheet. If one of several levels has a problem, only the text of that level. */
const getSheetText = (row: OrderGridRow, fields: readonly OrderField[]): string => {
  const problemField = row.problems.find((problem) => problem.field !== 'row' && fields.includes(problem.field))?.field;
  return problemField && problemField !== 'row'
    ? cellText(row.sheet.cells[problemField])
    : getFullSheetText(row, fields);
};

/** Separator between the levels of a name. */
const LEVEL_SEPARATOR = ' › ';

export const getFullSheetText = (row: Pick<OrderGridRow, 'sheet'>, fields: readonly OrderField[]): string =>
  fields
    .map((field) => cellText(row.sheet.cells[field]))
    .filter((text) => text !== '')
    .join(LEVEL_SEPARATOR);

/** Formats a cell: the resolved value, or the text of the sheet if unresolved. */
export function formatCell(row: OrderGridRow, column: OrderColumn, format: OrderFormat): string {
  const { reading } = row;
  switch (column.key) {
    case 'job_date':
      return reading.job_date ? format.day(reading.job_date) : getSheetText(row, column.fields);
    case 'customer':
      // The lowest level first, because it is the most specific and a narrow column cuts the end.
      return reading.customer
        ? reading.customer.names.slice(1).toReversed().join(' ‹ ')
        : getSheetText(row, column.fields);
    case 'category':
      return reading.category ? reading.category.names.slice(1).join(' / ') : getSheetText(row, column.fields);
    case 'job_priority':
      return reading.job_priority ? format.priority(reading.job_priority) : getSheetText(row, column.fields);
    case 'quantity':
      return reading.quantity === null ? getSheetText(row, column.fields) : format.number(reading.quantity);
    case 'job_name':
      return reading.job_name;
    case 'job_link':
      return reading.job_link?.replace(/^https?:\/\//i, '') ?? getSheetText(row, column.fields);
    default:
      return getSheetText(row, column.fields);
  }
}

/** Formats the full value of a cell for the line below the grid: all levels of a name, a link with its protocol. */
export function formatFullValue(row: OrderGridRow, column: OrderColumn, format: OrderFormat): string {
  if (column.key === 'customer')
    return row.reading.customer?.names.join(LEVEL_SEPARATOR) ?? getFullSheetText(row, column.fields);
  if (column.key === 'category') return row.reading.category?.names.join(' / ') ?? getFullSheetText(row, column.fields);
  return column.key === 'job_link' ? getFullSheetText(row, column.fields) : formatCell(row, column, format);
}

/** Returns the initial search of a list: the unknown level as written. */
export const getInitialSearch = (row: OrderGridRow, column: OrderColumn): string => getSheetText(row, column.fields);

/** Returns the initial text of an editor: as written, so that the user corrects only a part. */
export function getInitialText(row: OrderGridRow, column: OrderColumn): string {
  const [field] = column.fields;
  return field ? cellText(row.sheet.cells[field]) : '';
}

/** Returns the copied text of a cell, which can be pasted into another row: a known name has all its levels. */
export function getCopyText(row: OrderGridRow, column: OrderColumn): string {
  const resolvedValue =
    column.key === 'customer' ? row.reading.customer : column.key === 'category' ? row.reading.category : null;
  if (resolvedValue) return resolvedValue.names.join(LEVEL_SEPARATOR);
  return column.fields.length > 1 ? getFullSheetText(row, column.fields) : getInitialText(row, column);
}

/** Parses pasted text into cells of the sheet. A name without its upper levels uses the existing levels. */
export function parseCells({ fields }: OrderColumn, text: string): CorrectedCells {
  if (text === '') return Object.fromEntries(fields.map((field) => [field, '']));
  const levels = fields.length > 1 ? text.split(LEVEL_SEPARATOR).slice(-fields.length) : [text];
  const namedFields = fields.slice(-levels.length);
  return Object.fromEntries(namedFields.map((field, index) => [field, levels[index] ?? '']));
}

/** Finds the next cell with a problem, row by row from the active cell with wrap-around. Null if there is none. */
export function findNextProblem(
  rows: readonly OrderGridRow[],
  columns: readonly OrderColumn[],
  from: { index: number; column: number },
  step: 1 | -1,
): { id: number; column: number } | null {
  const order = step === 1 ? [...columns.keys()] : [...columns.keys()].reverse();
  const start = from.index >= 0 ? from.index : step === 1 ? 0 : rows.length - 1;
  // The search ends in the row where it began, to check the columns before the active cell.
  for (let offset = 0; offset <= rows.length; offset++) {
    const at = (start + step * offset + rows.length * 2) % rows.length;
    const row = rows[at];
    if (!row?.hasProblem) continue;
    const column = order.find((item) => {
      const gridColumn = columns[item];
      const isPassed = offset === 0 && at === from.index && (step === 1 ? item <= from.column : item >= from.column);
      return !isPassed && gridColumn !== undefined && findCellErrors(row, gridColumn).length > 0;
    });
    if (column !== undefined) return { id: row.sheet.row, column };
  }
  return null;
}

export function findCellErrors(row: OrderGridRow, column: OrderColumn): readonly CellError[] {
  if (row.left_out) return [];
  const isInColumn = (field: OrderField | 'row') =>
    field === 'row' ? column.key === 'result' : column.fields.includes(field);
  return [...row.problems.filter((p) => isInColumn(p.field)), ...row.refused.filter((r) => isInColumn(r.field))];
}

export const formatShortError = (error: CellError, t: TFunction<'bulk'>): string =>
  t(`problem.${error.code}`, { defaultValue: formatLongError(error, t) });

/** Formats the error as a full sentence with the field's name. */
export const formatLongError = (error: CellError, t: TFunction<'bulk'>, row?: OrderGridRow): string =>
  formatCellError(error, t, row?.sheet);

/** Formats the error of a cell for a row outside the grid. */
export function formatCellError(error: CellError, t: TFunction<'bulk'>, row?: SheetRow): string {
  const field = t(`field.${error.field}`);
  const length = row && error.field !== 'row' ? cellText(row.cells[error.field]).length : 0;
  const limit = error.field === 'job_name' || error.field === 'prod_id' ? MAX_NAME : MAX_NOTE;
  const fallback = `${field}: ${t(`errors:field.${error.code}`, { defaultValue: t(`errors:${error.code}`, { defaultValue: error.message ?? '' }) })}`;
  const isSameField = error.code === 'duplicate' && error.field !== 'row';
  if (isSameField)
    return error.other === undefined ? fallback : t('problemLong.sameField', { field, other: error.other });
  return t(`problemLong.${error.code}`, { field, limit, length, other: error.other, defaultValue: fallback });
}

/** Returns cells with the full name of a customer or category from the lists. */
export function toCells(kind: 'customer' | 'category', id: number, lists: OrderLists): CorrectedCells {
  if (kind === 'customer') {
    const [customer0 = '', customer1 = '', customer2 = ''] =
      lists.customers.find((customer) => customer.customer2_id === id)?.names ?? [];
    return { customer0, customer1, customer2 };
  }
  const [service_type = '', category1 = '', category2 = ''] =
    lists.categories.find((category) => category.service_cat2_id === id)?.names ?? [];
  return { service_type, category1, category2 };
}
