import { JOB_PRIORITIES, JOB_STATUSES } from '@darkroom/domain/job/status';
import { anyOf } from '@darkroom/domain/permission/access';
import { MAX_PRICE } from '@darkroom/domain/price/price';
import { z } from 'zod';
import { defineDownload, defineEndpoint, showRows } from '../endpoint.ts';
import {
  EXPORT_ERRORS,
  exportInput,
  selectedRows,
  jobChecksum,
  body,
  count,
  day,
  id,
  ids,
  importId,
  instant,
  link,
  pageOf,
  money,
  notes,
  oneOf,
  page,
  pageSize,
  requiredText,
  oneOrMoreOf,
  sortBy,
  text,
  time,
  version,
} from '../fields.ts';
import { DUE_FILTERS } from '../due-date/due-date.ts';
import { oneOrMoreStatuses, taskStatus } from '../task/filter.ts';
import { type Task, task } from '../task/task.ts';

export const JOB_SORTS = ['job_date', 'prod_id', 'job_name', 'job_status', 'due_at'] as const;

export const jobFilter = {
  job_date_from: day().optional(),
  job_date_to: day().optional(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
  customer2_id: ids().optional(),
  job_status: oneOrMoreOf(JOB_STATUSES).optional().describe('Only jobs in one of these statuses.'),
  task_status: oneOrMoreStatuses()
    .optional()
    .describe('Only jobs with at least one task in one of these statuses, by number.'),
  job_priority: oneOf(JOB_PRIORITIES).optional(),
  due: oneOf(DUE_FILTERS).optional().describe('Only open work by its due date: late, likely to be late, or due today.'),
  service_type_id: ids().optional(),
  service_cat1_id: ids().optional(),
  service_cat2_id: ids().optional(),
  unpriced: z
    .boolean()
    .optional()
    .describe('True: jobs with at least one job detail without a price. False: jobs whose details all have one.'),
  text: text().optional().describe('Text in the prod ID or the job name.'),
  job_id: id().optional().describe('Only this job.'),
  import_id: importId().optional().describe('Only jobs that this import added.'),
};

/** Task for a caller who can see its job but not the task: only its status (domain §2, "In a job"). */
const hiddenTask = z.object({ task_id: z.int(), status: taskStatus() });

/** One cell of a job's strip: a complete task if the caller can see it, otherwise hidden. */
const stripTask = z.union([task, hiddenTask]);

export type StripTask = z.output<typeof stripTask>;
/** True for a strip cell with a visible task, which can be opened, selected and acted on. */
export const isVisible = (cell: StripTask): cell is Task => 'version' in cell;

export const jobDetail = z.object({
  job_detail_id: z.int().describe('ID of the job detail.'),
  job_id: z.int().describe('ID of the job.'),
  version: z.int(),
  sub_prod_id: z.string(),
  service_cat1_id: z.int(),
  service_cat2_id: z.int(),
  quantity: z.int().describe('Ordered pieces.'),
  done_quantity: z
    .int()
    .describe('Completed pieces. For a task in rework: its quantity before the rework minus `rework_quantity`.'),
  status: taskStatus(),
  note: z.string(),
  unit_price: z.number().nullable().describe('The customer’s price when the detail was added. Null if there was none.'),
  estimate_minutes: z.int().nullable().describe('Per piece. Null if there is no estimate.'),
  tasks: z
    .array(stripTask)
    .describe('Tasks of the job detail. A task that the caller cannot view has only its ID and status.'),
});

export const job = z.object({
  job_id: z.int().describe('ID of the job.'),
  version: z.int(),
  job_date: z.string(),
  prod_id: z.string(),
  job_name: z.string(),
  job_link: z.string().nullable(),
  job_status: z.enum(JOB_STATUSES),
  customer2_id: z.int(),
  job_priority: z.enum(JOB_PRIORITIES).nullable().describe('Null if the job has no priority.'),
  job_notes: z.string(),
  due_at: instant().nullable().describe('Null if no due date was set.'),
  first_due_at: instant()
    .nullable()
    .describe('Due date that was set first. Later changes do not affect it. Null if no due date was set.'),
  completed_at: instant()
    .nullable()
    .describe('Completion time of the last task of the job. Null while the job is open.'),
  created_at: instant(),
  created_by: z.int().nullable(),
  quoted: z.boolean().describe('True if the prices come from an accepted quote.'),
  requested: z
    .boolean()
    .describe(
      'True if customers’ requests refer to the job, apart from the request that the quote of the job answered.',
    ),
  job_details: z.array(jobDetail).describe('Details of the job with their tasks.'),
});

const newDetail = {
  service_cat1_id: id(),
  service_cat2_id: id(),
  quantity: count(1, 1_000_000).describe('Ordered pieces.'),
  note: notes().default(''),
};

/** One job in the input of bulk-add (domain §8). */
export const newJob = body({
  job_date: day().describe('Date, `YYYY-MM-DD`.'),
  customer2_id: id(),
  job_name: requiredText(),
  job_link: link().default(null),
  job_priority: oneOf(JOB_PRIORITIES).nullable().default(null),
  job_notes: notes().default(''),
  prod_id: requiredText().optional().describe('Prod ID to use. Absent: the next number of the day.'),
  job_details: z
    .array(body(newDetail))
    .min(1, 'required')
    .max(200, 'too_many_items')
    .describe('Details of the job, each with its category and quantity.'),
});

/** Above the number of details of any job. */
const MAX_PRICED_DETAILS = 2000;
const pricedDetail = body({
  job_detail_id: id(),
  unit_price: money(MAX_PRICE).nullable().describe('Price per piece. Null if there is no price.'),
});

export const jobEndpoints = {
  list: defineEndpoint({
    name: 'job.list',
    method: 'POST',
    path: '/api/job/list',
    summary: 'List jobs with their details and tasks, one page at a time',
    description: 'A task that the caller cannot view has only its ID and status.',
    access: anyOf('npn_view_job'),
    lock: null,
    kind: 'read',
    input: body({
      ...jobFilter,
      page: page(),
      page_size: pageSize(),
      sort: sortBy(JOB_SORTS).default('-job_date'),
    }),
    output: pageOf(job),
    errors: [],
    topics: ['job', 'task'],
    shows: {
      job: showRows((row: { job_id: number }) => row.job_id),
      task: showRows((row: Job) => row.job_details.flatMap((d) => d.tasks.map((t) => t.task_id))),
    },
  }),
  bulkAdd: defineEndpoint({
    name: 'job.bulkAdd',
    method: 'POST',
    path: '/api/job/bulk-add',
    summary: 'Add jobs with their details, all or nothing',
    description: 'Each detail gets one task and the customer’s current price.',
    access: anyOf('npn_add_job'),
    lock: 'job',
    kind: 'write',
    bodyLimit: 16 * 1024 * 1024,
    input: body({ jobs: z.array(newJob).min(1, 'required').max(5000, 'too_many_items').describe('Jobs to add.') }),
    output: z.object({ results: z.array(job) }),
    errors: ['prod_id_exists'],
  }),
  update: defineEndpoint({
    name: 'job.update',
    method: 'POST',
    path: '/api/job/update',
    summary: 'Change a job',
    description: 'A new due date (`due_at`) needs a reason.',
    access: anyOf('npn_change_job'),
    lock: 'job',
    kind: 'write',
    bodyLimit: 256 * 1024,
    input: body({
      job_id: id(),
      version: version(),
      job_date: day().optional(),
      customer2_id: id().optional(),
      job_name: requiredText().optional(),
      job_link: link().optional(),
      job_priority: oneOf(JOB_PRIORITIES).nullable().optional(),
      job_notes: notes().optional(),
      due_at: time().optional().describe('New due date, ISO 8601 with its offset.'),
      due_reason: notes().optional().describe('Reason for the new due date. Required with `due_at`.'),
      prices_seen: z
        .array(pricedDetail)
        .max(MAX_PRICED_DETAILS, 'too_many_items')
        .optional()
        .describe(
          'Prices for the other customer, as `job.previewMovePrices` returned them. If they have changed, nothing is changed (`prices_changed`).',
        ),
    }),
    output: job,
    errors: ['not_found', 'stale', 'no_fields_to_change', 'job_linked_to_request', 'job_has_rework', 'prices_changed'],
  }),
  delete: defineEndpoint({
    name: 'job.delete',
    method: 'POST',
    path: '/api/job/delete',
    summary: 'Delete jobs or single job details, with everything below them',
    description: 'Returns 409 if one of their tasks has been started.',
    access: anyOf('npn_delete_job'),
    lock: 'job',
    kind: 'write',
    input: body({
      jobs: z
        .array(
          body({
            job_id: id(),
            version: version(),
            checksum: jobChecksum()
              .optional()
              .describe(
                '`checksum` of the job that you read. The job is deleted only if its details and tasks are unchanged.',
              ),
          }),
        )
        .max(500, 'too_many_items')
        .default([])
        .describe('Jobs to delete, each in the version that you read.'),
      job_details: z
        .array(body({ job_detail_id: id(), version: version() }))
        .max(500, 'too_many_items')
        .default([])
        .describe('Job details to delete, each in the version that you read.'),
    }),
    output: z.object({
      deleted_jobs: z.array(z.int()).describe('IDs of the deleted jobs.'),
      deleted_details: z.array(z.int()).describe('IDs of the deleted job details.'),
    }),
    errors: ['not_found', 'stale', 'job_started'],
  }),
  addDetail: defineEndpoint({
    name: 'job.addDetail',
    method: 'POST',
    path: '/api/job/detail/add',
    summary: 'Add a detail to a job',
    description: 'The detail gets one task and the customer’s current price.',
    access: anyOf('npn_add_job_detail'),
    lock: 'job',
    kind: 'write',
    input: body({ job_id: id(), ...newDetail }),
    output: jobDetail,
    errors: ['not_found'],
  }),
  updateDetail: defineEndpoint({
    name: 'job.updateDetail',
    method: 'POST',
    path: '/api/job-detail/update',
    summary: 'Change a job detail',
    description: 'A new category sets the customer’s current price.',
    access: anyOf('npn_change_job_detail'),
    lock: 'job',
    kind: 'write',
    input: body({
      job_detail_id: id(),
      version: version(),
      service_cat1_id: id().optional(),
      service_cat2_id: id().optional(),
      quantity: count(1, 1_000_000).optional().describe('Ordered pieces.'),
      note: notes().optional(),
      over: z
        .boolean()
        .optional()
        .describe('Confirmation after `over_ordered`: an order below the entered quantity is intended.'),
    }),
    output: jobDetail,
    errors: ['not_found', 'stale', 'no_fields_to_change', 'job_detail_started', 'over_ordered'],
  }),
};

export type Job = z.output<typeof job>;
export type JobDetail = z.output<typeof jobDetail>;
export type NewJob = z.input<typeof newJob>;

export const jobExport = defineDownload({
  name: 'export.jobs',
  path: '/api/job/export',
  summary: 'Export the job list',
  description: 'Excel has one row for each job detail. PDF has one row for each job.',
  access: anyOf('npn_view_job'),
  input: exportInput({ ...jobFilter, ...selectedRows, sort: sortBy(JOB_SORTS).default('-job_date') }),
  errors: EXPORT_ERRORS,
});
