import type { OutputOf } from '@darkroom/contract/endpoint';
import type { endpoints } from '@darkroom/contract/endpoints';
import { canViewWholesale } from '@darkroom/contract/portal/portal';
import type { ReportLine } from '@darkroom/contract/price/price';
import { dayOf, monthsBetween } from '@darkroom/domain/calendar/day';
import { calculateJobFigures } from '@darkroom/domain/job/figures';
import { jobStatus, simpleStatus } from '@darkroom/domain/job/status';
import { groupBy } from '@darkroom/domain/list/group-by';
import { calculateAmount } from '@darkroom/domain/money/money';
import { can } from '@darkroom/domain/permission/access';
import { calculateLineAmount, sumReportLines } from '@darkroom/domain/price/report';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { writeAudit } from '../../audit/audit.ts';
import { toListResponse, readPage, type Listing } from '../../db/list/page.ts';
import { fail } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { findViewedCustomer, addMs, MAX_VIEW_MS } from '../../http/session/session.ts';
import { jobListing } from '../job/job.service.ts';
import { chartDelivered, reportDelivered } from '../price/price-report.service.ts';
import { readCurrency } from '../setting/setting.service.ts';
import { isOwnCustomer, type CustomerFilter, findOwnCustomers2 } from './portal-scope.service.ts';
import { getQuoteStatus } from './portal-request.service.ts';
import {
  findArticle,
  findArticles,
  findPortalCategories,
  findPortalCustomers,
  findPortalPrices,
  findServices,
  findPortalDetails,
  findPortalJobs,
  findRequestsOfJobs,
  type PortalDetailRow,
} from './portal.queries.ts';

const findOwnCustomers = (ctx: Ctx) => findPortalCustomers(ctx.db, isOwnCustomer(ctx.actor, sql`c1.id`));

/** Lists the caller's customers 2, each with its customer 1 (spec §3). */
export async function listCustomers2(ctx: Ctx): Promise<ResponseOf<'portal.customer2'>> {
  const customers = await findOwnCustomers(ctx);
  return {
    results: customers.flatMap(({ cus_id1, cus1_name, cus2_list }) =>
      cus2_list.map(({ id, name }) => ({ id, cus_id2: id, name, cus_id1, cus_id1_name: cus1_name })),
    ),
  };
}

/** Lists the caller's detail records. */
export const listPortalDetails = async (ctx: Ctx): Promise<ResponseOf<'portal.detail'>> => ({
  results: await findOwnCustomers(ctx),
});

/** Lists the caller's prices. The wholesale price is left out for callers without permission. */
export async function listPortalPrices(ctx: Ctx, { cus_id1 }: CustomerFilter): Promise<ResponseOf<'portal.price'>> {
  const ownCondition = isOwnCustomer(ctx.actor, sql`p.cus_id1`);
  const prices = await findPortalPrices(
    ctx.db,
    cus_id1 === undefined ? ownCondition : sql`${ownCondition} and p.cus_id1 = ${cus_id1}`,
  );
  if (can(ctx.actor, canViewWholesale)) return { results: prices };
  return { results: prices.map(({ wholesale_price: _secret, ...price }) => price) };
}

/** Reads the prices of the catalogue with the name of the customer 1, as lines of a file. */
export async function readPortalPriceLines(ctx: Ctx, customerFilter: CustomerFilter) {
  const names = new Map(
    (await findOwnCustomers(ctx)).map((ownCustomer) => [
      ownCustomer.cus_id1,
      `${ownCustomer.cus0_name} › ${ownCustomer.cus1_name}`,
    ]),
  );
  const { results } = await listPortalPrices(ctx, customerFilter);
  return results.map((price) => ({ ...price, customer: names.get(price.cus_id1) ?? '' }));
}

/** Reads the names for the portal's screens: services, own categories, the currency. */
export async function readCatalogue(ctx: Ctx): Promise<ResponseOf<'portal.catalogue'>> {
  const customers2 = (await findOwnCustomers(ctx)).flatMap(({ cus2_list }) => cus2_list.map(({ id }) => id));
  return {
    currency: await readCurrency(ctx.db),
    service_types: await findServices(ctx.db),
    results: await findPortalCategories(ctx.db, isOwnCustomer(ctx.actor, sql`p.cus_id1`), customers2),
  };
}

