import { FIRST_STEPS, type FirstStep } from '@darkroom/contract/setting';
import { can } from '@darkroom/domain/permission/access';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf } from '../../http/handlers.ts';
import { findStepData } from './setting.queries.ts';

/** Number of jobs above which a bureau is not new. */
const MAX_NEW_JOBS = 100;

/** Lists the first steps that the caller can do. A bureau at work has none. */
export async function listFirstSteps(ctx: Ctx): Promise<ResponseOf<'setting.firstSteps'>> {
  const { jobs, ...data } = await findStepData(ctx.db, MAX_NEW_JOBS);
  if (jobs >= MAX_NEW_JOBS) return { results: [] };
  const done: Readonly<Record<FirstStep, boolean>> = {
    ...data,
    orders: jobs > 0,
    email: ctx.config.smtpUrl !== null,
  };
  const steps = Object.keys(FIRST_STEPS) as FirstStep[];
  return {
    results: steps.filter((step) => can(ctx.actor, FIRST_STEPS[step])).map((step) => ({ step, done: done[step] })),
  };
}
