import type { Job, JobDetail } from '../job/job.ts';
import type { Fields, FieldsOf } from './field.ts';

/** What a job is made of. */
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

/** What a change of a job says and does not keep as a field of it. */
export const JOB_SAID = { due_reason: { kind: 'notes' } } as const satisfies Fields;

/** What a job detail is made of. */
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
