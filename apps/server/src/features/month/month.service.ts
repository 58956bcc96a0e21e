import { dueDateReportEndpoints } from '@darkroom/contract/due-date/report';
import { jobEndpoints } from '@darkroom/contract/job/job';
import type { MonthFigures } from '@darkroom/contract/month';
import { priceEndpoints } from '@darkroom/contract/price/price';
import { complaintEndpoints } from '@darkroom/contract/request/complaint';
import { addMonths, daysOfMonth, type Month } from '@darkroom/domain/calendar/day';
import { can, canViewQuality } from '@darkroom/domain/permission/access';
import { countAll } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import type { InputFor, ResponseOf } from '../../http/handlers.ts';
import { readComplaints } from '../complaint/complaint.service.ts';
import { readDueDateReport } from '../forecast/due-date-report.service.ts';
import { jobListing } from '../job/job.service.ts';
import { readPriceReport } from '../price/price-report.service.ts';
import { readLedQuality } from '../quality/quality.service.ts';

/** Reads the figures of a month and of the month before, with the same functions as their own lists. */
export async function readMonth(ctx: Ctx, { month }: InputFor<'month.summary'>): Promise<ResponseOf<'month.summary'>> {
  const now = await readFigures(ctx, month);
  return { now, before: await readFigures(ctx, addMonths(month, -1)) };
}

async function readFigures(ctx: Ctx, month: Month): Promise<MonthFigures> {
  const days = daysOfMonth(month);
  const [from, to] = [days[0]!, days.at(-1)!];
  const period = { date_from: from, date_to: to };
  const { actor } = ctx;
  const canViewJobs = can(actor, jobEndpoints.list.access);
  const jobs = canViewJobs && (await jobListing(ctx, { job_date_from: from, job_date_to: to, sort: '-job_date' }));
  const dueDates =
    can(actor, dueDateReportEndpoints.report.access) &&
    (await readDueDateReport(ctx, { by: 'month', month_from: month, month_to: month }));
  const prices =
    can(actor, priceEndpoints.report.access) && (await readPriceReport(ctx, { ...period, counted_by: 'delivered' }));
  const quality = can(actor, canViewQuality) ? await readLedQuality(ctx, period) : null;
  const complaints =
    can(actor, complaintEndpoints.complaints.access) && (await readComplaints(ctx, { ...period, by: 'customer' }));
  return {
    orders: jobs ? await countAll(ctx.db, jobs) : null,
    delivered: dueDates ? dueDates.completed : null,
    late: dueDates ? dueDates.completed - dueDates.on_time : null,
    quantity: prices ? prices.quantity : null,
    amount: prices ? prices.amount : null,
    faults: quality && quality.refused,
    rework: quality && quality.reworked,
    complaints: complaints ? complaints.complaints : null,
  };
}
