import { job, jobDetail } from '@darkroom/contract/job/job';
import { jobDetailRow } from '@darkroom/contract/job/bulk';
import { sql } from 'kysely';
import { columnsWith, columnsOf, inlineSql, selectColumns, type SelectedColumns } from '../../db/driver/columns.ts';
import { writeArraySql, createRowWriter, writeRowSql } from '../../db/driver/json-text.ts';
import type { Condition } from '../../db/list/condition.ts';
import type { WrittenRows } from '../../db/list/page.ts';
import { DELIVERED_PIECES } from '../task/counts/delivered.ts';
import { taskJson } from '../task/list/task.columns.ts';

const jobFields = job.omit({ job_details: true });
const detailFields = jobDetail.omit({ tasks: true, done_quantity: true });

/** References to a job `j` from quotes and customers' requests (decisions 105, 147). */
export const JOB_DEPENDENTS = {
  quoted: sql<boolean>`exists (select from quote q where q.job_id = j.job_id)`,
  requested: sql<boolean>`exists (select from customer_request r where r.job_id = j.job_id
    and not exists (select from quote q where q.request_id = r.id and q.job_id = r.job_id))`,
};

/** Fields of a job, without its details. */
const JOB = columnsWith(jobFields, 'j', JOB_DEPENDENTS);

/** Fields of a detail, without those of its tasks. */
const DETAIL = columnsWith(detailFields, 'd', {});

export const jobColumns = selectColumns(jobFields, JOB);
export const detailColumns = selectColumns(detailFields, DETAIL);

/**
 * Returns the SQL of a task's cell in the strip for this visibility (domain §2, "In a job"). Jobs that are read row by
 * row have the same cell.
 */
const stripCell = (isVisible: Condition | null) =>
  isVisible === null
    ? taskJson
    : sql`case when ${isVisible} then ${taskJson} else concat('{"task_id":', t.task_id, ',"status":', t.status, '}') end`;

/** Returns the join of a detail's tasks, each as far as it is visible, and their delivered quantity. */
const stripJoin = (isVisible: Condition | null) => sql`
  cross join lateral (
    select string_agg(${stripCell(isVisible)}, ',' order by t.task_id) as tasks,
           coalesce(sum(${DELIVERED_PIECES}), 0) as done_quantity
      from task t where t.job_detail_id = d.job_detail_id) strip`;

const WHOLE_DETAIL: SelectedColumns<typeof jobDetail> = {
  ...DETAIL,
  ...columnsOf('strip', 'done_quantity'),
  tasks: writeArraySql(sql`strip.tasks`),
};

const createJobRows = (isVisible: Condition | null): WrittenRows => ({
  ...createRowWriter(job, { ...JOB, job_details: writeArraySql(sql`details.texts`) }),
  joins: inlineSql(sql`join job j on j.job_id = page.id
    cross join lateral (
      select string_agg(${writeRowSql(jobDetail, WHOLE_DETAIL)}, ',' order by d.sub_number) as texts
        from job_detail d ${stripJoin(isVisible)} where d.job_id = j.job_id) details`),
});

const createDetailRows = (isVisible: Condition | null): WrittenRows => ({
  ...createRowWriter(jobDetailRow, { ...WHOLE_DETAIL, job: writeRowSql(jobFields, JOB) }),
  joins: inlineSql(
    sql`join job_detail d on d.job_detail_id = page.id join job j on j.job_id = d.job_id ${stripJoin(isVisible)}`,
  ),
});

const ALL_JOBS = createJobRows(null);
const ALL_DETAILS = createDetailRows(null);

/**
 * Returns the writer of jobs with details and tasks, as in the list. Invisible tasks have only their status. Null if
 * all tasks are visible.
 */
export const getJobRows = (isVisible: Condition | null): WrittenRows =>
  isVisible ? createJobRows(isVisible) : ALL_JOBS;

/** Returns the writer of details with their job, with the same visibility. */
export const getDetailRows = (isVisible: Condition | null): WrittenRows =>
  isVisible ? createDetailRows(isVisible) : ALL_DETAILS;
