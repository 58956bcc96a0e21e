import type { ReportLine } from '@darkroom/contract/price/price';

/** A line of the report. A customer's line has neither wholesale price nor estimate. */
export type SharedReportLine = Pick<
  ReportLine,
  'service_cat2_id' | 'category' | 'unit_price' | 'quantity' | 'pieces_in_rework' | 'amount'
> &
  Partial<Pick<ReportLine, 'wholesale_price' | 'estimate_minutes'>>;

interface ReportFigures {
  readonly quantity: number;
  readonly amount: number;
  readonly unpriced: number;
  readonly pieces_in_rework: number;
}

export interface Report extends ReportFigures {
  readonly results: readonly (ReportFigures & {
    readonly cus_id1: number;
    readonly customer: string;
    readonly lines: readonly SharedReportLine[];
  })[];
}

export type ReportOrder = 'customer' | 'amount' | 'quantity';

/** A row of the report: a customer with its total, one of its categories, or the total of all. */
export interface ReportRow {
  readonly key: string;
  readonly kind: 'customer' | 'line' | 'total';
  readonly name: string;
  /** For a customer's row: a press filters the report by this customer. */
  readonly cus_id1: number | null;
  readonly line: SharedReportLine | null;
  readonly quantity: number;
  readonly amount: number | null;
  readonly unpriced: number;
  /** Pieces in rework, in neither quantity nor amount. */
  readonly pieces_in_rework: number;
}

/** Returns the total, fixed at the top, then each customer with its total and its categories in the requested order. */
export function toReportRows(report: Report, sort: ReportOrder): ReportRow[] {
  // The server sorts customers by name. Equal figures have the same order.
  const customers = sort === 'customer' ? report.results : report.results.toSorted((a, b) => b[sort] - a[sort]);
  const rows = customers.flatMap((customer): ReportRow[] => [
    {
      key: `c${customer.cus_id1}`,
      kind: 'customer',
      name: customer.customer,
      cus_id1: customer.cus_id1,
      line: null,
      ...pickFigures(customer),
    },
    ...sortLines(customer.lines, sort).map((line, index) => ({
      key: `c${customer.cus_id1}.${line.service_cat2_id}.${index}`,
      kind: 'line' as const,
      name: line.category,
      cus_id1: null,
      line,
      quantity: line.quantity,
      amount: line.amount,
      unpriced: 0,
      pieces_in_rework: line.pieces_in_rework,
    })),
  ]);
  if (rows.length === 0) return [];
  return [{ key: 'total', kind: 'total', name: '', cus_id1: null, line: null, ...pickFigures(report) }, ...rows];
}

const pickFigures = ({ quantity, amount, unpriced, pieces_in_rework }: ReportFigures) => ({
  quantity,
  amount,
  unpriced,
  pieces_in_rework,
});

const sortLines = (lines: readonly SharedReportLine[], sort: ReportOrder): readonly SharedReportLine[] =>
  sort === 'customer' ? lines : lines.toSorted((a, b) => (b[sort] ?? 0) - (a[sort] ?? 0));
