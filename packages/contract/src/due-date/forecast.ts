import { SIMILARITY_LEVELS } from '@darkroom/domain/forecast/similar-work';
import { anyOf } from '@darkroom/domain/permission/access';
import { TASK_VIEW_CODES } from '@darkroom/domain/permission/codes';
import { z } from 'zod';
import { defineEndpoint, showOnly } from '../endpoint.ts';
import { body, ids, instant } from '../fields.ts';

const jobForecast = z.object({
  job_id: z.int(),
  calculated_at: instant(),
  /** p50: as likely done before as after. p80: done before in four of five cases. */
  p50: instant(),
  p80: instant(),
  /** p80 is after the due date, and the due date is in the future. */
  at_risk: z.boolean(),
  basis: z.object({
    task_id: z.int(),
    likeness: z.enum(SIMILARITY_LEVELS),
    seen: z.int(),
    from_minutes: z.int(),
    to_minutes: z.int(),
    /** Working minutes in that status. Absent in forecasts older than this field. */
    elapsed_minutes: z.int().optional(),
    ahead: z.int(),
    people: z.int(),
    open: z.int(),
  }),
});
export type JobForecast = z.output<typeof jobForecast>;

/** Forecasts have their own endpoint, because lists request them for every page. Due date results have a report of their own. */
export const dueDateEndpoints = {
  forecastsOf: defineEndpoint({
    name: 'dueDate.forecastsOf',
    method: 'POST',
    path: '/api/job/forecast',
    summary: 'Forecast the completion of open jobs',
    description: 'Requires access to the job or to one of its tasks.',
    access: anyOf('npn_view_job', ...TASK_VIEW_CODES),
    lock: null,
    kind: 'read',
    input: body({ job_ids: ids(1000) }),
    output: z.object({ results: z.array(jobForecast) }),
    errors: [],
    topics: ['forecast'],
    shows: { forecast: showOnly(({ job_ids }: { job_ids: number[] }) => job_ids) },
  }),
};
