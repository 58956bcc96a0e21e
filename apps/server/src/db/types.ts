// Generated from the migrations by `npm run db:types`. `npm run check` fails if this file differs from them.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export interface AccessEpoch {
  only_row: Generated<boolean>;
  n: number;
  raised_in: number | null;
}

export interface AccountLink {
  user_id: number;
  token_hash: Buffer;
  expires_at: string;
}

export interface AllowanceAccepted {
  id: GeneratedAlways<number>;
  month: string;
  staff_id: number | null;
  kind: string;
  day: string | null;
  note: string;
  accepted_by: number;
  accepted_at: string;
  basis: Generated<string>;
}

export interface AllowanceClosedPerson {
  closing_id: number;
  staff_id: number;
  full_name: string;
  record: JsonValue;
  total_allowance: number;
}

export interface AllowanceClosing {
  id: GeneratedAlways<number>;
  month: string;
  prepared_by: number | null;
  prepared_at: string | null;
  closed_by: number;
  closed_at: string;
  reason: Generated<string>;
  lookups: JsonValue;
  formulas: number;
  holidays: JsonValue;
  reopened_by: number | null;
  reopened_at: string | null;
  reopen_reason: string | null;
}

export interface AllowanceMonth {
  month: string;
  state: Generated<string>;
  prepared_by: number | null;
  prepared_at: string | null;
  version: Generated<number>;
}

export interface ApiToken {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  token_hash: Buffer;
  hint: string;
  scope: string[];
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
  last_address: string | null;
  can_write: boolean;
}

export interface ArchivedTask {
  task_id: number;
  archive_id: number;
  steps: number;
  last_step: number;
  completed: number;
  faults: number;
  edited_until: string | null;
  qc1_passed_by: number | null;
  qc2_passed_by: number | null;
}

export interface AssignAdvice {
  task_id: number;
  at: string;
  workstream: string;
  chosen_by: number;
  chosen: number;
  advised: number;
  rank: number | null;
  candidates: number;
  chosen_facts: JsonValue | null;
  advised_facts: JsonValue;
}

export interface Audit {
  id: GeneratedAlways<number>;
  at: string;
  actor_id: number | null;
  subject_id: number | null;
  action: string;
  entity: string | null;
  entity_id: string | null;
  before: JsonValue | null;
  after: JsonValue | null;
  note: string | null;
  request_id: string | null;
  address: string | null;
  through: string | null;
}

export interface BackupRun {
  at: string;
  bytes: number;
}

export interface BlindCheck {
  id: GeneratedAlways<number>;
  task_id: number;
  pass_id: number;
  workstream: string;
  chosen_at: string;
  expires_at: string;
  qc_1: number | null;
  qc_2: number | null;
  excluded_users: number[];
  x1: number;
  x2: number;
  x3: number;
  notes: Generated<string>;
  held_by: number | null;
  held_at: string | null;
  checked_by: number | null;
  checked_at: string | null;
  passed: boolean | null;
  fault_kinds: Generated<string[]>;
  note: Generated<string>;
}

export interface BlindCheckProgress {
  only_row: Generated<boolean>;
  chosen_to: number;
}

export interface ComplaintTask {
  request_id: number;
  task_id: number;
  sent_at: string;
  sent_by: number | null;
  quantity: number;
  fault_kinds: Generated<string[]>;
}

export interface ComplaintTaskUndone {
  request_id: number;
  task_id: number;
  sent_at: string;
  sent_by: number | null;
  quantity: number;
  fault_kinds: string[];
}

export interface CompletedJobQueue {
  id: GeneratedAlways<number>;
  job_id: number;
}

export interface Cus0 {
  id: GeneratedAlways<number>;
  name: string;
  version: Generated<number>;
  search_text: GeneratedAlways<string>;
}

export interface Cus1 {
  id: GeneratedAlways<number>;
  cus_id0: number;
  name: string;
  company_name: string | null;
  street_name: string | null;
  city: string | null;
  state: string | null;
  post_code: string | null;
  country: string | null;
  payment_plan: string | null;
  join_date: string | null;
  contract_status: Generated<string>;
  tier: Generated<string>;
  billing_email: string | null;
  pay_to: string | null;
  version: Generated<number>;
  search_text: GeneratedAlways<string>;
}

export interface Cus2 {
  id: GeneratedAlways<number>;
  cus_id1: number;
  name: string;
  version: Generated<number>;
  search_text: GeneratedAlways<string>;
}

