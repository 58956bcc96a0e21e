import type { Day } from '../calendar/day.ts';
import { prodIdKey, type JobPriority } from '../job/status.ts';
import { MAX_JOB_DETAILS, type Problem, type SheetRow } from './fields.ts';
import type { OrderLists } from './lists.ts';
import { readRow, type RowReading } from './row.ts';

/** One job of the call `bulk-add` (domain §8), in the form of the contract's `newJob`. */
export interface OrderJob {
  job_date: Day;
  customer2_id: number;
  job_name: string;
  job_link: string | null;
  job_priority: JobPriority | null;
  job_notes: string;
  prod_id?: string;
  job_details: { service_cat1_id: number; service_cat2_id: number; quantity: number; note: string }[];
}

/** Fields that a job has once although each of its rows has them. Names can still differ in case. */
const ONCE_PER_JOB = ['job_name', 'job_link', 'job_priority', 'job_notes'] as const;
type OncePerJob = (typeof ONCE_PER_JOB)[number];

/** A value that a job takes from an earlier row although this row differs (decision 153). */
export interface Overruling {
  readonly field: OncePerJob;
  /** Value of the job. Empty means ordinary work. */
  readonly taken: string;
  /** Number of the row with that value. */
  readonly row: number;
}

/** A row after the checks with all other rows. */
export interface ValidatedRow {
  readonly sheet: SheetRow;
  readonly reading: RowReading;
  /** Errors of the row alone and among other rows. Empty for a good row. */
  readonly problems: readonly Problem[];
  /** Cells whose value is not used, because an earlier row of the job has another one. Shown, but not an error. */
  readonly overruled: readonly Overruling[];
  readonly left_out: boolean;
  /** Index of its job. Null for a row with errors or one that is left out. */
  readonly job: number | null;
  /** Number of an earlier row with the same values. The user is asked before adding (decision 085). */
  readonly repeats: number | null;
}

export interface Evaluation {
  readonly rows: readonly ValidatedRow[];
  readonly jobs: readonly OrderJob[];
  /** For each job, the row indexes of its details in order. Field errors of the server are assigned by them. */
  readonly detail_rows: readonly (readonly number[])[];
  readonly totals: {
    jobs: number;
    details: number;
    quantity: number;
    badRows: number;
    left_out: number;
    repeats: number;
    overruled: number;
  };
}

/** Decisions of the user about rows, by row number. */
export interface Decisions {
  readonly left_out: ReadonlySet<number>;
  /** Rows that repeat an earlier row on purpose. */
  readonly not_duplicate: ReadonlySet<number>;
}

/**
 * Checks a sheet's rows: each alone, then against the row above (duplicates), then as jobs by date, customers and job name. A row object
 * is read once, so a correction costs one reading and a pass over the rest.
 */
export function orderValidator(lists: OrderLists): (rows: readonly SheetRow[], decisions: Decisions) => Evaluation {
  const read = orderReader(lists);
  return (rows, decisions) => validateOrders(rows, decisions, read);
}

export type OrderReader = (row: SheetRow) => RowReading;

/** Reads rows, each row object only once. */
export function orderReader(lists: OrderLists): OrderReader {
  const readings = new WeakMap<SheetRow, RowReading>();
  return (row) => {
    const known = readings.get(row);
    if (known) return known;
    const reading = readRow(row, lists);
    readings.set(row, reading);
    return reading;
  };
}

