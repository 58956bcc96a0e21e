import {
  judgeOrders,
  orderReader,
  type Evaluation,
  type JudgedRow,
  type OrderJob,
  type OrderReader,
} from '@darkroom/domain/order-sheet/evaluate';
import { MAX_PART_JOBS, type SheetRow } from '@darkroom/domain/order-sheet/fields';
import {
  orderLists,
  type CategoryLists,
  type CustomerLists,
  type PriorityWords,
} from '@darkroom/domain/order-sheet/lists';

/** The bureau's lists as they travel: names are found in them on both sides. */
export interface ListSources {
  readonly customers: CustomerLists;
  readonly categories: CategoryLists;
  readonly priorities: readonly PriorityWords[];
}

/** What the page asks: to judge what changed since it asked last, or for the jobs as they stand, in parts to send. */
export type JudgeRequest =
  | {
      readonly kind: 'judge';
      readonly seq: number;
      readonly lists?: ListSources;
      /** The whole sheet, or single rows by their place in it. */
      readonly rows?: readonly SheetRow[];
      readonly changed?: readonly (readonly [number, SheetRow])[];
      readonly left_out?: ReadonlySet<number>;
      readonly not_duplicate?: ReadonlySet<number>;
    }
  | { readonly kind: 'parts'; readonly seq: number };

/** A row as it travels back: the page has the sheet's own row already, and its job stands in the table of places. */
export type Judged = Omit<JudgedRow, 'sheet' | 'job'>;

/** For each row its job and which detail of it the row is (from 1), 0 where it is none. */
export interface Places {
  readonly job: Int32Array<ArrayBuffer>;
  readonly detail: Int16Array<ArrayBuffer>;
  readonly details: Int16Array<ArrayBuffer>;
}

/**
 * A customer 2 with a category 2, and the details that will be added of them: what they cost is the page's to ask. Rows with
 * problems name pairs too, for their price is shown as well.
 */
export interface PricedLine {
  readonly customer2_id: number;
  readonly service_cat2_id: number;
  readonly quantity: number;
  readonly details: number;
}

export type JudgeAnswer =
  | { readonly kind: 'reading'; readonly done: number; readonly of: number }
  | { readonly kind: 'rows'; readonly seq: number; readonly rows: readonly (readonly [number, Judged])[] }
  | {
      readonly kind: 'judged';
      readonly seq: number;
      readonly places: Places;
      readonly totals: Evaluation['totals'];
      readonly lines: readonly PricedLine[];
    }
  | { readonly kind: 'part'; readonly seq: number; readonly jobs: readonly OrderJob[] }
  | { readonly kind: 'parts'; readonly seq: number; readonly detail_rows: Evaluation['detail_rows'] };

/** Rows read between two words of progress, and rows in one message: the page takes each in a moment. */
const AT_ONCE = 1000;
/** A part of an import: its bytes stay well below what a body may have, however long one job is (decision 084). */
const PART_BYTES = 512 * 1024;

/**
 * Judges a draft beside the page: holds its rows, reads only those that changed, and answers only those that came out
 * otherwise than before. `post` gets the answers in order.
 */
export function judging(post: (answer: JudgeAnswer) => void): (request: JudgeRequest) => void {
  let rows: SheetRow[] = [];
  let read: OrderReader | null = null;
  let left_out: ReadonlySet<number> = new Set();
  let not_duplicate: ReadonlySet<number> = new Set();
  let before: readonly JudgedRow[] = [];
  let now: Evaluation | null = null;

  const readAll = (reader: OrderReader) => {
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      post({ kind: 'reading', done: at, of: rows.length });
      for (const row of rows.slice(at, at + AT_ONCE)) reader(row);
    }
  };
  const judge = (seq: number, reader: OrderReader) => {
    now = judgeOrders(rows, { left_out, not_duplicate }, reader);
    const changed = now.rows.flatMap((row, index) => (isSame(before[index], row) ? [] : [[index, bare(row)] as const]));
    before = now.rows;
    for (let at = 0; at < changed.length; at += AT_ONCE) {
      post({ kind: 'rows', seq, rows: changed.slice(at, at + AT_ONCE) });
    }
    post({ kind: 'judged', seq, places: placesOf(now), totals: now.totals, lines: linesOf(now) });
  };

  return (request) => {
    if (request.kind === 'parts') {
      for (const jobs of partsOf(now?.jobs ?? [])) post({ kind: 'part', seq: request.seq, jobs });
      return post({ kind: 'parts', seq: request.seq, detail_rows: now?.detail_rows ?? [] });
    }
    const { lists, changed = [] } = request;
    if (lists) read = orderReader(orderLists(lists.customers, lists.categories, lists.priorities));
    if (request.rows) {
      rows = [...request.rows];
      before = [];
    }
    for (const [index, row] of changed) rows[index] = row;
    left_out = request.left_out ?? left_out;
    not_duplicate = request.not_duplicate ?? not_duplicate;
    if (!read) return;
    if (lists || request.rows) readAll(read);
    judge(request.seq, read);
  };
}

const bare = ({ sheet: _sheet, job: _job, ...judged }: JudgedRow): Judged => judged;

const isSame = (was: JudgedRow | undefined, is: JudgedRow): boolean =>
  was !== undefined &&
  was.reading === is.reading &&
  was.left_out === is.left_out &&
  was.repeats === is.repeats &&
  was.overruled.length === is.overruled.length &&
  was.overruled.every(({ row, taken }, at) => row === is.overruled[at]?.row && taken === is.overruled[at].taken) &&
  was.problems.length === is.problems.length &&
  was.problems.every(
    ({ field, code, other }, at) =>
      field === is.problems[at]?.field && code === is.problems[at].code && other === is.problems[at].other,
  );

function placesOf({ rows, detail_rows }: Evaluation): Places {
  const places = {
    job: new Int32Array(rows.length).fill(-1),
    detail: new Int16Array(rows.length),
    details: new Int16Array(rows.length),
  };
  for (const [job, indexes] of detail_rows.entries()) {
    for (const [k, index] of indexes.entries()) {
      places.job[index] = job;
      places.detail[index] = k + 1;
      places.details[index] = indexes.length;
    }
  }
  return places;
}

function linesOf({ rows }: Evaluation): PricedLine[] {
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

/** Jobs in parts of about equal bytes; a job is never cut. */
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
