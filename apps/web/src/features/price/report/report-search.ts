import type { InputOf } from '@darkroom/contract/endpoint';
import type { priceEndpoints } from '@darkroom/contract/price';
import { isDay, type Day } from '@darkroom/domain/calendar/day';
import { nameOfPeriod, periodOf } from '@darkroom/domain/price/period';
import { z } from 'zod';

const ids = () => z.array(z.int().min(1)).max(200).optional();
const day = () => z.string().refine(isDay).optional();

/** Everything of the price report that lives in its address (quality 3). Without days it is this month. */
export const reportSearch = z.object({
  from: day(),
  to: day(),
  customer0_id: ids(),
  customer1_id: ids(),
  customer2_id: ids(),
  sort: z.enum(['customer', 'amount', 'quantity']).default('customer'),
});

export type ReportSearch = z.output<typeof reportSearch>;
export type SetReportSearch = (patch: Partial<ReportSearch>) => void;

/** The report this address asks for, seen from a day. */
export function reportInput(search: ReportSearch, today: Day): InputOf<typeof priceEndpoints.report> {
  const { from, to, sort: _sort, ...levels } = search;
  const period = from && to && from <= to ? { from, to } : periodOf('this_month', today);
  return { date_from: period.from, date_to: period.to, ...levels };
}

/** The name of the period of a report, or that it is a free one. */
export const periodName = ({ date_from, date_to }: { date_from: Day; date_to: Day }, today: Day) =>
  nameOfPeriod({ from: date_from, to: date_to }, today) ?? 'free';
