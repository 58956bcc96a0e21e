import { REDO } from '@darkroom/contract/field-tables/job';
import type { RedoRow } from '@darkroom/contract/request/redo';
import type { TaskRow } from '@darkroom/contract/task/task';
import { taskQuantity } from '@darkroom/domain/task/quantities';
import { readRedoRows, redoListing } from '../../redo/redo.service.ts';
import { readTaskRows } from '../../task/task-access.service.ts';
import { taskListing } from '../../task/task.service.ts';
import type { ExportedList, FilterOf } from '../exported-list.ts';
import { column, createLayout, type ExportCell, type ExportColumn, type FileLocale } from '../files/cells.ts';
import { recordColumns } from '../files/field-columns.ts';
import { pagedSource } from '../source.ts';

const field = recordColumns(REDO);

const formatCustomer = (row: TaskRow, { names }: FileLocale): ExportCell => {
  const { cus1, cus2 } = names.customer(row.customer2_id);
  return [cus1, cus2].filter(Boolean).join(' › ');
};

const WORK_COLUMNS: readonly ExportColumn<TaskRow>[] = [
  field('task_id', 11),
  field('sub_prod_id', 16),
  field('prod_id', 14),
  field('job_date', 12),
  field('job_name', 32),
  field('job_link', 32),
  column('field:cus_id0', 'text', 20, (row, { names }) => names.customer(row.customer2_id).cus0),
  column('field:cus_id1', 'text', 20, (row, { names }) => names.customer(row.customer2_id).cus1),
  column('field:customer2_id', 'text', 20, (row, { names }) => names.customer(row.customer2_id).cus2),
  column('task:field.product_type_1', 'text', 18, (row, { names }) => names.category(row.service_cat2_id).cat1),
  column('task:field.product_type_2', 'text', 22, (row, { names }) => names.category(row.service_cat2_id).cat2),
  column('field:level', 'number', 9, (row, { names }) => names.category(row.service_cat2_id).level),
  field('workstream', 11),
  field('status', 18),
  field('status_since', 18),
  field('job_priority', 12),
  field('due_at', 18),
  field('quantity', 13),
  field('x1', 8),
  field('x2', 8),
  field('x3', 8),
  column('task:field.counted', 'count', 12, taskQuantity),
  field('editor', 16),
  field('first_qc', 16),
  field('second_qc', 16),
  column('task:field.has_support', 'text', 14, (row, { words }) =>
    words(`task:hasSupport.${row.supporters.length > 0}`),
  ),
  column('field:supporters', 'text', 22, (row, { names }) =>
    row.supporters.map(({ user_id }) => names.user(user_id)).join(', '),
  ),
  field('start_time', 18),
  field('end_time', 18),
  field('job_notes', 32),
  field('detail_note', 32),
  field('notes', 32),
  field('created_at', 18),
  field('created_by', 24),
];

const REWORK_COLUMNS: readonly ExportColumn<TaskRow>[] = [
  field('rework_quantity', 14),
  field('rework_notes', 32),
  field('rework_at', 18),
  field('rework_by', 16),
  field('rework_qc_1', 16),
  field('rework_qc_2', 16),
];

const HISTORY_COLUMNS: readonly ExportColumn<RedoRow>[] = [
  field('rework_count', 12),
  field('fault_kinds', 28),
  field('rework_completed_at', 18),
];

/** Excel: all fields of the list and the drawer of a task. */
const taskSheet = createLayout<TaskRow>([...WORK_COLUMNS, ...REWORK_COLUMNS], (row) => [row]);
/** Excel: the task and the history of its rework. */
const redoSheet = createLayout<RedoRow>([...WORK_COLUMNS, ...REWORK_COLUMNS, ...HISTORY_COLUMNS], (row) => [row]);

/** PDF: the columns of the list. */
const taskPrint = createLayout<TaskRow>(
  [
    field('sub_prod_id', 14),
    field('job_date', 11),
    field('due_at', 15),
    column('field:customer', 'text', 20, formatCustomer),
    field('job_name', 26),
    column('field:category', 'text', 18, (row, { names }) => names.category(row.service_cat2_id).cat2),
    field('status', 14),
    field('status_since', 15),
    field('editor', 12),
    field('first_qc', 12),
    field('second_qc', 12),
    field('quantity', 9),
    column('task:field.counted', 'count', 9, taskQuantity),
  ],
  (row) => [row],
);

/** PDF: the work that was sent to rework, the reason, and the outcome. */
const redoPrint = createLayout<RedoRow>(
  [
    field('sub_prod_id', 14),
    field('job_date', 11),
    column('field:customer', 'text', 18, formatCustomer),
    field('status', 12),
    field('rework_at', 15),
    field('rework_by', 12),
    field('editor', 12),
    field('first_qc', 11),
    field('second_qc', 11),
    field('rework_quantity', 9),
    field('rework_notes', 34),
    field('fault_kinds', 16),
    field('rework_completed_at', 15),
  ],
  (row) => [row],
);

/** The task list as a file: the tasks that the actor can see (domain §2). */
export const TASKS: ExportedList<FilterOf<'export.tasks'>, TaskRow> = {
  name: 'tasks',
  title: 'task:title',
  source: pagedSource(taskListing, readTaskRows),
  xlsx: taskSheet,
  pdf: taskPrint,
};

export const REWORKS: ExportedList<FilterOf<'export.redo'>, RedoRow> = {
  name: 'redo',
  title: 'redo:title',
  source: pagedSource(redoListing, readRedoRows),
  xlsx: redoSheet,
  pdf: redoPrint,
};
