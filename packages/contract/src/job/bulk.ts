import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { MAX_ORDER_ROWS, MAX_PART_JOBS } from '@darkroom/domain/order-sheet/fields';
import { anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineDownload, defineEndpoint, showRows, showFigure } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportInput,
  selectedRows,
  body,
  pageOf,
  page,
  pageSize,
  sortBy,
  id,
  jobChecksum,
  day,
  instant,
  whenValid,
  oneOf,
  totals,
  version,
  count,
  importId,
  text,
} from '../fields.ts';
import { oneOrMoreStatuses } from '../task/filter.ts';
import { job, jobDetail, jobFilter, newJob } from './job.ts';

/** A job detail by itself (spec §2, "Job → Detail"), with its job. */
export const jobDetailRow = jobDetail.extend({
  job: job.omit({ job_details: true }).describe('Job of the job detail, without its list of details.'),
});
type Row = z.output<typeof jobDetailRow>;

/** Sort columns of the list of details. */
export const DETAIL_SORTS = ['job_date', 'sub_prod_id', 'status', 'due_at'] as const;

/** Filters of the list of details: those of jobs, applied to the detail's own categories and tasks, and its own status. */
export const jobDetailFilter = {
  ...jobFilter,
  status: oneOrMoreStatuses().optional().describe('Only job details in one of these task statuses, by number.'),
};

const listInput = { ...jobDetailFilter, sort: sortBy(DETAIL_SORTS).default('-job_date') };

export const jobDetailEndpoints = {
  details: defineEndpoint({
    name: 'job.details',
    method: 'POST',
    path: '/api/job/detail/list',
    summary: 'List job details with their job and tasks, one page at a time',
    access: anyOf('npn_view_job'),
    lock: null,
    kind: 'read',
    input: body({ ...listInput, page: page(), page_size: pageSize() }),
    output: pageOf(jobDetailRow),
    errors: [],
    topics: ['job', 'task'],
    shows: {
      job: showRows((row: Row) => row.job.job_id),
      task: showRows((row: Row) => row.tasks.map(({ task_id }) => task_id)),
    },
  }),
};

export type JobDetailRow = Row;

export const jobDetailExport = defineDownload({
  name: 'export.jobDetails',
  path: '/api/job/detail/export',
  summary: 'Export the list of job details',
  access: anyOf('npn_view_job'),
  input: exportInput({ ...listInput, ...selectedRows }),
  errors: EXPORT_ERRORS,
});

/** Limit for the items of any body (`http/body/bounds`). A sheet requests each customer and category once, for any number of rows. */
const MAX_LINES = 10_000;

/** Prices of work before it is ordered. */
export const jobQuoteEndpoints = {
  quote: defineEndpoint({
    name: 'job.quote',
    method: 'POST',
    path: '/api/job/quote',
    summary: 'Get the prices of new job details by Customer ID 2 and category 2',
    description: 'A price is null if no enabled price exists.',
    access: anyOf('npn_add_job', 'npn_add_job_detail', 'npn_change_job_detail'),
    lock: null,
    kind: 'read',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      lines: z
        .array(body({ customer2_id: id(), service_cat2_id: id() }))
        .min(1, 'required')
        .max(MAX_LINES, 'too_many_items')
        .describe('Customer ID 2 and category 2 of each new job detail.'),
    }),
    output: z.object({
      results: z.array(
        z.object({
          customer2_id: z.int(),
          service_cat2_id: z.int(),
          unit_price: z.number().nullable().describe('Price per piece. Null if there is no enabled price.'),
          estimate_minutes: z
            .int()
            .nullable()
            .describe('Estimated minutes per piece. Null if there is no enabled price.'),
        }),
      ),
      currency: z.string(),
    }),
    errors: [],
    topics: ['price'],
  }),
  previewMovePrices: defineEndpoint({
    name: 'job.previewMovePrices',
    method: 'POST',
    path: '/api/job/quote-move',
    summary: 'Get the price of each detail of a job for another Customer ID 2',
    description: 'Returns 409 if the job cannot move there.',
    access: anyOf('npn_change_job'),
    lock: null,
    kind: 'read',
    input: body({ job_id: id(), customer2_id: id().describe('The other Customer ID 2.') }),
    output: z.object({
      results: z.array(
        z.object({
          job_detail_id: z.int(),
          unit_price: z
            .number()
            .nullable()
            .describe('Price per piece for the other customer. Null if there is no enabled price.'),
        }),
      ),
      currency: z.string(),
    }),
    errors: ['not_found', 'job_linked_to_request', 'job_has_rework'],
    topics: ['price', 'job', 'request'],
  }),
};

/** Fields of a job that are needed to select it, act on it and name it. */
const jobSummary = job
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
    checksum: z.int().describe('Checksum of the records below the job. Send it to delete the job.'),
  });

