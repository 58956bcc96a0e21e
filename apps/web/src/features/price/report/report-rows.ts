import type { OutputOf } from '@darkroom/contract/endpoint';
import type { priceEndpoints, ReportLine } from '@darkroom/contract/price';
import type { ReportSearch } from './report-search.ts';

type Report = OutputOf<typeof priceEndpoints.report>;

/** A row of the report: a customer with its total, one of its categories under it, or the total of all. */
export interface ReportRow {
  readonly key: string;
  readonly kind: 'customer' | 'line' | 'total';
  readonly name: string;
  /** Of a customer's own row: it narrows the report to its lines. */
  readonly cus_id1: number | null;
  readonly line: ReportLine | null;
  readonly quantity: number;
  readonly amount: number | null;
  readonly unpriced: number;
}

/** The total of all, which stays in sight at the top, then each customer with its total and its categories in the order asked for. */
export function reportRows(report: Report, sort: ReportSearch['sort']): ReportRow[] {
  // The server sends customers by name; equal figures stay in that order.
  const customers =
    sort === 'customer' ? report.results : report.results.toSorted((one, other) => other[sort] - one[sort]);
  const rows = customers.flatMap((customer): ReportRow[] => [
    {
      key: `c${customer.cus_id1}`,
      kind: 'customer',
      name: customer.customer,
      cus_id1: customer.cus_id1,
      line: null,
      ...figuresOf(customer),
    },
    ...linesOf(customer.lines, sort).map((line, at) => ({
      key: `c${customer.cus_id1}.${line.service_cat2_id}.${at}`,
      kind: 'line' as const,
      name: line.category,
      cus_id1: null,
      line,
      quantity: line.quantity,
      amount: line.amount,
      unpriced: 0,
    })),
  ]);
  if (rows.length === 0) return [];
  return [{ key: 'total', kind: 'total', name: '', cus_id1: null, line: null, ...figuresOf(report) }, ...rows];
}

const figuresOf = ({ quantity, amount, unpriced }: Pick<Report, 'quantity' | 'amount' | 'unpriced'>) => ({
  quantity,
  amount,
  unpriced,
});

const linesOf = (lines: readonly ReportLine[], sort: ReportSearch['sort']): readonly ReportLine[] =>
  sort === 'customer' ? lines : lines.toSorted((one, other) => (other[sort] ?? 0) - (one[sort] ?? 0));
