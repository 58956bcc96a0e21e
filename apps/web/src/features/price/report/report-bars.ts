import type { OutputOf } from '@darkroom/contract/endpoint';
import type { priceEndpoints } from '@darkroom/contract/price/price';
import { fromThousandths, toThousandths } from '@darkroom/domain/money/money';

/** Maximum number of bars. The rest is combined in one. */
const MAX_BARS = 12;

export interface Bar {
  /** Customer 1 or category 2 of the bar. Null if the bar combines the rest. */
  readonly id: number | null;
  readonly name: string;
  readonly amount: number;
  readonly quantity: number;
  readonly before: number;
}

type Report = OutputOf<typeof priceEndpoints.report>;

/** The smallest bars, if their sum exceeds the largest bar. As one bar, they would make the others too small to see. */
export interface Rest {
  readonly count: number;
  readonly amount: number;
}

/** Returns the bars of a report: its customers, or the categories of its only customer. The smallest of many are combined. */
export function toReportBars(
  report: Report,
  before: Report | undefined,
  others: (count: number) => string,
): { of: 'customers' | 'categories'; bars: Bar[]; rest: Rest | null } {
  const [only, ...more] = report.results;
  const isSingle = only !== undefined && more.length === 0;
  const compare = (source: Report): Entry[] =>
    isSingle
      ? byCategory(source.results.find(({ cus_id1 }) => cus_id1 === only.cus_id1)?.lines ?? [])
      : byCustomer(source);
  const previousAmounts = new Map((before ? compare(before) : []).map(({ id, amount }) => [id, amount]));
  const all = compare(report).map((entry) => ({ ...entry, before: previousAmounts.get(entry.id) ?? 0 }));
  const sorted: Bar[] = all.toSorted((a, b) => b.amount - a.amount);
  const rest = sorted.length > MAX_BARS ? sorted.splice(MAX_BARS - 1) : [];
  const restBar = {
    ...sumBars(rest),
    id: null,
    name: others(rest.length),
    before: sumAmounts(rest.map((bar) => bar.before)),
  };
  const isRestTooLarge = restBar.amount > (sorted[0]?.amount ?? 0);
  return {
    of: isSingle ? 'categories' : 'customers',
    bars: rest.length > 0 && !isRestTooLarge ? [...sorted, restBar] : sorted,
    rest: rest.length > 0 && isRestTooLarge ? { count: rest.length, amount: restBar.amount } : null,
  };
}

type Entry = Omit<Bar, 'before'>;

const byCustomer = (report: Report): Entry[] =>
  report.results.map(({ cus_id1: id, customer, amount, quantity }) => ({
    id,
    name: customer.split(' › ').at(-1) ?? customer,
    amount,
    quantity,
  }));

/** Combines the lines of one category at several prices. */
function byCategory(lines: Report['results'][number]['lines']): Entry[] {
  const bars = new Map<number, Entry>();
  for (const { service_cat2_id: id, category: name, amount, quantity } of lines) {
    const line = { id, name, amount: amount ?? 0, quantity };
    const earlier = bars.get(id);
    bars.set(id, earlier ? { ...sumBars([earlier, line]), id, name } : line);
  }
  return [...bars.values()];
}

const sumAmounts = (amounts: readonly number[]) =>
  fromThousandths(amounts.reduce((sofar, amount) => sofar + toThousandths(amount), 0));

const sumBars = (bars: readonly Pick<Bar, 'amount' | 'quantity'>[]) => ({
  amount: sumAmounts(bars.map((bar) => bar.amount)),
  quantity: bars.reduce((sofar, bar) => sofar + bar.quantity, 0),
});
