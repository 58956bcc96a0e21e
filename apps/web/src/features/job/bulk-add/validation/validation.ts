import {
  validateOrders,
  orderReader,
  type Evaluation,
  type ValidatedRow,
  type OrderJob,
} from '@darkroom/domain/order-sheet/evaluate';
import { MAX_PART_JOBS, type SheetRow } from '@darkroom/domain/order-sheet/fields';
import type { CategoryLists, CustomerLists, OrderLists, PriorityWords } from '@darkroom/domain/order-sheet/lists';
import type { Draft, Refusal } from '../draft.ts';

/** Lists as the server returns them. */
export interface ListSources {
  readonly customers: CustomerLists;
  readonly categories: CategoryLists;
  readonly priorities: readonly PriorityWords[];
}

/** A validated row of the grid with refusals of the server. Its job number changes when an earlier job appears or disappears. */
export interface ShownRow extends Omit<ValidatedRow, 'job'> {
  /** Index in the whole sheet, from 0. */
  readonly index: number;
  readonly refused: readonly Refusal[];
  /** Has a problem and is not left out. */
  readonly bad: boolean;
}

/** Job and detail of a row. */
export interface Part {
  readonly job: number;
  readonly detail: number;
  readonly details: number;
}

/**
 * A pair of customer 2 and category 2 with its details to add, as input for prices. Rows with problems are included, because their price
 * is shown too.
 */
export interface PricedLine {
  readonly customer2_id: number;
  readonly service_cat2_id: number;
  readonly quantity: number;
  readonly details: number;
}

/** The validated draft. */
export interface DraftValidation extends Pick<Evaluation, 'jobs' | 'detail_rows' | 'totals'> {
  readonly draft: Draft;
  readonly rows: readonly ShownRow[];
  readonly lines: readonly PricedLine[];
  readonly partOf: (row: ShownRow) => Part | null;
}

const NO_REFUSALS: readonly Refusal[] = [];

/**
 * Validates only the changed rows of a draft again, because a sheet can have thousands of rows. Rows with the same result stay the same
 * objects, so they are not drawn again.
 */
export function draftValidator(lists: OrderLists): (draft: Draft) => DraftValidation {
  const read = orderReader(lists);
  const known = new WeakMap<SheetRow, ShownRow>();
  return (draft) => {
    const decisions = { left_out: new Set(draft.left_out.keys()), not_duplicate: draft.not_duplicate };
    const { rows: judged, jobs, detail_rows, totals } = validateOrders(draft.rows, decisions, read);
    let { bad } = totals;
    const rows = judged.map(({ job: _job, ...row }, index): ShownRow => {
      const refused = draft.refused.get(row.sheet.row) ?? NO_REFUSALS;
      const before = known.get(row.sheet);
      const isBad = !row.left_out && (row.problems.length > 0 || refused.length > 0);
      if (isBad && row.problems.length === 0) bad++;
      const now = { ...row, index, refused, bad: isBad };
      if (before && isSame(before, now)) return before;
      known.set(row.sheet, now);
      return now;
    });
    const partOf = ({ index }: ShownRow): Part | null => {
      const job = judged[index]?.job ?? null;
      if (job === null) return null;
      const details = detail_rows[job] ?? [];
      return { job, detail: details.indexOf(index) + 1, details: details.length };
    };
    return { draft, rows, jobs, detail_rows, totals: { ...totals, bad }, lines: linesOf(judged), partOf };
  };
}

const isSame = (was: ShownRow, is: ShownRow): boolean =>
  was.index === is.index &&
  was.reading === is.reading &&
  was.left_out === is.left_out &&
  was.repeats === is.repeats &&
  was.refused === is.refused &&
  was.overruled.length === is.overruled.length &&
  was.overruled.every(({ row, taken }, at) => row === is.overruled[at]?.row && taken === is.overruled[at].taken) &&
  was.problems.length === is.problems.length &&
  was.problems.every(
    ({ field, code, other }, at) =>
      field === is.problems[at]?.field && code === is.problems[at].code && other === is.problems[at].other,
  );

function linesOf(rows: readonly ValidatedRow[]): PricedLine[] {
  const lines = new Map<string, { -readonly [K in keyof PricedLine]: PricedLine[K] }>();
  for (const { reading, job } of rows) {
    const { customer, category, quantity } = reading;
    if (!customer || !category) continue;
    const { customer2_id } = customer;
    const { service_cat2_id } = category;
    const key = `${customer2_id}.${service_cat2_id}`;
    const line = lines.get(key) ?? { customer2_id, service_cat2_id, quantity: 0, details: 0 };
    lines.set(key, line);
    if (job === null) continue;
    line.quantity += quantity ?? 0;
    line.details++;
  }
  return [...lines.values()];
}

/** Bytes of one part of an import, well below the limit of a request body even with a long job (decision 084). */
const PART_BYTES = 512 * 1024;

/** Jobs in parts of about equal bytes. A job is never split. */
export function partsOf(jobs: readonly OrderJob[]): OrderJob[][] {
  const encoder = new TextEncoder();
  const parts: OrderJob[][] = [];
  let part: OrderJob[] = [];
  let bytes = 0;
  for (const job of jobs) {
    const size = encoder.encode(JSON.stringify(job)).length;
    if (part.length > 0 && (bytes + size > PART_BYTES || part.length >= MAX_PART_JOBS)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(job);
    bytes += size;
  }
  return part.length > 0 ? [...parts, part] : parts;
}