/** Lists the published articles of the info hub (spec §2). */
export const listArticles = async (
  ctx: Ctx,
  { text }: InputFor<'portal.articles'>,
): Promise<ResponseOf<'portal.articles'>> => ({
  results: await findArticles(ctx.db, dayOf(ctx.now), text),
});

/** Reads one published article with its text. A draft counts as missing. */
export async function readArticle(
  ctx: Ctx,
  { key }: InputFor<'portal.article'>,
): Promise<ResponseOf<'portal.article'>> {
  const article = await findArticle(ctx.db, dayOf(ctx.now), key);
  if (!article) throw fail('not_found', { field: 'key' });
  return article;
}

/**
 * Opens the portal as a customer's login sees it (decision 104): for this session, one hour, read-only. The audit
 * records only that it was opened.
 */
export async function openPortalView(
  ctx: Ctx,
  { user_id }: InputFor<'portal.viewAs'>,
): Promise<ResponseOf<'portal.viewAs'>> {
  const view_as = randomUUID();
  await sql`
    insert into portal_view (id, session_id, user_id, opened_at)
    select ${view_as}::uuid, ${ctx.actor.session_id}, u.id, ${ctx.now}
      from user_account u join customer_account a on a.user_id = u.id where u.id = ${user_id} and u.active`.execute(
    ctx.db,
  );
  const viewed = await findViewedCustomer(ctx.db, ctx.actor, view_as, ctx.now);
  if (!viewed) throw fail('not_found', { field: 'user_id' });
  const { cus_id0, cus_id1 } = viewed.customer ?? {};
  await writeAudit(ctx, {
    action: 'portal.viewAs',
    ...(cus_id1 ? { entity: 'cus1', entity_id: cus_id1 } : { entity: 'cus0', entity_id: cus_id0 ?? 0 }),
    subject_id: user_id,
    note: viewed.username,
  });
  const { username, full_name, permissions } = viewed;
  const expires_at = addMs(ctx.now, MAX_VIEW_MS);
  return { view_as, expires_at, user_id, username, full_name, permissions: [...permissions] };
}

/** A job in the customer's form. */
export type PortalJob = OutputOf<typeof endpoints.portal.job>['results'][number];

const MAX_REQUESTS = 20;
/** Id that no customer has. */
const NO_CUSTOMER = 0;

/** Lists the caller's jobs in three states (domain §3), a page at a time, with the queries of the bureau's list. */
export async function listPortalJobs(ctx: Ctx, input: InputFor<'portal.job'>): Promise<ResponseOf<'portal.job'>> {
  const { page, page_size, ...listFilter } = input;
  const { ids, total } = await readPage(ctx.db, await portalJobListing(ctx, listFilter), { page, page_size });
  return toListResponse(ids.length === 0 ? [] : await readPortalJobs(ctx, ids), total, page_size);
}

/** Returns the list of the caller's jobs of a filter, in an order. */
export async function portalJobListing(
  ctx: Ctx,
  { cus_id1, customer2_id, ...filter }: Omit<InputFor<'portal.job'>, 'page' | 'page_size'>,
): Promise<Listing> {
  const customerIds = await findOwnCustomers2(ctx, { cus_id1, customer2_id });
  // An empty list of customers would mean all customers.
  return jobListing(ctx, { ...filter, customer2_id: customerIds.length > 0 ? customerIds : [NO_CUSTOMER] });
}

