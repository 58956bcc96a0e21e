/**
 * Every error code of the wire: its HTTP status and the English sentence for logs and machines. The web translates the
 * code (`errors:<code>`). The one table of domain §8; `fail(code)` is the only way a server error is raised.
 */
export const ERRORS = {
  malformed: { status: 400, title: 'The request could not be read.' },
  too_complex: { status: 400, title: 'The request is nested too deeply, or holds too many values.' },
  session_required: { status: 401, title: 'Sign in first: there is no session, or it has ended.' },
  forbidden: { status: 403, title: 'Your account is not allowed to do this.' },
  person_required: { status: 403, title: 'A token cannot do this: sign in as yourself.' },
  read_only_token: { status: 403, title: 'This token only reads: it was not given the right to change anything.' },
  view_closed: { status: 403, title: 'This view of the portal has ended. Open it again.' },
  password_change_required: { status: 403, title: 'Choose a new password before anything else.' },
  not_allowed: { status: 403, title: 'This step is not yours to take on this task.' },
  beyond_own_rights: { status: 403, title: 'This goes beyond the rights you hold yourself.' },
  not_yourself: { status: 403, title: 'Somebody else has to do this to your account.' },
  private_fields: { status: 403, title: 'Pay and residence are not yours to see or to change.' },
  last_superuser: { status: 409, title: 'This is the last active superuser: name another one first.' },
  too_many_walls: { status: 409, title: 'There are as many wall links as there can be: withdraw one first.' },
  not_active: { status: 409, title: 'The account is not active.' },
  already_active: { status: 409, title: 'The account is active already.' },
  not_found: { status: 404, title: 'It is not there, or not yours to know of.' },
  has_tasks: {
    status: 409,
    title: 'This person has tasks in progress. Name the tasks and who takes them over.',
  },
  stale: { status: 409, title: 'It has changed since you loaded it.' },
  wrong_status: { status: 409, title: 'The task is not at the point where this can be done.' },
  four_eyes: { status: 409, title: 'Nobody checks their own work, and nobody is both checkers of one task.' },
  already_rechecked: {
    status: 409,
    title: 'You have rechecked this task already; the second recheck is somebody else’s.',
  },
  rechecks_missing: { status: 409, title: 'Two different people must recheck the rework first.' },
  appealed: { status: 409, title: 'This fault has been answered already.' },
  appeal_too_late: { status: 409, title: 'A fault is answered within two days of being found.' },
  check_over: { status: 409, title: 'This blind check is over: answered, expired, or begun by somebody else since.' },
  task_in_production: { status: 409, title: 'Somebody has taken it up, so it cannot be deleted.' },
  job_in_production: { status: 409, title: 'Somebody has taken up work of it, so it cannot be deleted.' },
  job_requested: {
    status: 409,
    title: 'Requests of its customer are about this job, so it stays with that customer. Take the job off them first.',
  },
  job_redone: {
    status: 409,
    title: 'Work of this job was redone for complaints of its customer, so it stays with that customer.',
  },
  detail_in_production: { status: 409, title: 'Somebody has taken up work of it, so its category cannot be changed.' },
  request_needs_review: { status: 409, title: 'It has to be reviewed first.' },
  request_reviewed: { status: 409, title: 'It has been reviewed already.' },
  request_not_started: { status: 409, title: 'It has to be started first.' },
  request_done: { status: 409, title: 'It is done. Reopen it first.' },
  request_stands_there: { status: 409, title: 'It stands there already.' },
  request_not_todo: { status: 409, title: 'Only a request that waits to be done can change the board.' },
  rework_open: { status: 409, title: 'Tasks of this complaint are still being redone.' },
  complaint_redone: {
    status: 409,
    title: 'Work of this job was redone for this complaint, so it stays about this job.',
  },
  not_additional: { status: 409, title: 'Only a request for additional work becomes a new job.' },
  request_has_job: { status: 409, title: 'This request names a job already that was made after it.' },
  not_complaint: { status: 409, title: 'Only a complaint sends tasks to rework.' },
  not_quotable: { status: 409, title: 'Only a request for a quote on the administrators’ board gets a quote.' },
  quote_not_sent: { status: 409, title: 'This quote has not been sent yet.' },
  quote_sent: { status: 409, title: 'This quote has been sent: withdraw it and make another one.' },
  quote_accepted: { status: 409, title: 'This quote has been accepted.' },
  quote_declined: { status: 409, title: 'This quote has been declined.' },
  quote_withdrawn: { status: 409, title: 'This quote has been withdrawn.' },
  quote_expired: { status: 409, title: 'This quote has expired.' },
  quote_open: { status: 409, title: 'A quote of this request is open: withdraw that one first.' },
  prod_id_exists: { status: 409, title: 'This prod ID exists already.' },
  jobs_exist: { status: 409, title: 'Some of these jobs are here already: same day, customer 2 and name.' },
  import_incomplete: { status: 409, title: 'Parts of this import have not arrived. Send them again.' },
  import_added: { status: 409, title: 'This import has been added: nothing more goes into it.' },
  import_undone: { status: 409, title: 'This import has been undone.' },
  import_begun: { status: 409, title: 'Somebody has taken up work of this import, so it cannot be undone.' },
  import_added_to: {
    status: 409,
    title: 'Details or tasks were added to jobs of this import, so it cannot be undone. Delete those first.',
  },
  import_changed: {
    status: 409,
    title:
      'Somebody else has changed jobs of this import since, so it cannot be undone. Delete those by themselves first.',
  },
  import_requested: {
    status: 409,
    title:
      'Requests are about jobs of this import, so it cannot be undone. Take those jobs off the requests, or delete them by themselves, first.',
  },
  username_exists: { status: 409, title: 'This username exists already.' },
  group_name_exists: { status: 409, title: 'Group name exists' },
  codename_exists: { status: 409, title: 'Permission codename exists' },
  built_in: { status: 409, title: 'A built-in permission can be described anew, not renamed or deleted.' },
  cus0_exists: { status: 409, title: 'Customer ID 0 exists' },
  cus_pair_exists: { status: 409, title: 'The Customer ID 0 and 1 pair exists' },
  exists: { status: 409, title: 'It exists already.' },
  same_key: { status: 409, title: 'Category 1 and 2 joined by a dot read the same as another pair.' },
  workstream_in_use: { status: 409, title: 'Work was ordered under it, so it stays in its workstream.' },
  team_needed: { status: 409, title: 'Somebody would be left without a team.' },
  in_use: { status: 409, title: 'Other records need it, so it cannot be removed.' },
  idempotency_mismatch: { status: 409, title: 'This Idempotency-Key was used for a different request.' },
  too_slow: { status: 408, title: 'The request took too long to arrive.' },
  too_large: { status: 413, title: 'The request is too large.' },
  headers_too_large: { status: 431, title: 'The headers or the address are too large.' },
  unsupported_media_type: { status: 415, title: 'Send JSON, in UTF-8 and not compressed.' },
  validation: { status: 422, title: 'Some fields need correcting.' },
  invalid_quantity: { status: 422, title: 'Invalid Quantity!' },
  below_rework: { status: 422, title: 'No fewer are counted than are being reworked.' },
  fault_required: { status: 422, title: 'Say what is wrong: at least one kind of fault and a note.' },
  rework_quantity_invalid: { status: 422, title: 'The rework quantity is from 1 to the task’s quantity.' },
  rework_notes_required: { status: 422, title: 'Say what has to be reworked.' },
  x_off: { status: 422, title: 'This count is not in use: it cannot be raised.' },
  below_delivered: { status: 422, title: 'Fewer are counted than were delivered. Say that this is meant.' },
  over_ordered: { status: 422, title: 'More is counted than was ordered. Say that this is meant.' },
  editor_required: { status: 422, title: 'Choose an editor.' },
  editor_not_of_workstream: { status: 422, title: 'This person is not an active editor of the task’s workstream.' },
  editor_cannot_go_on: { status: 422, title: 'This person lacks permissions that going on with the task takes.' },
  qc_not_of_workstream: { status: 422, title: 'This person is not an active QC of the task’s workstream.' },
  reply_required: { status: 422, title: 'Write a reply: the customer reads it.' },
  quote_day_past: { status: 422, title: 'The last day of a quote cannot be in the past.' },
  quote_reason_required: { status: 422, title: 'Say why: the other side reads it.' },
  quote_below: {
    status: 422,
    title: 'Prices are far below the customer’s list, or below cost. Say that this is meant.',
  },
  nothing_chosen: { status: 422, title: 'Please fill at least one field to proceed!' },
  cus0_first: { status: 422, title: 'Customer ID 0 first' },
  lock_reason_required: { status: 422, title: 'Say why the screen is locked: people read it.' },
  too_many_rows: { status: 422, title: 'A PDF holds at most 5,000 rows. Take Excel, or narrow the list.' },
  month_not_over: { status: 409, title: 'The month is not over yet.' },
  month_state: { status: 409, title: 'The month does not stand where this can be done.' },
  month_unsettled: {
    status: 409,
    title: 'Something of this month has not been looked at yet: mend it, or let it stand with a word.',
  },
  month_not_prepared: { status: 409, title: 'Somebody has to prepare the month first; another person closes it.' },
  month_same_person: { status: 409, title: 'Whoever prepared the month does not close it: another person does.' },
  reason_required: { status: 422, title: 'Say why.' },
  prices_changed: { status: 409, title: 'Prices have changed since they were read: nothing was saved.' },
  never_completed: {
    status: 409,
    title: 'Nobody had completed this task before its rework: correct its status instead.',
  },
  undo_too_late: { status: 409, title: 'It is too late to take this back.' },
  webhook_off: { status: 409, title: 'This webhook is switched off: switch it on first.' },
  too_many_kept: { status: 409, title: 'There are as many as there can be: delete one first.' },
  wrong_password: { status: 422, title: 'The current password is not right.' },
  weak_password: { status: 422, title: 'Choose a password that is harder to guess.' },
  exports_busy: { status: 429, title: 'Other exports are being written. Try again in a moment.' },
  locked: { status: 423, title: 'This screen is locked.' },
  too_many_open: {
    status: 429,
    title: 'Too many of your requests are open. You can make another once one of them is done.',
  },
  too_many: { status: 429, title: 'Too many attempts. Wait a little and try again.' },
  sign_in_failed: { status: 422, title: 'Something wrong. Please check your username & password' },
  internal: { status: 500, title: 'Something went wrong' },
  held: { status: 503, title: 'Somebody else is changing this at this very moment. Try again in a moment.' },
  disk_full: {
    status: 503,
    title: 'The server’s disk is full: nothing can be saved until somebody makes room. What was saved is safe.',
  },
  unavailable: { status: 503, title: 'The service is not available for a moment. It will come back by itself.' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Codes a single field can be refused with; also the messages of the contract's own schemas (`errors:field.<code>`). */
export const FIELD_ERRORS = {
  required: 'This field is required.',
  invalid: 'This is not a valid value.',
  not_a_number: 'Please enter a valid number!',
  not_a_whole_number: 'Enter a whole number.',
  not_positive: 'Enter a number of at least 1.',
  too_small: 'The number is too small.',
  ends_before: 'The last day is before the first.',
  already_past: 'This is past already.',
  before_job_date: 'A job is not promised for before its own day: promise it for that day or later.',
  promised_before: 'The job is promised for before that day: move its promise first, or leave its day.',
  job_completed: 'The job is completed: its promise was kept or not.',
  none_when_passed: 'What is passed has no faults: leave them out, or do not pass it.',
  not_begun: 'This has not begun yet.',
  too_far_back: 'At most 31 days back.',
  too_far_ahead: 'A job is promised for at most a year after its own day.',
  not_yet: 'This is still to come: a time up to now.',
  not_a_clock: 'Enter a time of day, such as 08:00.',
  not_after: 'It must end after it begins.',
  overlaps: 'It begins before the one above it ends.',
  no_hours: 'A week needs an hour of work at least.',
  not_a_quarter: 'Enter whole quarters of an hour.',
  no_usual: 'A turnaround for all other work is needed.',
  period_too_long: 'At most 366 days at once.',
  too_big: 'The number is too big.',
  too_many_decimals: 'At most 3 decimals.',
  too_short: 'It is too short.',
  too_long: 'Max Length is {{limit}}!',
  too_many_items: 'There are too many.',
  not_email: 'The input is not valid E-mail!',
  not_http: 'Links begin with http:// or https://.',
  plain_url: 'Without a name, a password or a # in it.',
  not_https: 'Begins with https://; http:// only to addresses the configuration allows.',
  address_refused: 'Addresses of this computer or of a private network are not sent to.',
  raw_html: 'HTML is not allowed: write Markdown.',
  bad_link: 'Links begin with http://, https:// or mailto:.',
  bad_image: 'Pictures begin with https://.',
  not_a_day: 'Enter a day that exists, between 2000 and 2100.',
  unknown_field: 'This field is not known.',
  unknown: 'There is no such record.',
  stays_below: 'A customer ID 1 stays below its customer ID 0: it cannot be moved to another one.',
  invalid_task_id: 'The task ID provided is invalid or missing.',
  task_not_found: 'Task not found!',
  own_record_missing: 'User information not found.',
  duplicate: 'It is there twice.',
  hostile_text: 'It holds characters that cannot be stored.',
  common_password: 'This password is too common.',
  same_password: 'This is the password you have now.',
  invalid_username: 'A username has no spaces.',
  mixed_alphabets: 'Use letters of one alphabet only: one of these may look Latin and is not.',
  team_required: 'Choose at least 1 team.',
  not_phone: 'Enter 7 to 10 digits; a + may stand first and counts.',
  not_a_time: 'Enter a date and time between 2000 and 2100.',
  not_a_life_day: 'Enter a day that exists, between 1900 and 2100.',
  not_by_month: 'Months of this screen cannot be locked by themselves.',
  not_working_age: 'Nobody of that age works here.',
  not_an_image: 'This is not a PNG, JPEG or WebP picture that can be kept.',
  image_too_large: 'A picture is at most 1 MB, and 1,024 pixels wide and high.',
  last_team: 'Everybody is in at least one team.',
  before_start: 'The end cannot come before the start.',
  exists: 'It exists already.',
  invalid_category_type: 'Invalid category type',
  not_a_codename: 'npn_ and then small letters, digits and _, 64 characters at most.',
  permission_required: 'Please select at least one permission',
  below_list: 'This is far below the customer’s list price.',
  below_cost: 'This is below what its minutes cost.',
  for_customers: 'This permission belongs to customer accounts; a group of staff cannot have it.',
} as const;
export type FieldErrorCode = keyof typeof FIELD_ERRORS;

/** One refused field of a problem answer. `field` is a path: `jobs.3.job_details.0.quantity`. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
  /** Of `too_long`: as many characters as there may be. */
  limit?: number;
}

/** RFC 9457 problem+json as this product sends it (domain §8). `current` is the row a stale caller missed. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  /** What is known of this refusal: a reason, names, or the sentences of its fields; else the title again. */
  detail?: string;
  code: ErrorCode;
  errors?: FieldError[];
  current?: unknown;
  request_id?: string;
  retry_after?: number;
  /** Of `over_ordered`: what the detail's tasks count together, and what was ordered. */
  counted?: number;
  ordered?: number;
  /** Of `below_delivered`, beside what the task would count: what it counted when it was sent to rework. */
  delivered?: number;
}
