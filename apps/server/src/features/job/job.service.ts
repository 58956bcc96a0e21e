import type { Job } from '@darkroom/contract/job/job';
import { calculateJobChecksum } from '@darkroom/domain/job/job-checksum';
import { changesDueDate, findDueDateError } from '@darkroom/domain/due-date/turnaround';
import { isTaken } from '@darkroom/domain/task/status';
import { writeAudit } from '../../audit/audit.ts';
import { type Listing, writePage } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, rejectEmptyPatch } from '../../http/response/fail.ts';
import type { WrittenJson } from '../../http/response/written-json.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { notifyOwnersOfJobs } from '../../live/customers.ts';
import { emitTasks } from '../../live/emit.ts';
import { removeTasksFromComplaints } from '../complaint/complaint-sync.service.ts';
import { unlinkQuotes } from '../quote/quote-job.service.ts';
import { rejectMoveFromRequests, unlinkJobs } from '../request/request.service.ts';
import { readCurrency } from '../setting/setting.service.ts';
import { buildCounterTotal } from '../counters/counter.service.ts';
import {
  toVisibleJob,
  toVisibleDetail,
  readWholeDetails,
  readWholeJobs,
  toVisibleTask,
  tasksOf,
  type WholeJob,
} from './job-read.service.ts';
import { refreshStatuses } from './job-status.service.ts';
import { createVisibilityCondition } from '../task/task-access.service.ts';
import { getDetailRows, getJobRows } from './job.columns.ts';
import { detailConditions, detailPage, jobConditions, jobPage } from './job.filter.ts';
import {
  deleteDetails,
  deleteJobs,
  findCustomer1,
  findJobsOfDetails,
  findPrices,
  findPricesAtCreation,
  lockJobs,
  setPrices,
  updateRow,
  type DetailPrice,
} from './job.queries.ts';

/** Returns the list of jobs of a filter in an order. */
export async function jobListing(
  ctx: Ctx,
  { sort, ...filter }: Omit<InputFor<'job.list'>, 'page' | 'page_size'>,
): Promise<Listing> {
  const { where, facet } = await jobConditions(ctx, filter);
  const query = jobPage(where, sort);
  return { query, total: [facet ? buildCounterTotal(facet) : { rows: query }] };
}

/** Lists a page of jobs with details and tasks (spec §7 job/list). */
export async function listJobs(ctx: Ctx, input: InputFor<'job.list'>): Promise<WrittenJson<ResponseOf<'job.list'>>> {
  const { page, page_size, ...listFilter } = input;
  return writePage(
    ctx.db,
    await jobListing(ctx, listFilter),
    { page, page_size },
    getJobRows(createVisibilityCondition(ctx.actor)),
  );
}

/** Returns the list of details of a filter in an order. */
export async function detailListing(
  ctx: Ctx,
  { sort, ...filter }: Omit<InputFor<'job.details'>, 'page' | 'page_size'>,
): Promise<Listing> {
  const { where, facet } = await detailConditions(ctx, filter);
  const query = detailPage(where, sort);
  return { query, total: [facet ? buildCounterTotal(facet) : { rows: query }] };
}

/** Lists a page of details, each with its job (spec §2 "Job → Detail"). */
export async function listDetails(
  ctx: Ctx,
  input: InputFor<'job.details'>,
): Promise<WrittenJson<ResponseOf<'job.details'>>> {
  const { page, page_size, ...listFilter } = input;
  return writePage(
    ctx.db,
    await detailListing(ctx, listFilter),
    { page, page_size },
    getDetailRows(createVisibilityCondition(ctx.actor)),
  );
}

/** Returns the prices that new details would have. */
export async function quotePrices(ctx: Ctx, input: InputFor<'job.quote'>): Promise<ResponseOf<'job.quote'>> {
  return { results: await findPrices(ctx.db, input.lines), currency: await readCurrency(ctx.db) };
}

/** Locks jobs before a change of their details or tasks. Jobs are always locked before tasks. */
export const lockJobsForChange = (ctx: Ctx, job_ids: readonly number[]): Promise<number[]> => lockJobs(ctx.db, job_ids);

/** A job with the version that the caller saw. A deletion also has the number for everything below it (decision 158). */
type JobVersion = InputFor<'job.delete'>['jobs'][number];

