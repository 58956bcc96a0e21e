import { completeLink, isWebLink } from '../text/link.ts';
import type { Day } from '../calendar/day.ts';
import { prodIdKey, type JobPriority } from '../job/status.ts';
import { cellText, isBlank, isFault, type Cell } from './cell.ts';
import { readDayCell } from './dates.ts';
import {
  MAX_NAME,
  MAX_NOTE,
  MAX_QUANTITY,
  ORDER_FIELDS,
  type OrderField,
  type Problem,
  type ProblemCode,
  type SheetRow,
} from './fields.ts';
import { readNumber, twoReadings, type DecimalMark } from '../number/read.ts';
import { foldForSearch, foldName, tidyLine } from '../text/fold.ts';
import type { KnownCategory, KnownCustomer, OrderLists } from './lists.ts';
import { findByNames } from './names.ts';
import { sameJobKey } from './same-job.ts';

/** Values of one row, each ready to be saved, or null with an error. */
export interface RowReading {
  readonly job_date: Day | null;
  readonly customer: KnownCustomer | null;
  readonly category: KnownCategory | null;
  readonly prod_id: string;
  readonly job_name: string;
  readonly job_link: string | null;
  readonly job_priority: JobPriority | null;
  /** Ordinary work by its word, and not by an empty cell. */
  readonly says_ordinary: boolean;
  readonly job_notes: string;
  readonly quantity: number | null;
  /** Sign in the quantity that was read as thousands separator but can be a decimal mark: `1.234`. */
  readonly thousands_by: DecimalMark | null;
  readonly note: string;
  readonly problems: readonly Problem[];
  /** Equal for rows with the same values in any spelling. */
  readonly sameness: string;
  /** Equal for rows of one job: date, customers and job name. */
  readonly job_key: string;
}

type Blame = (field: OrderField, code: ProblemCode) => null;

/** Reads one row with the bureau's lists. Each bad cell is an error. */
export function readRow(row: SheetRow, lists: OrderLists): RowReading {
  const problems: Problem[] = [];
  const blame: Blame = (field, code) => {
    if (!problems.some((p) => p.field === field)) problems.push({ field, code });
    return null;
  };
  const { cells } = row;
  for (const field of ORDER_FIELDS) {
    const cell = cells[field];
    if (isFault(cell)) blame(field, cell.fault);
  }
  const job_date = readDate(cells.job_date, blame);
  const customer = readCustomer(row, lists, blame);
  const category = readCategory(row, lists, blame);
  const name = readText(cells, 'job_name', MAX_NAME, blame);
  const job_name = tidyLine(name);
  if (job_name === '') blame('job_name', 'required');
  const job_link = readLink(cells, blame);
  const job_priority = readPriority(cells.job_priority, lists, blame);
  const quantity = readQuantity(cells.quantity, blame);
  const prod_id = tidyLine(readText(cells, 'prod_id', MAX_NAME, blame));
  const job_notes = readText(cells, 'job_notes', MAX_NOTE, blame);
  const note = readText(cells, 'note', MAX_NOTE, blame);
  const kept = { job_date, customer, category, prod_id, job_name, job_link, job_priority, job_notes, quantity, note };
  return {
    ...kept,
    says_ordinary: job_priority === null && /\p{L}/u.test(cellText(cells.job_priority)),
    thousands_by: quantity === null ? null : thousandsBy(cells.quantity),
    problems,
    sameness: samenessOf(row, kept),
    job_key: sameJobKey({ ...kept, customer2_id: kept.customer?.customer2_id }),
  };
}

function readDate(cell: Cell | undefined, blame: Blame): Day | null {
  if (isBlank(cell)) return blame('job_date', 'required');
  const read = readDayCell(cell);
  return read.ok ? read.day : blame('job_date', read.trouble);
}

function readCustomer({ cells }: SheetRow, lists: OrderLists, blame: Blame): KnownCustomer | null {
  const found = findByNames(lists.customerTree, [
    { field: 'customer0', text: cellText(cells.customer0) },
    { field: 'customer1', text: cellText(cells.customer1) },
    { field: 'customer2', text: cellText(cells.customer2) },
  ]);
  return found.ok ? found.record : blame(found.field, found.code);
}

function readCategory({ cells }: SheetRow, lists: OrderLists, blame: Blame): KnownCategory | null {
  const found = findByNames(lists.categoryTree, [
    { field: 'service_type', text: cellText(cells.service_type) },
    { field: 'category1', text: cellText(cells.category1) },
    { field: 'category2', text: cellText(cells.category2) },
  ]);
  if (!found.ok) return blame(found.field, found.code);
  return found.record.enabled ? found.record : blame('category2', 'disabled');
}

/** Control characters except tab, newline and return. They cannot be shown or stored (contract `text`). */
// eslint-disable-next-line no-control-regex
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function readText(cells: SheetRow['cells'], field: OrderField, max: number, blame: Blame): string {
  const text = cellText(cells[field]);
  if (!text.isWellFormed() || UNSTORABLE.test(text)) blame(field, 'hostile_text');
  else if (text.length > max) blame(field, 'too_long');
  return text;
}

function readLink(cells: SheetRow['cells'], blame: Blame): string | null {
  const text = readText(cells, 'job_link', MAX_NOTE, blame);
  if (text === '') return null;
  const link = completeLink(text);
  return isWebLink(link) ? link : blame('job_link', 'not_http');
}

function readPriority(cell: Cell | undefined, lists: OrderLists, blame: Blame): JobPriority | null {
  const meant = lists.priorities.get(foldForSearch(cellText(cell)));
  return meant === undefined ? blame('job_priority', 'unknown') : meant;
}

/** Quantity, read as in forms (decision 087): `1,200`, `1.200` and `1 200` are equal, `12.0` is 12, and 2.5 is refused. */
function readQuantity(cell: Cell | undefined, blame: Blame): number | null {
  if (isBlank(cell)) return blame('quantity', 'required');
  const read = readNumber(typeof cell === 'number' ? cell : cellText(cell), '.', 'whole');
  if (!read.ok || !Number.isInteger(read.value)) return blame('quantity', 'not_a_whole_number');
  if (read.value < 1) return blame('quantity', 'not_positive');
  return read.value > MAX_QUANTITY ? blame('quantity', 'too_big') : read.value;
}

const thousandsBy = (cell: Cell | undefined): DecimalMark | null =>
  typeof cell === 'string' && twoReadings(cell) ? (cell.includes(',') ? ',' : '.') : null;

type Kept = Omit<RowReading, 'says_ordinary' | 'thousands_by' | 'problems' | 'sameness' | 'job_key'>;

/** Key of a row from its values, or from its text where a value is missing. */
function samenessOf({ cells }: SheetRow, kept: Kept): string {
  const written = (...fields: OrderField[]) => fields.map((field) => foldName(cellText(cells[field])));
  return JSON.stringify([
    kept.job_date ?? written('job_date'),
    kept.customer?.customer2_id ?? written('customer0', 'customer1', 'customer2'),
    kept.category?.service_cat2_id ?? written('service_type', 'category1', 'category2'),
    kept.quantity ?? written('quantity'),
    kept.job_priority ?? written('job_priority'),
    foldName(kept.job_name),
    cellText(cells.job_link),
    prodIdKey(kept.prod_id),
    kept.job_notes,
    kept.note,
  ]);
}
