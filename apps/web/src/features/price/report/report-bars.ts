import type { OutputOf } from '@darkroom/contract/endpoint';
import type { priceEndpoints } from '@darkroom/contract/price/price';
import { fromThousandths, toThousandths } from '@darkroom/domain/money/money';

/** Maximum number of bars. The rest is combined in one. */
const MAX_BARS = 12;

export interface Bar {
  /** Customer 1 or category 2 of the bar. Null for the combined rest. */
  readonly id: number | null;
  readonly name: string;
  readonly amount: number;
  readonly quantity: number;
  /** Amount in the previous period. */
  readonly before: number;
}

type Report = OutputOf<typeof priceEndpoints.report>;

/** The smallest bars, if their sum exceeds the largest bar. As one bar, they would make the others too small to see. */
export interface Rest {
  readonly count: number;
  readonly amount: number;
}

/** Bars of a report: its customers, or the categories of its only customer. The smallest of many are combined. */
export function barsOf(
  report: Report,
  before: Report | undefined,
  others: (count: number) => string,
): { of: 'customers' | 'categories'; bars: Bar[]; rest: Rest | null } {
  const [only, ...more] = report.results;
  const single = only !== undefined && more.length === 0;
  const compare = (of: Report): Entry[] =>
    single ? byCategory(of.results.find(({ cus_id1 }) => cus_id1 === only.cus_id1)?.lines ?? []) : byCustomer(of);
  const former = new Map((before ? compare(before) : []).map(({ id, amount }) => [id, amount]));
  const all = compare(report).map((entry) => ({ ...entry, before: former.get(entry.id) ?? 0 }));
  const sorted: Bar[] = all.toSorted((one, other) => other.amount - one.amount);
  const rest = sorted.length > MAX_BARS ? sorted.splice(MAX_BARS - 1) : [];
  const together = { ...sum(rest), id: null, name: others(rest.length), before: total(rest.map((bar) => bar.before)) };
  const isApart = together.amount > (sorted[0]?.amount ?? 0);
  return {
    of: single ? 'categories' : 'customers',
    bars: rest.length > 0 && !isApart ? [...sorted, together] : sorted,
    rest: rest.length > 0 && isApart ? { count: rest.length, amount: together.amount } : null,
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
    bars.set(id, earlier ? { ...sum([earlier, line]), id, name } : line);
  }
  return [...bars.values()];
}

const total = (amounts: readonly number[]) =>
  fromThousandths(amounts.reduce((sofar, amount) => sofar + toThousandths(amount), 0));

const sum = (bars: readonly Pick<Bar, 'amount' | 'quantity'>[]) => ({
  amount: total(bars.map((bar) => bar.amount)),
  quantity: bars.reduce((sofar, bar) => sofar + bar.quantity, 0),
});