/** Locks jobs. Refuses unless each exists in the version that the caller saw. */
async function lockJobsAtVersion(ctx: Ctx, wanted: readonly JobVersion[]): Promise<WholeJob[]> {
  const ids = wanted.map((w) => w.job_id);
  await lockJobs(ctx.db, ids);
  const jobs = await readWholeJobs(ctx.db, ids);
  const byId = new Map(jobs.map((j) => [j.job_id, j]));
  for (const { job_id, version, checksum } of wanted) {
    const job = byId.get(job_id);
    if (!job) throw fail('not_found', { field: 'job_id' });
    const changedBelow = checksum !== undefined && checksum !== calculateJobChecksum(job.job_details);
    if (job.version !== version || changedBelow) throw fail('stale', { current: toVisibleJob(ctx.actor, job) });
  }
  return jobs;
}

/** Returns the prices that the details of a job would have with this customer 2, as `updateJob` sets them. */
export async function previewMovePrices(
  ctx: Ctx,
  input: InputFor<'job.previewMovePrices'>,
): Promise<ResponseOf<'job.previewMovePrices'>> {
  const [job] = await readWholeJobs(ctx.db, [input.job_id]);
  if (!job) throw fail('not_found', { field: 'job_id' });
  const prices = await findPricesAfterMove(ctx, job, input.customer2_id);
  return { results: toQuotedDetails(job, prices), currency: await readCurrency(ctx.db) };
}

type QuotedDetail = ResponseOf<'job.previewMovePrices'>['results'][number];

/** Returns the details of a job with these prices. */
function toQuotedDetails(job: WholeJob, prices: readonly DetailPrice[] | null): QuotedDetail[] {
  const newPrices = new Map(prices?.map((price) => [price.job_detail_id, price]));
  return job.job_details.map((detail) => {
    const { job_detail_id, unit_price } = newPrices.get(detail.job_detail_id) ?? detail;
    return { job_detail_id, unit_price };
  });
}

/** Returns true if all prices are those that the user has seen. */
function arePricesUnchanged(details: readonly QuotedDetail[], viewed: readonly QuotedDetail[]): boolean {
  const viewedPrices = new Map(viewed.map((detail) => [detail.job_detail_id, detail.unit_price]));
  return (
    viewedPrices.size === details.length &&
    details.every((item) => viewedPrices.get(item.job_detail_id) === item.unit_price)
  );
}

/**
 * Finds the prices after a move to another customer 2. Returns null within one customer 1 (decision 009). Refuses if
 * requests are about the job (decision 147).
 */
async function findPricesAfterMove(ctx: Ctx, job: WholeJob, customer2_id: number): Promise<DetailPrice[] | null> {
  if (customer2_id === job.customer2_id) return null;
  const newCustomer1 = await findCustomer1(ctx.db, customer2_id);
  if (newCustomer1 === null) throw fail('validation', { errors: [{ field: 'customer2_id', code: 'unknown' }] });
  if (newCustomer1 === (await findCustomer1(ctx.db, job.customer2_id))) return null;
  await rejectMoveFromRequests(ctx, job.job_id, newCustomer1);
  const details = job.job_details.map((d) => d.job_detail_id);
  return findPricesAtCreation(ctx.db, customer2_id, details);
}

/**
 * Changes a job (spec §7). Another customer 1 brings the prices of the day when each detail was added (009), with history in each detail.
 */
export async function updateJob(ctx: Ctx, input: InputFor<'job.update'>): Promise<Job> {
  const { job_id, version, due_reason, prices_seen, ...patch } = input;
  rejectEmptyPatch(patch);
  const [before] = (await lockJobsAtVersion(ctx, [{ job_id, version }])) as [WholeJob];
  const dueDateChange = toDueDateChange(before, patch, due_reason);
  const prices = await findPricesAfterMove(ctx, before, patch.customer2_id ?? before.customer2_id);
  if (prices_seen && !arePricesUnchanged(toQuotedDetails(before, prices), prices_seen)) throw fail('prices_changed');
  if ((patch.customer2_id ?? before.customer2_id) !== before.customer2_id) await notifyOwnersOfJobs(ctx, [job_id]);
  await updateRow(ctx.db, 'job', job_id, {
    ...patch,
    ...dueDateChange,
    job_link: patch.job_link === '' ? null : patch.job_link,
  });
  const repricedIds = new Set(prices ? await setPrices(ctx.db, prices) : []);
  const [after] = (await readWholeJobs(ctx.db, [job_id])) as [WholeJob];
  const { job_details: details, ...beforeFields } = before;
  const { job_details: newDetails, ...afterFields } = after;
  await writeAudit(ctx, [
    {
      action: 'job.update',
      entity: 'job',
      entity_id: job_id,
      before: beforeFields,
      after: afterFields,
      ...(dueDateChange ? { note: due_reason } : {}),
    },
    ...details
      .filter((detail) => repricedIds.has(detail.job_detail_id))
      .map(({ tasks: _old, ...detail }) => {
        const { tasks: _new, ...priced } = newDetails.find((d) => d.job_detail_id === detail.job_detail_id)!;
        const entity_id = detail.job_detail_id;
        return { action: 'job.update', entity: 'job_detail' as const, entity_id, before: detail, after: priced };
      }),
  ]);
  await emitTasks(ctx, tasksOf(before.job_details), [job_id]);
  return toVisibleJob(ctx.actor, after);
}

