import { amountOf, fromThousandths, toThousandths } from '../money/money.ts';

/** What the price guard goes by (metadata JOB_TASK, `quote_guard`). */
export interface PriceGuard {
  /** A price may be this many percent below the customer's list before it is asked about. */
  readonly below_percent: number;
  /** What a minute of work costs the bureau, in the currency of prices; 0: nothing is said about margins. */
  readonly cost_per_minute: number;
}

export interface GuardedLine {
  readonly unit_price: number;
  /** The customer's list price; null where the list has none. */
  readonly list_price: number | null;
  readonly estimate_minutes: number | null;
}

/** What is asked about before a price is sent. */
export const QUOTE_WARNINGS = ['below_list', 'below_cost'] as const;
export type QuoteWarning = (typeof QUOTE_WARNINGS)[number];

/** What a price should be asked about: further below the list than is allowed, or below what its minutes cost (decision 105). */
export function quoteWarnings(
  { unit_price, list_price, estimate_minutes }: GuardedLine,
  { below_percent, cost_per_minute }: PriceGuard,
): QuoteWarning[] {
  const price = toThousandths(unit_price);
  // In whole numbers, so that exactly the allowed percentage is not below it.
  const below_list = list_price !== null && price * 100 < toThousandths(list_price) * (100 - below_percent) - 1e-6;
  const below_cost = estimate_minutes !== null && price < estimate_minutes * toThousandths(cost_per_minute);
  return [...(below_list ? ['below_list' as const] : []), ...(below_cost ? ['below_cost' as const] : [])];
}

/** What lines come to: pieces, and the amount exact to the thousandth. */
export const quoteTotal = (lines: readonly { quantity: number; unit_price: number }[]) => ({
  quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
  amount: fromThousandths(
    lines.reduce((sum, line) => sum + toThousandths(amountOf(line.quantity, line.unit_price)), 0),
  ),
});
