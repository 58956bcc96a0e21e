import { SIMILARITY_LEVELS } from '@darkroom/domain/forecast/similar-work';
import { anyOf } from '@darkroom/domain/permission/access';
import { TASK_VIEW_CODES } from '@darkroom/domain/permission/codes';
import { z } from 'zod';
import { defineEndpoint, showOnly } from '../endpoint.ts';
import { body, ids, instant } from '../fields.ts';

const jobForecast = z.object({
  job_id: z.int(),
  calculated_at: instant().describe('Time of the forecast.'),
  p50: instant().describe('The job is as likely to be completed before this time as after it.'),
  p80: instant().describe('The job is completed before this time in four of five cases.'),
  at_risk: z.boolean().describe('True if `p80` is after the due date and the due date is in the future.'),
  basis: z
    .object({
      task_id: z.int().describe('ID of the task that is expected to be completed last.'),
      similarity: z
        .enum(SIMILARITY_LEVELS)
        .describe(
          'Similarity of the work compared: same category 2 and size (`size`), same `category2`, `category1` or `workstream`, or all work (`bureau`).',
        ),
      sample_size: z.int().describe('Number of similar tasks observed.'),
      from_minutes: z
        .int()
        .describe('Usual working minutes of similar tasks from this status to Completed: lower limit.'),
      to_minutes: z
        .int()
        .describe('Usual working minutes of similar tasks from this status to Completed: upper limit.'),
      elapsed_minutes: z
        .int()
        .optional()
        .describe('Working minutes that the task has been in its status. Absent in forecasts older than this field.'),
      ahead: z.int().describe('Number of tasks before this task in the queue.'),
      people: z.int().describe('Number of people who work on the queue of the task.'),
      open: z.int().describe('Number of open tasks of the job.'),
    })
    .describe('Facts behind the forecast, about the task that is expected to be completed last.'),
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
    input: body({ job_ids: ids(1000).describe('IDs of the jobs.') }),
    output: z.object({ results: z.array(jobForecast) }),
    errors: [],
    topics: ['forecast'],
    shows: { forecast: showOnly(({ job_ids }: { job_ids: number[] }) => job_ids) },
  }),
};
