import type { ReportCustomer } from '@darkroom/contract/price';
import { lineAmount, reportFigures } from '@darkroom/domain/price/report';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { customers2Below } from '../customer/customer.service.ts';
import { currencyOf } from '../setting/setting.service.ts';
import { sumDelivered, type DeliveredLine } from './price-report.queries.ts';

/** What was completed of the jobs of a period, for whoever compares something with it. */
export async function readDelivered(
  db: Database,
  { from, to, ...levels }: { from: string; to: string; customer0_id?: number[]; customer1_id?: number[] },
): Promise<DeliveredLine[]> {
  return sumDelivered(db, { from, to, customers2: await customers2Below(db, levels) });
}

/**
 * What each customer was delivered in a period (domain §3): completed pieces of the jobs of those days, at the prices their details were
 * made with (decision 057). Amounts are summed in whole thousandths and brought back once.
 */
export async function readPriceReport(ctx: Ctx, input: InputFor<'price.report'>): Promise<AnswerOf<'price.report'>> {
  const { date_from: from, date_to: to, ...levels } = input;
  const customers2 = await customers2Below(ctx.db, levels);
  const lines = await sumDelivered(ctx.db, { from, to, customers2 });
  const byCustomer = new Map<number, DeliveredLine[]>();
  for (const line of lines) byCustomer.set(line.cus_id1, [...(byCustomer.get(line.cus_id1) ?? []), line]);
  const results = [...byCustomer].map(([cus_id1, own]): ReportCustomer => ({
    cus_id1,
    customer: own[0]?.customer ?? '',
    ...reportFigures(own),
    lines: own.map((line) => ({ ...line, amount: lineAmount(line) })),
  }));
  return { currency: await currencyOf(ctx.db), ...reportFigures(lines), results };
}
