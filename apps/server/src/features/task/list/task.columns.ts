import { task, taskRow } from '@darkroom/contract/task/task';
import { sql } from 'kysely';
import { columnsOf, selectColumns, type SelectedColumns } from '../../../db/driver/columns.ts';
import { writeArraySql, createRowWriter, writeRowSql } from '../../../db/driver/json-text.ts';
import type { WrittenRows } from '../../../db/list/page.ts';

/** The supporters of a task as JSON text, like all written columns. */
const supporters = writeArraySql(sql`(
  select string_agg(${writeRowSql(task.shape.supporters.element, columnsOf('s', 'user_id', 'note'))}, ',' order by s.created_at)
    from task_supporter s where s.task_id = t.task_id)`);

/** The fields of a task as the contract sends it. */
const TASK: SelectedColumns<typeof task> = {
  ...columnsOf('t', 'task_id', 'version', 'job_detail_id', 'job_id', 'status', 'workstream', 'x1', 'x2', 'x3'),
  ...columnsOf('t', 'editor', 'first_qc', 'second_qc', 'edited_by_ids', 'qc1_by_ids', 'qc2_by_ids'),
  ...columnsOf('t', 'start_time', 'end_time', 'status_since', 'created_at', 'created_by'),
  ...columnsOf('t', 'rework_quantity', 'quantity_before_rework', 'rework_notes', 'rework_qc_1', 'rework_qc_2'),
  ...columnsOf('t', 'rework_at', 'rework_by'),
  ...columnsOf('t', 'fault_stage', 'status_before_check', 'notes'),
  supporters,
};

/** Columns of a task screen: the task, its job and its detail. */
export const TASK_ROW: SelectedColumns<typeof taskRow> = {
  ...TASK,
  ...columnsOf('t', 'job_date', 'due_at'),
  ...columnsOf('j', 'prod_id', 'job_name', 'job_link', 'job_notes', 'job_priority', 'customer2_id'),
  ...columnsOf('d', 'sub_prod_id', 'service_cat1_id', 'service_cat2_id', 'quantity', 'estimate_minutes'),
  detail_note: sql`d.note`,
};

const joinJob = sql`
  join job_detail d on d.job_detail_id = t.job_detail_id
  join job j on j.job_id = t.job_id`;

/** Parses the JSON text of the written columns for callers that read rows. */
const parsedColumns = { supporters: sql`${supporters}::json` };

export const taskColumns = selectColumns(task, { ...TASK, ...parsedColumns });
export const taskRowColumns = selectColumns(taskRow, { ...TASK_ROW, ...parsedColumns });

/** SQL of a task `t` as JSON. */
export const taskJson = writeRowSql(task, TASK);

/** Joins the task rows to the ids of a page. */
export const joinTaskRows = sql`join task t on t.task_id = page.id ${joinJob}`;

/** Writer of task rows for the list. */
export const TASK_ROW_WRITER: WrittenRows = { ...createRowWriter(taskRow, TASK_ROW), joins: joinTaskRows };
