import { addDays, laterInstant, startOfDay, type Day, type Instant } from '../calendar/day.ts';
import { addWork, type BureauHours, type DayHours, type WorkCalendar } from '../calendar/working-time.ts';
import type { JobPriority, JobStatus } from '../job/status.ts';

/** Value for ordinary work, which has no priority. */
export const NO_PRIORITY = 'NONE';

/**
 * Rule for the duration of work, in hours of working time (metadata JOB_TASK, `turnarounds`, decision 123). Null matches any customer 1,
 * any category 1, or any priority and none.
 */
export interface Turnaround {
  readonly cus_id1: number | null;
  readonly service_cat1_id: number | null;
  readonly job_priority: JobPriority | typeof NO_PRIORITY | null;
  readonly hours: number;
}

export const MAX_TURNAROUND_HOURS = 1000;

/** Default hours: Monday to Saturday 08:00–12:00 and 13:30–17:30. */
const WORKDAY: DayHours = [
  { from: '08:00', to: '12:00' },
  { from: '13:30', to: '17:30' },
];
export const DEFAULT_HOURS: BureauHours = {
  week: [[], WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY],
  extra_days: [],
};

/** Default turnarounds: two working days, half a day for urgent work, three days for careful work. */
export const DEFAULT_TURNAROUNDS: readonly Turnaround[] = [
  { cus_id1: null, service_cat1_id: null, job_priority: null, hours: 16 },
  { cus_id1: null, service_cat1_id: null, job_priority: 'Urgent', hours: 4 },
  { cus_id1: null, service_cat1_id: null, job_priority: 'Carefully', hours: 24 },
];

/** True if a turnaround applies to all work without another rule. */
export const isDefaultTurnaround = ({ cus_id1, service_cat1_id, job_priority }: Omit<Turnaround, 'hours'>): boolean =>
  cus_id1 === null && service_cat1_id === null && job_priority === null;

/** Maximum days between a job's date and its due date. A later one is a typing error in the year (decision 124). */
const MAX_DAYS_AHEAD = 366;

/** Returns the error of a due date that is before the job's date or more than a year after it (decision 124). */
function findRangeError(due_at: Instant, job_date: Day): 'before_job_date' | 'too_far_ahead' | null {
  const at = Date.parse(due_at);
  if (at < Date.parse(startOfDay(job_date))) return 'before_job_date';
  return at >= Date.parse(startOfDay(addDays(job_date, MAX_DAYS_AHEAD + 1))) ? 'too_far_ahead' : null;
}

/** Date and due date of a job. */
interface JobDates {
  readonly job_date: Day;
  readonly due_at: Instant | null;
  readonly job_status: JobStatus;
}

/** True if the due date of a job would change. */
export const changesDueDate = (job: Pick<JobDates, 'due_at'>, due_at: Instant | null | undefined): boolean =>
  due_at != null && (job.due_at === null || Date.parse(due_at) !== Date.parse(job.due_at));

/**
 * Finds the error of a job's date and due date together, or null. Either of them can change. A completed job is accepted, because its date
 * can move to the bill of another month, even past the due date.
 */
export function findDueDateError(
  job: JobDates,
  { job_date = job.job_date, due_at }: { job_date?: Day | undefined; due_at?: Instant | null | undefined },
): ReturnType<typeof findRangeError> | 'due_before_job_date' {
  const dueDate = due_at ?? job.due_at;
  const isUnchanged = job_date === job.job_date && !changesDueDate(job, due_at);
  if (dueDate === null || isUnchanged || job.job_status === 'COMPLETED') return null;
  const rangeError = findRangeError(dueDate, job_date);
  // If only the date changes, the message tells the user to move the due date first.
  return rangeError === 'before_job_date' && !changesDueDate(job, due_at) ? 'due_before_job_date' : rangeError;
}

/** Returns the key of a turnaround. Two with the same key would apply to the same work. */
export const turnaroundKey = ({ cus_id1, service_cat1_id, job_priority }: Omit<Turnaround, 'hours'>): string =>
  [cus_id1, service_cat1_id, job_priority].join(' ');

/** A detail of an order whose turnaround is needed. */
export interface OrderedWork {
  readonly cus_id1: number | null;
  readonly service_cat1_id: number | null;
  readonly job_priority: JobPriority | null;
}

// The customer outweighs the category, and that the priority, so that a customer's agreement always applies.
const getSpecificity = ({ cus_id1, service_cat1_id, job_priority }: Turnaround): number =>
  (cus_id1 === null ? 0 : 4) + (service_cat1_id === null ? 0 : 2) + (job_priority === null ? 0 : 1);

const appliesTo = (row: Turnaround, work: OrderedWork): boolean =>
  (row.cus_id1 === null || row.cus_id1 === work.cus_id1) &&
  (row.service_cat1_id === null || row.service_cat1_id === work.service_cat1_id) &&
  (row.job_priority === null || row.job_priority === (work.job_priority ?? NO_PRIORITY));

/** Finds the most specific turnaround for a detail (decision 123). */
export function findTurnaround(turnarounds: readonly Turnaround[], work: OrderedWork): Turnaround | undefined {
  let best: Turnaround | undefined;
  for (const row of turnarounds)
    if (appliesTo(row, work) && (!best || getSpecificity(row) > getSpecificity(best))) best = row;
  return best;
}

/** Finds the turnaround of a job: the longest of its details. */
export function findLongestTurnaround(
  turnarounds: readonly Turnaround[],
  details: readonly Pick<OrderedWork, 'service_cat1_id'>[],
  job: Omit<OrderedWork, 'service_cat1_id'>,
): Turnaround | undefined {
  let longest: Turnaround | undefined;
  for (const { service_cat1_id } of details.length > 0 ? details : [{ service_cat1_id: null }]) {
    const row = findTurnaround(turnarounds, { ...job, service_cat1_id });
    if (row && (!longest || row.hours > longest.hours)) longest = row;
  }
  return longest;
}

/** Returns the start of a job's time: when it was added, or the start of its date if that is later. */
export const getDueDateStart = (created_at: Instant, job_date: Day): Instant =>
  laterInstant(created_at, startOfDay(job_date));

/** Calculates the due date of a job: its longest turnaround in working time after `start`. Null if no turnaround fits. */
export function calculateDueDate(
  calendar: WorkCalendar,
  turnarounds: readonly Turnaround[],
  details: readonly Pick<OrderedWork, 'service_cat1_id'>[],
  job: Omit<OrderedWork, 'service_cat1_id'>,
  start: Instant,
): Instant | null {
  const row = findLongestTurnaround(turnarounds, details, job);
  return row ? addWork(calendar, start, row.hours * 60) : null;
}
