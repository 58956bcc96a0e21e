import { FIELD_KIND, type PriceField } from '@darkroom/domain/price/price';
import type { DecimalMark } from '@darkroom/domain/number/read';
import type { TFunction } from 'i18next';
import type { Format } from '../../../lib/words/format.ts';
import type { Entry, ShownPrice } from './draft.ts';

export type PriceColumnKey = 'category' | PriceField | 'warning' | 'history';

/** A column of the grid; `field` is what its cells edit. */
export interface PriceColumn {
  readonly key: PriceColumnKey;
  readonly field: PriceField | null;
  /** Least width in pixels, and its share of what is left over. */
  readonly width: number;
  readonly grow?: number;
  readonly end?: true;
  /** Holds a button only: nothing to print. */
  readonly onScreen?: true;
}

export const PRICE_COLUMNS: readonly PriceColumn[] = [
  { key: 'category', field: null, width: 150, grow: 2 },
  { key: 'retail_price', field: 'retail_price', width: 92, end: true },
  { key: 'wholesale_price', field: 'wholesale_price', width: 116, end: true },
  { key: 'estimate_minutes', field: 'estimate_minutes', width: 160, end: true },
  { key: 'visible', field: 'visible', width: 64 },
  { key: 'enabled', field: 'enabled', width: 68 },
  { key: 'warning', field: null, width: 134, grow: 2 },
  { key: 'history', field: null, width: 66, onScreen: true },
];

/** A value as it is typed in the page's language: no groups, its own decimal mark. */
export const typedText = (entry: Entry | undefined, mark: DecimalMark): string => {
  if (entry === null || entry === undefined) return '';
  if (typeof entry === 'object') return entry.text;
  return typeof entry === 'number' ? String(entry).replace('.', mark) : '';
};

/** What an editor begins with: what was typed while that is no value, else what stands there. */
export const editedText = (price: ShownPrice, field: PriceField, mark: DecimalMark): string => {
  const entry = price.entries[field];
  return typedText(typeof entry === 'object' && entry !== null ? entry : price.terms[field], mark);
};

export const categoryOf = ({ row }: ShownPrice): string => `${row.cat1} / ${row.cat2}`;

/** A value as people read it. */
export function valueText(
  field: PriceField,
  value: Entry | undefined,
  format: Format,
  t: TFunction<['price', 'common']>,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return value.text;
  if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no');
  return FIELD_KIND[field] === 'money' ? format.money(value) : format.number(value);
}

/** What a cell puts on the clipboard, so that a spreadsheet of the same language reads it. */
export function copiedText(
  price: ShownPrice,
  column: PriceColumn,
  mark: DecimalMark,
  t: TFunction<['price', 'common']>,
): string {
  const { field } = column;
  if (column.key === 'category') return categoryOf(price);
  if (column.key === 'warning') return price.warnings.map((one) => t(`warning.${one}`)).join('; ');
  if (!field) return '';
  const value = price.terms[field];
  return typeof value === 'boolean' ? t(value ? 'common:yes' : 'common:no') : editedText(price, field, mark);
}
