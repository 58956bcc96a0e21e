import type { Job, JobDetail } from '@darkroom/contract/job';
import type { JobDetailRow } from '@darkroom/contract/job-detail';
import { jobFigures } from '@darkroom/domain/job/figures';
import { amountOf } from '@darkroom/domain/money/money';
import { statusName, TaskStatus } from '@darkroom/domain/task/status';
import { CURRENCY, layoutOf, type Column, type Look } from '../files/cells.ts';

type JobAlone = JobDetailRow['job'];

interface JobLine {
  readonly job: JobAlone;
  /** null for a job without details. */
  readonly detail: JobDetail | null;
}

const priority = (job: JobAlone, { names }: Look) => job.job_priority && names.priority(job.job_priority);

const COLUMNS: readonly Column<JobLine>[] = [
  { title: 'field:job_date', kind: 'day', width: 12, value: ({ job }) => job.job_date },
  { title: 'field:prod_id', kind: 'text', width: 14, value: ({ job }) => job.prod_id },
  { title: 'field:sub_prod_id', kind: 'text', width: 16, value: ({ detail }) => detail?.sub_prod_id ?? null },
  {
    title: 'field:cus_id0',
    kind: 'text',
    width: 20,
    value: ({ job }, { names }) => names.customer(job.customer2_id).cus0,
  },
  {
    title: 'field:cus_id1',
    kind: 'text',
    width: 20,
    value: ({ job }, { names }) => names.customer(job.customer2_id).cus1,
  },
  {
    title: 'field:customer2_id',
    kind: 'text',
    width: 20,
    value: ({ job }, { names }) => names.customer(job.customer2_id).cus2,
  },
  { title: 'field:job_name', kind: 'text', width: 32, value: ({ job }) => job.job_name },
  { title: 'field:job_link', kind: 'link', width: 32, value: ({ job }) => job.job_link },
  { title: 'field:job_priority', kind: 'text', width: 12, value: ({ job }, look) => priority(job, look) },
  {
    title: 'field:job_status',
    kind: 'text',
    width: 14,
    value: ({ job }, { words }) => words(`status:job.${job.job_status}`),
  },
  { title: 'field:job_notes', kind: 'text', width: 32, value: ({ job }) => job.job_notes },
  {
    title: 'field:service_cat1_id',
    kind: 'text',
    width: 18,
    value: ({ detail }, { names }) => detail && names.category(detail.service_cat2_id).cat1,
  },
  {
    title: 'field:service_cat2_id',
    kind: 'text',
    width: 22,
    value: ({ detail }, { names }) => detail && names.category(detail.service_cat2_id).cat2,
  },
  {
    title: 'field:level',
    kind: 'number',
    width: 9,
    value: ({ detail }, { names }) => detail && names.category(detail.service_cat2_id).level,
  },
  {
    title: 'export:field.detail_status',
    kind: 'text',
    width: 18,
    value: ({ detail }, { words }) => detail && words(`status:task.${statusName(detail.status)}`),
  },
  { title: 'field:task.quantity', kind: 'count', width: 12, value: ({ detail }) => detail && detail.quantity },
  { title: 'field:done_quantity', kind: 'count', width: 12, value: ({ detail }) => detail && detail.done_quantity },
  { title: 'job:field.tasks', kind: 'count', width: 11, value: ({ detail }) => detail && detail.tasks.length },
  {
    title: 'export:field.tasks_completed',
    kind: 'count',
    width: 14,
    value: ({ detail }) => detail && completed(detail),
  },
  { title: 'field:unit_price', kind: 'money', width: 13, value: ({ detail }) => detail && detail.unit_price },
  { title: 'field:amount', kind: 'money', width: 14, value: ({ detail }) => detail && amount(detail) },
  CURRENCY,
  { title: 'field:detail_note', kind: 'text', width: 32, value: ({ detail }) => detail && detail.note },
  { title: 'field:created_at', kind: 'instant', width: 18, value: ({ job }) => job.created_at },
  {
    title: 'field:created_by',
    kind: 'text',
    width: 16,
    value: ({ job }, { names }) => names.user(job.created_by),
  },
];