/** Checks rows, reading those that are new. */
export function validateOrders(rows: readonly SheetRow[], decisions: Decisions, read: OrderReader): Evaluation {
  const jobs: OrderJob[] = [];
  const detail_rows: number[][] = [];
  const jobByKey = new Map<string, number>();
  const jobByProdId = new Map<string, Owner>();
  const wordsOfJobs: Map<OncePerJob, Overruling>[] = [];
  const totals = { jobs: 0, details: 0, quantity: 0, badRows: 0, left_out: 0, repeats: 0, overruled: 0 };
  const firstBySameness = new Map<string, number>();
  let above: { readonly reading: RowReading; readonly row: number } | undefined;

  const judged = rows.map((sheet, index): ValidatedRow => {
    const reading = read(sheet);
    if (decisions.left_out.has(sheet.row)) {
      totals.left_out++;
      return { sheet, reading, problems: reading.problems, overruled: [], left_out: true, job: null, repeats: null };
    }
    const isTwice = above?.reading.sameness === reading.sameness && !decisions.not_duplicate.has(sheet.row);
    const other = above?.row ?? 0;
    above = { reading, row: sheet.row };
    const place = jobByKey.get(reading.job_key);
    const known = place === undefined ? undefined : jobs[place];
    const problems = [...reading.problems];
    if (isTwice) problems.push({ field: 'row', code: 'duplicate', other });
    if (problems.length === 0) problems.push(...problemsAmong(reading, known, place, jobByProdId));
    if (problems.length > 0) {
      totals.badRows++;
      return { sheet, reading, problems, overruled: [], left_out: false, job: null, repeats: null };
    }
    const at = place ?? jobs.length;
    const job = known ?? newJob(reading);
    if (!known) {
      jobs.push(job);
      detail_rows.push([]);
      wordsOfJobs.push(new Map());
      jobByKey.set(reading.job_key, at);
    }
    const overruled = joinJob(job, reading, sheet.row, wordsOfJobs[at] ?? new Map());
    if (overruled.length > 0) totals.overruled++;
    const prodId = prodIdKey(reading.prod_id);
    if (reading.prod_id !== '' && !jobByProdId.has(prodId)) jobByProdId.set(prodId, { job: at, row: sheet.row });
    detail_rows[at]?.push(index);
    totals.details++;
    totals.quantity += reading.quantity ?? 0;
    const first = firstBySameness.get(reading.sameness);
    if (first === undefined) firstBySameness.set(reading.sameness, sheet.row);
    const repeats = decisions.not_duplicate.has(sheet.row) ? null : (first ?? null);
    if (repeats !== null) totals.repeats++;
    return { sheet, reading, problems, overruled, left_out: false, job: at, repeats };
  });
  totals.jobs = jobs.length;
  return { rows: judged, jobs, detail_rows, totals };
}

/** Job with a production ID, and its row. */
interface Owner {
  readonly job: number;
  readonly row: number;
}

/** Errors of a row among the others: conflicting production IDs, or too many details in a job. */
function problemsAmong(
  reading: RowReading,
  job: OrderJob | undefined,
  place: number | undefined,
  jobByProdId: ReadonlyMap<string, Owner>,
): Problem[] {
  if (job && job.job_details.length >= MAX_JOB_DETAILS) return [{ field: 'row', code: 'too_many_items' }];
  if (reading.prod_id === '') return [];
  const key = prodIdKey(reading.prod_id);
  const owner = jobByProdId.get(key);
  if (owner && owner.job !== place) return [{ field: 'prod_id', code: 'duplicate', other: owner.row }];
  return job?.prod_id !== undefined && prodIdKey(job.prod_id) !== key ? [{ field: 'prod_id', code: 'conflict' }] : [];
}

const newJob = (reading: RowReading): OrderJob => ({
  job_date: reading.job_date ?? '',
  customer2_id: reading.customer?.customer2_id ?? 0,
  job_name: reading.job_name,
  job_link: null,
  job_priority: null,
  job_notes: '',
  job_details: [],
});

/**
 * Adds a row to its job and returns the values of the row that differ. Link, priority, notes and spelling of the name come from the first
 * row with a value, which `words` keeps.
 */
function joinJob(job: OrderJob, reading: RowReading, row: number, words: Map<OncePerJob, Overruling>): Overruling[] {
  const { job_name, job_link, job_priority, job_notes, says_ordinary } = reading;
  const says: Record<OncePerJob, string | null> = {
    job_name,
    job_link,
    job_priority: says_ordinary ? '' : job_priority,
    job_notes: job_notes || null,
  };
  const overruled: Overruling[] = [];
  for (const field of ONCE_PER_JOB) {
    const taken = says[field];
    if (taken === null) continue;
    const first = words.get(field);
    if (first === undefined) words.set(field, { field, taken, row });
    else if (first.taken !== taken) overruled.push(first);
  }
  job.job_link ??= job_link;
  job.job_notes ||= job_notes;
  if (words.get('job_priority')?.row === row) job.job_priority = job_priority;
  if (reading.prod_id !== '') job.prod_id ??= reading.prod_id;
  job.job_details.push({
    service_cat1_id: reading.category?.service_cat1_id ?? 0,
    service_cat2_id: reading.category?.service_cat2_id ?? 0,
    quantity: reading.quantity ?? 0,
    note: reading.note,
  });
  return overruled;
}
