import { toThousandths } from '../money/money.ts';

/** Fields of a customer price (spec §3), in the order of its columns. */
export const PRICE_FIELDS = ['retail_price', 'wholesale_price', 'estimate_minutes', 'visible', 'enabled'] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];

/** Prices and terms of a customer for a category 2. */
export interface PriceTerms {
  readonly retail_price: number;
  readonly wholesale_price: number;
  readonly estimate_minutes: number;
  readonly visible: boolean;
  readonly enabled: boolean;
}

/** Terms that can be absent or incomplete. */
export type PartialTerms = { readonly [F in PriceField]: PriceTerms[F] | null };

export const FIELD_KIND = {
  retail_price: 'money',
  wholesale_price: 'money',
  estimate_minutes: 'minutes',
  visible: 'switch',
  enabled: 'switch',
} as const satisfies Record<PriceField, 'money' | 'minutes' | 'switch'>;

/** Limits far above any price, and small enough for exact sums over years. */
export const MAX_PRICE = 1_000_000;
export const MAX_MINUTES = 100_000;
/** Maximum number of prices of one customer in a request. */
export const MAX_PRICES_AT_ONCE = 1000;

export const PRICE_WARNINGS = ['retail_below_wholesale', 'sold_without_price'] as const;
export type PriceWarning = (typeof PRICE_WARNINGS)[number];

/**
 * Finds warnings about a price (domain §3): retail is below wholesale, or a service was sold last month but a new detail would get no
 * price. Warnings do not refuse the price.
 */
export function findPriceWarnings(terms: PartialTerms, sold_last_month: number): PriceWarning[] {
  const { retail_price, wholesale_price, enabled } = terms;
  const warnings: PriceWarning[] = [];
  if (retail_price !== null && wholesale_price !== null && retail_price < wholesale_price) {
    warnings.push('retail_below_wholesale');
  }
  if (sold_last_month > 0 && (retail_price === null || enabled !== true)) warnings.push('sold_without_price');
  return warnings;
}

/** Returns the initial terms of a new price: the catalogue's estimate, visible and enabled (decision 055). */
export const getDefaultTerms = (
  default_minutes: number,
): Pick<PriceTerms, 'estimate_minutes' | 'visible' | 'enabled'> => ({
  estimate_minutes: default_minutes,
  visible: true,
  enabled: true,
});

/** True if two sets of terms are equal. */
export const areTermsEqual = (one: PartialTerms, other: PartialTerms): boolean =>
  PRICE_FIELDS.every((field) => one[field] === other[field]);

/** Factor of a change that is probably a typing error. */
const JUMP_FACTOR = 10;

/** Finds changed amounts that jump. A change from or to zero is not a jump. */
export const findPriceJumps = (before: PartialTerms, after: PartialTerms): ('retail_price' | 'wholesale_price')[] =>
  (['retail_price', 'wholesale_price'] as const).filter((field) => {
    // Whole thousandths are needed, because in floating point a tenth of 0.7 is less than 0.07.
    const [from, to] = [toThousandths(before[field] ?? 0), toThousandths(after[field] ?? 0)];
    return from > 0 && to > 0 && (to >= from * JUMP_FACTOR || to * JUMP_FACTOR <= from);
  });