/** Reads the jobs in the customer's form, in the order of the ids. */
export async function readPortalJobs(ctx: Ctx, ids: readonly number[]): Promise<PortalJob[]> {
  const jobs = await findPortalJobs(ctx.db, ids);
  const details = groupBy(await findPortalDetails(ctx.db, ids), ({ job_id }) => job_id);
  const requestRows = await findRequestsOfJobs(ctx.db, ids, isOwnCustomer(ctx.actor, sql`r.cus_id1`), MAX_REQUESTS);
  const requests = groupBy(requestRows, ({ job_id }) => job_id);
  return jobs.map((job) => {
    const jobDetails = details.get(job.job_id) ?? [];
    const figures = calculateJobFigures({
      job_details: jobDetails.map((detail) => ({ ...detail, done_quantity: detail.done })),
    });
    return {
      ...job,
      strip: jobDetails.flatMap(({ statuses }) => statuses.map(simpleStatus)),
      job_details: jobDetails.map(toPortalDetail),
      ordered: figures.ordered,
      // Each part counts at most its ordered pieces, so that missing pieces of another part stay visible.
      done: jobDetails.reduce((sum, { done, quantity }) => sum + Math.min(done, quantity), 0),
      beyond: jobDetails.reduce((sum, { done, quantity }) => sum + Math.max(0, done - quantity), 0),
      pieces_in_rework: jobDetails.reduce((sum, { pieces_in_rework }) => sum + pieces_in_rework, 0),
      amount: figures.unpriced > 0 ? null : figures.amount,
      requests: (requests.get(job.job_id) ?? []).map(({ job_id: _job, quote, ...request }) => ({
        ...request,
        quote: getQuoteStatus(ctx, quote),
      })),
    };
  });
}

const toPortalDetail = ({ statuses, job_id: _job, ...detail }: PortalDetailRow): PortalJob['job_details'][number] => ({
  ...detail,
  amount: detail.unit_price === null ? null : calculateAmount(detail.quantity, detail.unit_price),
  status: jobStatus(statuses),
});

type ReportInput = InputFor<'portal.report'>;

const toDeliveryQuery = async (ctx: Ctx, { date_from: from, date_to: to, counted_by, cus_id1 }: ReportInput) => ({
  from,
  to,
  counted_by,
  customers2: await findOwnCustomers2(ctx, { cus_id1 }),
});

/** Reads the caller's own price report: the bureau's figures (decision 057), without costs. */
export async function readPortalReport(ctx: Ctx, input: ReportInput): Promise<ResponseOf<'portal.report'>> {
  const { results, ...totals } = await reportDelivered(ctx.db, await toDeliveryQuery(ctx, input));
  return {
    currency: await readCurrency(ctx.db),
    ...totals,
    results: results.map((result) => ({ ...result, lines: toRetailLines(result.lines) })),
  };
}

type RetailLine = ResponseOf<'portal.report'>['results'][number]['lines'][number];

/**
 * Sums lines by category and retail price. Changes of the wholesale price or the estimate within the period stay
 * hidden.
 */
function toRetailLines(lines: readonly ReportLine[]): RetailLine[] {
  const groups = groupBy(lines, ({ service_cat2_id, unit_price }) => `${service_cat2_id} ${unit_price}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { service_cat2_id, category, unit_price } = first;
    const { quantity, pieces_in_rework } = sumReportLines(group);
    return [
      {
        service_cat2_id,
        category,
        unit_price,
        quantity,
        pieces_in_rework,
        amount: calculateLineAmount({ unit_price, quantity }),
      },
    ];
  });
}

/** Reads the figures of the report by month, including empty months, and by category, most expensive first. */
export async function readPortalChart(ctx: Ctx, input: ReportInput): Promise<ResponseOf<'portal.reportChart'>> {
  const lines = await chartDelivered(ctx.db, await toDeliveryQuery(ctx, input));
  const sumFigures = (lineGroup: typeof lines) => {
    const { quantity, amount } = sumReportLines(lineGroup);
    return { quantity, amount };
  };
  const byMonth = groupBy(lines, ({ month }) => month);
  const byCategory = groupBy(lines, ({ service_cat2_id }) => service_cat2_id);
  return {
    months: monthsBetween(input.date_from, input.date_to).map((month) => ({
      month,
      ...sumFigures(byMonth.get(month) ?? []),
    })),
    categories: [...byCategory.values()]
      .map((lineGroup) => ({
        service_cat2_id: lineGroup[0]?.service_cat2_id ?? 0,
        category: lineGroup[0]?.category ?? '',
        ...sumFigures(lineGroup),
      }))
      .sort((a, b) => b.amount - a.amount || b.quantity - a.quantity),
  };
}