export interface CustomerAccount {
  user_id: number;
  account: Generated<string>;
  cus_id0: number | null;
  cus_id1: number | null;
  email: string | null;
}

export interface CustomerPrice {
  id: GeneratedAlways<number>;
  cus_id1: number;
  service_cat2_id: number;
  retail_price: number;
  wholesale_price: number;
  estimate_minutes: Generated<number>;
  visible: Generated<boolean>;
  enabled: Generated<boolean>;
  version: Generated<number>;
}

export interface CustomerRequest {
  id: GeneratedAlways<number>;
  cus_id1: number;
  created_by: number | null;
  type: string;
  board: string;
  status: Generated<string>;
  subject: string;
  full_name: string;
  job_name: Generated<string>;
  job_id: number | null;
  service_type_id: number | null;
  shared_link: string | null;
  image_link: string | null;
  description: Generated<string>;
  reply: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  status_since: Generated<string>;
  moved_by: number | null;
  processing_by: number | null;
  reviewed_by: number | null;
  reviewed_at: string | null;
  search_text: GeneratedAlways<string>;
  customer_unread: Generated<number>;
  bureau_unread: Generated<number>;
  last_message_at: string | null;
  quote_at: string | null;
  changed_at: GeneratedAlways<string>;
  rework_notified: Generated<boolean>;
  channel: string | null;
}

export interface DailyAllowance {
  staff_id: number;
  date: string;
  parking_fee: string | null;
  meal_fee: number | null;
  online_fee: Generated<number>;
  version: Generated<number>;
  id: GeneratedAlways<number>;
}

export interface DueDateMonth {
  month: string;
  facet: string;
  value: number;
  completed: number;
  on_time: number;
  first_on_time: number;
  changed: number;
  late_minutes: number;
  reasons: number[];
  minutes: number[];
}

export interface FaultAppeal {
  id: GeneratedAlways<number>;
  fault_id: number;
  task_id: number;
  workstream: string;
  state: Generated<string>;
  reason: string;
  created_by: number;
  created_at: string;
  excluded_users: number[];
  decided_by: number | null;
  decided_at: string | null;
  decision: string | null;
  version: Generated<number>;
}

export interface FloorProgress {
  only_row: Generated<boolean>;
  until: string | null;
}

export interface FloorSlot {
  day: string;
  slot: number;
  scope: string;
  added: number;
  done: number;
  faults: number;
  due: number;
  on_time: number;
}

export interface ForecastLog {
  id: GeneratedAlways<number>;
  job_id: number;
  calculated_at: string;
  p50: string;
  p80: string;
  at_risk: boolean;
  first: boolean;
  service_cat2_id: number;
  basis: JsonValue;
  curve: number[];
  pressure: number;
  base_minutes: number;
  completed_at: string | null;
  error_minutes: number | null;
}

export interface ForecastScore {
  month: string;
  service_cat2_id: number;
  scored: number;
  inside_p50: number;
  inside_p80: number;
  error_minutes: number;
  first_scored: number;
  first_inside_p80: number;
  outside_hours_count: Generated<number>;
}

export interface ForecastSimilar {
  service_cat2_id: number;
  size: string;
  status: number;
  counts: number[];
}

export interface ForecastTuning {
  only_row: Generated<boolean>;
  tuning: JsonValue | null;
  usual: Generated<JsonValue>;
  last_run_at: string | null;
}

export interface GroupPermission {
  group_id: number;
  permission_id: number;
}

export interface Idempotency {
  actor_id: number;
  path: string;
  key: string;
  request_hash: string;
  status: number | null;
  response: string | null;
  created_at: string;
}

export interface Job {
  job_id: GeneratedAlways<number>;
  job_date: string;
  prod_id: string;
  job_name: string;
  job_link: string | null;
  job_status: Generated<string>;
  customer2_id: number;
  job_priority: string | null;
  job_notes: Generated<string>;
  version: Generated<number>;
  created_at: Generated<string>;
  created_by: number | null;
  search_text: GeneratedAlways<string>;
  import_id: string | null;
  prod_id_twin: Generated<boolean>;
  last_sub_number: Generated<number>;
  due_at: string | null;
  first_due_at: string | null;
  completed_at: string | null;
}

export interface JobDay {
  job_date: string;
  last_number: Generated<number>;
}

