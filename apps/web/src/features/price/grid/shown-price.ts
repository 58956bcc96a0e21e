import type { PriceRow } from '@darkroom/contract/price/price';
import type { DecimalMark } from '@darkroom/domain/number/read';
import {
  FIELD_KIND,
  PRICE_FIELDS,
  priceWarnings,
  startingTerms,
  type OpenTerms,
  type PriceField,
  type PriceWarning,
} from '@darkroom/domain/price/price';
import type { Format } from '../../../lib/words/format.ts';
import type { Words } from '../../../lib/words/i18n.ts';
import { isUnread, type RowChanges, type Value } from '../../../ui/grid/draft.ts';
import type { EditColumn } from '../../../ui/grid/grid-row.tsx';

/** A row as it would be saved: its price, changes and errors. */
export interface ShownPrice {
  readonly row: PriceRow;
  /** Values of the cells, as far as they are valid. */
  readonly terms: OpenTerms;
  readonly changes: RowChanges;
  readonly changed: ReadonlySet<PriceField>;
  /** Error codes of `errors:field.*`, by field. */
  readonly troubles: ReadonlyMap<PriceField, string>;
  readonly warnings: readonly PriceWarning[];
}

export const idOfRow = (row: PriceRow): number => row.service_cat2_id;
export const displayedIdOf = ({ row }: ShownPrice): number => row.service_cat2_id;
export const savedIn = (row: PriceRow, field: string): Value => row[field as PriceField];

export function shownPrice(row: PriceRow, changes: RowChanges): ShownPrice {
  if (changes.size === 0) {
    return {
      row,
      terms: row,
      changes,
      changed: new Set(),
      troubles: new Map(),
      warnings: row.warnings,
    };
  }
  const begun = row.id !== null || [...changes.values()].some(({ value }) => value !== null);
  const starting: Partial<OpenTerms> = row.id === null && begun ? startingTerms(row.default_minutes) : {};
  const troubles = new Map<PriceField, string>();
  const changed = new Set<PriceField>();
  const values = PRICE_FIELDS.map((field) => {
    const change = changes.get(field);
    const value = change ? change.value : (row[field] ?? starting[field] ?? null);
    const trouble = isUnread(value) ? value.code : begun && value === null ? 'required' : change?.failure?.why;
    if (trouble) troubles.set(field, trouble);
    if (begun && value !== row[field]) changed.add(field);
    return [field, isUnread(value) ? null : value] as const;
  });
  const terms = Object.fromEntries(values) as unknown as OpenTerms;
  return {
    row,
    terms,
    changes,
    changed,
    troubles,
    warnings: warningsOf(row, terms, changes),
  };
}

/** Warnings use the former value of a cell with invalid text. */
const warningsOf = (row: PriceRow, terms: OpenTerms, changes: RowChanges) =>
  priceWarnings(
    {
      ...terms,
      ...(isUnread(changes.get('retail_price')?.value) && {
        retail_price: row.retail_price,
      }),
      ...(isUnread(changes.get('wholesale_price')?.value) && {
        wholesale_price: row.wholesale_price,
      }),
    },
    row.sold_last_month,
  );

/** Number of changes, and of those that cannot be saved. */
export function draftFigures(shown: readonly ShownPrice[]) {
  const rows = shown.filter((price) => price.changed.size > 0);
  return {
    rows,
    cells: rows.reduce((sum, price) => sum + price.changed.size, 0),
    troubles: rows.reduce((sum, price) => sum + price.troubles.size, 0),
  };
}

/** Value of a cell: a valid value, or the invalid text. */
export const heldIn = ({ terms, changes }: ShownPrice, field: PriceField): Value => {
  const value = changes.get(field)?.value;
  return isUnread(value) ? value : terms[field];
};

/** Value as typed in the page's language: without group signs, with its decimal mark. */
export const typedText = (value: Value | undefined, mark: DecimalMark): string => {
  if (isUnread(value)) return value.text;
  return typeof value === 'number' ? String(value).replace('.', mark) : '';
};

export const categoryOf = ({ row }: ShownPrice): string => `${row.cat1} / ${row.cat2}`;

/** Value as displayed text. */
export function valueText(field: PriceField, value: Value | undefined, format: Format, t: Words<'common'>): string {
  if (value === null || value === undefined) return '';
  if (isUnread(value)) return value.text;
  if (typeof value === 'boolean') return t(value ? 'common:yes' : 'common:no');
  return FIELD_KIND[field] === 'money' ? format.money(Number(value)) : format.number(Number(value));
}

/** A column of the grid. `field` is the field that its cells edit. */
export interface PriceColumn extends EditColumn<ShownPrice> {
  readonly field: PriceField | null;
}
