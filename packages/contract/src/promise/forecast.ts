import { SIMILARITY_LEVELS } from '@darkroom/domain/forecast/similar-work';
import { anyOf } from '@darkroom/domain/permission/access';
import { TASK_VIEWING } from '@darkroom/domain/permission/codes';
import { z } from 'zod';
import { defineEndpoint, onlyOf } from '../endpoint.ts';
import { body, ids, instant } from '../fields.ts';

const jobForecast = z.object({
  job_id: z.int(),
  made_at: instant(),
  /** As likely done before as after; and, in four of five cases, before. */
  p50: instant(),
  p80: instant(),
  /** p80 after what was promised, and that not past yet. */
  at_risk: z.boolean(),
  /** What it was made from. */
  basis: z.object({
    task_id: z.int(),
    likeness: z.enum(SIMILARITY_LEVELS),
    seen: z.int(),
    from_minutes: z.int(),
    to_minutes: z.int(),
    /** Working minutes it had stood there; forecasts of before that was kept have none. */
    elapsed_minutes: z.int().optional(),
    ahead: z.int(),
    people: z.int(),
    open: z.int(),
  }),
});
export type JobForecast = z.output<typeof jobForecast>;

/** By themselves, for lists ask them of every page; how promises were kept is a report of its own. */
export const promiseEndpoints = {
  of: defineEndpoint({
    name: 'promise.of',
    method: 'POST',
    path: '/api/job/forecast',
    summary: 'Forecast when open jobs will be done. Takes access to the job or to one of its tasks.',
    access: anyOf('npn_view_job', ...TASK_VIEWING),
    lock: null,
    kind: 'read',
    input: body({ job_ids: ids(1000) }),
    output: z.object({ results: z.array(jobForecast) }),
    errors: [],
    topics: ['forecast'],
    shows: { forecast: onlyOf(({ job_ids }: { job_ids: number[] }) => job_ids) },
  }),
};