export interface JobDetail {
  job_detail_id: GeneratedAlways<number>;
  job_id: number;
  sub_number: number;
  sub_prod_id: string;
  service_cat1_id: number;
  service_cat2_id: number;
  quantity: number;
  status: Generated<number>;
  note: Generated<string>;
  unit_price: number | null;
  wholesale_price: number | null;
  estimate_minutes: number | null;
  version: Generated<number>;
  created_at: Generated<string>;
  job_date: string;
  customer2_id: number;
  job_priority: string | null;
  job_status: string;
  quoted: Generated<boolean>;
  due_at: string | null;
}

export interface JobDueResult {
  job_id: number;
  month: string;
  completed_at: string;
  cus_id1: number;
  categories: number[];
  reopened: Generated<boolean>;
  on_time: boolean | null;
  first_on_time: boolean | null;
  changed: boolean | null;
  late_minutes: Generated<number>;
  reason: string | null;
  minutes: number[];
  known_until: string | null;
}

export interface JobForecast {
  job_id: number;
  calculated_at: string;
  p50: string;
  p80: string;
  at_risk: boolean;
  basis: JsonValue;
}

export interface JobImport {
  import_id: string;
  created_by: number;
  touched_at: string;
  file_name: Generated<string>;
  outcome: JsonValue | null;
  jobs: Generated<number>;
  details: Generated<number>;
  skipped: Generated<number>;
  added_at: string | null;
  undone_at: string | null;
  undone_by: number | null;
}

export interface JobImportPart {
  import_id: string;
  part: number;
  details: number;
  jobs: JsonValue;
}

export interface Leave {
  id: GeneratedAlways<number>;
  version: Generated<number>;
  member_id: number;
  first_day: string;
  last_day: string;
  part: string;
  kind: string;
}

export interface ListCounter {
  list: string;
  facet: string;
  value: string;
  status: number;
  n: number;
}

export interface MailAccount {
  user_id: ColumnType<number | null, never, never>;
  username: ColumnType<string | null, never, never>;
  full_name: ColumnType<string | null, never, never>;
  account: ColumnType<string | null, never, never>;
  active: ColumnType<boolean | null, never, never>;
  cus_id0: ColumnType<number | null, never, never>;
  cus_id1: ColumnType<number | null, never, never>;
  mail_token: ColumnType<string | null, never, never>;
  address: ColumnType<string | null, never, never>;
  refused: ColumnType<boolean | null, never, never>;
  language: ColumnType<string | null, never, never>;
  chosen: ColumnType<string[] | null, never, never>;
  has_chosen: ColumnType<boolean | null, never, never>;
  at_hour: ColumnType<number | null, never, never>;
  time_zone: ColumnType<string | null, never, never>;
}

export interface MailRecipient {
  user_id: ColumnType<number | null, never, never>;
  username: ColumnType<string | null, never, never>;
  full_name: ColumnType<string | null, never, never>;
  account: ColumnType<string | null, never, never>;
  active: ColumnType<boolean | null, never, never>;
  cus_id0: ColumnType<number | null, never, never>;
  cus_id1: ColumnType<number | null, never, never>;
  mail_token: ColumnType<string | null, never, never>;
  address: ColumnType<string | null, never, never>;
  refused: ColumnType<boolean | null, never, never>;
  language: ColumnType<string | null, never, never>;
  chosen: ColumnType<string[] | null, never, never>;
  has_chosen: ColumnType<boolean | null, never, never>;
  at_hour: ColumnType<number | null, never, never>;
  time_zone: ColumnType<string | null, never, never>;
}

export interface Metadata {
  id: GeneratedAlways<number>;
  data_type: string;
  key: string;
  value: JsonValue;
  version: Generated<number>;
}

export interface MonthlyAllowance {
  staff_id: number;
  month: string;
  parking: Generated<number>;
  version: Generated<number>;
  id: GeneratedAlways<number>;
}

export interface Notification {
  id: GeneratedAlways<number>;
  user_id: number;
  event: string;
  at: string;
  actor_id: number | null;
  task_ids: Generated<number[]>;
  request_id: number | null;
  title: string;
  note: string | null;
  fault_kinds: string[] | null;
  quantity: number | null;
  seen_at: string | null;
}

export interface PasskeyQuestion {
  challenge: string;
  user_id: number | null;
  expires_at: string;
}

