import { PRICE, REPORT_LINE } from '@darkroom/contract/field-tables/customer';
import { CAT2, SERVICE_TYPE } from '@darkroom/contract/field-tables/setting';
import type { PriceRow, ReportCustomer, ReportLine } from '@darkroom/contract/price/price';
import { type CategoryRow, toCategoryRows } from '@darkroom/domain/category/tree';
import { countUnpricedPieces } from '@darkroom/domain/job/figures';
import { foldForSearch } from '@darkroom/domain/text/fold';
import type { ResponseOf } from '../../../http/handlers.ts';
import { readCategories } from '../../category/category.service.ts';
import { readPriceReport } from '../../price/price-report.service.ts';
import { readPrices } from '../../price/price.service.ts';
import { formatCountedPeriod, type ExportedList, type FilterOf } from '../exported-list.ts';
import { column, CURRENCY, createLayout, type ExportColumn } from '../files/cells.ts';
import { recordColumns, fieldColumns } from '../files/field-columns.ts';
import { shortSource } from '../source.ts';

/** A category of a price list with its customer. The import recognises another customer's sheet by it. */
interface PriceLine extends PriceRow {
  readonly cus0_name: string;
  readonly cus1_name: string;
}

const priceLines = ({ cus0_name, cus1_name, results }: ResponseOf<'price.detail'>): PriceLine[] =>
  results.map((row) => ({ ...row, cus0_name, cus1_name }));

const field = recordColumns(PRICE);
const CATEGORY_FIELDS: readonly ExportColumn<PriceLine>[] = [
  field('service_type', 20),
  field('cat1', 20),
  field('cat2', 22),
];
const TERM_COLUMNS: readonly ExportColumn<PriceLine>[] = [
  field('retail_price', 13),
  field('wholesale_price', 15),
  field('estimate_minutes', 13),
  field('visible', 10),
  field('enabled', 10),
];

const WARNINGS = column<PriceLine>('field:warnings', 'text', 26, (row, { words }) =>
  row.warnings.map((warning) => words(`price:warning.${warning}`)).join('; '),
);

/** Excel: the columns that the import reads back, with the customer. */
const priceSheet = createLayout<PriceLine>(
  [
    column('field:cus_id0', 'text', 22, (row) => row.cus0_name),
    column('field:cus_id1', 'text', 22, (row) => row.cus1_name),
    ...CATEGORY_FIELDS,
    ...TERM_COLUMNS,
    CURRENCY,
    WARNINGS,
  ],
  (row) => [row],
);

/** PDF: the customer is above the list. */
const pricePrint = createLayout<PriceLine>([...CATEGORY_FIELDS, ...TERM_COLUMNS, WARNINGS], (row) => [row]);

/** A line of the report's file: a category of a customer, a customer's total, or the grand total. */
export interface ReportFileLine extends Omit<ReportLine, 'category' | 'service_cat2_id'> {
  readonly customer: string;
  /** Null if the line is a total. */
  readonly category: string | null;
  readonly currency: string;
  /** Pieces of the quantity without an amount. */
  readonly unpriced: number;
}

type Report = ResponseOf<'price.report'>;

/** Returns the lines of the report with a total after each customer, and the grand total at the end. */
export function reportLines({ currency, results, ...all }: Report): ReportFileLine[] {
  const toTotalLine = (
    customer: string,
    figures: Pick<ReportCustomer, 'quantity' | 'amount' | 'unpriced' | 'pieces_in_rework'>,
  ): ReportFileLine => ({
    customer,
    category: null,
    unit_price: null,
    wholesale_price: null,
    estimate_minutes: null,
    quantity: figures.quantity,
    amount: figures.amount,
    unpriced: figures.unpriced,
    pieces_in_rework: figures.pieces_in_rework,
    currency,
  });
  if (results.length === 0) return [];
  return [
    ...results.flatMap((result) => [
      ...result.lines.map((line) => ({
        ...line,
        customer: result.customer,
        unpriced: countUnpricedPieces(line),
        currency,
      })),
      toTotalLine(result.customer, result),
    ]),
    toTotalLine('', all),
  ];
}

