import { job, jobDetail } from '@darkroom/contract/job/job';
import { jobDetailRow } from '@darkroom/contract/job/many';
import { sql } from 'kysely';
import { columnsBut, columnsOf, fixed, selected, type Columns } from '../../db/driver/columns.ts';
import { arrayOf, rowWriter, written } from '../../db/driver/json-text.ts';
import type { Condition } from '../../db/list/condition.ts';
import type { WrittenRows } from '../../db/list/page.ts';
import { DELIVERED } from '../task/counts/delivered.ts';
import { writtenTask } from '../task/list/task.columns.ts';

const jobAlone = job.omit({ job_details: true });
const detailAlone = jobDetail.omit({ tasks: true, done_quantity: true });

/** References to a job `j` from quotes and customers' requests (decisions 105, 147). */
export const JOB_DEPENDENTS = {
  quoted: sql<boolean>`exists (select from quote q where q.job_id = j.job_id)`,
  requested: sql<boolean>`exists (select from customer_request r where r.job_id = j.job_id
    and not exists (select from quote q where q.request_id = r.id and q.job_id = r.job_id))`,
};

/** Fields of a job, without its details. */
const JOB = columnsBut(jobAlone, 'j', JOB_DEPENDENTS);

/** Fields of a detail, without those of its tasks. */
const DETAIL = columnsBut(detailAlone, 'd', {});

export const jobColumns = selected(jobAlone, JOB);
export const detailColumns = selected(detailAlone, DETAIL);

/** A cell of the strip for this visibility (domain §2, "In a job"), as for a job that is read row by row. */
const cell = (seen: Condition | null) =>
  seen === null
    ? writtenTask
    : sql`case when ${seen} then ${writtenTask} else concat('{"task_id":', t.task_id, ',"status":', t.status, '}') end`;

/** Tasks next to a detail, each as far as it is visible, and their delivered quantity. */
const strip = (seen: Condition | null) => sql`
  cross join lateral (
    select string_agg(${cell(seen)}, ',' order by t.task_id) as tasks,
           coalesce(sum(${DELIVERED}), 0) as done_quantity
      from task t where t.job_detail_id = d.job_detail_id) strip`;

const WHOLE_DETAIL: Columns<typeof jobDetail> = {
  ...DETAIL,
  ...columnsOf('strip', 'done_quantity'),
  tasks: arrayOf(sql`strip.tasks`),
};

const jobsWith = (seen: Condition | null): WrittenRows => ({
  ...rowWriter(job, { ...JOB, job_details: arrayOf(sql`details.texts`) }),
  joined: fixed(sql`join job j on j.job_id = page.id
    cross join lateral (
      select string_agg(${written(jobDetail, WHOLE_DETAIL)}, ',' order by d.sub_number) as texts
        from job_detail d ${strip(seen)} where d.job_id = j.job_id) details`),
});

const detailsWith = (seen: Condition | null): WrittenRows => ({
  ...rowWriter(jobDetailRow, { ...WHOLE_DETAIL, job: written(jobAlone, JOB) }),
  joined: fixed(sql`join job_detail d on d.job_detail_id = page.id join job j on j.job_id = d.job_id ${strip(seen)}`),
});

const ALL_JOBS = jobsWith(null);
const ALL_DETAILS = detailsWith(null);

/** Jobs with details and tasks, as the list returns them. Invisible tasks have only their status, and null means that all are visible. */
export const writtenJobs = (seen: Condition | null): WrittenRows => (seen ? jobsWith(seen) : ALL_JOBS);

/** Details with their job, in the same way. */
export const writtenDetails = (seen: Condition | null): WrittenRows => (seen ? detailsWith(seen) : ALL_DETAILS);
