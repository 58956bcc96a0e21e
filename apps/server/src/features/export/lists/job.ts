import { JOB, JOB_DETAIL } from '@darkroom/contract/field-tables/job';
import type { JobDetail } from '@darkroom/contract/job/job';
import type { JobDetailRow } from '@darkroom/contract/job/bulk';
import { calculateJobFigures, countUnpricedPieces } from '@darkroom/domain/job/figures';
import { calculateAmount } from '@darkroom/domain/money/money';
import { statusName, TaskStatus } from '@darkroom/domain/task/status';
import { type ForecastJob, addForecasts } from '../../forecast/due-date-report.service.ts';
import { readDetailRows, readJobs } from '../../job/job-read.service.ts';
import { detailListing, jobListing } from '../../job/job.service.ts';
import type { ExportedList, FilterOf } from '../exported-list.ts';
import { column, CURRENCY, createLayout, withSum, type ExportColumn, type FileLocale } from '../files/cells.ts';
import { recordColumns, fieldColumns } from '../files/field-columns.ts';
import { pagedSource } from '../source.ts';

type JobFields = JobDetailRow['job'];

interface JobLine {
  readonly job: JobFields;
  /** Null if the job has no details. */
  readonly detail: JobDetail | null;
}

const job = fieldColumns(JOB, (line: JobLine) => line.job);
const detail = fieldColumns(JOB_DETAIL, (line: JobLine) => line.detail);

const COLUMNS: readonly ExportColumn<JobLine>[] = [
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
  column('export:field.tasks_completed', 'count', 14, ({ detail }) => detail && countCompleted(detail)),
  detail('unit_price', 13),
  column('job:field.amount', 'money', 14, ({ detail }) => detail && calculateDetailAmount(detail)),
  CURRENCY,
  column('field:detail_note', 'text', 32, ({ detail }) => detail && detail.note),
  job('created_at', 18),
  job('created_by', 24),
];

const countCompleted = (detail: JobDetail) =>
  detail.tasks.filter(({ status }) => status === TaskStatus.COMPLETED).length;
const calculateDetailAmount = ({ quantity, unit_price }: JobDetail) =>
  unit_price === null ? null : calculateAmount(quantity, unit_price);

/** A line of the job file with the forecast of its job (decision 126). */
type ForecastLine = JobLine & { readonly job: Pick<ForecastJob, 'p50' | 'p80'> };
const forecastColumns = <Line>(
  width: number,
  getJob: (line: Line) => ForecastLine['job'],
): readonly ExportColumn<Line>[] => [
  column('dueDate:risk.p50', 'instant', width, (line) => getJob(line).p50),
  column('dueDate:risk.p80', 'instant', width, (line) => getJob(line).p80),
];
const FORECAST_COLUMNS: readonly ExportColumn<ForecastLine>[] = [
  ...COLUMNS,
  ...forecastColumns<ForecastLine>(18, ({ job }) => job),
];

/** Excel: a row for each detail, to filter and sum. A job without details has one row. */
const jobSheet = createLayout<ForecastJob, ForecastLine>(FORECAST_COLUMNS, (job) =>
  job.job_details.length > 0 ? job.job_details.map((detail) => ({ job, detail })) : [{ job, detail: null }],
);

/** Excel: the same lines for the list of details. */
const detailSheet = createLayout<JobDetailRow, JobLine>(COLUMNS, (detail) => [{ job: detail.job, detail }]);

/** Creates a column of the PDF with the number of pieces without an amount, so that a total shows its gaps. */
const unpricedColumn = <Line>(countPieces: (line: Line) => number): ExportColumn<Line> =>
  withSum(column('price:report.unpriced', 'count', 10, (line) => countPieces(line) || null));

const formatCustomer = (job: JobFields, { names }: FileLocale) => {
  const { cus1, cus2 } = names.customer(job.customer2_id);
  return [cus1, cus2].filter(Boolean).join(' › ');
};

const field = recordColumns(JOB);
const PRINT_COLUMNS: readonly ExportColumn<ForecastJob>[] = [
  field('job_date', 11),
  field('prod_id', 12),
  column('field:customer', 'text', 24, formatCustomer),
  field('job_name', 36),
  field('job_priority', 11),
  field('job_status', 13),
  field('due_at', 15),
  ...forecastColumns<ForecastJob>(15, (job) => job),
  withSum(column('export:field.details', 'count', 9, (job) => job.job_details.length)),
  withSum(column('field:task.quantity', 'count', 10, (job) => calculateJobFigures(job).ordered)),
  withSum(column('field:done_quantity', 'count', 10, (job) => calculateJobFigures(job).done)),
  withSum(column('job:field.amount', 'money', 13, (job) => calculateJobFigures(job).amount)),
  CURRENCY,
  unpricedColumn((job) => calculateJobFigures(job).unpriced),
];

/** PDF: a row for each job, as in the list. */
const jobPrint = createLayout<ForecastJob>(PRINT_COLUMNS, (job) => [job]);

const jobField = fieldColumns(JOB, (row: JobDetailRow) => row.job);
const detailField = recordColumns(JOB_DETAIL);
const DETAIL_PRINT_COLUMNS: readonly ExportColumn<JobDetailRow>[] = [
  jobField('job_date', 11),
  jobField('due_at', 15),
  detailField('sub_prod_id', 14),
  column('field:customer', 'text', 22, ({ job }, locale) => formatCustomer(job, locale)),
  jobField('job_name', 30),
  detailField('service_cat2_id', 24),
  detailField('status', 14),
  withSum(column('field:task.quantity', 'count', 9, ({ quantity }) => quantity)),
  withSum(detailField('done_quantity', 9)),
  detailField('unit_price', 10),
  withSum(column('job:field.amount', 'money', 12, calculateDetailAmount)),
  CURRENCY,
  unpricedColumn(countUnpricedPieces),
  column('field:detail_note', 'text', 20, ({ note }) => note),
];

/** PDF: a row for each detail, as in its list. */
const detailPrint = createLayout<JobDetailRow>(DETAIL_PRINT_COLUMNS, (detail) => [detail]);

export const JOBS: ExportedList<FilterOf<'export.jobs'>, ForecastJob> = {
  name: 'jobs',
  title: 'job:title',
  source: pagedSource(jobListing, async (db, ids, actor) => addForecasts(db, await readJobs(db, ids, actor))),
  xlsx: jobSheet,
  pdf: jobPrint,
};

/** The list of job details as a file. */
export const JOB_DETAILS: ExportedList<FilterOf<'export.jobDetails'>, JobDetailRow> = {
  name: 'jobDetails',
  title: 'job:byDetail.title',
  source: pagedSource(detailListing, readDetailRows),
  xlsx: detailSheet,
  pdf: detailPrint,
};