/** Returns true for a customer's total and the grand total. */
export const isReportTotal = ({ category }: ReportFileLine): boolean => category === null;
export const isGrandTotal = ({ customer, category }: ReportFileLine) => customer === '' && category === null;

const lineField = recordColumns(REPORT_LINE);

/** Columns next to an amount in every report file: its currency, pieces without a price, pieces in rework. */
export const AMOUNT_CONTEXT_COLUMNS: readonly ExportColumn<ReportFileLine>[] = [
  column('price:report.currency', 'text', 9, ({ currency }) => currency),
  column('price:report.unpriced', 'count', 13, ({ unpriced }) => unpriced || null),
  column('field:report.pieces_in_rework', 'count', 12, ({ pieces_in_rework }) => pieces_in_rework || null),
];

/** Layout for Excel and PDF. */
const reportLayout = createLayout<ReportFileLine>(
  [
    column('price:customer', 'text', 34, (line, { words }) =>
      isGrandTotal(line) ? words('price:report.all') : line.customer,
    ),
    column('field:category', 'text', 30, ({ category }, { words }) => category ?? words('price:report.total')),
    lineField('unit_price', 13),
    lineField('wholesale_price', 14),
    lineField('estimate_minutes', 13),
    lineField('quantity', 16),
    lineField('amount', 14),
    ...AMOUNT_CONTEXT_COLUMNS,
  ],
  (row) => [row],
  isReportTotal,
);

const typeField = fieldColumns(SERVICE_TYPE, ({ service_type }: CategoryRow) => service_type);
const cat2Field = fieldColumns(CAT2, (row: CategoryRow) => (row.type === 'cat2' ? row.cat2 : null));

const CATEGORY_COLUMNS: readonly ExportColumn<CategoryRow>[] = [
  column('field:service_type_id', 'text', 24, (row) => row.service_type.name),
  typeField('workstream', 13),
  column('field:service_cat1_id', 'text', 24, (row) => (row.type === 'service_type' ? null : row.cat1.name)),
  column('field:service_cat2_id', 'text', 26, (row) => (row.type === 'cat2' ? row.cat2.name : null)),
  cat2Field('level', 10),
  cat2Field('estimate_minutes', 16),
  cat2Field('enabled', 14),
];

/** Excel and PDF: a row for each category 2, and for each parent that has no children yet. */
const categoryLayout = createLayout<CategoryRow>(CATEGORY_COLUMNS, (row) => [row]);

/** Returns the lines of the tree that the lines below do not already contain. */
const categoryLines = (rows: readonly CategoryRow[]): CategoryRow[] =>
  rows.filter((row, i) => {
    const next = rows[i + 1];
    if (row.type === 'cat2' || !next) return true;
    return row.type === 'service_type' ? next.type === 'service_type' : next.type !== 'cat2';
  });

export const CATEGORIES: ExportedList<FilterOf<'export.categories'>, CategoryRow> = {
  name: 'categories',
  title: 'category:title',
  source: shortSource(async ({ db }, filter) => categoryLines(toCategoryRows(await readCategories(db), filter))),
  xlsx: categoryLayout,
  pdf: categoryLayout,
};

/** A customer's price list as a file. */
export const PRICES: ExportedList<FilterOf<'export.prices'>, PriceLine> = {
  name: 'prices',
  title: 'price:title',
  source: async (ctx, { cus_id1 }) => {
    const prices = await readPrices(ctx, cus_id1);
    const rows = priceLines(prices);
    return { total: rows.length, batches: () => [rows], ownerName: toFileName(prices.cus1_name) };
  },
  xlsx: priceSheet,
  pdf: pricePrint,
};

/** Converts a name to the letters that every file system allows. */
const toFileName = (name: string): string =>
  foldForSearch(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const PRICE_REPORT: ExportedList<FilterOf<'export.priceReport'>, ReportFileLine> = {
  name: 'priceReport',
  title: 'price:report.title',
  period: formatCountedPeriod,
  source: shortSource(async (ctx, filter) => reportLines(await readPriceReport(ctx, filter)), isReportTotal),
  xlsx: reportLayout,
  pdf: reportLayout,
};