/**
 * Returns the new due date with its reason for an open job (decision 124), or null if it is unchanged. The day of the
 * job must fit its due date.
 */
function toDueDateChange(
  job: WholeJob,
  { due_at, job_date }: { due_at?: string | undefined; job_date?: string | undefined },
  reason: string | undefined,
) {
  const isChanged = changesDueDate(job, due_at);
  const dueDateCode = findDueDateError(job, { job_date, due_at });
  const errors = [
    // The due date report has already counted the job (decision 124), so a later change would falsify it.
    ...(isChanged && job.job_status === 'COMPLETED' ? [{ field: 'due_at', code: 'job_completed' }] : []),
    ...(dueDateCode ? [{ field: 'due_at', code: dueDateCode }] : []),
    ...(isChanged && !reason ? [{ field: 'due_reason', code: 'required' }] : []),
  ];
  if (errors.length > 0) throw fail('validation', { errors });
  return isChanged ? { due_at, first_due_at: job.first_due_at ?? due_at } : null;
}

/** Maximum number of tasks that a refusal names. */
const MAX_NAMED = 5;

/**
 * Deletes jobs or details with all below, all or nothing. Refuses after work has begun, or if the user has not seen
 * everything below (decision 158).
 */
export async function deleteWork(ctx: Ctx, input: InputFor<'job.delete'>): Promise<ResponseOf<'job.delete'>> {
  if (!input.jobs.length && !input.job_details.length) {
    throw fail('validation', { errors: [{ field: 'jobs', code: 'required' }] });
  }
  const jobByDetail = await findJobsOfDetails(
    ctx.db,
    input.job_details.map((d) => d.job_detail_id),
  );
  await lockJobs(ctx.db, [...input.jobs.map((j) => j.job_id), ...jobByDetail.values()]);
  const jobs = await lockJobsAtVersion(ctx, input.jobs);
  const details = await readWholeDetails(
    ctx.db,
    input.job_details.map((d) => d.job_detail_id),
  );
  for (const { job_detail_id, version } of input.job_details) {
    const detail = details.find((d) => d.job_detail_id === job_detail_id);
    if (!detail) throw fail('not_found', { field: 'job_detail_id' });
    if (detail.version !== version) throw fail('stale', { current: toVisibleDetail(ctx.actor, detail) });
  }
  const tasks = [...jobs.flatMap((j) => tasksOf(j.job_details)), ...tasksOf(details)];
  const takenTasks = tasks.filter(isTaken);
  const [first] = takenTasks;
  if (first) {
    const named = takenTasks.slice(0, MAX_NAMED).map(({ task_id }) => `#${task_id}`);
    const detail = [...named, ...(takenTasks.length > MAX_NAMED ? ['…'] : [])].join(', ');
    throw fail('job_started', { detail, current: toVisibleTask(ctx.actor, first) });
  }

  const deleted_jobs = jobs.map((j) => j.job_id);
  const deleted_details = details.map((d) => d.job_detail_id);
  await notifyOwnersOfJobs(ctx, deleted_jobs);
  await unlinkJobs(ctx, deleted_jobs);
  await removeTasksFromComplaints(ctx, tasks);
  await unlinkQuotes(ctx, deleted_jobs);
  await deleteDetails(ctx.db, deleted_details);
  await deleteJobs(ctx.db, deleted_jobs);
  await refreshStatuses(ctx.db, [...jobByDetail.values()]);
  await writeAudit(ctx, [
    ...jobs.map((before) => ({ action: 'job.delete', entity: 'job' as const, entity_id: before.job_id, before })),
    // Users with a detail of a deleted job open are informed as if it was deleted alone.
    ...[...jobs.flatMap((job) => job.job_details), ...details].map((before) => ({
      action: 'job.delete',
      entity: 'job_detail' as const,
      entity_id: before.job_detail_id,
      before,
    })),
  ]);
  await emitTasks(ctx, tasks, [...deleted_jobs, ...jobByDetail.values()]);
  return { deleted_jobs, deleted_details };
}
