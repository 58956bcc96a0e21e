import type { Workstream } from '@darkroom/domain/customer/enums';
import { jobStatus, createProdId, createSubProdId } from '@darkroom/domain/job/status';
import { getDetailStatus, type TaskStatus } from '@darkroom/domain/task/status';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Job, JobDetail, Task, TaskSupporter } from '../../db/types.ts';
import { buildCategory } from './catalogue.ts';
import { buildCustomer } from './customers.ts';
import { buildStaff } from './people.ts';
import { takeRunningNumber } from './running-number.ts';

const JOB_DATE = '2026-11-18';

/** Adds a job without details, of a new customer unless one is given. */
export async function buildJob(db: Database, fields: Partial<Insertable<Job>> = {}): Promise<Selectable<Job>> {
  const customer2_id = fields.customer2_id ?? (await buildCustomer(db)).id;
  const job_date = fields.job_date ?? JOB_DATE;
  return db
    .insertInto('job')
    .values({
      job_name: `Job ${takeRunningNumber()}`,
      prod_id: fields.prod_id ?? createProdId(job_date, await takeDayNumber(db, job_date)),
      first_due_at: fields.due_at ?? null,
      completed_at: fields.job_status === 'COMPLETED' ? new Date().toISOString() : null,
      ...fields,
      job_date,
      customer2_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a detail without tasks. Parents that are not given are added, with a category of `workstream`. */
export async function buildDetail(
  db: Database,
  {
    workstream,
    job,
    ...fields
  }: Partial<Insertable<JobDetail>> & { workstream?: Workstream; job?: Partial<Insertable<Job>> } = {},
): Promise<Selectable<JobDetail>> {
  const parent = fields.job_id
    ? await db.selectFrom('job').selectAll().where('job_id', '=', fields.job_id).executeTakeFirstOrThrow()
    : await buildJob(db, job);
  const category = fields.service_cat2_id
    ? await db.selectFrom('service_cat2').selectAll().where('id', '=', fields.service_cat2_id).executeTakeFirstOrThrow()
    : await buildCategory(db, workstream ? { workstream } : {});
  const { last } = await db
    .selectFrom('job_detail')
    .select((row) => row.fn.coalesce(row.fn.max('sub_number'), row.lit(0)).as('last'))
    .where('job_id', '=', parent.job_id)
    .executeTakeFirstOrThrow();
  const sub_number = fields.sub_number ?? last + 1;
  return db
    .insertInto('job_detail')
    .values({
      quantity: 10,
      sub_prod_id: createSubProdId(parent.prod_id, sub_number),
      ...fields,
      sub_number,
      job_id: parent.job_id,
      job_date: parent.job_date,
      customer2_id: parent.customer2_id,
      job_status: parent.job_status,
      service_cat1_id: category.cat1_id,
      service_cat2_id: category.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface TaskFields extends Partial<Omit<Insertable<Task>, 'job_priority'>> {
  /** Workstream of a new detail, if none is given. */
  workstream?: Workstream;
  job?: Partial<Insertable<Job>>;
  detail?: Partial<Insertable<JobDetail>>;
  supporters?: readonly number[];
}

/** Adds a task in any status with its parents. Their statuses are derived as in the product. */
export async function buildTask(db: Database, fields: TaskFields = {}): Promise<Selectable<Task>> {
  const { workstream, job, detail, supporters = [], job_detail_id, ...taskFields } = fields;
  const parent = job_detail_id ?? (await buildDetail(db, { ...detail, workstream, job })).job_detail_id;
  // The table's trigger copies the other columns from the parents.
  const { x1 = 0, x2 = 0, x3 = 0, rework_quantity } = taskFields;
  // By default, a task in rework had delivered its quantity.
  const quantity_before_rework = rework_quantity ? x1 + x2 + x3 : null;
  const values = { quantity_before_rework, ...taskFields, job_detail_id: parent } as Insertable<Task>;
  const task = await db.insertInto('task').values(values).returningAll().executeTakeFirstOrThrow();
  for (const user_id of supporters) await buildSupporter(db, { task_id: task.task_id, user_id });
  if (task.status !== 1) await deriveStatuses(db, task.job_id);
  return task;
}

export async function buildSupporter(
  db: Database,
  fields: Partial<Insertable<TaskSupporter>> = {},
): Promise<Selectable<TaskSupporter>> {
  const task_id = fields.task_id ?? (await buildTask(db)).task_id;
  const user_id = fields.user_id ?? (await buildStaff(db)).user_id;
  return db
    .insertInto('task_supporter')
    .values({ ...fields, task_id, user_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a task, and returns it with its category 2 and the parents of that. */
export async function buildTaskWithParents(db: Database) {
  const { task_id } = await buildTask(db, { workstream: 'PTE' });
  const parents = await db
    .selectFrom('task as t')
    .innerJoin('job_detail as d', 'd.job_detail_id', 't.job_detail_id')
    .innerJoin('service_cat2 as c2', 'c2.id', 'd.service_cat2_id')
    .innerJoin('service_cat1 as c1', 'c1.id', 'c2.cat1_id')
    .select(['d.job_detail_id', 'c2.id as cat2_id', 'c1.id as cat1_id', 'c1.service_type_id', 't.customer2_id'])
    .where('t.task_id', '=', task_id)
    .executeTakeFirstOrThrow();
  return { ...parents, task_id };
}

async function takeDayNumber(db: Database, job_date: string): Promise<number> {
  const { last_number } = await db
    .insertInto('job_day')
    .values({ job_date, last_number: 1 })
    .onConflict((conflict) =>
      conflict.column('job_date').doUpdateSet((row) => ({ last_number: row('job_day.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last_number;
}

async function deriveStatuses(db: Database, job_id: number): Promise<void> {
  const tasks = await db
    .selectFrom('task')
    .select(['job_detail_id', 'status', 'status_since'])
    .where('job_id', '=', job_id)
    .execute();
  const all = tasks as { job_detail_id: number; status: TaskStatus }[];
  for (const job_detail_id of new Set(all.map((task) => task.job_detail_id))) {
    const status = getDetailStatus(
      all.filter((task) => task.job_detail_id === job_detail_id).map((task) => task.status),
    );
    await db.updateTable('job_detail').set({ status }).where('job_detail_id', '=', job_detail_id).execute();
  }
  const job_status = jobStatus(all.map((task) => task.status));
  await db
    .updateTable('job')
    .set({ job_status, completed_at: job_status === 'COMPLETED' ? (tasks.at(-1)?.status_since ?? null) : null })
    .where('job_id', '=', job_id)
    .execute();
}
