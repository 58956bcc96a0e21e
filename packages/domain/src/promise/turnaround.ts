import { addDays, laterOf, startOfDay, type Day, type Instant } from '../calendar/day.ts';
import { addWork, type BureauHours, type DayHours, type WorkCalendar } from '../calendar/working-time.ts';
import type { JobPriority, JobStatus } from '../job/status.ts';

/** No priority, named as one: what is promised to ordinary work alone. */
export const NO_PRIORITY = 'NONE';

/**
 * How long work takes, in hours of working time (metadata JOB_TASK, `turnarounds`; decision 123). Null is any: any customer 1, any
 * category 1, whatever priority or none.
 */
export interface Turnaround {
  readonly cus_id1: number | null;
  readonly service_cat1_id: number | null;
  readonly job_priority: JobPriority | typeof NO_PRIORITY | null;
  readonly hours: number;
}

/** Most hours of work a turnaround may be. */
export const MOST_TURNAROUND_HOURS = 1000;

/** The hours every bureau starts with: Monday to Saturday 08:00–12:00 and 13:30–17:30. */
const WORKDAY: DayHours = [
  { from: '08:00', to: '12:00' },
  { from: '13:30', to: '17:30' },
];
export const FIRST_HOURS: BureauHours = {
  week: [[], WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY],
  extra_days: [],
};

/** The turnarounds every bureau starts with: two working days, half a one for what is urgent, three for what is done carefully. */
export const FIRST_TURNAROUNDS: readonly Turnaround[] = [
  { cus_id1: null, service_cat1_id: null, job_priority: null, hours: 16 },
  { cus_id1: null, service_cat1_id: null, job_priority: 'Urgent', hours: 4 },
  { cus_id1: null, service_cat1_id: null, job_priority: 'Carefully', hours: 24 },
];

/** The turnaround of everything that no other one names. */
export const isUsual = ({ cus_id1, service_cat1_id, job_priority }: Omit<Turnaround, 'hours'>): boolean =>
  cus_id1 === null && service_cat1_id === null && job_priority === null;

/** Nobody promises for later than a year after a job's day: what is, is a slip of the year (decision 124). */
const MOST_DAYS_AHEAD = 366;

/** Nothing is promised for before a job's own day begins, nor for more than a year after it (decision 124). */
function misplaced(due_at: Instant, job_date: Day): 'before_job_date' | 'too_far_ahead' | null {
  const at = Date.parse(due_at);
  if (at < Date.parse(startOfDay(job_date))) return 'before_job_date';
  return at >= Date.parse(startOfDay(addDays(job_date, MOST_DAYS_AHEAD + 1))) ? 'too_far_ahead' : null;
}

/** A job's day and what it is promised for. */
interface PromisedJob {
  readonly job_date: Day;
  readonly due_at: Instant | null;
  readonly job_status: JobStatus;
}

/** Whether a job would be promised for another instant than it is. */
export const isPromisedOtherwise = (job: Pick<PromisedJob, 'due_at'>, due_at: Instant | null | undefined): boolean =>
  due_at != null && (job.due_at === null || Date.parse(due_at) !== Date.parse(job.due_at));

/**
 * Why a job cannot have this day with this promise, whichever of the two becomes another; null where it can, or where both stay. Of a
 * completed one it is told already whether the promise was kept: its day may move to another month's bill, past the promise too.
 */
export function promiseTrouble(
  job: PromisedJob,
  { job_date = job.job_date, due_at }: { job_date?: Day | undefined; due_at?: Instant | null | undefined },
): ReturnType<typeof misplaced> | 'promised_before' {
  const promised = due_at ?? job.due_at;
  const stays = job_date === job.job_date && !isPromisedOtherwise(job, due_at);
  if (promised === null || stays || job.job_status === 'COMPLETED') return null;
  const trouble = misplaced(promised, job_date);
  // Of who moves the day alone the promise is asked to move first: it is not the promise that was chosen wrongly.
  return trouble === 'before_job_date' && !isPromisedOtherwise(job, due_at) ? 'promised_before' : trouble;
}

/** Two turnarounds with the same key would be for the same work. */
export const turnaroundKey = ({ cus_id1, service_cat1_id, job_priority }: Omit<Turnaround, 'hours'>): string =>
  [cus_id1, service_cat1_id, job_priority].join(' ');

/** What a turnaround is looked up for: one detail of an order. */
export interface OrderedWork {
  readonly cus_id1: number | null;
  readonly service_cat1_id: number | null;
  readonly job_priority: JobPriority | null;
}

// The customer weighs more than the category, and that more than the priority: a customer's own promise is never undercut by a rule for all.
const exactness = ({ cus_id1, service_cat1_id, job_priority }: Turnaround): number =>
  (cus_id1 === null ? 0 : 4) + (service_cat1_id === null ? 0 : 2) + (job_priority === null ? 0 : 1);

const fits = (row: Turnaround, work: OrderedWork): boolean =>
  (row.cus_id1 === null || row.cus_id1 === work.cus_id1) &&
  (row.service_cat1_id === null || row.service_cat1_id === work.service_cat1_id) &&
  (row.job_priority === null || row.job_priority === (work.job_priority ?? NO_PRIORITY));

/** The turnaround that counts for one detail: of those that fit, the most exact one (decision 123). */
export function turnaroundOf(turnarounds: readonly Turnaround[], work: OrderedWork): Turnaround | undefined {
  let best: Turnaround | undefined;
  for (const row of turnarounds) if (fits(row, work) && (!best || exactness(row) > exactness(best))) best = row;
  return best;
}

/** The turnaround of a whole job: the longest of its details'. */
export function longestTurnaround(
  turnarounds: readonly Turnaround[],
  details: readonly Pick<OrderedWork, 'service_cat1_id'>[],
  job: Omit<OrderedWork, 'service_cat1_id'>,
): Turnaround | undefined {
  let longest: Turnaround | undefined;
  for (const { service_cat1_id } of details.length > 0 ? details : [{ service_cat1_id: null }]) {
    const row = turnaroundOf(turnarounds, { ...job, service_cat1_id });
    if (row && (!longest || row.hours > longest.hours)) longest = row;
  }
  return longest;
}

/** From when a job's time runs: from when it is made, or from the first working minute of its day, whichever is later. */
export const promiseStart = (made_at: Instant, job_date: Day): Instant => laterOf(made_at, startOfDay(job_date));

/** What is promised of a job: its longest turnaround in working time from `start` on; null where no turnaround fits. */
export function dueOf(
  calendar: WorkCalendar,
  turnarounds: readonly Turnaround[],
  details: readonly Pick<OrderedWork, 'service_cat1_id'>[],
  job: Omit<OrderedWork, 'service_cat1_id'>,
  start: Instant,
): Instant | null {
  const row = longestTurnaround(turnarounds, details, job);
  return row ? addWork(calendar, start, row.hours * 60) : null;
}
