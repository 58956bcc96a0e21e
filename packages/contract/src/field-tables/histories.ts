import type { AuditEntity } from '../audit.ts';
import type { HistoryEntity } from '../history.ts';
import { ALLOWANCE, ALLOWANCE_MONTH } from './allowance.ts';
import { CAT1, CAT2, SERVICE_TYPE, ARTICLE_COLUMNS, LOCK, WEBHOOK, X_TOGGLE } from './setting.ts';
import { CUSTOMER_DETAIL, CUSTOMER_COLUMNS, PRICE, QUOTE, REQUEST } from './customer.ts';
import type { Fields } from './field.ts';
import { GROUP, LEAVE, PERMISSION, STAFF, TEAM } from './staff.ts';
import { FILTERS } from './filters.ts';
import { JOB, JOB_DETAIL, TASK } from './job.ts';

/** Parts of a lookup's records and of the bureau's settings (contract/setting, METADATA_SHAPES). */
const METADATA_PARTS = {
  key: { kind: 'key' },
  vi: { kind: 'text' },
  en: { kind: 'text' },
  severity: { kind: 'word', words: 'status:severity' },
  value: { kind: 'faults' },
  title: { kind: 'text', word: 'article.title' },
  body: { kind: 'notes', word: 'article.body' },
  week: { kind: 'list', word: 'dueDate.week' },
  extra_days: { kind: 'list', word: 'dueDate.extra_days' },
  from: { kind: 'text', word: 'dueDate.from' },
  to: { kind: 'text', word: 'dueDate.to' },
  hours: { kind: 'number', word: 'dueDate.hours' },
  cus_id1: { kind: 'record', of: 'cus1' },
  service_cat1_id: { kind: 'record', of: 'cat1' },
  job_priority: { kind: 'priority' },
  ...ARTICLE_COLUMNS,
} as const satisfies Fields;

/** Audit fields of each record with a history: its fields on the wire, and columns that are not on it. */
export const HISTORY_FIELDS = {
  service_type: SERVICE_TYPE,
  service_cat1: CAT1,
  service_cat2: CAT2,
  cus0: CUSTOMER_COLUMNS,
  cus1: { ...CUSTOMER_COLUMNS, ...CUSTOMER_DETAIL },
  cus2: CUSTOMER_COLUMNS,
  customer_price: { ...PRICE, cus_id1: CUSTOMER_COLUMNS.cus_id1 },
  customer_request: REQUEST,
  quote: QUOTE,
  staff: STAFF,
  team: TEAM,
  leave: LEAVE,
  allowance: ALLOWANCE,
  allowance_month: ALLOWANCE_MONTH,
  staff_group: GROUP,
  permission: PERMISSION,
  metadata: METADATA_PARTS,
  setting: X_TOGGLE,
  webhook: WEBHOOK,
  system_lock: LOCK,
  job: JOB,
  job_detail: JOB_DETAIL,
  task: TASK,
} as const satisfies Record<HistoryEntity, Fields>;

const NAMED = { name: { kind: 'text' } } as const satisfies Fields;

/** Audit fields of each kind of record. An export has the filter of its list. The others have no field table and show their keys. */
export const AUDIT_FIELDS: Readonly<Record<AuditEntity, Fields>> = {
  ...HISTORY_FIELDS,
  export: FILTERS,
  user_account: { username: STAFF.username, full_name: STAFF.full_name },
  api_token: NAMED,
  saved_view: { ...NAMED, team_id: FILTERS.team_id },
  job_import: {},
  record_import: {},
  tv_board_link: NAMED,
  shift_handover: {},
  blind_check: { fault_kinds: { kind: 'faults' } },
};

/** Returns the dictionary keys of an action, the most specific first. `adminUpdate` of a task is a step of its own. */
export function toActionKeys(action: string): string[] {
  const [noun = '', verb = ''] = action.split('.');
  const step = verb.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [
    ...(noun === 'task' ? [`task:action.${step}`] : []),
    `history:action.${noun}.${verb}`,
    `history:verb.${verb}`,
  ];
}
