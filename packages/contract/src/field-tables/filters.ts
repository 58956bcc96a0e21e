import { CAT2 } from './setting.ts';
import { CUSTOMER_DETAIL, REQUEST } from './customer.ts';
import type { FieldDefinition } from './field.ts';
import { JOB, TASK } from './job.ts';
import { STAFF } from './staff.ts';

/** Field that a filter compares with a day (`since`, `until`) or with values. A filter's own word is in the dictionary that it names. */
export type FilterField = FieldDefinition & { readonly as?: 'since' | 'until' };

/** List filters, named as in the endpoints. The field decides the text of a value. */
export const FILTERS = {
  job_date_from: { ...JOB.job_date, word: 'job_date', as: 'since' },
  job_date_to: { ...JOB.job_date, word: 'job_date', as: 'until' },
  at_from: { kind: 'day', word: 'history:page.at', as: 'since' },
  at_to: { kind: 'day', word: 'history:page.at', as: 'until' },
  actor: { kind: 'record', of: 'user', word: 'history:page.actor' },
  entity: { kind: 'word', words: 'history:entity', word: 'history:page.record' },
  kind: { kind: 'word', words: 'history:kind', word: 'history:page.kind' },
  created_from: { kind: 'day', word: 'request.created_at', as: 'since' },
  created_to: { kind: 'day', word: 'request.created_at', as: 'until' },
  date_from: { kind: 'day', word: 'price:report.period', as: 'since' },
  date_to: { kind: 'day', word: 'price:report.period', as: 'until' },
  counted_by: { kind: 'word', words: 'price:report.counted_by', word: 'price:report.countedBy' },
  cus_id0: { kind: 'record', of: 'cus0' },
  cus_id1: { kind: 'record', of: 'cus1' },
  customer0_id: { kind: 'record', of: 'cus0', word: 'cus_id0' },
  customer1_id: { kind: 'record', of: 'cus1', word: 'cus_id1' },
  customer2_id: { kind: 'record', of: 'cus2' },
  service_type_id: { kind: 'record', of: 'service_type', word: 'category' },
  service_cat1_id: { kind: 'record', of: 'cat1', word: 'category' },
  service_cat2_id: { kind: 'record', of: 'cat2', word: 'category' },
  tier: CUSTOMER_DETAIL.tier,
  country: CUSTOMER_DETAIL.country,
  contract_status: CUSTOMER_DETAIL.contract_status,
  has_login: { kind: 'flag', word: 'portal_login', words: 'customer:hasLogin' },
  job_status: JOB.job_status,
  job_priority: JOB.job_priority,
  task_status: { ...TASK.status, word: 'job:field.task_status' },
  due: { kind: 'word', words: 'status:due', word: 'due_at' },
  unpriced: { kind: 'flag', words: 'job:unpriced', word: 'job:field.unpriced' },
  band: { kind: 'word', words: 'status:band', word: 'task:field.band' },
  workstream: TASK.workstream,
  editor: TASK.editor,
  first_qc: TASK.first_qc,
  second_qc: TASK.second_qc,
  has_support: { kind: 'flag', words: 'task:hasSupport', word: 'task:field.has_support' },
  id: REQUEST.id,
  type: REQUEST.type,
  board: REQUEST.board,
  enabled: CAT2.enabled,
  group_id: STAFF.group_id,
  team_id: { ...STAFF.teams, word: 'teams' },
  working_status: STAFF.working_status,
  active: STAFF.active,
  gender: STAFF.gender,
  department: STAFF.department,
  workplace: STAFF.workplace,
} as const satisfies Record<string, FilterField>;
