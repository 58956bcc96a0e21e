import type { ReportCustomer } from '@darkroom/contract/price/price';
import { groupBy } from '@darkroom/domain/list/group-by';
import { calculateLineAmount, sumReportLines, type ReportFigures } from '@darkroom/domain/price/report';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { findCustomers2Below } from '../customer/customer.service.ts';
import { readCurrency } from '../setting/setting.service.ts';
import {
  sumDelivered,
  sumDeliveredByMonth,
  type DeliveredLine,
  type DeliveryQuery,
  type MonthlyLine,
} from './price-report.queries.ts';

/** Reads the delivered pieces of a period's jobs, for comparisons in other features. */
export async function readDelivered(
  db: Database,
  { from, to, ...levels }: { from: string; to: string; customer0_id?: number[]; customer1_id?: number[] },
): Promise<DeliveredLine[]> {
  return sumDelivered(db, { from, to, counted_by: 'job_date', customers2: await findCustomers2Below(db, levels) });
}

/**
 * Reads the completed pieces of each customer in a period at the details' prices (domain §3, decisions 057, 151),
 * summed in thousandths.
 */
export async function readPriceReport(ctx: Ctx, input: InputFor<'price.report'>): Promise<ResponseOf<'price.report'>> {
  const { date_from: from, date_to: to, counted_by, ...levels } = input;
  const customers2 = await findCustomers2Below(ctx.db, levels);
  return {
    currency: await readCurrency(ctx.db),
    ...(await reportDelivered(ctx.db, { from, to, counted_by, customers2 })),
  };
}

/** Calculates the figures of the report. The bureau's and a customer's report use the same ones. */
export async function reportDelivered(
  db: Database,
  delivery: DeliveryQuery,
): Promise<ReportFigures & { results: ReportCustomer[] }> {
  const lines = await sumDelivered(db, delivery);
  const results = [...groupBy(lines, ({ cus_id1 }) => cus_id1)].map(([cus_id1, customerLines]): ReportCustomer => ({
    cus_id1,
    customer: customerLines[0]?.customer ?? '',
    ...sumReportLines(customerLines),
    lines: customerLines.map((line) => ({ ...line, amount: calculateLineAmount(line) })),
  }));
  return { ...sumReportLines(lines), results };
}

/** Sums delivered pieces by month and category, for a chart. */
export const chartDelivered = (db: Database, delivery: DeliveryQuery): Promise<MonthlyLine[]> =>
  sumDeliveredByMonth(db, delivery);
