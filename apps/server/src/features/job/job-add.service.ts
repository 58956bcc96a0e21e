import type { JobDetail } from '@darkroom/contract/job/job';
import { createProdId, prodIdKey } from '@darkroom/domain/job/status';
import { calculateDueDate, getDueDateStart } from '@darkroom/domain/due-date/turnaround';
import { findLoweredFigures } from '@darkroom/domain/task/quantities';
import { isTaken } from '@darkroom/domain/task/status';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail, rejectEmptyPatch } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit, emitTasks } from '../../live/emit.ts';
import { readDueDateRules } from '../setting/due-date-rules.service.ts';
import { addFirstTasks } from '../task/task-read.service.ts';
import { toVisibleDetail, readJobs, readWholeDetails, toVisibleTask, type WholeDetail } from './job-read.service.ts';
import { refreshStatuses } from './job-status.service.ts';
import {
  findCustomers1,
  findJobRows,
  findJobsOfDetails,
  findExistingReferences,
  findTakenProdIds,
  insertDetails,
  insertJobs,
  lockJobs,
  resetPrice,
  reserveNumbers,
  updateRow,
  type AgreedPrice,
  type JobRow,
  type NewDetailRow,
} from './job.queries.ts';

type RefusedField = { field: string; code: string };

export type NewJobs = InputFor<'job.bulkAdd'>['jobs'];

/**
 * Adds jobs with details and first tasks, all or nothing, and returns them whole (spec §7 bulk-add, domain §2). The
 * refusal names every bad field.
 */
export async function bulkAdd(ctx: Ctx, { jobs }: InputFor<'job.bulkAdd'>): Promise<ResponseOf<'job.bulkAdd'>> {
  const added = (await addJobs(ctx, jobs)).map(({ job_id }) => job_id);
  return { results: await readJobs(ctx.db, added, ctx.actor) };
}

/** Import of the added jobs, and the position of each job in it. */
export interface ImportOrigin {
  readonly import_id: string;
  readonly places: readonly number[];
}

interface AddOptions {
  readonly origin?: ImportOrigin;
  /** Customer 1 of the new jobs. Customers 2 of all others count as unknown. */
  readonly cus_id1?: number;
  readonly action?: string;
  /** Returns the path of a job in errors. In an import, the position of the job. */
  readonly getPath?: (i: number) => string;
}

/** Adds jobs. Returns their rows in the given order. */
export async function addJobs(ctx: Ctx, jobs: NewJobs, options: AddOptions = {}): Promise<JobRow[]> {
  const { origin, cus_id1, action = 'job.bulkAdd', getPath = (i) => `jobs.${origin?.places[i] ?? i}` } = options;
  const errors = await findUnknownReferences(ctx, jobs, getPath, cus_id1);
  const givenProdIds = jobs.flatMap((j) => (j.prod_id ? [prodIdKey(j.prod_id)] : []));
  const taken = await findTakenProdIds(ctx.db, givenProdIds);
  const seen = new Set<string>();
  jobs.forEach((job, i) => {
    if (!job.prod_id) return;
    const key = prodIdKey(job.prod_id);
    if (taken.has(key)) errors.push({ field: `${getPath(i)}.prod_id`, code: 'exists' });
    else if (seen.has(key)) errors.push({ field: `${getPath(i)}.prod_id`, code: 'duplicate' });
    seen.add(key);
  });
  if (errors.length) throw fail('validation', { errors });

  return insertJobsWithTasks(ctx, action, jobs, origin);
}

/** A job of an accepted quote. */
export type AgreedJob = Omit<NewJobs[number], 'job_details' | 'prod_id'> & {
  readonly job_details: readonly (NewJobs[number]['job_details'][number] & { readonly agreed: AgreedPrice })[];
};

/** Adds the job of an accepted quote (decision 105), even if a category has been disabled since the quote was sent. */
export async function addAgreedJob(ctx: Ctx, action: string, job: AgreedJob): Promise<JobRow> {
  const [row] = (await insertJobsWithTasks(ctx, action, [job])) as [JobRow];
  return row;
}

type CheckedJob = NewJobs[number] | AgreedJob;

