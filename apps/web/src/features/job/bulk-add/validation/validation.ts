import {
  validateOrders,
  createOrderReader,
  type OrderValidation,
  type ValidatedOrderRow,
  type OrderJob,
} from '@darkroom/domain/order-sheet/validate-orders';
import { MAX_PART_JOBS, type SheetRow } from '@darkroom/domain/order-sheet/fields';
import type { CategoryLists, CustomerLists, OrderLists, PriorityWords } from '@darkroom/domain/order-sheet/lists';
import type { OrderDraft, RowRefusal } from '../draft.ts';

/** Lists as the server returns them. */
export interface ListSources {
  readonly customers: CustomerLists;
  readonly categories: CategoryLists;
  readonly priorities: readonly PriorityWords[];
}

/** A validated row of the grid with refusals of the server. Its job number changes when an earlier job appears or disappears. */
export interface OrderGridRow extends Omit<ValidatedOrderRow, 'job'> {
  /** Index in the whole sheet, from 0. */
  readonly index: number;
  readonly refused: readonly RowRefusal[];
  /** True if the row has a problem and is not left out. */
  readonly hasProblem: boolean;
}

export interface RowPosition {
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

export interface DraftValidation extends Pick<OrderValidation, 'jobs' | 'detail_rows' | 'totals'> {
  readonly draft: OrderDraft;
  readonly rows: readonly OrderGridRow[];
  readonly lines: readonly PricedLine[];
  readonly findPosition: (row: OrderGridRow) => RowPosition | null;
}

const NO_REFUSALS: readonly RowRefusal[] = [];

/**
 * Creates a validator that checks only the changed rows of a draft, because a sheet can have thousands of rows. Rows with the same result
 * stay the same objects, so they are not drawn again.
 */
export function createDraftValidator(lists: OrderLists): (draft: OrderDraft) => DraftValidation {
  const readRow = createOrderReader(lists);
  const previousRows = new WeakMap<SheetRow, OrderGridRow>();
  return (draft) => {
    const decisions = { left_out: new Set(draft.left_out.keys()), not_duplicate: draft.not_duplicate };
    const { rows: validatedRows, jobs, detail_rows, totals } = validateOrders(draft.rows, decisions, readRow);
    let { badRows: badCount } = totals;
    const rows = validatedRows.map(({ job: _job, ...row }, index): OrderGridRow => {
      const refused = draft.refused.get(row.sheet.row) ?? NO_REFUSALS;
      const previousRow = previousRows.get(row.sheet);
      const isBad = !row.left_out && (row.problems.length > 0 || refused.length > 0);
      if (isBad && row.problems.length === 0) badCount++;
      const gridRow = { ...row, index, refused, hasProblem: isBad };
      if (previousRow && isSameRow(previousRow, gridRow)) return previousRow;
      previousRows.set(row.sheet, gridRow);
      return gridRow;
    });
    const findPosition = ({ index }: OrderGridRow): RowPosition | null => {
      const job = validatedRows[index]?.job ?? null;
      if (job === null) return null;
      const details = detail_rows[job] ?? [];
      return { job, detail: details.indexOf(index) + 1, details: details.length };
    };
    return {
      draft,
      rows,
      jobs,
      detail_rows,
      totals: { ...totals, badRows: badCount },
      lines: toPricedLines(validatedRows),
      findPosition,
    };
  };
}

const isSameRow = (previous: OrderGridRow, next: OrderGridRow): boolean =>
  previous.index === next.index &&
  previous.reading === next.reading &&
  previous.left_out === next.left_out &&
  previous.repeats === next.repeats &&
  previous.refused === next.refused &&
  previous.overruled.length === next.overruled.length &&
  previous.overruled.every(
    ({ row, taken }, index) => row === next.overruled[index]?.row && taken === next.overruled[index].taken,
  ) &&
  previous.problems.length === next.problems.length &&
  previous.problems.every(
    ({ field, code, other }, index) =>
      field === next.problems[index]?.field &&
      code === next.problems[index].code &&
      other === next.problems[index].other,
  );

function toPricedLines(rows: readonly ValidatedOrderRow[]): PricedLine[] {
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
const MAX_PART_BYTES = 512 * 1024;

/** Splits jobs into parts of about equal bytes. A job is never split. */
export function splitIntoParts(jobs: readonly OrderJob[]): OrderJob[][] {
  const encoder = new TextEncoder();
  const parts: OrderJob[][] = [];
  let part: OrderJob[] = [];
  let bytes = 0;
  for (const job of jobs) {
    const size = encoder.encode(JSON.stringify(job)).length;
    if (part.length > 0 && (bytes + size > MAX_PART_BYTES || part.length >= MAX_PART_JOBS)) {
      parts.push(part);
      part = [];
      bytes = 0;
    }
    part.push(job);
    bytes += size;
  }
  return part.length > 0 ? [...parts, part] : parts;
}
