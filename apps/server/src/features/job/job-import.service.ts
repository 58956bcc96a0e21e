import { newJob } from '@darkroom/contract/job/job';
import { importOutcome, type ImportOutcome } from '@darkroom/contract/job/many';
import { MAX_ORDER_ROWS } from '@darkroom/domain/order-sheet/fields';
import { sameJobKey } from '@darkroom/domain/order-sheet/same-job';
import { anyOf, can } from '@darkroom/domain/permission/access';
import { compareText } from '@darkroom/domain/text/order';
import { z } from 'zod';
import { audit } from '../../audit/audit.ts';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { later } from '../../http/session/session.ts';
import { notifyOwnersOfJobs } from '../../live/customers.ts';
import { emit } from '../../live/emit.ts';
import { addJobs, type NewJobs } from './job-add.service.ts';
import {
  deleteOldStaged,
  deleteStagedBefore,
  findBegunJobs,
  findJobsAddedTo,
  findJobsChangedByOthers,
  findJobsOfImport,
  findJobsOnDays,
  findParts,
  findRequestedJobs,
  listAdded,
  lockDays,
  lockImport,
  markAdded,
  markUndone,
  putPart,
  touchImport,
} from './job-import.queries.ts';
import { readWholeJobs, tasksOf } from './job-read.service.ts';
import { unlinkJobs } from '../request/request.service.ts';
import { deleteJobs, lockJobs, type JobRow } from './job.queries.ts';

/** Maximum number of staged imports of one person in addition to the current one: other windows, and abandoned imports. */
const MAX_BESIDE = 4;
/** Time that staged parts wait for the rest. */
const STAGED_MS = 3_600_000;
/** Number of imports in the list. */
const MAX_LISTED = 50;
/** Number of jobs that are read and recorded at once. */
const JOBS_AT_ONCE = 1000;
/** Maximum number of jobs that a refused undo names. */
const MAX_NAMED = 5;

/** Stages a part of an import (decision 084). A repeated part replaces the first, and a part after the commit is refused. */
export async function stagePart(ctx: Ctx, input: InputFor<'job.importStage'>): Promise<AnswerOf<'job.importStage'>> {
  const { import_id, part, jobs } = input;
  const details = jobs.reduce((sum, job) => sum + job.job_details.length, 0);
  const touched = await touchImport(ctx.db, import_id, ctx.actor.user_id, ctx.now);
  if (!touched) throw fail('not_found', { field: 'import_id' });
  if (touched.undone) throw fail('import_undone');
  if (touched.added) throw fail('import_added');
  const all = await putPart(ctx.db, import_id, part, jobs, details);
  if (all > MAX_ORDER_ROWS) throw fail('validation', { errors: [{ field: 'jobs', code: 'too_many_items' }] });
  await deleteOldStaged(ctx.db, ctx.actor.user_id, import_id, MAX_BESIDE);
  return { part, details };
}

/** Adds all staged jobs of an import, all or nothing (decision 084). A repeated call gets the first result. */
export async function commitImport(ctx: Ctx, input: InputFor<'job.importCommit'>): Promise<ImportOutcome> {
  const { import_id, file_name } = input;
  const row = await lockImport(ctx.db, import_id);
  if (!row || row.created_by !== ctx.actor.user_id) throw fail('not_found', { field: 'import_id' });
  if (row.undone_at !== null) throw fail('import_undone');
  if (row.outcome !== null) return importOutcome.parse(row.outcome);
  const jobs = await stagedJobs(ctx.db, import_id, input.parts);

  // The days stay locked, so the check for existing jobs is still valid at the insert.
  await lockDays(
    ctx.db,
    jobs.map((job) => job.job_date),
  );
  const skipped = await findSameJobs(ctx.db, jobs);
  const unasked = input.same_jobs === 'ask' || (input.same_jobs === 'add' && input.told !== skipped.length);
  if (skipped.length > 0 && unasked) throw fail('jobs_exist', { current: { jobs: skipped } });
  const out = new Set(input.same_jobs === 'skip' ? skipped.map((same) => same.index) : []);
  const places = jobs.flatMap((_, index) => (out.has(index) ? [] : [index]));
  const wanted = jobs.filter((_, index) => !out.has(index));
  const added = await addJobs(ctx, wanted, { origin: { import_id, places } });

  const outcome: ImportOutcome = {
    import_id,
    jobs: added.length,
    details: wanted.reduce((sum, job) => sum + job.job_details.length, 0),
    days: byDay(added),
    skipped: skipped.filter((same) => out.has(same.index)),
  };
  const kept = { file_name, jobs: outcome.jobs, details: outcome.details, skipped: outcome.skipped.length };
  await markAdded(ctx.db, import_id, { ...kept, outcome }, ctx.now);
  await audit(ctx, { action: 'job.importCommit', entity: 'job_import', entity_id: import_id, after: kept });
  return outcome;
}

