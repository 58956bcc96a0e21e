import type { ReportLine } from '@darkroom/contract/price/price';
import { monthsBetween } from '@darkroom/domain/calendar/day';
import { groupBy } from '@darkroom/domain/list/group-by';
import { lineAmount, reportFigures } from '@darkroom/domain/price/report';
import type { Ctx } from '../../http/context.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { chartDelivered, reportDelivered } from '../price/price-report.service.ts';
import { currencyOf } from '../setting/setting.service.ts';
import { ownCustomers2 } from './own.service.ts';

type Asked = InputFor<'portal.report'>;

const deliveryOf = async (ctx: Ctx, { date_from: from, date_to: to, counted_by, cus_id1 }: Asked) => ({
  from,
  to,
  counted_by,
  customers2: await ownCustomers2(ctx, { cus_id1 }),
});

/** The caller's own price report: the figures of the bureau's (decision 057), without what a line costs the bureau. */
export async function readOwnReport(ctx: Ctx, input: Asked): Promise<AnswerOf<'portal.report'>> {
  const { results, ...totals } = await reportDelivered(ctx.db, await deliveryOf(ctx, input));
  return {
    currency: await currencyOf(ctx.db),
    ...totals,
    results: results.map((one) => ({ ...one, lines: retailLines(one.lines) })),
  };
}

type OwnLine = AnswerOf<'portal.report'>['results'][number]['lines'][number];

/** A line a category and retail price: that the wholesale price or the estimate changed within the period is not told. */
function retailLines(lines: readonly ReportLine[]): OwnLine[] {
  const groups = groupBy(lines, ({ service_cat2_id, unit_price }) => `${service_cat2_id} ${unit_price}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { service_cat2_id, category, unit_price } = first;
    const { quantity, reworking } = reportFigures(group);
    return [
      { service_cat2_id, category, unit_price, quantity, reworking, amount: lineAmount({ unit_price, quantity }) },
    ];
  });
}

/** The same figures by month, every month of the period, and by category, the dearest first. */
export async function readOwnChart(ctx: Ctx, input: Asked): Promise<AnswerOf<'portal.reportChart'>> {
  const lines = await chartDelivered(ctx.db, await deliveryOf(ctx, input));
  const figuresOf = (some: typeof lines) => {
    const { quantity, amount } = reportFigures(some);
    return { quantity, amount };
  };
  const byMonth = groupBy(lines, ({ month }) => month);
  const byCategory = groupBy(lines, ({ service_cat2_id }) => service_cat2_id);
  return {
    months: monthsBetween(input.date_from, input.date_to).map((month) => ({
      month,
      ...figuresOf(byMonth.get(month) ?? []),
    })),
    categories: [...byCategory.values()]
      .map((some) => ({
        service_cat2_id: some[0]?.service_cat2_id ?? 0,
        category: some[0]?.category ?? '',
        ...figuresOf(some),
      }))
      .sort((a, b) => b.amount - a.amount || b.quantity - a.quantity),
  };
}
