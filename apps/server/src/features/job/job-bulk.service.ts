import { can, anyOf } from '@darkroom/domain/permission/access';
import { calculateJobChecksum } from '@darkroom/domain/job/job-checksum';
import { findDueDateError } from '@darkroom/domain/due-date/turnaround';
import { isTaken } from '@darkroom/domain/task/status';
import { writeAudit } from '../../audit/audit.ts';
import { readPage, toTotalFields } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { notifyOwnersOfJobs } from '../../live/customers.ts';
import { emitTasks } from '../../live/emit.ts';
import { removeTasksFromComplaints } from '../complaint/complaint-sync.service.ts';
import { unlinkQuotes } from '../quote/quote-job.service.ts';
import { unlinkJobs } from '../request/request.service.ts';
import { buildCounterTotal } from '../counters/counter.service.ts';
import { jobConditions, jobPage } from './job.filter.ts';
import { readWholeJobs, tasksOf, type WholeJob } from './job-read.service.ts';
import { deleteJobs, findJobRows, findJobSummaries, lockJobs, updateRow } from './job.queries.ts';

const MAX_JOBS = 500;

/** Finds the first jobs that match, for "select all that match the filter". */
export async function findJobIds(ctx: Ctx, filter: InputFor<'job.ids'>): Promise<ResponseOf<'job.ids'>> {
  const { where, facet } = await jobConditions(ctx, filter);
  const query = jobPage(where, '-job_date');
  const listing = { query, total: [facet ? buildCounterTotal(facet) : { rows: query }] };
  const { ids, total } = await readPage(ctx.db, listing, { page: 1, page_size: MAX_JOBS });
  return { results: await findJobSummaries(ctx.db, ids), ...toTotalFields(total) };
}

/**
 * Returns the reason to skip a job: something below it changed (decision 158), work has begun, or its due date does not
 * fit (decision 124).
 */
function getRefusal(
  job: WholeJob,
  checksum: number | undefined,
  { action, job_date }: InputFor<'job.bulk'>,
): string | null {
  switch (action) {
    case 'delete':
      if (checksum !== undefined && checksum !== calculateJobChecksum(job.job_details)) return 'stale';
      return tasksOf(job.job_details).some(isTaken) ? 'job_started' : null;
    case 'move_date':
      return findDueDateError(job, { job_date });
    case 'set_priority':
      return null;
    default: {
      const never: never = action;
      return never;
    }
  }
}

/** Changes priority or date of many jobs, or deletes them (quality 24). Skipped jobs are returned with the reason. */
export async function changeJobsInBulk(ctx: Ctx, input: InputFor<'job.bulk'>): Promise<ResponseOf<'job.bulk'>> {
  const { action } = input;
  if (!can(ctx.actor, anyOf(action === 'delete' ? 'npn_delete_job' : 'npn_change_job'))) throw fail('forbidden');
  const ids = input.jobs.map((j) => j.job_id);
  await lockJobs(ctx.db, ids);
  const jobs = new Map((await readWholeJobs(ctx.db, ids)).map((job) => [job.job_id, job]));
  const accepted: WholeJob[] = [];
  const refused: ResponseOf<'job.bulk'>['refused'] = [];
  for (const { job_id, version, checksum } of input.jobs) {
    const job = jobs.get(job_id);
    const code = !job ? 'not_found' : job.version !== version ? 'stale' : getRefusal(job, checksum, input);
    if (code === 'due_before_job_date' && job?.due_at) refused.push({ job_id, code, due_at: job.due_at });
    else if (code) refused.push({ job_id, code });
    else accepted.push(job!);
  }
  const acceptedIds = accepted.map((j) => j.job_id);
  if (action === 'delete') {
    await notifyOwnersOfJobs(ctx, acceptedIds);
    await unlinkJobs(ctx, acceptedIds);
    await removeTasksFromComplaints(
      ctx,
      accepted.flatMap((job) => tasksOf(job.job_details)),
    );
    await unlinkQuotes(ctx, acceptedIds);
    await deleteJobs(ctx.db, acceptedIds);
  } else {
    const patch = action === 'set_priority' ? { job_priority: input.job_priority } : { job_date: input.job_date };
    for (const id of acceptedIds) await updateRow(ctx.db, 'job', id, patch);
  }
  const done = action === 'delete' ? [] : await findJobRows(ctx.db, acceptedIds);
  await writeAudit(
    ctx,
    accepted.map((before, i) => ({
      action: `job.${action}`,
      entity: 'job',
      entity_id: before.job_id,
      before,
      after: done[i],
    })),
  );
  const tasks = accepted.flatMap((job) => tasksOf(job.job_details));
  await emitTasks(ctx, tasks, acceptedIds);
  return {
    done,
    before: accepted.map(({ job_id, job_priority, job_date }) => ({ job_id, job_priority, job_date })),
    deleted: action === 'delete' ? acceptedIds : [],
    refused,
  };
}
