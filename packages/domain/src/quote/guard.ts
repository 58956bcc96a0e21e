import { calculateAmount, fromThousandths, toThousandths } from '../money/money.ts';

/** Settings of the price guard (metadata JOB_TASK, `quote_guard`). */
export interface PriceGuard {
  /** Allowed percentage below the customer's list price without a warning. */
  readonly below_percent: number;
  /** Cost of a minute of work in the currency of prices. 0 turns the warning off. */
  readonly cost_per_minute: number;
}

export interface GuardedLine {
  readonly unit_price: number;
  /** List price of the customer. Null if the list has none. */
  readonly list_price: number | null;
  readonly estimate_minutes: number | null;
}

/** Warnings before a price is sent. */
export const QUOTE_WARNINGS = ['below_list', 'below_cost'] as const;
export type QuoteWarning = (typeof QUOTE_WARNINGS)[number];

/** Finds warnings about a price: too far below the list, or below the cost of its minutes (decision 105). */
export function findQuoteWarnings(
  { unit_price, list_price, estimate_minutes }: GuardedLine,
  { below_percent, cost_per_minute }: PriceGuard,
): QuoteWarning[] {
  const price = toThousandths(unit_price);
  // Whole numbers, so that exactly the allowed percentage gives no warning.
  const below_list = list_price !== null && price * 100 < toThousandths(list_price) * (100 - below_percent) - 1e-6;
  const below_cost = estimate_minutes !== null && price < estimate_minutes * toThousandths(cost_per_minute);
  return [...(below_list ? ['below_list' as const] : []), ...(below_cost ? ['below_cost' as const] : [])];
}

/** Sums the lines: pieces, and the amount exact to the thousandth. */
export const sumQuoteLines = (lines: readonly { quantity: number; unit_price: number }[]) => ({
  quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
  amount: fromThousandths(
    lines.reduce((sum, line) => sum + toThousandths(calculateAmount(line.quantity, line.unit_price)), 0),
  ),
});
