import type { PriceRow, ReportCustomer, ReportLine } from '@darkroom/contract/price';
import type { AnswerOf } from '../../../http/handlers.ts';
import { CURRENCY, layoutOf, type Column, type Look } from '../files/cells.ts';

/** A category of a price list, with whose list it is: what the import tells another customer's sheet by. */
export interface PriceLine extends PriceRow {
  readonly cus0_name: string;
  readonly cus1_name: string;
}

/** The lines of a price list. */
export const priceLines = ({ cus0_name, cus1_name, results }: AnswerOf<'price.detail'>): PriceLine[] =>
  results.map((row) => ({ ...row, cus0_name, cus1_name }));

const yesNo = (value: boolean | null, { words }: Look) =>
  value === null ? null : words(`common:${value ? 'yes' : 'no'}`);

const CATEGORY: readonly Column<PriceLine>[] = [
  { title: 'field:service_type_id', kind: 'text', width: 20, value: (row) => row.service_type },
  { title: 'field:service_cat1_id', kind: 'text', width: 20, value: (row) => row.cat1 },
  { title: 'field:service_cat2_id', kind: 'text', width: 22, value: (row) => row.cat2 },
];
const TERMS: readonly Column<PriceLine>[] = [
  { title: 'field:retail_price', kind: 'money', width: 13, value: (row) => row.retail_price },
  { title: 'field:wholesale_price', kind: 'money', width: 15, value: (row) => row.wholesale_price },
  { title: 'field:estimate_minutes', kind: 'count', width: 13, value: (row) => row.estimate_minutes },
  { title: 'field:visible', kind: 'text', width: 10, value: (row, look) => yesNo(row.visible, look) },
  { title: 'field:price.enabled', kind: 'text', width: 10, value: (row, look) => yesNo(row.enabled, look) },
];

/** Excel: the columns that the import reads back, with whose they are. */
export const priceSheet = layoutOf<PriceLine>(
  [
    { title: 'field:cus_id0', kind: 'text', width: 22, value: (row) => row.cus0_name },
    { title: 'field:cus_id1', kind: 'text', width: 22, value: (row) => row.cus1_name },
    ...CATEGORY,
    ...TERMS,
    CURRENCY,
  ],
  (row) => [row],
);

/** Paper: whose it is stands above the list, what is worth a second look beside each price. */
export const pricePrint = layoutOf<PriceLine>(
  [
    ...CATEGORY,
    ...TERMS,
    {
      title: 'field:warnings',
      kind: 'text',
      width: 26,
      value: (row, { words }) => row.warnings.map((one) => words(`price:warning.${one}`)).join('; '),
    },
  ],
  (row) => [row],
);

/** A line of the report's file: a category of a customer, a customer's total, or that of all. */
export interface ReportFileLine extends Omit<ReportLine, 'category' | 'service_cat2_id'> {
  readonly customer: string;
  /** null in a total. */
  readonly category: string | null;
  readonly currency: string;
}

type Report = AnswerOf<'price.report'>;

/** The report's lines with a total after each customer, and the total of all at the end. */
export function reportLines({ currency, results, quantity, amount }: Report): ReportFileLine[] {
  const total = (customer: string, figures: Pick<ReportCustomer, 'quantity' | 'amount'>): ReportFileLine => ({
    customer,
    category: null,
    unit_price: null,
    wholesale_price: null,
    estimate_minutes: null,
    quantity: figures.quantity,
    amount: figures.amount,
    currency,
  });
  if (results.length === 0) return [];
  return [
    ...results.flatMap((one) => [
      ...one.lines.map((line) => ({ ...line, customer: one.customer, currency })),
      total(one.customer, one),
    ]),
    total('', { quantity, amount }),
  ];
}

const isGrandTotal = ({ customer, category }: ReportFileLine) => customer === '' && category === null;

/** Excel and paper alike. */
export const reportLayout = layoutOf<ReportFileLine>(
  [
    {
      title: 'price:customer',
      kind: 'text',
      width: 34,
      value: (line, { words }) => (isGrandTotal(line) ? words('price:report.all') : line.customer),
    },
    {
      title: 'field:category',
      kind: 'text',
      width: 30,
      value: ({ category }, { words }) => category ?? words('price:report.total'),
    },
    { title: 'field:retail_price', kind: 'money', width: 13, value: (line) => line.unit_price },
    { title: 'field:wholesale_price', kind: 'money', width: 14, value: (line) => line.wholesale_price },
    { title: 'field:estimate_minutes', kind: 'count', width: 13, value: (line) => line.estimate_minutes },
    { title: 'field:report.quantity', kind: 'count', width: 16, value: (line) => line.quantity },
    { title: 'field:amount', kind: 'money', width: 14, value: (line) => line.amount },
    { title: 'price:report.currency', kind: 'text', width: 9, value: (line) => line.currency },
  ],
  (line) => [line],
);