export const JOB_BULK_ACTIONS = ['set_priority', 'move_date', 'delete'] as const;

export const jobBulkEndpoints = {
  bulk: defineEndpoint({
    name: 'job.bulk',
    method: 'POST',
    path: '/api/job/bulk-update',
    summary: 'Change the priority or the date of many jobs, or delete them',
    description: 'Failures are returned row by row.',
    access: anyOf('npn_change_job', 'npn_delete_job'),
    lock: 'job',
    kind: 'write',
    input: body({
      action: oneOf(JOB_BULK_ACTIONS).describe('Change for all jobs: `set_priority`, `move_date` or `delete`.'),
      jobs: z
        .array(
          body({
            job_id: id(),
            version: version(),
            checksum: jobChecksum().optional().describe('`checksum` of the job that you read. Only for `delete`.'),
          }),
        )
        .min(1, 'required')
        .max(500, 'too_many_items')
        .describe('Jobs, each in the version that you read.'),
      job_priority: oneOf(JOB_PRIORITIES)
        .nullable()
        .optional()
        .describe('New priority, for `set_priority`. Null removes it.'),
      job_date: day().optional().describe('New date, for `move_date`, `YYYY-MM-DD`.'),
    })
      .refine(({ action, job_priority }) => action !== 'set_priority' || job_priority !== undefined, {
        path: ['job_priority'],
        error: 'required',
        when: whenValid('action'),
      })
      .refine(({ action, job_date }) => action !== 'move_date' || job_date !== undefined, {
        path: ['job_date'],
        error: 'required',
        when: whenValid('action'),
      }),
    output: z.object({
      done: z.array(job.omit({ job_details: true })).describe('Changed jobs.'),
      before: z
        .array(z.object({ job_id: z.int(), job_priority: z.enum(JOB_PRIORITIES).nullable(), job_date: z.string() }))
        .describe('Priority and date of these jobs before the change, for an undo.'),
      deleted: z.array(z.int()).describe('IDs of deleted jobs.'),
      refused: z
        .array(
          z.object({
            job_id: z.int(),
            code: z.string().describe('Error code of the reason.'),
            due_at: instant()
              .optional()
              .describe('Due date that blocks the change. Present only if a due date is the reason.'),
          }),
        )
        .describe('Unchanged jobs, each with the reason.'),
    }),
    errors: ['forbidden'],
  }),
  ids: defineEndpoint({
    name: 'job.ids',
    method: 'POST',
    path: '/api/job/ids',
    summary: 'Get the first 500 jobs that match a filter, in short form',
    description: 'Use this call to select all jobs that match a filter.',
    access: anyOf('npn_view_job'),
    lock: null,
    kind: 'read',
    input: body(jobFilter),
    output: z.object({ results: z.array(jobSummary), ...totals }),
    errors: [],
    topics: ['job', 'task'],
  }),
};

/** Largest number of parts of one import: enough for the longest notes in every row. */
export const MAX_PARTS = 200;

/** Handling of jobs that exist already, with the same day, customer 2 and name. `ask` adds nothing while such a job exists. */
export const DUPLICATE_MODES = ['ask', 'skip', 'add'] as const;
export type DuplicateMode = (typeof DUPLICATE_MODES)[number];

/** A job of the import, by its index from 0, that exists already under this number. */
const duplicateJob = z.object({
  index: z.int().describe('Index of the job in the import, from 0.'),
  prod_id: z.string().describe('Prod ID of the existing job.'),
});

/** `current` of a `jobs_exist` refusal. */
export const duplicateJobs = z.object({ jobs: z.array(duplicateJob).describe('Jobs that already exist.') });

/** `current` of `import_work_started` and `import_has_later_work`: count of the jobs that block an undo, and the first of them. */
export const jobsInTheWay = z.object({
  count: z.int(),
  jobs: z.array(z.object({ job_id: z.int(), prod_id: z.string() })),
});

export const importOutcome = z.object({
  import_id: z.string(),
  jobs: z.int().describe('Number of added jobs.'),
  details: z.int().describe('Number of added job details.'),
  days: z
    .array(
      z.object({
        job_date: z.string(),
        jobs: z.int().describe('Number of jobs added on this day.'),
        first_prod_id: z.string().describe('First prod ID of the day.'),
        last_prod_id: z.string().describe('Last prod ID of the day.'),
      }),
    )
    .describe('Days of the jobs, each with its first and last prod ID.'),
  skipped: z.array(duplicateJob).describe('Jobs that were not added, because they already exist.'),
});

