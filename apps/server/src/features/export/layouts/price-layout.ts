import { PRICE, REPORT_LINE } from '@darkroom/contract/field-tables/customer';
import type { PriceRow, ReportCustomer, ReportLine } from '@darkroom/contract/price/price';
import { unpricedPieces } from '@darkroom/domain/job/figures';
import type { AnswerOf } from '../../../http/handlers.ts';
import { column, CURRENCY, layoutOf, type Column } from '../files/cells.ts';
import { columnsOf } from './field-columns.ts';

/** A category of a price list, with whose list it is: what the import tells another customer's sheet by. */
export interface PriceLine extends PriceRow {
  readonly cus0_name: string;
  readonly cus1_name: string;
}

/** The lines of a price list. */
export const priceLines = ({ cus0_name, cus1_name, results }: AnswerOf<'price.detail'>): PriceLine[] =>
  results.map((row) => ({ ...row, cus0_name, cus1_name }));

const field = columnsOf(PRICE);
const CATEGORY: readonly Column<PriceLine>[] = [field('service_type', 20), field('cat1', 20), field('cat2', 22)];
const TERMS: readonly Column<PriceLine>[] = [
  field('retail_price', 13),
  field('wholesale_price', 15),
  field('estimate_minutes', 13),
  field('visible', 10),
  field('enabled', 10),
];

/** What is worth a second look. */
const WARNINGS = column<PriceLine>('field:warnings', 'text', 26, (row, { words }) =>
  row.warnings.map((one) => words(`price:warning.${one}`)).join('; '),
);

/** Excel: the columns that the import reads back, with whose they are. */
export const priceSheet = layoutOf<PriceLine>(
  [
    column('field:cus_id0', 'text', 22, (row) => row.cus0_name),
    column('field:cus_id1', 'text', 22, (row) => row.cus1_name),
    ...CATEGORY,
    ...TERMS,
    CURRENCY,
    WARNINGS,
  ],
  (row) => [row],
);

/** Paper: whose it is stands above the list. */
export const pricePrint = layoutOf<PriceLine>([...CATEGORY, ...TERMS, WARNINGS], (row) => [row]);

/** A line of the report's file: a category of a customer, a customer's total, or that of all. */
export interface ReportFileLine extends Omit<ReportLine, 'category' | 'service_cat2_id'> {
  readonly customer: string;
  /** null in a total. */
  readonly category: string | null;
  readonly currency: string;
  /** Of the quantity, the pieces that are in no amount. */
  readonly unpriced: number;
}

type Report = AnswerOf<'price.report'>;

/** The report's lines with a total after each customer, and the total of all at the end. */
export function reportLines({ currency, results, ...all }: Report): ReportFileLine[] {
  const total = (
    customer: string,
    figures: Pick<ReportCustomer, 'quantity' | 'amount' | 'unpriced' | 'reworking'>,
  ): ReportFileLine => ({
    customer,
    category: null,
    unit_price: null,
    wholesale_price: null,
    estimate_minutes: null,
    quantity: figures.quantity,
    amount: figures.amount,
    unpriced: figures.unpriced,
    reworking: figures.reworking,
    currency,
  });
  if (results.length === 0) return [];
  return [
    ...results.flatMap((one) => [
      ...one.lines.map((line) => ({ ...line, customer: one.customer, unpriced: unpricedPieces(line), currency })),
      total(one.customer, one),
    ]),
    total('', all),
  ];
}

/** A customer's total, or that of all. */
export const isReportTotal = ({ category }: ReportFileLine): boolean => category === null;
export const isGrandTotal = ({ customer, category }: ReportFileLine) => customer === '' && category === null;

const line = columnsOf(REPORT_LINE);

/** Columns next to an amount in every report file: its currency, pieces without a price, pieces in rework. */
export const BESIDE_AMOUNT: readonly Column<ReportFileLine>[] = [
  column('price:report.currency', 'text', 9, ({ currency }) => currency),
  column('price:report.unpriced', 'count', 13, ({ unpriced }) => unpriced || null),
  column('field:report.reworking', 'count', 12, ({ reworking }) => reworking || null),
];

/** Excel and paper alike. */
export const reportLayout = layoutOf<ReportFileLine>(
  [
    column('price:customer', 'text', 34, (line, { words }) =>
      isGrandTotal(line) ? words('price:report.all') : line.customer,
    ),
    column('field:category', 'text', 30, ({ category }, { words }) => category ?? words('price:report.total')),
    line('unit_price', 13),
    line('wholesale_price', 14),
    line('estimate_minutes', 13),
    line('quantity', 16),
    line('amount', 14),
    ...BESIDE_AMOUNT,
  ],
  (row) => [row],
  isReportTotal,
);