export interface Permission {
  id: GeneratedAlways<number>;
  codename: string;
  description: Generated<string>;
  built_in: Generated<boolean>;
  version: Generated<number>;
}

export interface PortalView {
  id: string;
  session_id: number;
  user_id: number;
  opened_at: string;
}

export interface QualityExcluded {
  history_id: number;
  task_id: number;
  kinds: string[] | null;
}

export interface QualityFact {
  history_id: number;
  task_id: number;
  kind: string;
  at: string;
  day: string;
  workstream: string;
  editor: number | null;
  checker: number | null;
  cat2: number;
  cus1: number;
  pieces: number;
  passed: boolean | null;
  first_of_kind: boolean;
  first_check: boolean;
  faults: string[];
  excluded: string[];
  complaint: boolean;
}

export interface QualityFaultSum {
  facet: string;
  span: string;
  starts_on: string;
  workstream: string;
  key_1: number;
  key_2: number;
  kind: string;
  n: number;
}

export interface QualityProgress {
  only_row: Generated<boolean>;
  counted_to: Generated<number>;
  latest_step: Generated<number>;
  latest_transaction: Generated<number>;
  as_of: string | null;
  known_since: string | null;
}

export interface QualityStale {
  id: GeneratedAlways<number>;
  task_id: number;
}

export interface QualitySum {
  facet: string;
  span: string;
  starts_on: string;
  workstream: string;
  key_1: number;
  key_2: number;
  qc1_first: number;
  qc1_passed: number;
  qc2_first: number;
  qc2_passed: number;
  checked: number;
  refused: number;
  pieces: number;
  faults: number;
  completed: number;
  reworked: number;
  complained: number;
}

export interface Quote {
  id: GeneratedAlways<number>;
  request_id: number;
  status: Generated<string>;
  customer2_id: number | null;
  valid_until: string;
  note: Generated<string>;
  low_price_confirmed: Generated<boolean>;
  sent_by: number | null;
  sent_at: string | null;
  decided_by: number | null;
  decided_at: string | null;
  reason: string | null;
  job_id: number | null;
  version: Generated<number>;
  created_at: Generated<string>;
  created_by: number | null;
}

export interface QuoteLine {
  quote_id: number;
  position: number;
  service_cat2_id: number;
  quantity: number;
  unit_price: number;
  list_price: number | null;
  estimate_minutes: number | null;
  note: Generated<string>;
}

export interface RateLimit {
  bucket: string;
  window_start: string;
  hits: number;
}

export interface RecordImport {
  import_id: string;
  kind: string;
  file_name: string;
  created_by: number | null;
  added_at: string;
  added: number;
  updated: number;
  records: JsonValue;
  undone_at: string | null;
  undone_by: number | null;
}

export interface RecoveryCode {
  user_id: number;
  code_hash: Buffer;
}

export interface RequestDetail {
  request_id: number;
  sub_prod_id: string;
  job_detail_id: number | null;
}

export interface RequestMessage {
  id: GeneratedAlways<number>;
  request_id: number;
  side: string;
  author_id: number | null;
  text: string;
  at: string;
}

export interface SavedView {
  id: GeneratedAlways<number>;
  owner_id: number;
  team_id: number | null;
  screen: string;
  name: string;
  search: JsonValue;
  version: Generated<number>;
}

export interface SchemaMigration {
  number: number;
  name: string;
  checksum: string;
  applied_at: Generated<string>;
}

export interface ServiceCat1 {
  id: GeneratedAlways<number>;
  name: string;
  service_type_id: number;
  version: Generated<number>;
}

export interface ServiceCat2 {
  id: GeneratedAlways<number>;
  name: string;
  cat1_id: number;
  level: number;
  enabled: Generated<boolean>;
  estimate_minutes: Generated<number>;
  version: Generated<number>;
}

export interface ServiceType {
  id: GeneratedAlways<number>;
  name: string;
  workstream: string;
  version: Generated<number>;
}

export interface Session {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  user_id: number;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  address: string | null;
  user_agent: string | null;
  pending: string | null;
}

export interface Setting {
  id: Generated<boolean>;
  x1: Generated<boolean>;
  x2: Generated<boolean>;
  x3: Generated<boolean>;
  version: Generated<number>;
}

export interface ShiftHandover {
  id: GeneratedAlways<number>;
  scope: string;
  at: string;
  saved_by: number | null;
  parts: JsonValue;
}

