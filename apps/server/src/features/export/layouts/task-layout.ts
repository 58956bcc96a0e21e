import type { RedoRow } from '@darkroom/contract/redo';
import type { TaskRow } from '@darkroom/contract/task';
import { taskQuantity } from '@darkroom/domain/task/counts';
import { statusName } from '@darkroom/domain/task/status';
import { layoutOf, type Cell, type CellKind, type Column, type Look } from '../files/cells.ts';

type Value<Row> = (row: Row, look: Look) => Cell;

const column = <Row>(title: string, kind: CellKind, width: number, value: Value<Row>): Column<Row> => ({
  title,
  kind,
  width,
  value,
});

const status: Value<TaskRow> = (row, { words }) => words(`status:task.${statusName(row.status)}`);
const customer: Value<TaskRow> = (row, { names }) => {
  const { cus1, cus2 } = names.customer(row.customer2_id);
  return [cus1, cus2].filter(Boolean).join(' › ');
};
const person =
  <K extends string>(field: K) =>
  (row: { [F in K]: number | null }, { names }: Look) =>
    names.user(row[field]);

const WORK: readonly Column<TaskRow>[] = [
  column('field:task_id', 'number', 11, (row) => row.task_id),
  column('field:sub_prod_id', 'text', 16, (row) => row.sub_prod_id),
  column('field:prod_id', 'text', 14, (row) => row.prod_id),
  column('field:job_date', 'day', 12, (row) => row.job_date),
  column('field:job_name', 'text', 32, (row) => row.job_name),
  column('field:job_link', 'link', 32, (row) => row.job_link),
  column('field:cus_id0', 'text', 20, (row, { names }) => names.customer(row.customer2_id).cus0),
  column('field:cus_id1', 'text', 20, (row, { names }) => names.customer(row.customer2_id).cus1),
  column('field:customer2_id', 'text', 20, (row, { names }) => names.customer(row.customer2_id).cus2),
  column('task:field.product_type_1', 'text', 18, (row, { names }) => names.category(row.service_cat2_id).cat1),
  column('task:field.product_type_2', 'text', 22, (row, { names }) => names.category(row.service_cat2_id).cat2),
  column('field:level', 'number', 9, (row, { names }) => names.category(row.service_cat2_id).level),
  column('field:workstream', 'text', 11, (row, { words }) => words(`status:workstream.${row.workstream}`)),
  column('field:status', 'text', 18, status),
  column('field:status_since', 'instant', 18, (row) => row.status_since),
  column('field:job_priority', 'text', 12, (row, { names }) => row.job_priority && names.priority(row.job_priority)),
  column('field:task.quantity', 'count', 13, (row) => row.quantity),
  column('field:x1', 'count', 8, (row) => row.x1),
  column('field:x2', 'count', 8, (row) => row.x2),
  column('field:x3', 'count', 8, (row) => row.x3),
  column('task:field.counted', 'count', 12, taskQuantity),
  column('field:editor', 'text', 16, person('editor')),
  column('field:first_qc', 'text', 16, person('first_qc')),
  column('field:second_qc', 'text', 16, person('second_qc')),
  column('task:field.has_support', 'text', 14, (row, { words }) =>
    words(`task:hasSupport.${row.supporters.length > 0}`),
  ),
  column('field:supporters', 'text', 22, (row, { names }) =>
    row.supporters.map(({ user_id }) => names.user(user_id)).join(', '),
  ),
  column('field:start_time', 'instant', 18, (row) => row.start_time),
  column('field:end_time', 'instant', 18, (row) => row.end_time),
  column('field:job_notes', 'text', 32, (row) => row.job_notes),
  column('field:detail_note', 'text', 32, (row) => row.detail_note),
  column('field:notes', 'text', 32, (row) => row.notes),
  column('field:created_at', 'instant', 18, (row) => row.created_at),
  column('field:created_by', 'text', 16, person('created_by')),
];

const REWORK: readonly Column<TaskRow>[] = [
  column('field:rework_quantity', 'count', 14, (row) => row.rework_quantity),
  column('field:rework_notes', 'text', 32, (row) => row.rework_notes),
  column('field:rework_at', 'instant', 18, (row) => row.rework_at),
  column('field:rework_by', 'text', 16, person('rework_by')),
  column('field:rework_qc_1', 'text', 16, person('rework_qc_1')),
  column('field:rework_qc_2', 'text', 16, person('rework_qc_2')),
];

const faults: Value<RedoRow> = (row, { names }) => row.fault_kinds.map(names.fault).join(', ');

const STORY: readonly Column<RedoRow>[] = [
  column('field:rework_count', 'count', 12, (row) => row.rework_count),
  column('field:fault_kinds', 'text', 28, faults),
  column('field:rework_completed_at', 'instant', 18, (row) => row.rework_completed_at),
];

/** Excel: everything the list and the drawer of a task show. */
export const taskSheet = layoutOf<TaskRow>([...WORK, ...REWORK], (row) => [row]);
/** Excel: the task, and its rework's story. */
export const redoSheet = layoutOf<RedoRow>([...WORK, ...REWORK, ...STORY], (row) => [row]);

/** Paper: what the list shows. */
export const taskPrint = layoutOf<TaskRow>(
  [
    column('field:sub_prod_id', 'text', 14, (row) => row.sub_prod_id),
    column('field:job_date', 'day', 11, (row) => row.job_date),
    column('field:customer', 'text', 20, customer),
    column('field:job_name', 'text', 26, (row) => row.job_name),
    column('field:category', 'text', 18, (row, { names }) => names.category(row.service_cat2_id).cat2),
    column('field:status', 'text', 14, status),
    column('field:status_since', 'instant', 15, (row) => row.status_since),
    column('field:editor', 'text', 12, person('editor')),
    column('field:first_qc', 'text', 12, person('first_qc')),
    column('field:second_qc', 'text', 12, person('second_qc')),
    column('field:task.quantity', 'count', 9, (row) => row.quantity),
    column('task:field.counted', 'count', 9, taskQuantity),
  ],
  (row) => [row],
);

/** Paper: what came back, why, and what became of it. */
export const redoPrint = layoutOf<RedoRow>(
  [
    column('field:sub_prod_id', 'text', 14, (row) => row.sub_prod_id),
    column('field:job_date', 'day', 11, (row) => row.job_date),
    column('field:customer', 'text', 18, customer),
    column('field:status', 'text', 12, status),
    column('field:rework_at', 'instant', 15, (row) => row.rework_at),
    column('field:rework_by', 'text', 12, person('rework_by')),
    column('field:editor', 'text', 12, person('editor')),
    column('field:first_qc', 'text', 11, person('first_qc')),
    column('field:second_qc', 'text', 11, person('second_qc')),
    column('field:rework_quantity', 'count', 9, (row) => row.rework_quantity),
    column('field:rework_notes', 'text', 34, (row) => row.rework_notes),
    column('field:fault_kinds', 'text', 16, faults),
    column('field:rework_completed_at', 'instant', 15, (row) => row.rework_completed_at),
  ],
  (row) => [row],
);
