import { newJob } from '@darkroom/contract/job/job';
import { importOutcome, type ImportOutcome } from '@darkroom/contract/job/bulk';
import { MAX_ORDER_ROWS } from '@darkroom/domain/order-sheet/fields';
import { sameJobKey } from '@darkroom/domain/order-sheet/same-job';
import { anyOf, can } from '@darkroom/domain/permission/access';
import { compareText } from '@darkroom/domain/text/order';
import { z } from 'zod';
import { writeAudit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { addMs } from '../../http/session/session.ts';
import { notifyOwnersOfJobs } from '../../live/customers.ts';
import { emit } from '../../live/emit.ts';
import { addJobs, type NewJobs } from './job-add.service.ts';
import {
  deleteOldStagedImports,
  deleteStagedBefore,
  findStartedJobs,
  findExtendedJobs,
  findJobsChangedByOthers,
  findJobsOfImport,
  findJobsOnDays,
  findParts,
  findRequestedJobs,
  listAddedImports,
  lockDays,
  lockImport,
  markAdded,
  markUndone,
  savePart,
  touchImport,
} from './job-import.queries.ts';
import { readWholeJobs, tasksOf } from './job-read.service.ts';
import { unlinkJobs } from '../request/request.service.ts';
import { deleteJobs, lockJobs, type JobRow } from './job.queries.ts';

/** Maximum number of staged imports of one person in addition to the current one: other windows, and abandoned imports. */
const MAX_OTHER_STAGED = 4;
/** Time that staged parts wait for the rest. */
const MAX_STAGED_MS = 3_600_000;
const MAX_LISTED = 50;
/** Number of jobs that are read and recorded at once. */
const MAX_JOBS_AT_ONCE = 1000;
/** Maximum number of jobs that a refused undo names. */
const MAX_NAMED = 5;

/** Stages a part of an import (decision 084). A repeated part replaces the first, and a part after the commit is refused. */
export async function stagePart(ctx: Ctx, input: InputFor<'job.importStage'>): Promise<ResponseOf<'job.importStage'>> {
  const { import_id, part, jobs } = input;
  const details = jobs.reduce((sum, job) => sum + job.job_details.length, 0);
  const importState = await touchImport(ctx.db, import_id, ctx.actor.user_id, ctx.now);
  if (!importState) throw fail('not_found', { field: 'import_id' });
  if (importState.undone) throw fail('import_undone');
  if (importState.added) throw fail('import_added');
  const totalDetails = await savePart(ctx.db, import_id, part, jobs, details);
  if (totalDetails > MAX_ORDER_ROWS) throw fail('validation', { errors: [{ field: 'jobs', code: 'too_many_items' }] });
  await deleteOldStagedImports(ctx.db, ctx.actor.user_id, import_id, MAX_OTHER_STAGED);
  return { part, details };
}

/** Adds all staged jobs of an import, all or nothing (decision 084). A repeated request gets the first result. */
export async function commitImport(ctx: Ctx, input: InputFor<'job.importCommit'>): Promise<ImportOutcome> {
  const { import_id, file_name } = input;
  const row = await lockImport(ctx.db, import_id);
  if (!row || row.created_by !== ctx.actor.user_id) throw fail('not_found', { field: 'import_id' });
  if (row.undone_at !== null) throw fail('import_undone');
  if (row.outcome !== null) return importOutcome.parse(row.outcome);
  const jobs = await readStagedJobs(ctx.db, import_id, input.parts);

  // The days stay locked, so the check for existing jobs is still valid at the insert.
  await lockDays(
    ctx.db,
    jobs.map((job) => job.job_date),
  );
  const skipped = await findSameJobs(ctx.db, jobs);
  const needsConfirmation =
    input.same_jobs === 'ask' || (input.same_jobs === 'add' && input.confirmed_existing_jobs !== skipped.length);
  if (skipped.length > 0 && needsConfirmation) throw fail('jobs_exist', { current: { jobs: skipped } });
  const skippedIndexes = new Set(input.same_jobs === 'skip' ? skipped.map((same) => same.index) : []);
  const places = jobs.flatMap((_, index) => (skippedIndexes.has(index) ? [] : [index]));
  const jobsToAdd = jobs.filter((_, index) => !skippedIndexes.has(index));
  const added = await addJobs(ctx, jobsToAdd, { origin: { import_id, places } });

  const outcome: ImportOutcome = {
    import_id,
    jobs: added.length,
    details: jobsToAdd.reduce((sum, job) => sum + job.job_details.length, 0),
    days: groupByDay(added),
    skipped: skipped.filter((same) => skippedIndexes.has(same.index)),
  };
  const summary = { file_name, jobs: outcome.jobs, details: outcome.details, skipped: outcome.skipped.length };
  await markAdded(ctx.db, import_id, { ...summary, outcome }, ctx.now);
  await writeAudit(ctx, { action: 'job.importCommit', entity: 'job_import', entity_id: import_id, after: summary });
  return outcome;
}

async function readStagedJobs(db: Database, import_id: string, parts: number): Promise<NewJobs> {
  const staged = await findParts(db, import_id);
  if (staged.length !== parts || staged.at(-1)?.part !== parts) throw fail('import_incomplete');
  // Validated again, because another version of the server could have started after the staging.
  return staged.flatMap(({ jobs }) => z.array(newJob).parse(jobs));
}

/** Finds the jobs of a sheet that already exist, when the sheet is read (decision 085). The commit checks again. */
export const findSameJobsOfSheet = async (
  ctx: Ctx,
  { jobs }: InputFor<'job.findImportDuplicates'>,
): Promise<ResponseOf<'job.findImportDuplicates'>> => ({ jobs: await findSameJobs(ctx.db, jobs) });

/** Finds jobs that already exist (decision 085): same day, customer 2 and name. */
async function findSameJobs(
  db: Database,
  jobs: InputFor<'job.findImportDuplicates'>['jobs'],
): Promise<ImportOutcome['skipped']> {
  const existing = new Map<string, string>();
  for (const { prod_id, ...job } of await findJobsOnDays(
    db,
    jobs.map(({ job_date, customer2_id }) => ({ job_date, customer2_id })),
  )) {
    if (!existing.has(sameJobKey(job))) existing.set(sameJobKey(job), prod_id);
  }
  return jobs.flatMap((job, index) => {
    const prod_id = existing.get(sameJobKey(job));
    return prod_id === undefined ? [] : [{ index, prod_id }];
  });
}

function groupByDay(jobs: readonly JobRow[]): ImportOutcome['days'] {
  const days = new Map<string, string[]>();
  for (const { job_date, prod_id } of jobs) {
    const ids = days.get(job_date);
    if (ids) ids.push(prod_id);
    else days.set(job_date, [prod_id]);
  }
  return [...days]
    .sort(([a], [b]) => compareText(a, b))
    .map(([job_date, ids]) => {
      ids.sort(compareText);
      return { job_date, jobs: ids.length, first_prod_id: ids[0] ?? '', last_prod_id: ids.at(-1) ?? '' };
    });
}

/**
 * Undoes a whole import while its jobs are unchanged (decision 084). The actor added the import, or can delete jobs.
 */
export async function undoImport(ctx: Ctx, input: InputFor<'job.importUndo'>): Promise<ResponseOf<'job.importUndo'>> {
  const { import_id } = input;
  const row = await lockImport(ctx.db, import_id);
  if (!row || row.outcome === null) throw fail('not_found', { field: 'import_id' });
  if (row.created_by !== ctx.actor.user_id && !can(ctx.actor, anyOf('npn_delete_job'))) throw fail('forbidden');
  if (row.undone_at !== null) throw fail('import_undone');
  const ids = await findJobsOfImport(ctx.db, import_id);
  await lockJobs(ctx.db, ids);
  const started = await findStartedJobs(ctx.db, import_id);
  if (started.length > 0) throw fail('import_work_started', { current: summarizeJobs(started) });
  const extended = await findExtendedJobs(ctx.db, import_id);
  if (extended.length > 0) throw fail('import_has_later_work', { current: summarizeJobs(extended) });
  const changed = await findJobsChangedByOthers(ctx.db, import_id, ctx.actor.user_id);
  if (changed.length > 0) throw fail('import_changed', { current: summarizeJobs(changed) });
  const requested = await findRequestedJobs(ctx.db, import_id);
  if (requested.length > 0) throw fail('import_linked_to_request', { current: summarizeJobs(requested) });
  const tasks: number[] = [];
  for (let at = 0; at < ids.length; at += MAX_JOBS_AT_ONCE) {
    const jobs = await readWholeJobs(ctx.db, ids.slice(at, at + MAX_JOBS_AT_ONCE));
    for (const job of jobs) tasks.push(...tasksOf(job.job_details).map((t) => t.task_id));
    await writeAudit(
      ctx,
      jobs.map((before) => ({ action: 'job.importUndo', entity: 'job', entity_id: before.job_id, before })),
    );
  }
  await notifyOwnersOfJobs(ctx, ids);
  await unlinkJobs(ctx, ids);
  await deleteJobs(ctx.db, ids);
  await markUndone(ctx.db, import_id, ctx.actor.user_id, ctx.now);
  await writeAudit(ctx, { action: 'job.importUndo', entity: 'job_import', entity_id: import_id });
  await emit(ctx, 'job', ids);
  await emit(ctx, 'task', tasks);
  return { import_id, deleted_jobs: ids.length };
}

const summarizeJobs = <Job>(jobs: readonly Job[]) => ({ count: jobs.length, jobs: jobs.slice(0, MAX_NAMED) });

/** Lists the newest imports of all users. */
export const listImports = async (ctx: Ctx): Promise<ResponseOf<'job.imports'>> => ({
  results: await listAddedImports(ctx.db, MAX_LISTED),
});

/** Deletes staged imports that were never added. */
export const sweepStaged = (db: Database, now: string) => deleteStagedBefore(db, addMs(now, -MAX_STAGED_MS));