const completed = (detail: JobDetail) => detail.tasks.filter(({ status }) => status === TaskStatus.COMPLETED).length;
const amount = ({ quantity, unit_price }: JobDetail) => (unit_price === null ? null : amountOf(quantity, unit_price));

/** Excel: a row for each detail, so that it can be filtered and summed; a job without details has one of its own. */
export const jobSheet = layoutOf<Job, JobLine>(COLUMNS, (job) =>
  job.job_details.length > 0 ? job.job_details.map((detail) => ({ job, detail })) : [{ job, detail: null }],
);

/** Excel: the same lines, of details that are listed by themselves. */
export const detailSheet = layoutOf<JobDetailRow, JobLine>(COLUMNS, (detail) => [{ job: detail.job, detail }]);

const customerInShort = (job: JobAlone, { names }: Look) => {
  const { cus1, cus2 } = names.customer(job.customer2_id);
  return [cus1, cus2].filter(Boolean).join(' › ');
};

const PRINTED: readonly Column<Job>[] = [
  { title: 'field:job_date', kind: 'day', width: 11, value: (job) => job.job_date },
  { title: 'field:prod_id', kind: 'text', width: 12, value: (job) => job.prod_id },
  { title: 'field:customer', kind: 'text', width: 24, value: customerInShort },
  { title: 'field:job_name', kind: 'text', width: 36, value: (job) => job.job_name },
  { title: 'field:job_priority', kind: 'text', width: 11, value: (job, look) => priority(job, look) },
  {
    title: 'field:job_status',
    kind: 'text',
    width: 13,
    value: (job, { words }) => words(`status:job.${job.job_status}`),
  },
  { title: 'export:field.details', kind: 'count', width: 9, sum: true, value: (job) => job.job_details.length },
  { title: 'field:task.quantity', kind: 'count', width: 10, sum: true, value: (job) => jobFigures(job).ordered },
  { title: 'field:done_quantity', kind: 'count', width: 10, sum: true, value: (job) => jobFigures(job).done },
  { title: 'field:amount', kind: 'money', width: 13, sum: true, value: (job) => jobFigures(job).amount },
  CURRENCY,
];

/** Paper: a row for each job, as the list shows it. */
export const jobPrint = layoutOf<Job>(PRINTED, (job) => [job]);

const PRINTED_DETAILS: readonly Column<JobDetailRow>[] = [
  { title: 'field:job_date', kind: 'day', width: 11, value: ({ job }) => job.job_date },
  { title: 'field:sub_prod_id', kind: 'text', width: 14, value: (detail) => detail.sub_prod_id },
  { title: 'field:customer', kind: 'text', width: 22, value: ({ job }, look) => customerInShort(job, look) },
  { title: 'field:job_name', kind: 'text', width: 30, value: ({ job }) => job.job_name },
  {
    title: 'field:category',
    kind: 'text',
    width: 24,
    value: ({ service_cat2_id }, { names }) => names.level('cat2', service_cat2_id),
  },
  {
    title: 'field:job_status',
    kind: 'text',
    width: 14,
    value: ({ status }, { words }) => words(`status:task.${statusName(status)}`),
  },
  { title: 'field:task.quantity', kind: 'count', width: 9, sum: true, value: ({ quantity }) => quantity },
  { title: 'field:done_quantity', kind: 'count', width: 9, sum: true, value: ({ done_quantity }) => done_quantity },
  { title: 'field:unit_price', kind: 'money', width: 10, value: ({ unit_price }) => unit_price },
  { title: 'field:amount', kind: 'money', width: 12, sum: true, value: amount },
  CURRENCY,
  { title: 'field:detail_note', kind: 'text', width: 20, value: ({ note }) => note },
];

/** Paper: a row for each detail, as its list shows it. */
export const detailPrint = layoutOf<JobDetailRow>(PRINTED_DETAILS, (detail) => [detail]);
