import { toThousandths } from '../money/money.ts';

/** The fields of a customer price (spec §3), in the order of its columns. */
export const PRICE_FIELDS = ['retail_price', 'wholesale_price', 'estimate_minutes', 'visible', 'enabled'] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];

/** What a customer pays for a category 2, and on what terms. */
export interface PriceTerms {
  readonly retail_price: number;
  readonly wholesale_price: number;
  readonly estimate_minutes: number;
  readonly visible: boolean;
  readonly enabled: boolean;
}

/** The same while it may not be there, or not whole yet. */
export type OpenTerms = { readonly [F in PriceField]: PriceTerms[F] | null };

/** Of which kind a field's values are. */
export const FIELD_KIND = {
  retail_price: 'money',
  wholesale_price: 'money',
  estimate_minutes: 'minutes',
  visible: 'switch',
  enabled: 'switch',
} as const satisfies Record<PriceField, 'money' | 'minutes' | 'switch'>;

/** Limits: far past any price, and small enough that sums of a bureau's years stay exact. */
export const MOST_PRICE = 1_000_000;
export const MOST_MINUTES = 100_000;
/** Prices of one customer that are set in one call. */
export const MOST_PRICES_AT_ONCE = 1000;

/** What makes a price worth a second look. */
export const PRICE_WARNINGS = ['retail_below_wholesale', 'sold_without_price'] as const;
export type PriceWarning = (typeof PRICE_WARNINGS)[number];

/**
 * Warnings of a price (domain §3): retail below wholesale, or a service that was sold last month and has no price that a new
 * detail would get. They warn, they do not refuse.
 */
export function priceWarnings(terms: OpenTerms, sold_last_month: number): PriceWarning[] {
  const { retail_price, wholesale_price, enabled } = terms;
  const warnings: PriceWarning[] = [];
  if (retail_price !== null && wholesale_price !== null && retail_price < wholesale_price) {
    warnings.push('retail_below_wholesale');
  }
  if (sold_last_month > 0 && (retail_price === null || enabled !== true)) warnings.push('sold_without_price');
  return warnings;
}

/** What a new price starts from: the catalogue's estimate, shown and in use (decision 055). */
export const startingTerms = (
  default_minutes: number,
): Pick<PriceTerms, 'estimate_minutes' | 'visible' | 'enabled'> => ({
  estimate_minutes: default_minutes,
  visible: true,
  enabled: true,
});

/** Whether two sets of terms say the same. */
export const sameTerms = (one: OpenTerms, other: OpenTerms): boolean =>
  PRICE_FIELDS.every((field) => one[field] === other[field]);

/** A price that becomes so many times what it was, or so small a part of it, is more often a slip of the hand than meant. */
const LEAP = 10;

/** Of a changed price, the amounts that leap: what was nothing, or becomes it, does not. */
export const priceLeaps = (before: OpenTerms, after: OpenTerms): ('retail_price' | 'wholesale_price')[] =>
  (['retail_price', 'wholesale_price'] as const).filter((field) => {
    // In whole thousandths: of floating point, a tenth of 0.7 is less than 0.07.
    const [from, to] = [toThousandths(before[field] ?? 0), toThousandths(after[field] ?? 0)];
    return from > 0 && to > 0 && (to >= from * LEAP || to * LEAP <= from);
  });
