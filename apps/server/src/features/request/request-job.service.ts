import { refusesNewJob } from '@darkroom/domain/request/new-job';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import { lockedFor } from '../../http/gates.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { addJobs } from '../job/job-add.service.ts';
import { readJobs } from '../job/job-read.service.ts';
import { lockVisibleRequest, writeRequest } from './request.service.ts';

/**
 * Adds the job a request asks for, and has the request name it, both or neither (decision 060). The request is held first: of two who
 * press at once the second is told which job it names, and nothing was made for them.
 */
export async function addJobOfRequest(
  ctx: Ctx,
  { id, version, job }: InputFor<'request.newJob'>,
): Promise<AnswerOf<'request.newJob'>> {
  // While no request is changed, none is changed by this door either.
  if (ctx.locks.request !== undefined) throw lockedFor(ctx.actor, ctx.locks.request);
  const before = await lockVisibleRequest(ctx, id, 'id');
  const refusal = refusesNewJob(before, ctx.actor);
  if (refusal === 'not_allowed') throw fail('forbidden');
  if (before.version !== version) throw fail('stale', { current: before });
  if (refusal) throw fail(refusal, { current: before });
  const [made] = await addJobs(ctx, [job], {
    action: 'request.newJob',
    cus_id1: before.cus_id1,
    path: () => 'job',
  });
  const request = await writeRequest(ctx, 'request.newJob', before, { job_id: made!.job_id });
  const [added] = await readJobs(ctx.db, [made!.job_id], ctx.actor);
  return { request, job: added! };
}
