import { JOB, JOB_DETAIL } from '@darkroom/contract/field-tables/job';
import type { JobDetail } from '@darkroom/contract/job/job';
import type { JobDetailRow } from '@darkroom/contract/job/many';
import { jobFigures, unpricedPieces } from '@darkroom/domain/job/figures';
import { amountOf } from '@darkroom/domain/money/money';
import { statusName, TaskStatus } from '@darkroom/domain/task/status';
import { type ForecastJob, withForecasts } from '../../forecast/due-date-report.service.ts';
import { readDetailRows, readJobs } from '../../job/job-read.service.ts';
import { detailListing, jobListing } from '../../job/job.service.ts';
import type { Exported, FilterOf } from '../exported.ts';
import { column, CURRENCY, layoutOf, summed, type Column, type Look } from '../files/cells.ts';
import { columnsOf, fieldColumns } from '../files/field-columns.ts';
import { paged } from '../source.ts';

type JobAlone = JobDetailRow['job'];

interface JobLine {
  readonly job: JobAlone;
  /** null for a job without details. */
  readonly detail: JobDetail | null;
}

const job = fieldColumns(JOB, (line: JobLine) => line.job);
const detail = fieldColumns(JOB_DETAIL, (line: JobLine) => line.detail);

const COLUMNS: readonly Column<JobLine>[] = [
  job('job_date', 12),
  job('prod_id', 14),
  detail('sub_prod_id', 16),
  column('field:cus_id0', 'text', 20, ({ job }, { names }) => names.customer(job.customer2_id).cus0),
  column('field:cus_id1', 'text', 20, ({ job }, { names }) => names.customer(job.customer2_id).cus1),
  column('field:customer2_id', 'text', 20, ({ job }, { names }) => names.customer(job.customer2_id).cus2),
  job('job_name', 32),
  job('job_link', 32),
  job('job_priority', 12),
  job('job_status', 14),
  job('due_at', 18),
  job('completed_at', 18),
  job('job_notes', 32),
  column(
    'field:service_cat1_id',
    'text',
    18,
    ({ detail }, { names }) => detail && names.category(detail.service_cat2_id).cat1,
  ),
  column(
    'field:service_cat2_id',
    'text',
    22,
    ({ detail }, { names }) => detail && names.category(detail.service_cat2_id).cat2,
  ),
  column('field:level', 'number', 9, ({ detail }, { names }) => detail && names.category(detail.service_cat2_id).level),
  column(
    'export:field.detail_status',
    'text',
    18,
    ({ detail }, { words }) => detail && words(`status:task.${statusName(detail.status)}`),
  ),
  column('field:task.quantity', 'count', 12, ({ detail }) => detail && detail.quantity),
  detail('done_quantity', 12),
  column('job:field.tasks', 'count', 11, ({ detail }) => detail && detail.tasks.length),
  column('export:field.tasks_completed', 'count', 14, ({ detail }) => detail && completed(detail)),
  detail('unit_price', 13),
  column('job:field.amount', 'money', 14, ({ detail }) => detail && amount(detail)),
  CURRENCY,
  column('field:detail_note', 'text', 32, ({ detail }) => detail && detail.note),
  job('created_at', 18),
  job('created_by', 24),
];

const completed = (detail: JobDetail) => detail.tasks.filter(({ status }) => status === TaskStatus.COMPLETED).length;
const amount = ({ quantity, unit_price }: JobDetail) => (unit_price === null ? null : amountOf(quantity, unit_price));

/** A line of the job file with the forecast of its job (decision 126). */
type ForecastLine = JobLine & { readonly job: Pick<ForecastJob, 'p50' | 'p80'> };
const forecast = <Line>(width: number, of: (line: Line) => ForecastLine['job']): readonly Column<Line>[] => [
  column('dueDate:risk.p50', 'instant', width, (line) => of(line).p50),
  column('dueDate:risk.p80', 'instant', width, (line) => of(line).p80),
];
const FORECAST_COLUMNS: readonly Column<ForecastLine>[] = [...COLUMNS, ...forecast<ForecastLine>(18, ({ job }) => job)];

