import type { Job, JobDetail } from '../job/job.ts';
import type { RedoRow } from '../request/redo.ts';
import type { TaskRow } from '../task/task.ts';
import type { Fields, FieldsOf } from './field.ts';

export const JOB = {
  job_id: { kind: 'key' },
  version: { kind: 'key' },
  job_date: { kind: 'day' },
  prod_id: { kind: 'text' },
  job_name: { kind: 'text' },
  job_link: { kind: 'link' },
  job_status: { kind: 'word', words: 'status:job' },
  customer2_id: { kind: 'record', of: 'cus2' },
  job_priority: { kind: 'priority' },
  job_notes: { kind: 'notes' },
  due_at: { kind: 'instant' },
  first_due_at: { kind: 'instant' },
  completed_at: { kind: 'instant' },
  created_at: { kind: 'instant' },
  created_by: { kind: 'record', of: 'user' },
  quoted: { kind: 'key' },
  requested: { kind: 'key' },
  job_details: { kind: 'list' },
} as const satisfies FieldsOf<Job>;

/** Input fields of a job change that the job does not store. */
export const JOB_WIRE_FIELDS = { due_reason: { kind: 'notes' } } as const satisfies Fields;

export const JOB_DETAIL = {
  job_detail_id: { kind: 'key' },
  job_id: { kind: 'key' },
  version: { kind: 'key' },
  sub_prod_id: { kind: 'text' },
  service_cat1_id: { kind: 'record', of: 'cat1' },
  service_cat2_id: { kind: 'record', of: 'cat2', word: 'category' },
  quantity: { kind: 'count' },
  done_quantity: { kind: 'count' },
  status: { kind: 'status' },
  note: { kind: 'notes' },
  unit_price: { kind: 'money' },
  estimate_minutes: { kind: 'minutes' },
  tasks: { kind: 'list' },
} as const satisfies FieldsOf<JobDetail>;

/** Fields of a task, with the fields of its job and detail that its screens show. */
export const TASK = {
  task_id: { kind: 'number' },
  version: { kind: 'key' },
  job_detail_id: { kind: 'key' },
  job_id: { kind: 'key' },
  status: { kind: 'status' },
  workstream: { kind: 'word', words: 'status:workstream' },
  x1: { kind: 'count' },
  x2: { kind: 'count' },
  x3: { kind: 'count' },
  editor: { kind: 'record', of: 'user' },
  first_qc: { kind: 'record', of: 'user' },
  second_qc: { kind: 'record', of: 'user' },
  supporters: {
    kind: 'list',
    word: 'supporters',
    fields: { user_id: { kind: 'record', of: 'user' }, note: { kind: 'notes' } },
  },
  edited_by_ids: { kind: 'record', of: 'user' },
  qc1_by_ids: { kind: 'record', of: 'user' },
  qc2_by_ids: { kind: 'record', of: 'user' },
  start_time: { kind: 'instant' },
  end_time: { kind: 'instant' },
  status_since: { kind: 'instant' },
  rework_quantity: { kind: 'count' },
  quantity_before_rework: { kind: 'count' },
  rework_notes: { kind: 'notes' },
  rework_qc_1: { kind: 'record', of: 'user' },
  rework_qc_2: { kind: 'record', of: 'user' },
  rework_at: { kind: 'instant' },
  rework_by: { kind: 'record', of: 'user' },
  fault_stage: { kind: 'number' },
  status_before_check: { kind: 'status' },
  notes: { kind: 'notes' },
  created_at: { kind: 'instant' },
  created_by: { kind: 'record', of: 'user' },
  job_date: { kind: 'day' },
  prod_id: { kind: 'text' },
  sub_prod_id: { kind: 'text' },
  job_name: { kind: 'text' },
  job_link: { kind: 'link' },
  job_notes: { kind: 'notes' },
  job_priority: { kind: 'priority' },
  due_at: { kind: 'instant' },
  customer2_id: { kind: 'record', of: 'cus2' },
  service_cat1_id: { kind: 'record', of: 'cat1' },
  service_cat2_id: { kind: 'record', of: 'cat2', word: 'category' },
  quantity: { kind: 'count', word: 'task.quantity' },
  detail_note: { kind: 'notes' },
  estimate_minutes: { kind: 'minutes' },
} as const satisfies FieldsOf<TaskRow>;

/** Input fields of an admin update of a task: the fault and the reason. */
export const TASK_WIRE_FIELDS = {
  note: { kind: 'notes', word: 'fault_note' },
  fault_kinds: { kind: 'faults', word: 'task.fault_kinds' },
  reason: { kind: 'notes' },
} as const satisfies Fields;

/** Fields of a rework: its task and its history (QCs, instructions and outcome). */
export const REDO = {
  ...TASK,
  rework_count: { kind: 'count' },
  rework_completed_at: { kind: 'instant' },
  fault_kinds: { kind: 'faults' },
} as const satisfies FieldsOf<RedoRow>;
