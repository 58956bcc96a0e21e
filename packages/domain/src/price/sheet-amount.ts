import { cellText, type SheetCell } from '../order-sheet/cell.ts';
import { getCurrencyNames } from '../money/currency.ts';
import { readPastedNumbers } from '../number/pasted-numbers.ts';
import type { DecimalMark } from '../number/parse.ts';
import { stripInvisible } from '../text/fold.ts';

export const AMOUNT_FIELDS = ['retail_price', 'wholesale_price'] as const;
type AmountField = (typeof AMOUNT_FIELDS)[number];

/** Fields of a price sheet's row that amounts need. */
interface AmountRow {
  readonly row: number;
  readonly cells: { readonly [field in AmountField | 'category1' | 'category2']?: SheetCell };
}

/** An ambiguous amount and its position in the sheet. */
export interface AmbiguousAmount {
  readonly row: number;
  readonly category: string;
  readonly field: AmountField;
  readonly text: string;
}

type AmountsReading =
  | { readonly ok: true; readonly mark: DecimalMark }
  | { readonly ok: false; readonly ambiguous: readonly AmbiguousAmount[] };

/**
 * Finds the decimal mark of the amounts that a sheet has as text. All amounts have one mark, as in a paste (decision 087). Returns a
 * question to the user if the mark is ambiguous.
 */
export function readAmounts(
  rows: readonly AmountRow[],
  { mark, currency }: { readonly mark: DecimalMark; readonly currency: string },
): AmountsReading {
  const amounts = rows.flatMap(({ row, cells }) =>
    AMOUNT_FIELDS.flatMap((field): AmbiguousAmount[] => {
      const text = removeCurrency(cells[field] ?? null, currency);
      return typeof text === 'string' ? [{ row, category: categoryText(cells), field, text }] : [];
    }),
  );
  const reading = readPastedNumbers(
    amounts.map(({ text }) => text),
    mark,
  );
  if (reading.ok) return reading;
  const ambiguousTexts = new Set(reading.ambiguous);
  return { ok: false, ambiguous: amounts.filter(({ text }) => ambiguousTexts.has(text)) };
}

/** Returns the category of a row as written in the sheet. */
export const categoryText = ({ category1, category2 }: AmountRow['cells']): string =>
  [cellText(category1), cellText(category2)].filter(Boolean).join(' / ');

/** Removes the sign or code of the bureau's own currency before or after an amount: `$2.50`, `2,5 USD` (decision 154). */
export function removeCurrency<C extends SheetCell>(cell: C, currency: string): C | string {
  if (typeof cell !== 'string') return cell;
  const text = stripInvisible(cell).trim();
  const lowerCase = text.toLowerCase();
  for (const name of getCurrencyNames(currency)) {
    if (lowerCase.startsWith(name)) return text.slice(name.length).trim();
    if (lowerCase.endsWith(name)) return text.slice(0, -name.length).trim();
  }
  return cell;
}

/** True if an amount has an unknown word or sign, such as another currency or a unit. */
export const hasUnknownSign = (amount: SheetCell): boolean =>
  typeof amount === 'string' &&
  /^[\p{Sc}\p{L}]{0,4}[\s+-]*[\d.,][\d.,\s]*[\p{Sc}\p{L}]{0,4}$/u.test(amount.trim()) &&
  /[\p{Sc}\p{L}]/u.test(amount);