/** Excel: a row for each detail, to filter and sum. A job without details has one row. */
const jobSheet = layoutOf<ForecastJob, ForecastLine>(FORECAST_COLUMNS, (job) =>
  job.job_details.length > 0 ? job.job_details.map((detail) => ({ job, detail })) : [{ job, detail: null }],
);

/** Excel: the same lines for the list of details. */
const detailSheet = layoutOf<JobDetailRow, JobLine>(COLUMNS, (detail) => [{ job: detail.job, detail }]);

/** PDF: number of pieces without an amount, next to the amounts, so that a total shows its gaps. */
const unpriced = <Line>(pieces: (line: Line) => number): Column<Line> =>
  summed(column('price:report.unpriced', 'count', 10, (line) => pieces(line) || null));

const customerInShort = (job: JobAlone, { names }: Look) => {
  const { cus1, cus2 } = names.customer(job.customer2_id);
  return [cus1, cus2].filter(Boolean).join(' › ');
};

const field = columnsOf(JOB);
const PRINTED: readonly Column<ForecastJob>[] = [
  field('job_date', 11),
  field('prod_id', 12),
  column('field:customer', 'text', 24, customerInShort),
  field('job_name', 36),
  field('job_priority', 11),
  field('job_status', 13),
  field('due_at', 15),
  ...forecast<ForecastJob>(15, (job) => job),
  summed(column('export:field.details', 'count', 9, (job) => job.job_details.length)),
  summed(column('field:task.quantity', 'count', 10, (job) => jobFigures(job).ordered)),
  summed(column('field:done_quantity', 'count', 10, (job) => jobFigures(job).done)),
  summed(column('job:field.amount', 'money', 13, (job) => jobFigures(job).amount)),
  CURRENCY,
  unpriced((job) => jobFigures(job).unpriced),
];

/** PDF: a row for each job, as in the list. */
const jobPrint = layoutOf<ForecastJob>(PRINTED, (job) => [job]);

const jobOf = fieldColumns(JOB, (row: JobDetailRow) => row.job);
const own = columnsOf(JOB_DETAIL);
const PRINTED_DETAILS: readonly Column<JobDetailRow>[] = [
  jobOf('job_date', 11),
  jobOf('due_at', 15),
  own('sub_prod_id', 14),
  column('field:customer', 'text', 22, ({ job }, look) => customerInShort(job, look)),
  jobOf('job_name', 30),
  own('service_cat2_id', 24),
  own('status', 14),
  summed(column('field:task.quantity', 'count', 9, ({ quantity }) => quantity)),
  summed(own('done_quantity', 9)),
  own('unit_price', 10),
  summed(column('job:field.amount', 'money', 12, amount)),
  CURRENCY,
  unpriced(unpricedPieces),
  column('field:detail_note', 'text', 20, ({ note }) => note),
];

/** PDF: a row for each detail, as in its list. */
const detailPrint = layoutOf<JobDetailRow>(PRINTED_DETAILS, (detail) => [detail]);

/** The job list as a file. */
export const JOBS: Exported<FilterOf<'export.jobs'>, ForecastJob> = {
  name: 'jobs',
  title: 'job:title',
  source: paged(jobListing, async (db, ids, actor) => withForecasts(db, await readJobs(db, ids, actor))),
  xlsx: jobSheet,
  pdf: jobPrint,
};

/** The list of job details as a file. */
export const JOB_DETAILS: Exported<FilterOf<'export.jobDetails'>, JobDetailRow> = {
  name: 'jobDetails',
  title: 'job:byDetail.title',
  source: paged(detailListing, readDetailRows),
  xlsx: detailSheet,
  pdf: detailPrint,
};