export interface SignInAddress {
  user_id: number;
  address: string;
  at: string;
}

export interface Staff {
  id: number;
  account: Generated<string>;
  staff_id: string;
  group_id: number | null;
  first_name: Generated<string>;
  last_name: Generated<string>;
  email: string | null;
  phone_number: string | null;
  gender: string | null;
  birthday: string | null;
  avatar: Buffer | null;
  avatar_type: string | null;
  position: string | null;
  department: string | null;
  workplace: string | null;
  working_status: Generated<string>;
  salary_1: number | null;
  salary_2: number | null;
  start_time: string | null;
  end_time: string | null;
  residence_id: string | null;
  residence_address: string | null;
  residence_created_at: string | null;
  residence_created_by: string | null;
  version: Generated<number>;
  address: string | null;
  avatar_key: GeneratedAlways<string | null>;
}

export interface StaffGroup {
  id: GeneratedAlways<number>;
  group_name: string;
  version: Generated<number>;
  created_at: Generated<string>;
}

export interface StepsArchive {
  id: GeneratedAlways<number>;
  file: string;
  month: string;
  sha256: string;
  created_at: string;
}

export interface SystemLock {
  id: GeneratedAlways<number>;
  screen_name: string;
  month: string | null;
  locked: boolean;
  reason: Generated<string>;
  changed_by: number | null;
  changed_at: string;
  version: Generated<number>;
}

export interface Task {
  task_id: GeneratedAlways<number>;
  job_detail_id: number;
  status: Generated<number>;
  x1: Generated<number>;
  x2: Generated<number>;
  x3: Generated<number>;
  editor: number | null;
  first_qc: number | null;
  second_qc: number | null;
  status_before_check: number | null;
  fault_stage: number | null;
  start_time: string | null;
  end_time: string | null;
  rework_quantity: number | null;
  rework_notes: string | null;
  rework_qc_1: number | null;
  rework_qc_2: number | null;
  notes: Generated<string>;
  version: Generated<number>;
  status_since: Generated<string>;
  created_at: Generated<string>;
  created_by: number | null;
  job_id: number;
  job_date: string;
  job_priority: string | null;
  customer2_id: number;
  service_cat2_id: number;
  workstream: string;
  rework_at: string | null;
  rework_by: number | null;
  edited_by_ids: Generated<number[]>;
  qc1_by_ids: Generated<number[]>;
  qc2_by_ids: Generated<number[]>;
  due_at: string | null;
  quantity_before_rework: number | null;
  delivered_at: string | null;
}

export interface TaskHistory {
  id: GeneratedAlways<number>;
  task_id: number;
  action: string;
  event: number | null;
  from_status: number | null;
  to_status: number;
  user_id: number | null;
  at: string;
  x1: number;
  x2: number;
  x3: number;
  note: string | null;
  fault_kinds: string[] | null;
  editor: number | null;
  first_qc: number | null;
  second_qc: number | null;
  before: JsonValue | null;
  fault_note: string | null;
}

export interface TaskSupporter {
  task_id: number;
  user_id: number;
  note: Generated<string>;
  created_at: Generated<string>;
}

export interface Team {
  id: GeneratedAlways<number>;
  team_name: string;
  leader_id: number | null;
  version: Generated<number>;
}

export interface TeamMember {
  team_id: number;
  staff_id: number;
}

export interface TvBoardLink {
  id: GeneratedAlways<number>;
  token_hash: Buffer;
  name: string;
  workstream: string | null;
  names: boolean;
  created_at: string;
  created_by: number | null;
  ends_at: string | null;
  last_used_at: string | null;
  address: string | null;
  user_agent: string | null;
}

export interface UserAccount {
  id: GeneratedAlways<number>;
  username: string;
  full_name: string;
  account: string;
  password_hash: string | null;
  active: Generated<boolean>;
  is_superuser: Generated<boolean>;
  must_change_password: Generated<boolean>;
  password_expires_at: string | null;
  notice: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
  language: string | null;
  mail_refused: string | null;
  mail_token: Generated<string>;
}

export interface UserFactor {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: string;
  name: string;
  secret: Buffer | null;
  last_period: Generated<number>;
  credential_id: string | null;
  public_key: Buffer | null;
  sign_count: Generated<number>;
  created_at: string;
  last_used_at: string | null;
  confirmed_at: string | null;
}

