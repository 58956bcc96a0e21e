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
import { oneOrMoreStatuses, taskStatus, type Task, task } from '../task/task.ts';

export const JOB_SORTS = ['job_date', 'prod_id', 'job_name', 'job_status', 'due_at'] as const;

export const jobFilter = {
  job_date_from: day().optional(),
  job_date_to: day().optional(),
  customer0_id: ids().optional(),
  customer1_id: ids().optional(),
  customer2_id: ids().optional(),
  job_status: oneOrMoreOf(JOB_STATUSES).optional(),
  /** Jobs with at least one task in one of these statuses. */
  task_status: oneOrMoreStatuses().optional(),
  job_priority: oneOf(JOB_PRIORITIES).optional(),
  /** Open work by its due date. */
  due: oneOf(DUE_FILTERS).optional(),
  service_type_id: ids().optional(),
  service_cat1_id: ids().optional(),
  service_cat2_id: ids().optional(),
  /** True: jobs with at least one detail without a price. False: jobs where all details have one. */
  unpriced: z.boolean().optional(),
  text: text().optional(),
  job_id: id().optional(),
  /** Jobs that one import added. */
  import_id: importId().optional(),
};

/** Task for a caller who can see its job but not the task: only its status (domain §2, "In a job"). */
const hiddenTask = z.object({ task_id: z.int(), status: taskStatus() });

/** One cell of a job's strip: a complete task if the caller can see it, otherwise hidden. */
const stripTask = z.union([task, hiddenTask]);

export type StripTask = z.output<typeof stripTask>;
/** True for a strip cell with a visible task, which can be opened, selected and acted on. */
export const isVisible = (cell: StripTask): cell is Task => 'version' in cell;

export const jobDetail = z.object({
  job_detail_id: z.int(),
  job_id: z.int(),
  version: z.int(),
  sub_prod_id: z.string(),
  service_cat1_id: z.int(),
  service_cat2_id: z.int(),
  quantity: z.int(),
  /** Delivered pieces of its tasks. A task in rework counts its quantity when it was sent there, minus the redone pieces (decision 057). */
  done_quantity: z.int(),
  status: taskStatus(),
  note: z.string(),
  /** The customer's price when the detail was made. Null without one. */
  unit_price: z.number().nullable(),
  estimate_minutes: z.int().nullable(),
  tasks: z.array(stripTask),
});

export const job = z.object({
  job_id: z.int(),
  version: z.int(),
  job_date: z.string(),
  prod_id: z.string(),
  job_name: z.string(),
  job_link: z.string().nullable(),
  job_status: z.enum(JOB_STATUSES),
  customer2_id: z.int(),
  job_priority: z.enum(JOB_PRIORITIES).nullable(),
  job_notes: z.string(),
  /** Due date. Null if none was set (decision 124). */
  due_at: instant().nullable(),
  /** First due date. It stays when the due date changes. */
  first_due_at: instant().nullable(),
  /** Completion time of its last task. Null while the job is open. */
  completed_at: instant().nullable(),
  created_at: instant(),
  created_by: z.int().nullable(),
  /** True if the job came from an accepted quote. */
  quoted: z.boolean(),
  /** True if customers' requests name it, apart from the one that its quote answered. */
  requested: z.boolean(),
  job_details: z.array(jobDetail),
});

const newDetail = {
  service_cat1_id: id(),
  service_cat2_id: id(),
  quantity: count(1, 1_000_000),
  note: notes().default(''),
};

/** One job in the input of bulk-add (domain §8). */
export const newJob = body({
  job_date: day(),
  customer2_id: id(),
  job_name: requiredText(),
  job_link: link().default(null),
  job_priority: oneOf(JOB_PRIORITIES).nullable().default(null),
  job_notes: notes().default(''),
  prod_id: requiredText().optional(),
  job_details: z.array(body(newDetail)).min(1, 'required').max(200, 'too_many_items'),
});

/** Above the number of details of any job. */
const MAX_PRICED_DETAILS = 2000;
const pricedDetail = body({ job_detail_id: id(), unit_price: money(MAX_PRICE).nullable() });

export const jobEndpoints = {
  list: defineEndpoint({
    name: 'job.list',
    method: 'POST',
    path: '/api/job/list',
    summary: 'List jobs with their details and tasks, one page at a time',
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
    input: body({ jobs: z.array(newJob).min(1, 'required').max(5000, 'too_many_items') }),
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
      /** New due date with its reason. A reason is required for every change of the due date. */
      due_at: time().optional(),
      due_reason: notes().optional(),
      /** Prices of the other customer that `quote-move` answered. If they have changed, nothing is moved. */
      prices_seen: z.array(pricedDetail).max(MAX_PRICED_DETAILS, 'too_many_items').optional(),
    }),
    output: job,
    errors: ['not_found', 'stale', 'no_fields_to_change', 'job_requested', 'job_redone', 'prices_changed'],
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
        .array(body({ job_id: id(), version: version(), below: jobChecksum().optional() }))
        .max(500, 'too_many_items')
        .default([]),
      job_details: z
        .array(body({ job_detail_id: id(), version: version() }))
        .max(500, 'too_many_items')
        .default([]),
    }),
    output: z.object({ deleted_jobs: z.array(z.int()), deleted_details: z.array(z.int()) }),
    errors: ['not_found', 'stale', 'job_in_production'],
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
      quantity: count(1, 1_000_000).optional(),
      note: notes().optional(),
      /** Confirmation after `over_ordered`: an order below the counted quantity is intended. */
      over: z.boolean().optional(),
    }),
    output: jobDetail,
    errors: ['not_found', 'stale', 'no_fields_to_change', 'detail_in_production', 'over_ordered'],
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
