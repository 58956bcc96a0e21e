import type { PriceRow } from '@darkroom/contract/price/price';
import type { DecimalMark } from '@darkroom/domain/number/parse';
import {
  FIELD_KIND,
  PRICE_FIELDS,
  findPriceWarnings,
  getDefaultTerms,
  type PartialTerms,
  type PriceField,
  type PriceWarning,
} from '@darkroom/domain/price/price';
import type { Format } from '../../../lib/i18n/format.ts';
import type { Translate } from '../../../lib/i18n/i18n.ts';
import { isInvalidText, type RowChanges, type Value } from '../../../ui/grid/draft.ts';
import type { EditColumn } from '../../../ui/grid/grid-row.tsx';

/** A row as it would be saved: its price, changes and errors. */
export interface ShownPrice {
  readonly row: PriceRow;
  /** Values of the cells, as far as they are valid. */
  readonly terms: PartialTerms;
  readonly changes: RowChanges;
  readonly changed: ReadonlySet<PriceField>;
  /** Error codes of `errors:field.*`, by field. */
  readonly errors: ReadonlyMap<PriceField, string>;
  readonly warnings: readonly PriceWarning[];
}

export const idOfRow = (row: PriceRow): number => row.service_cat2_id;
export const idOfShown = ({ row }: ShownPrice): number => row.service_cat2_id;
export const savedValueOf = (row: PriceRow, field: string): Value => row[field as PriceField];

export function toShownPrice(row: PriceRow, changes: RowChanges): ShownPrice {
  if (changes.size === 0) {
    return {
      row,
      terms: row,
      changes,
      changed: new Set(),
      errors: new Map(),
      warnings: row.warnings,
    };
  }
  const isStarted = row.id !== null || [...changes.values()].some(({ value }) => value !== null);
  const startTerms: Partial<PartialTerms> = row.id === null && isStarted ? getDefaultTerms(row.default_minutes) : {};
  const errors = new Map<PriceField, string>();
  const changed = new Set<PriceField>();
  const values = PRICE_FIELDS.map((field) => {
    const change = changes.get(field);
    const value = change ? change.value : (row[field] ?? startTerms[field] ?? null);
    const error = isInvalidText(value)
      ? value.code
      : isStarted && value === null
        ? 'required'
        : change?.failure?.reason;
    if (error) errors.set(field, error);
    if (isStarted && value !== row[field]) changed.add(field);
    return [field, isInvalidText(value) ? null : value] as const;
  });
  const terms = Object.fromEntries(values) as unknown as PartialTerms;
  return {
    row,
    terms,
    changes,
    changed,
    errors,
    warnings: warningsOf(row, terms, changes),
  };
}

/** Returns the warnings of a row. They use the former value of a cell with invalid text. */
const warningsOf = (row: PriceRow, terms: PartialTerms, changes: RowChanges) =>
  findPriceWarnings(
    {
      ...terms,
      ...(isInvalidText(changes.get('retail_price')?.value) && {
        retail_price: row.retail_price,
      }),
      ...(isInvalidText(changes.get('wholesale_price')?.value) && {
        wholesale_price: row.wholesale_price,
      }),
    },
    row.sold_last_month,
  );

/** Counts the changes, and those that cannot be saved. */
export function countChanges(shown: readonly ShownPrice[]) {
  const rows = shown.filter((price) => price.changed.size > 0);
  return {
    rows,
    cells: rows.reduce((sum, price) => sum + price.changed.size, 0),
    errors: rows.reduce((sum, price) => sum + price.errors.size, 0),
  };
}

/** Returns the value of a cell: a valid value, or the invalid text. */
export const cellValueOf = ({ terms, changes }: ShownPrice, field: PriceField): Value => {
  const value = changes.get(field)?.value;
  return isInvalidText(value) ? value : terms[field];
};

/** Formats a value as typed in the page's language: without group signs, with its decimal mark. */
export const toTypedText = (value: Value | undefined, mark: DecimalMark): string => {
  if (isInvalidText(value)) return value.text;
  return typeof value === 'number' ? String(value).replace('.', mark) : '';
};

export const categoryOf = ({ row }: ShownPrice): string => `${row.cat1} / ${row.cat2}`;

export function formatValue(
  field: PriceField,
  value: Value | undefined,
  format: Format,
  t: Translate<'common'>,
): string {
  if (value === null || value === undefined) return '';
  if (isInvalidText(value)) return value.text;
  if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no');
  return FIELD_KIND[field] === 'money' ? format.money(Number(value)) : format.number(Number(value));
}

/** A column of the grid. `field` is the field that its cells edit. */
export interface PriceColumn extends EditColumn<ShownPrice> {
  readonly field: PriceField | null;
}
