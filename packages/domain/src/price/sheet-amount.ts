import { cellText, type Cell } from '../order-sheet/cell.ts';
import { namesOfCurrency } from '../money/currency.ts';
import { readBlock } from '../number/block.ts';
import type { DecimalMark } from '../number/read.ts';
import { stripInvisible } from '../text/fold.ts';

export const AMOUNT_FIELDS = ['retail_price', 'wholesale_price'] as const;
type AmountField = (typeof AMOUNT_FIELDS)[number];

/** What of a row of a price sheet is looked at. */
interface AmountRow {
  readonly row: number;
  readonly cells: { readonly [field in AmountField | 'category1' | 'category2']?: Cell };
}

/** An amount that can be read in two ways, and where in the sheet it stands. */
export interface AmbiguousAmount {
  readonly row: number;
  readonly category: string;
  readonly field: AmountField;
  /** As it is written, without its currency. */
  readonly text: string;
}

type AmountsReading =
  | { readonly ok: true; readonly mark: DecimalMark }
  | { readonly ok: false; readonly ambiguous: readonly AmbiguousAmount[] };

/**
 * How a sheet's amounts that are written as text are read: all with one decimal mark, as those of a paste (decision 087), or after
 * asking which is meant. What is a number in the file has one reading.
 */
export function amountsReading(
  rows: readonly AmountRow[],
  { mark, currency }: { readonly mark: DecimalMark; readonly currency: string },
): AmountsReading {
  const amounts = rows.flatMap(({ row, cells }) =>
    AMOUNT_FIELDS.flatMap((field): AmbiguousAmount[] => {
      const text = withoutCurrency(cells[field] ?? null, currency);
      return typeof text === 'string' ? [{ row, category: categoryText(cells), field, text }] : [];
    }),
  );
  const reading = readBlock(
    amounts.map(({ text }) => text),
    mark,
  );
  if (reading.ok) return reading;
  const either = new Set(reading.ambiguous);
  return { ok: false, ambiguous: amounts.filter(({ text }) => either.has(text)) };
}

/** A category as a row of the sheet names it. */
export const categoryText = ({ category1, category2 }: AmountRow['cells']): string =>
  [cellText(category1), cellText(category2)].filter(Boolean).join(' / ');

/** An amount without the sign or code of the currency it is in anyway, before or behind it: `$2.50`, `2,5 USD` (decision 154). */
export function withoutCurrency<C extends Cell>(cell: C, currency: string): C | string {
  if (typeof cell !== 'string') return cell;
  const text = stripInvisible(cell).trim();
  const small = text.toLowerCase();
  for (const name of namesOfCurrency(currency)) {
    if (small.startsWith(name)) return text.slice(name.length).trim();
    if (small.endsWith(name)) return text.slice(0, -name.length).trim();
  }
  return cell;
}

/** Whether an amount would be one without the word or sign beside it: another currency's, or a unit. */
export const otherSign = (amount: Cell): boolean =>
  typeof amount === 'string' &&
  /^[\p{Sc}\p{L}]{0,4}[\s+-]*[\d.,][\d.,\s]*[\p{Sc}\p{L}]{0,4}$/u.test(amount.trim()) &&
  /[\p{Sc}\p{L}]/u.test(amount);