/** Inserts checked jobs with details and first tasks, writes the audit and informs the screens. */
async function insertJobsWithTasks(
  ctx: Ctx,
  action: string,
  jobs: readonly CheckedJob[],
  origin?: ImportOrigin,
): Promise<JobRow[]> {
  const prod_ids = await assignProdIds(ctx, jobs);
  const due = await calculateDueDates(ctx, jobs);
  const rows = jobs.map(({ job_details: _parts, ...job }, i) => ({
    ...job,
    prod_id: prod_ids[i]!,
    job_link: job.job_link || null,
    due_at: due[i] ?? null,
    first_due_at: due[i] ?? null,
    import_id: origin?.import_id ?? null,
    created_by: ctx.actor.user_id,
    created_at: ctx.now,
  }));
  const ids = await insertJobs(ctx.db, rows);
  const job_ids = prod_ids.map((prod_id) => ids.get(prod_id)!);
  const details = jobs.flatMap((job, i) => job.job_details.map((d): NewDetailRow => ({ job_id: job_ids[i]!, ...d })));
  const detail_ids = await insertDetails(ctx.db, details, ctx.now);
  const task_ids = await addFirstTasks(ctx.db, detail_ids, ctx.actor.user_id, ctx.now);

  const results = await findJobRows(ctx.db, job_ids);
  await writeAudit(
    ctx,
    results.map((after, i) => ({
      action,
      entity: 'job',
      entity_id: after.job_id,
      after: { ...after, job_details: jobs[i]!.job_details },
    })),
  );
  await emit(ctx, 'job', job_ids);
  await emit(ctx, 'task', task_ids);
  return results;
}

/** Calculates due dates of new jobs (decision 123). Later changes of hours, turnarounds or the job do not matter. */
async function calculateDueDates(ctx: Ctx, jobs: readonly CheckedJob[]): Promise<(string | null)[]> {
  const { calendar, turnarounds } = await readDueDateRules(ctx.db);
  const customers = await findCustomers1(
    ctx.db,
    jobs.map((job) => job.customer2_id),
  );
  return jobs.map(({ customer2_id, job_priority, job_date, job_details }) => {
    const cus_id1 = customers.get(customer2_id) ?? null;
    return calculateDueDate(
      calendar,
      turnarounds,
      job_details,
      { cus_id1, job_priority },
      getDueDateStart(ctx.now, job_date),
    );
  });
}

async function findUnknownReferences(
  ctx: Ctx,
  jobs: NewJobs,
  getPath: (i: number) => string,
  cus_id1: number | undefined,
): Promise<RefusedField[]> {
  const known = await findExistingReferences(
    ctx.db,
    jobs.map((j) => j.customer2_id),
    jobs.flatMap((j) => j.job_details.map((d) => d.service_cat2_id)),
  );
  const isKnown = (customer2_id: number) =>
    known.customers.has(customer2_id) && (cus_id1 === undefined || known.customers.get(customer2_id) === cus_id1);
  return jobs.flatMap((job, i) => [
    ...(isKnown(job.customer2_id) ? [] : [{ field: `${getPath(i)}.customer2_id`, code: 'unknown' }]),
    ...job.job_details.flatMap((detail, k) =>
      validateCategories(known.categories, detail, `${getPath(i)}.job_details.${k}.`),
    ),
  ]);
}

/** Finds errors of categories: each must exist, be enabled, and belong to the given category 1. */
function validateCategories(
  categories: ReadonlyMap<number, { cat1_id: number; enabled: boolean }>,
  detail: { service_cat1_id: number; service_cat2_id: number },
  prefix: string,
): RefusedField[] {
  const category = categories.get(detail.service_cat2_id);
  if (!category || !category.enabled) return [{ field: `${prefix}service_cat2_id`, code: 'unknown' }];
  return category.cat1_id === detail.service_cat1_id ? [] : [{ field: `${prefix}service_cat1_id`, code: 'invalid' }];
}