export interface UserPreference {
  user_id: number;
  key: string;
  value: JsonValue;
}

export interface Webhook {
  id: GeneratedAlways<number>;
  name: string;
  url: string | null;
  events: string[];
  cus_id1: number | null;
  enabled: Generated<boolean>;
  secret: Buffer | null;
  earlier_secret: Buffer | null;
  earlier_until: string | null;
  failing_since: string | null;
  stopped_at: string | null;
  version: Generated<number>;
  created_at: string;
  created_by: number | null;
  kind: Generated<string>;
}

export interface WebhookDelivery {
  id: GeneratedAlways<number>;
  webhook_id: number;
  event_id: number;
  order_key: string;
  state: Generated<string>;
  attempts: Generated<number>;
  next_at: Generated<string>;
  give_up_at: string | null;
  taken_by: string | null;
  taken_until: string | null;
  tried_at: string | null;
  status: number | null;
  duration_ms: number | null;
  response: string | null;
  error: string | null;
  ended_at: string | null;
}

export interface WebhookEvent {
  id: GeneratedAlways<number>;
  uid: Generated<string>;
  type: string;
  at: string;
  data: JsonValue;
}

export interface DB {
  access_epoch: AccessEpoch;
  account_link: AccountLink;
  allowance_accepted: AllowanceAccepted;
  allowance_closed_person: AllowanceClosedPerson;
  allowance_closing: AllowanceClosing;
  allowance_month: AllowanceMonth;
  api_token: ApiToken;
  archived_task: ArchivedTask;
  assign_advice: AssignAdvice;
  audit: Audit;
  backup_run: BackupRun;
  blind_check: BlindCheck;
  blind_check_progress: BlindCheckProgress;
  complaint_task: ComplaintTask;
  complaint_task_undone: ComplaintTaskUndone;
  completed_job_queue: CompletedJobQueue;
  cus0: Cus0;
  cus1: Cus1;
  cus2: Cus2;
  customer_account: CustomerAccount;
  customer_price: CustomerPrice;
  customer_request: CustomerRequest;
  daily_allowance: DailyAllowance;
  due_date_month: DueDateMonth;
  fault_appeal: FaultAppeal;
  floor_progress: FloorProgress;
  floor_slot: FloorSlot;
  forecast_log: ForecastLog;
  forecast_score: ForecastScore;
  forecast_similar: ForecastSimilar;
  forecast_tuning: ForecastTuning;
  group_permission: GroupPermission;
  idempotency: Idempotency;
  job: Job;
  job_day: JobDay;
  job_detail: JobDetail;
  job_due_result: JobDueResult;
  job_forecast: JobForecast;
  job_import: JobImport;
  job_import_part: JobImportPart;
  leave: Leave;
  list_counter: ListCounter;
  mail_account: MailAccount;
  mail_recipient: MailRecipient;
  metadata: Metadata;
  monthly_allowance: MonthlyAllowance;
  notification: Notification;
  passkey_question: PasskeyQuestion;
  permission: Permission;
  portal_view: PortalView;
  quality_excluded: QualityExcluded;
  quality_fact: QualityFact;
  quality_fault_sum: QualityFaultSum;
  quality_progress: QualityProgress;
  quality_stale: QualityStale;
  quality_sum: QualitySum;
  quote: Quote;
  quote_line: QuoteLine;
  rate_limit: RateLimit;
  record_import: RecordImport;
  recovery_code: RecoveryCode;
  request_detail: RequestDetail;
  request_message: RequestMessage;
  saved_view: SavedView;
  schema_migration: SchemaMigration;
  service_cat1: ServiceCat1;
  service_cat2: ServiceCat2;
  service_type: ServiceType;
  session: Session;
  setting: Setting;
  shift_handover: ShiftHandover;
  sign_in_address: SignInAddress;
  staff: Staff;
  staff_group: StaffGroup;
  steps_archive: StepsArchive;
  system_lock: SystemLock;
  task: Task;
  task_history: TaskHistory;
  task_supporter: TaskSupporter;
  team: Team;
  team_member: TeamMember;
  tv_board_link: TvBoardLink;
  user_account: UserAccount;
  user_factor: UserFactor;
  user_preference: UserPreference;
  webhook: Webhook;
  webhook_delivery: WebhookDelivery;
  webhook_event: WebhookEvent;
}
