import type { OutputOf, priceEndpoints } from '@darkroom/contract';
import { fromThousandths, toThousandths } from '@darkroom/domain/money/money';

/** More bars than this are not compared but counted. */
const MOST_BARS = 12;

export interface Bar {
  readonly name: string;
  readonly amount: number;
  readonly quantity: number;
}

/** What is compared: the customers of a report, or its one customer's categories; the smallest of many stand together. */
export function barsOf(
  report: OutputOf<typeof priceEndpoints.report>,
  others: (count: number) => string,
): { of: 'customers' | 'categories'; bars: Bar[] } {
  const [only, ...more] = report.results;
  const single = only !== undefined && more.length === 0;
  const all = single
    ? byCategory(only.lines)
    : report.results.map(({ customer, amount, quantity }) => ({
        name: customer.split(' › ').at(-1) ?? customer,
        amount,
        quantity,
      }));
  const sorted = all.toSorted((one, other) => other.amount - one.amount);
  const rest = sorted.length > MOST_BARS ? sorted.splice(MOST_BARS - 1) : [];
  const bars = rest.length > 0 ? [...sorted, { ...sum(rest), name: others(rest.length) }] : sorted;
  return { of: single ? 'categories' : 'customers', bars };
}

/** Lines of one category at several prices are one bar. */
function byCategory(lines: readonly { category: string; amount: number | null; quantity: number }[]): Bar[] {
  const bars = new Map<string, Bar>();
  for (const { category: name, amount, quantity } of lines) {
    const line = { name, amount: amount ?? 0, quantity };
    const before = bars.get(name);
    bars.set(name, before ? { ...sum([before, line]), name } : line);
  }
  return [...bars.values()];
}

const sum = (bars: readonly Bar[]) => ({
  amount: fromThousandths(bars.reduce((total, bar) => total + toThousandths(bar.amount), 0)),
  quantity: bars.reduce((total, bar) => total + bar.quantity, 0),
});