async function stagedJobs(db: Database, import_id: string, parts: number): Promise<NewJobs> {
  const staged = await findParts(db, import_id);
  if (staged.length !== parts || staged.at(-1)?.part !== parts) throw fail('import_incomplete');
  // Validated again, because another version of the server could have started after the staging.
  return staged.flatMap(({ jobs }) => z.array(newJob).parse(jobs));
}

/** Jobs of a sheet that already exist, found when the sheet is read (decision 085). The commit checks again. */
export const findSame = async (
  ctx: Ctx,
  { jobs }: InputFor<'job.importSame'>,
): Promise<AnswerOf<'job.importSame'>> => ({ jobs: await findSameJobs(ctx.db, jobs) });

/** Jobs that already exist (decision 085): same day, customer 2 and name. */
async function findSameJobs(db: Database, jobs: InputFor<'job.importSame'>['jobs']): Promise<ImportOutcome['skipped']> {
  const here = new Map<string, string>();
  for (const { prod_id, ...job } of await findJobsOnDays(
    db,
    jobs.map(({ job_date, customer2_id }) => ({ job_date, customer2_id })),
  )) {
    if (!here.has(sameJobKey(job))) here.set(sameJobKey(job), prod_id);
  }
  return jobs.flatMap((job, index) => {
    const prod_id = here.get(sameJobKey(job));
    return prod_id === undefined ? [] : [{ index, prod_id }];
  });
}

function byDay(jobs: readonly JobRow[]): ImportOutcome['days'] {
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

/** Undoes a whole import while its jobs are untouched (decision 084). It must be the actor's, or the actor can delete jobs. */
export async function undoImport(ctx: Ctx, input: InputFor<'job.importUndo'>): Promise<AnswerOf<'job.importUndo'>> {
  const { import_id } = input;
  const row = await lockImport(ctx.db, import_id);
  if (!row || row.outcome === null) throw fail('not_found', { field: 'import_id' });
  if (row.created_by !== ctx.actor.user_id && !can(ctx.actor, anyOf('npn_delete_job'))) throw fail('forbidden');
  if (row.undone_at !== null) throw fail('import_undone');
  const ids = await findJobsOfImport(ctx.db, import_id);
  await lockJobs(ctx.db, ids);
  const begun = await findBegunJobs(ctx.db, import_id);
  if (begun.length > 0) throw fail('import_begun', { current: named(begun) });
  const grown = await findJobsAddedTo(ctx.db, import_id);
  if (grown.length > 0) throw fail('import_added_to', { current: named(grown) });
  const changed = await findJobsChangedByOthers(ctx.db, import_id, ctx.actor.user_id);
  if (changed.length > 0) throw fail('import_changed', { current: named(changed) });
  const requested = await findRequestedJobs(ctx.db, import_id);
  if (requested.length > 0) throw fail('import_requested', { current: named(requested) });
  const tasks: number[] = [];
  for (let at = 0; at < ids.length; at += JOBS_AT_ONCE) {
    const jobs = await readWholeJobs(ctx.db, ids.slice(at, at + JOBS_AT_ONCE));
    for (const job of jobs) tasks.push(...tasksOf(job.job_details).map((t) => t.task_id));
    await audit(
      ctx,
      jobs.map((before) => ({ action: 'job.importUndo', entity: 'job', entity_id: before.job_id, before })),
    );
  }
  await notifyOwnersOfJobs(ctx, ids);
  await unlinkJobs(ctx, ids);
  await deleteJobs(ctx.db, ids);
  await markUndone(ctx.db, import_id, ctx.actor.user_id, ctx.now);
  await audit(ctx, { action: 'job.importUndo', entity: 'job_import', entity_id: import_id });
  await emit(ctx, 'job', ids);
  await emit(ctx, 'task', tasks);
  return { import_id, deleted_jobs: ids.length };
}

const named = <Job>(jobs: readonly Job[]) => ({ count: jobs.length, jobs: jobs.slice(0, MAX_NAMED) });

/** Newest imports of all users. */
export const listImports = async (ctx: Ctx): Promise<AnswerOf<'job.imports'>> => ({
  results: await listAdded(ctx.db, MAX_LISTED),
});

/** Deletes staged imports that were never added. */
export const sweepStaged = (db: Database, now: string) => deleteStagedBefore(db, later(now, -STAGED_MS));