const jobImport = z.object({
  import_id: z.string(),
  file_name: z.string().describe('Name of the imported file. Empty if unknown.'),
  created_by: z.int().describe('Account ID of the user who imported the jobs.'),
  added_at: instant().describe('Time of the import.'),
  jobs: z.int().describe('Number of added jobs.'),
  details: z.int().describe('Number of added job details.'),
  skipped: z.int().describe('Number of skipped jobs.'),
  undone_at: instant().nullable().describe('Time of the undo. Null if not undone.'),
  undone_by: z.int().nullable().describe('Account ID of the user who undid the import. Null if not undone.'),
});

/** Any number of orders, added all or nothing (decision 084): uploaded in parts, then committed by one request. */
export const jobImportEndpoints = {
  importStage: defineEndpoint({
    name: 'job.importStage',
    method: 'POST',
    path: '/api/job/import/stage',
    summary: 'Stage one part of an import',
    description: 'No job is added yet. Sending a part again replaces it. An unused import expires after one hour.',
    access: anyOf('npn_add_job'),
    lock: 'job',
    kind: 'write',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      import_id: importId(),
      part: count(1, MAX_PARTS).describe('Number of the part, from 1.'),
      jobs: z.array(newJob).min(1, 'required').max(MAX_PART_JOBS, 'too_many_items').describe('Jobs of this part.'),
    }),
    output: z.object({
      part: z.int().describe('Number of the staged part.'),
      details: z.int().describe('Number of job details in the part.'),
    }),
    errors: ['not_found', 'import_added', 'import_undone'],
    limit: { per: 'user', max: 600, seconds: 60 },
  }),
  findImportDuplicates: defineEndpoint({
    name: 'job.findImportDuplicates',
    method: 'POST',
    path: '/api/job/import/duplicates',
    summary: 'Find existing jobs that are duplicates of jobs in a sheet',
    description: 'A duplicate has the same date, Customer ID 2 and name.',
    access: anyOf('npn_add_job'),
    lock: null,
    kind: 'read',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      jobs: z
        .array(newJob.pick({ job_date: true, customer2_id: true, job_name: true }))
        .min(1, 'required')
        .max(MAX_PART_JOBS, 'too_many_items')
        .describe('Date, Customer ID 2 and name of each job in the sheet.'),
    }),
    output: duplicateJobs,
    errors: [],
    topics: ['job'],
    shows: { job: showFigure },
  }),
  importCommit: defineEndpoint({
    name: 'job.importCommit',
    method: 'POST',
    path: '/api/job/import/commit',
    summary: 'Add all jobs of a staged import, all or nothing',
    description:
      'Repeating the call returns the same result. Existing jobs (same date, Customer ID 2 and name) are reported, skipped or added.',
    access: anyOf('npn_add_job'),
    lock: 'job',
    kind: 'write',
    input: body({
      import_id: importId(),
      file_name: text(200).default('').describe('Name of the imported file, for the list of imports.'),
      parts: count(1, MAX_PARTS).describe('Number of staged parts.'),
      same_jobs: oneOf(DUPLICATE_MODES)
        .default('ask')
        .describe(
          'Existing jobs: report them and add nothing (`ask`), leave them out (`skip`), or add them again (`add`).',
        ),
      confirmed_existing_jobs: count(0, MAX_ORDER_ROWS)
        .default(0)
        .describe(
          'For `add`: number of existing jobs that were reported. If it has changed, nothing is added (`jobs_exist`).',
        ),
    }),
    output: importOutcome,
    errors: ['not_found', 'import_incomplete', 'import_undone', 'jobs_exist', 'prod_id_exists'],
  }),
  importUndo: defineEndpoint({
    name: 'job.importUndo',
    method: 'POST',
    path: '/api/job/import/undo',
    summary: 'Delete all jobs of an import, all or nothing',
    description: 'Returns 409 if a task has been started, something was added, or someone else changed the jobs.',
    access: anyOf('npn_add_job', 'npn_delete_job'),
    lock: 'job',
    kind: 'write',
    input: body({ import_id: importId() }),
    output: z.object({ import_id: z.string(), deleted_jobs: z.int().describe('Number of deleted jobs.') }),
    errors: [
      'not_found',
      'forbidden',
      'import_undone',
      'import_work_started',
      'import_has_later_work',
      'import_changed',
      'import_linked_to_request',
    ],
  }),
  imports: defineEndpoint({
    name: 'job.imports',
    method: 'POST',
    path: '/api/job/import/list',
    summary: 'List the newest imports',
    description: 'Each import has its user, its time, its file and its number of jobs.',
    access: anyOf('npn_add_job', 'npn_delete_job'),
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({ results: z.array(jobImport) }),
    errors: [],
    topics: ['job'],
    shows: { job: showFigure },
  }),
};

export type JobImport = z.output<typeof jobImport>;
export type ImportOutcome = z.output<typeof importOutcome>;
