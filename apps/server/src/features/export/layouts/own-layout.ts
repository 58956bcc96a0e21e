import { PRICE, REPORT_LINE } from '@darkroom/contract/records/price';
import type { AnswerOf } from '../../../http/handlers.ts';
import { column, CURRENCY, layoutOf, type Column } from '../files/cells.ts';
import { columnsOf } from './field-columns.ts';
import { BESIDE_AMOUNT, isGrandTotal, isReportTotal, reportLines, type ReportFileLine } from './price-layout.ts';

/** A customer's own prices, with what they are told of each. */
export type OwnPriceLine = AnswerOf<'portal.price'>['results'][number] & { readonly customer: string };

const field = columnsOf(PRICE);
const CATEGORY: readonly Column<OwnPriceLine>[] = [
  column('price:customer', 'text', 30, (row) => row.customer),
  column('field:service_type_id', 'text', 20, (row) => row.service_type),
  column('field:service_cat1_id', 'text', 20, (row) => row.service_cat1),
  column('field:service_cat2_id', 'text', 24, (row) => row.service_cat2),
];

/** Excel and paper alike. */
export const ownPriceLayout = layoutOf<OwnPriceLine>(
  [...CATEGORY, field('retail_price', 13), field('estimate_minutes', 13), CURRENCY],
  (row) => [row],
);

/** The same for a customer 0, with wholesale beside retail. */
export const wholesalePriceLayout = layoutOf<OwnPriceLine>(
  [
    ...CATEGORY,
    field('retail_price', 13),
    column('field:wholesale_price', 'money', 15, (row) => row.wholesale_price ?? null),
    field('estimate_minutes', 13),
    CURRENCY,
  ],
  (row) => [row],
);

const line = columnsOf(REPORT_LINE);

/** A customer's own report has neither wholesale nor estimate, and all of it is theirs. */
export const ownReportLayout = layoutOf<ReportFileLine>(
  [
    column('price:customer', 'text', 34, (row, { words }) =>
      isGrandTotal(row) ? words('price:report.total') : row.customer,
    ),
    column('field:category', 'text', 30, (row, { words }) =>
      isGrandTotal(row) ? null : (row.category ?? words('price:report.total')),
    ),
    line('unit_price', 13),
    line('quantity', 16),
    line('amount', 14),
    ...BESIDE_AMOUNT,
  ],
  (row) => [row],
  isReportTotal,
);

/** The own report's lines, with the same totals as the bureau's. */
export const ownReportLines = (report: AnswerOf<'portal.report'>): ReportFileLine[] =>
  reportLines({
    ...report,
    results: report.results.map((one) => ({
      ...one,
      lines: one.lines.map((own) => ({ ...own, wholesale_price: null, estimate_minutes: null })),
    })),
  });
