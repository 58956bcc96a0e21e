import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { below, body, day, id, instant, onceGood, oneOf, totals, version } from '../fields.ts';
import { job, jobFilter } from './job.ts';

/** As much of a job as it takes to choose it, do something with it, and name it. */
const jobInShort = job
  .pick({
    job_id: true,
    version: true,
    prod_id: true,
    job_date: true,
    job_status: true,
    quoted: true,
    requested: true,
  })
  .extend({
    /** What hangs below it (domain/job/below): whoever deletes it says what they read. */
    below: z.int(),
  });

/** What can be done to many jobs at once. */
export const JOB_BULK_ACTIONS = ['set_priority', 'move_date', 'delete'] as const;

export const jobManyEndpoints = {
  bulk: defineEndpoint({
    name: 'job.bulk',
    method: 'POST',
    path: '/api/job/bulk-update',
    summary:
      'Change the priority or the date of many jobs, or delete them; what could not be done is answered row by row',
    access: anyOf('npn_change_job', 'npn_delete_job'),
    lock: 'job',
    kind: 'write',
    input: body({
      action: oneOf(JOB_BULK_ACTIONS),
      /** `below` counts for deletion only. */
      jobs: z
        .array(body({ job_id: id(), version: version(), below: below().optional() }))
        .min(1, 'required')
        .max(500, 'too_many_items'),
      job_priority: oneOf(JOB_PRIORITIES).nullable().optional(),
      job_date: day().optional(),
    })
      .refine(({ action, job_priority }) => action !== 'set_priority' || job_priority !== undefined, {
        path: ['job_priority'],
        error: 'required',
        when: onceGood('action'),
      })
      .refine(({ action, job_date }) => action !== 'move_date' || job_date !== undefined, {
        path: ['job_date'],
        error: 'required',
        when: onceGood('action'),
      }),
    output: z.object({
      done: z.array(job.omit({ job_details: true })),
      /** The same jobs as they were, for an undo. */
      before: z.array(
        z.object({ job_id: z.int(), job_priority: z.enum(JOB_PRIORITIES).nullable(), job_date: z.string() }),
      ),
      deleted: z.array(z.int()),
      /** What was left as it is and why; what it is promised for, where that stands in the way. */
      refused: z.array(z.object({ job_id: z.int(), code: z.string(), due_at: instant().optional() })),
    }),
    errors: ['forbidden'],
  }),
  ids: defineEndpoint({
    name: 'job.ids',
    method: 'POST',
    path: '/api/job/ids',
    summary: 'The first 500 jobs that match a filter, in short: for "select all that match"',
    access: anyOf('npn_view_job'),
    lock: null,
    kind: 'read',
    input: body(jobFilter),
    output: z.object({ results: z.array(jobInShort), ...totals }),
    errors: [],
    topics: ['job', 'task'],
  }),
};