/** Gives each job its prod_id: its own, or the next free number of its day. */
async function assignProdIds(ctx: Ctx, jobs: readonly CheckedJob[]): Promise<string[]> {
  const prod_ids = jobs.map((j) => ('prod_id' in j && j.prod_id) || '');
  const givenProdIds = new Set(prod_ids);
  // Days in order, so that two bulk adds cannot deadlock.
  const days = [...new Set(jobs.filter((_job, i) => !prod_ids[i]).map((j) => j.job_date))].sort();
  for (const day of days) {
    let unnumbered = jobs.flatMap((job, i) => (!prod_ids[i] && job.job_date === day ? [i] : []));
    while (unnumbered.length) {
      const last = await reserveNumbers(ctx.db, day, unnumbered.length);
      const candidates = unnumbered.map((_, k) => createProdId(day, last + k + 1));
      // A file can contain a number in the same format. Such numbers are skipped.
      const taken = await findTakenProdIds(ctx.db, candidates);
      const available = candidates.filter((c) => !taken.has(c) && !givenProdIds.has(c));
      available.forEach((prod_id, k) => (prod_ids[unnumbered[k]!] = prod_id));
      unnumbered = unnumbered.slice(available.length);
    }
  }
  return prod_ids;
}

/** Adds a detail to a job, with one task and the customer's current price. */
export async function addDetail(ctx: Ctx, input: InputFor<'job.addDetail'>): Promise<JobDetail> {
  if (!(await lockJobs(ctx.db, [input.job_id])).length) throw fail('not_found', { field: 'job_id' });
  const { categories } = await findExistingReferences(ctx.db, [], [input.service_cat2_id]);
  const errors = validateCategories(categories, input, '');
  if (errors.length) throw fail('validation', { errors });
  const ids = await insertDetails(ctx.db, [input], ctx.now);
  const tasks = await addFirstTasks(ctx.db, ids, ctx.actor.user_id, ctx.now);
  await refreshStatuses(ctx.db, [input.job_id]);
  const [after] = (await readWholeDetails(ctx.db, ids)) as [WholeDetail];
  await writeAudit(ctx, { action: 'job.addDetail', entity: 'job_detail', entity_id: after.job_detail_id, after });
  await emit(ctx, 'job', [input.job_id]);
  await emit(ctx, 'task', tasks);
  return toVisibleDetail(ctx.actor, after);
}

/**
 * Changes a detail. A new category brings its price and is refused after a task was taken. A quantity below the count
 * needs confirmation (domain §2).
 */
export async function updateDetail(ctx: Ctx, input: InputFor<'job.updateDetail'>): Promise<JobDetail> {
  const { job_detail_id, version, over, ...patch } = input;
  rejectEmptyPatch(patch);
  const job_id = (await findJobsOfDetails(ctx.db, [job_detail_id])).get(job_detail_id);
  if (job_id === undefined) throw fail('not_found', { field: 'job_detail_id' });
  await lockJobs(ctx.db, [job_id]);
  const [before] = await readWholeDetails(ctx.db, [job_detail_id]);
  if (!before) throw fail('not_found', { field: 'job_detail_id' });
  if (before.version !== version) throw fail('stale', { current: toVisibleDetail(ctx.actor, before) });
  const next = { ...before, ...patch };
  const isRecategorised =
    next.service_cat2_id !== before.service_cat2_id || next.service_cat1_id !== before.service_cat1_id;
  if (isRecategorised) {
    const { categories } = await findExistingReferences(ctx.db, [], [next.service_cat2_id]);
    const errors = validateCategories(categories, next, '');
    if (errors.length) throw fail('validation', { errors });
    const taken = before.tasks.find(isTaken);
    if (taken) throw fail('job_detail_started', { field: 'service_cat2_id', current: toVisibleTask(ctx.actor, taken) });
  }
  const figures = over ? null : findLoweredFigures(before, patch.quantity);
  if (figures) throw fail('over_ordered', { field: 'quantity', figures });
  await updateRow(ctx.db, 'job_detail', job_detail_id, patch);
  if (isRecategorised) await resetPrice(ctx.db, job_detail_id);
  const [after] = (await readWholeDetails(ctx.db, [job_detail_id])) as [WholeDetail];
  const { tasks: _old, ...beforeFields } = before;
  const { tasks: _new, ...afterFields } = after;
  await writeAudit(ctx, {
    action: 'job.updateDetail',
    entity: 'job_detail',
    entity_id: job_detail_id,
    before: beforeFields,
    after: afterFields,
  });
  await emitTasks(ctx, before.tasks, [job_id]);
  return toVisibleDetail(ctx.actor, after);
}
