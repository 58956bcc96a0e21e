import { MAX_ORDER_ROWS, MAX_PART_JOBS } from '@darkroom/domain/order-sheet/fields';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint, figure } from '../endpoint.ts';
import { body, count, importId, instant, oneOf, text } from '../fields.ts';
import { newJob } from './job.ts';

/** The most parts of one import: enough for the longest notes in every row. */
export const MAX_PARTS = 200;

/** What is done with jobs that are here already: same day, customer 2 and name. `ask` adds nothing while there is one. */
export const SAME_JOBS = ['ask', 'skip', 'add'] as const;
export type SameJobs = (typeof SAME_JOBS)[number];

/** A job of the import, by its place in it from 0, that is here already under this number. */
const sameJob = z.object({ index: z.int(), prod_id: z.string() });

/** What a `jobs_exist` refusal holds as `current`. */
export const sameJobs = z.object({ jobs: z.array(sameJob) });

/** What `import_begun` and `import_added_to` hold as `current`: how many jobs stand against an undo, and the first of them. */
export const jobsInTheWay = z.object({
  count: z.int(),
  jobs: z.array(z.object({ job_id: z.int(), prod_id: z.string() })),
});

export const importOutcome = z.object({
  import_id: z.string(),
  jobs: z.int(),
  details: z.int(),
  /** Day by day, with the first and the last prod ID of it. */
  days: z.array(z.object({ job_date: z.string(), jobs: z.int(), first_prod_id: z.string(), last_prod_id: z.string() })),
  skipped: z.array(sameJob),
});

const jobImport = z.object({
  import_id: z.string(),
  file_name: z.string(),
  created_by: z.int(),
  added_at: instant(),
  jobs: z.int(),
  details: z.int(),
  skipped: z.int(),
  undone_at: instant().nullable(),
  undone_by: z.int().nullable(),
});

/** Orders in any number, added all or nothing (decision 084): staged part by part, then committed by one call. */
export const jobImportEndpoints = {
  importStage: defineEndpoint({
    name: 'job.importStage',
    method: 'POST',
    path: '/api/job/import/stage',
    summary:
      'Stage a part of an import; nothing is added. The same part again replaces it. Left alone, it is gone in an hour',
    access: anyOf('npn_add_job'),
    lock: 'job',
    kind: 'write',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      import_id: importId(),
      part: count(1, MAX_PARTS),
      jobs: z.array(newJob).min(1, 'required').max(MAX_PART_JOBS, 'too_many_items'),
    }),
    output: z.object({ part: z.int(), details: z.int() }),
    errors: ['not_found', 'import_added', 'import_undone'],
    limit: { per: 'user', max: 600, seconds: 60 },
  }),
  importSame: defineEndpoint({
    name: 'job.importSame',
    method: 'POST',
    path: '/api/job/import/same',
    summary: 'Find the jobs of a sheet that exist already: same day, customer 2 and name',
    access: anyOf('npn_add_job'),
    lock: null,
    kind: 'read',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      jobs: z
        .array(newJob.pick({ job_date: true, customer2_id: true, job_name: true }))
        .min(1, 'required')
        .max(MAX_PART_JOBS, 'too_many_items'),
    }),
    output: sameJobs,
    errors: [],
    topics: ['job'],
    shows: { job: figure },
  }),
  importCommit: defineEndpoint({
    name: 'job.importCommit',
    method: 'POST',
    path: '/api/job/import/commit',
    summary:
      'Add everything an import has staged, all or nothing; asked again it answers what was done. Jobs that are here already (same day, customer 2, name) are asked about, skipped or added',
    access: anyOf('npn_add_job'),
    lock: 'job',
    kind: 'write',
    input: body({
      import_id: importId(),
      file_name: text(200).default(''),
      parts: count(1, MAX_PARTS),
      same_jobs: oneOf(SAME_JOBS).default('ask'),
      /** With `add`: how many of them the caller was told of. When there are others by now, they are asked about again. */
      told: count(0, MAX_ORDER_ROWS).default(0),
    }),
    output: importOutcome,
    errors: ['not_found', 'import_incomplete', 'import_undone', 'jobs_exist', 'prod_id_exists'],
  }),
  importUndo: defineEndpoint({
    name: 'job.importUndo',
    method: 'POST',
    path: '/api/job/import/undo',
    summary:
      'Delete every job an import has added, all or nothing, while each task of them is To Do, nothing was added to them and nobody else has changed them',
    access: anyOf('npn_add_job', 'npn_delete_job'),
    lock: 'job',
    kind: 'write',
    input: body({ import_id: importId() }),
    output: z.object({ import_id: z.string(), deleted_jobs: z.int() }),
    errors: [
      'not_found',
      'forbidden',
      'import_undone',
      'import_begun',
      'import_added_to',
      'import_changed',
      'import_requested',
    ],
  }),
  imports: defineEndpoint({
    name: 'job.imports',
    method: 'POST',
    path: '/api/job/import/list',
    summary: 'The newest imports: who, when, from which file, how many',
    access: anyOf('npn_add_job', 'npn_delete_job'),
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({ results: z.array(jobImport) }),
    errors: [],
    topics: ['job'],
    shows: { job: figure },
  }),
};

export type JobImport = z.output<typeof jobImport>;
export type ImportOutcome = z.output<typeof importOutcome>;
