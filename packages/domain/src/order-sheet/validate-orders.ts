import type { Day } from '../calendar/day.ts';
import { prodIdKey, type JobPriority } from '../job/status.ts';
import { MAX_JOB_DETAILS, type OrderProblem, type SheetRow } from './fields.ts';
import type { OrderLists } from './lists.ts';
import { readRow, type RowReading } from './row.ts';

/** One job of the endpoint `bulk-add` (domain §8), in the form of the contract's `newJob`. */
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
const JOB_FIELDS = ['job_name', 'job_link', 'job_priority', 'job_notes'] as const;
type JobField = (typeof JOB_FIELDS)[number];

/** A value that a job takes from an earlier row although this row differs (decision 153). */
export interface OverruledValue {
  readonly field: JobField;
  /** Value of the job. Empty means ordinary work. */
  readonly taken: string;
  /** Number of the row with that value. */
  readonly row: number;
}

/** A row after the checks with all other rows. */
export interface ValidatedOrderRow {
  readonly sheet: SheetRow;
  readonly reading: RowReading;
  /** Errors of the row alone, and of the row together with other rows. Empty for a good row. */
  readonly problems: readonly OrderProblem[];
  /** Cells whose value is not used, because an earlier row of the job has another value. Shown, but not an error. */
  readonly overruled: readonly OverruledValue[];
  readonly left_out: boolean;
  /** Index of its job. Null if the row has errors or is left out. */
  readonly job: number | null;
  /** Number of an earlier row with the same values. The user confirms this before adding (decision 085). */
  readonly repeats: number | null;
}

export interface OrderValidation {
  readonly rows: readonly ValidatedOrderRow[];
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
export interface RowDecisions {
  readonly left_out: ReadonlySet<number>;
  /** Rows that repeat an earlier row on purpose. */
  readonly not_duplicate: ReadonlySet<number>;
}

/**
 * Creates a validator of a sheet's rows: each alone, then against the row above, then as jobs. A row object is read once, so a correction
 * costs one reading and a pass over the rest.
 */
export function createOrderValidator(
  lists: OrderLists,
): (rows: readonly SheetRow[], decisions: RowDecisions) => OrderValidation {
  const read = createOrderReader(lists);
  return (rows, decisions) => validateOrders(rows, decisions, read);
}

export type OrderReader = (row: SheetRow) => RowReading;

/** Reads rows, each row object only once. */
export function createOrderReader(lists: OrderLists): OrderReader {
  const readings = new WeakMap<SheetRow, RowReading>();
  return (row) => {
    const cached = readings.get(row);
    if (cached) return cached;
    const reading = readRow(row, lists);
    readings.set(row, reading);
    return reading;
  };
}

/** Checks rows, reading those that are new. */
export function validateOrders(rows: readonly SheetRow[], decisions: RowDecisions, read: OrderReader): OrderValidation {
  const jobs: OrderJob[] = [];
  const detail_rows: number[][] = [];
  const jobByKey = new Map<string, number>();
  const jobByProdId = new Map<string, ProdIdOwner>();
  const firstValuesByJob: Map<JobField, OverruledValue>[] = [];
  const totals = { jobs: 0, details: 0, quantity: 0, badRows: 0, left_out: 0, repeats: 0, overruled: 0 };
  const firstBySameness = new Map<string, number>();
  let previous: { readonly reading: RowReading; readonly row: number } | undefined;

  const validated = rows.map((sheet, index): ValidatedOrderRow => {
    const reading = read(sheet);
    if (decisions.left_out.has(sheet.row)) {
      totals.left_out++;
      return { sheet, reading, problems: reading.problems, overruled: [], left_out: true, job: null, repeats: null };
    }
    const isTwice = previous?.reading.sameness === reading.sameness && !decisions.not_duplicate.has(sheet.row);
    const other = previous?.row ?? 0;
    previous = { reading, row: sheet.row };
    const jobIndex = jobByKey.get(reading.job_key);
    const existing = jobIndex === undefined ? undefined : jobs[jobIndex];
    const problems = [...reading.problems];
    if (isTwice) problems.push({ field: 'row', code: 'duplicate', other });
    if (problems.length === 0) problems.push(...findRowConflicts(reading, existing, jobIndex, jobByProdId));
    if (problems.length > 0) {
      totals.badRows++;
      return { sheet, reading, problems, overruled: [], left_out: false, job: null, repeats: null };
    }
    const at = jobIndex ?? jobs.length;
    const job = existing ?? newJob(reading);
    if (!existing) {
      jobs.push(job);
      detail_rows.push([]);
      firstValuesByJob.push(new Map());
      jobByKey.set(reading.job_key, at);
    }
    const overruled = addRowToJob(job, reading, sheet.row, firstValuesByJob[at] ?? new Map());
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
  return { rows: validated, jobs, detail_rows, totals };
}

/** Job with a production ID, and its row. */
interface ProdIdOwner {
  readonly job: number;
  readonly row: number;
}

/** Finds the errors of a row together with other rows: conflicting production IDs, or too many details in a job. */
function findRowConflicts(
  reading: RowReading,
  job: OrderJob | undefined,
  jobIndex: number | undefined,
  jobByProdId: ReadonlyMap<string, ProdIdOwner>,
): OrderProblem[] {
  if (job && job.job_details.length >= MAX_JOB_DETAILS) return [{ field: 'row', code: 'too_many_items' }];
  if (reading.prod_id === '') return [];
  const key = prodIdKey(reading.prod_id);
  const owner = jobByProdId.get(key);
  if (owner && owner.job !== jobIndex) return [{ field: 'prod_id', code: 'duplicate', other: owner.row }];
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
 * Adds a row to its job and returns the values of the row that differ. Link, priority, notes and spelling of the name are those of the
 * first row with a value, which `words` stores.
 */
function addRowToJob(
  job: OrderJob,
  reading: RowReading,
  row: number,
  firstValues: Map<JobField, OverruledValue>,
): OverruledValue[] {
  const { job_name, job_link, job_priority, job_notes, says_ordinary } = reading;
  const values: Record<JobField, string | null> = {
    job_name,
    job_link,
    job_priority: says_ordinary ? '' : job_priority,
    job_notes: job_notes || null,
  };
  const overruled: OverruledValue[] = [];
  for (const field of JOB_FIELDS) {
    const taken = values[field];
    if (taken === null) continue;
    const first = firstValues.get(field);
    if (first === undefined) firstValues.set(field, { field, taken, row });
    else if (first.taken !== taken) overruled.push(first);
  }
  job.job_link ??= job_link;
  job.job_notes ||= job_notes;
  if (firstValues.get('job_priority')?.row === row) job.job_priority = job_priority;
  if (reading.prod_id !== '') job.prod_id ??= reading.prod_id;
  job.job_details.push({
    service_cat1_id: reading.category?.service_cat1_id ?? 0,
    service_cat2_id: reading.category?.service_cat2_id ?? 0,
    quantity: reading.quantity ?? 0,
    note: reading.note,
  });
  return overruled;
}
