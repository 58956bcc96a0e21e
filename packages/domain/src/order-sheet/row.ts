import { completeLink, isWebLink } from '../text/link.ts';
import type { Day } from '../calendar/day.ts';
import { prodIdKey, type JobPriority } from '../job/status.ts';
import { cellText, isBlank, isCellError, type SheetCell } from './cell.ts';
import { readDayCell } from './dates.ts';
import {
  MAX_NAME,
  MAX_NOTE,
  MAX_QUANTITY,
  ORDER_FIELDS,
  type OrderField,
  type OrderProblem,
  type ProblemCode,
  type SheetRow,
} from './fields.ts';
import { parseNumber, findTwoReadings, type DecimalMark } from '../number/parse.ts';
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
  /** True if the cell says "ordinary". False for an empty cell. */
  readonly says_ordinary: boolean;
  readonly job_notes: string;
  readonly quantity: number | null;
  /** Sign in the quantity that was read as thousands separator but can be a decimal mark: `1.234`. */
  readonly thousands_by: DecimalMark | null;
  readonly note: string;
  readonly problems: readonly OrderProblem[];
  /** Equal for rows with the same values in any spelling. */
  readonly sameness: string;
  /** Equal for rows of one job: date, customers and job name. */
  readonly job_key: string;
}

type AddProblem = (field: OrderField, code: ProblemCode) => null;

/** Reads one row with the bureau's lists. Each bad cell is an error. */
export function readRow(row: SheetRow, lists: OrderLists): RowReading {
  const problems: OrderProblem[] = [];
  const addProblem: AddProblem = (field, code) => {
    if (!problems.some((p) => p.field === field)) problems.push({ field, code });
    return null;
  };
  const { cells } = row;
  for (const field of ORDER_FIELDS) {
    const cell = cells[field];
    if (isCellError(cell)) addProblem(field, cell.fault);
  }
  const job_date = readDate(cells.job_date, addProblem);
  const customer = readCustomer(row, lists, addProblem);
  const category = readCategory(row, lists, addProblem);
  const name = readText(cells, 'job_name', MAX_NAME, addProblem);
  const job_name = tidyLine(name);
  if (job_name === '') addProblem('job_name', 'required');
  const job_link = readLink(cells, addProblem);
  const job_priority = readPriority(cells.job_priority, lists, addProblem);
  const quantity = readQuantity(cells.quantity, addProblem);
  const prod_id = tidyLine(readText(cells, 'prod_id', MAX_NAME, addProblem));
  const job_notes = readText(cells, 'job_notes', MAX_NOTE, addProblem);
  const note = readText(cells, 'note', MAX_NOTE, addProblem);
  const values = { job_date, customer, category, prod_id, job_name, job_link, job_priority, job_notes, quantity, note };
  return {
    ...values,
    says_ordinary: job_priority === null && /\p{L}/u.test(cellText(cells.job_priority)),
    thousands_by: quantity === null ? null : findThousandsMark(cells.quantity),
    problems,
    sameness: createSamenessKey(row, values),
    job_key: sameJobKey({ ...values, customer2_id: values.customer?.customer2_id }),
  };
}

function readDate(cell: SheetCell | undefined, addProblem: AddProblem): Day | null {
  if (isBlank(cell)) return addProblem('job_date', 'required');
  const read = readDayCell(cell);
  return read.ok ? read.day : addProblem('job_date', read.error);
}

function readCustomer({ cells }: SheetRow, lists: OrderLists, addProblem: AddProblem): KnownCustomer | null {
  const found = findByNames(lists.customerTree, [
    { field: 'customer0', text: cellText(cells.customer0) },
    { field: 'customer1', text: cellText(cells.customer1) },
    { field: 'customer2', text: cellText(cells.customer2) },
  ]);
  return found.ok ? found.record : addProblem(found.field, found.code);
}

function readCategory({ cells }: SheetRow, lists: OrderLists, addProblem: AddProblem): KnownCategory | null {
  const found = findByNames(lists.categoryTree, [
    { field: 'service_type', text: cellText(cells.service_type) },
    { field: 'category1', text: cellText(cells.category1) },
    { field: 'category2', text: cellText(cells.category2) },
  ]);
  if (!found.ok) return addProblem(found.field, found.code);
  return found.record.enabled ? found.record : addProblem('category2', 'disabled');
}

/** Control characters except tab, newline and return. They cannot be shown or stored (contract `text`). */
// eslint-disable-next-line no-control-regex
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function readText(cells: SheetRow['cells'], field: OrderField, max: number, addProblem: AddProblem): string {
  const text = cellText(cells[field]);
  if (!text.isWellFormed() || UNSTORABLE.test(text)) addProblem(field, 'hostile_text');
  else if (text.length > max) addProblem(field, 'too_long');
  return text;
}

function readLink(cells: SheetRow['cells'], addProblem: AddProblem): string | null {
  const text = readText(cells, 'job_link', MAX_NOTE, addProblem);
  if (text === '') return null;
  const link = completeLink(text);
  return isWebLink(link) ? link : addProblem('job_link', 'not_http');
}

function readPriority(cell: SheetCell | undefined, lists: OrderLists, addProblem: AddProblem): JobPriority | null {
  const priority = lists.priorities.get(foldForSearch(cellText(cell)));
  return priority === undefined ? addProblem('job_priority', 'unknown') : priority;
}

/** Reads a quantity as forms do (decision 087): `1,200`, `1.200` and `1 200` are equal, `12.0` is 12, and 2.5 is refused. */
function readQuantity(cell: SheetCell | undefined, addProblem: AddProblem): number | null {
  if (isBlank(cell)) return addProblem('quantity', 'required');
  const read = parseNumber(typeof cell === 'number' ? cell : cellText(cell), '.', 'whole');
  if (!read.ok || !Number.isInteger(read.value)) return addProblem('quantity', 'not_a_whole_number');
  if (read.value < 1) return addProblem('quantity', 'not_positive');
  return read.value > MAX_QUANTITY ? addProblem('quantity', 'too_big') : read.value;
}

const findThousandsMark = (cell: SheetCell | undefined): DecimalMark | null =>
  typeof cell === 'string' && findTwoReadings(cell) ? (cell.includes(',') ? ',' : '.') : null;

type RowValues = Omit<RowReading, 'says_ordinary' | 'thousands_by' | 'problems' | 'sameness' | 'job_key'>;

/** Creates the key of a row from its values, or from its text where a value is missing. */
function createSamenessKey({ cells }: SheetRow, values: RowValues): string {
  const foldTexts = (...fields: OrderField[]) => fields.map((field) => foldName(cellText(cells[field])));
  return JSON.stringify([
    values.job_date ?? foldTexts('job_date'),
    values.customer?.customer2_id ?? foldTexts('customer0', 'customer1', 'customer2'),
    values.category?.service_cat2_id ?? foldTexts('service_type', 'category1', 'category2'),
    values.quantity ?? foldTexts('quantity'),
    values.job_priority ?? foldTexts('job_priority'),
    foldName(values.job_name),
    cellText(cells.job_link),
    prodIdKey(values.prod_id),
    values.job_notes,
    values.note,
  ]);
}
