import type { Cell } from './cell.ts';
import { ORDER_FIELDS, REQUIRED_FIELDS, type OrderField } from './fields.ts';
import { foldForSearch } from '../text/fold.ts';

/** What each column may be headed, English and Vietnamese, without marks, case or punctuation. */
const SYNONYMS: Record<OrderField, readonly string[]> = {
  job_date: [
    'date',
    'job date',
    'order date',
    'day',
    'ngay',
    'ngay dat',
    'ngay job',
    'ngay don',
    'ngay nhan',
    'ngay lam',
  ],
  customer0: [
    'customer 0',
    'customer id 0',
    'customer group',
    'client group',
    'khach hang 0',
    'khach 0',
    'nhom khach',
    'nhom khach hang',
  ],
  customer1: ['customer 1', 'customer id 1', 'khach hang 1', 'khach 1'],
  customer2: ['customer 2', 'customer id 2', 'customer', 'client', 'khach hang 2', 'khach 2', 'khach hang', 'khach'],
  prod_id: ['prod id', 'production id', 'job id', 'ma job', 'ma don', 'ma don hang', 'ma san xuat', 'ma viec'],
  job_name: [
    'job name',
    'job',
    'name',
    'project',
    'project name',
    'ten job',
    'ten viec',
    'ten cong viec',
    'cong viec',
    'ten don',
    'ten don hang',
    'ten du an',
    'du an',
  ],
  job_link: [
    'link',
    'job link',
    'url',
    'folder',
    'shared link',
    'image link',
    'duong dan',
    'lien ket',
    'link anh',
    'link job',
    'link viec',
  ],
  job_priority: ['priority', 'job priority', 'uu tien', 'do uu tien', 'muc uu tien'],
  job_notes: [
    'job notes',
    'job note',
    'instructions',
    'ghi chu job',
    'ghi chu don hang',
    'ghi chu cong viec',
    'ghi chu viec',
    'huong dan',
    'yeu cau',
  ],
  service_type: ['service type', 'service', 'loai dich vu', 'dich vu'],
  category1: [
    'category 1',
    'cat 1',
    'service cat 1',
    'product type 1',
    'danh muc 1',
    'hang muc 1',
    'loai 1',
    'loai san pham 1',
    'nhom dich vu',
  ],
  category2: [
    'category 2',
    'cat 2',
    'service cat 2',
    'category',
    'product type 2',
    'danh muc 2',
    'danh muc',
    'hang muc 2',
    'hang muc',
    'loai 2',
    'loai san pham 2',
  ],
  quantity: ['quantity', 'qty', 'count', 'images', 'number of images', 'so luong', 'sl', 'so anh', 'so tam'],
  note: ['notes', 'note', 'remark', 'remarks', 'comment', 'comments', 'detail note', 'ghi chu', 'luu y'],
};

const FIELD_OF = new Map(ORDER_FIELDS.flatMap((field) => SYNONYMS[field].map((word) => [word, field] as const)));

/** Letters and digits only, digits apart: "Cus-0", "CUSTOMER_0" and "customer0" are one heading. */
const bare = (text: string): string =>
  foldForSearch(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/([a-z])(\d)/g, '$1 $2')
    .replace(/\bcus\b/g, 'customer')
    .replace(/\bkh\b/g, 'khach hang')
    .trim();

/** The field a heading names, whole ("Customer 2") or by one of its parts ("Ngày / Date"). */
export function fieldOfHeading(cell: Cell | undefined): OrderField | undefined {
  if (typeof cell !== 'string' || cell.length > 80) return undefined;
  const whole = FIELD_OF.get(bare(cell));
  if (whole) return whole;
  for (const part of cell.split(/[/|()[\]\n:;,–—*]/)) {
    const field = FIELD_OF.get(bare(part));
    if (field) return field;
  }
  return undefined;
}

/** Where each field's column stands (0-based). Of two columns for one field the first is taken. */
export type Columns = Partial<Record<OrderField, number>>;

/** The columns a row's headings name. */
export function columnsOf(row: readonly Cell[]): Columns {
  const columns: Columns = {};
  row.forEach((cell, column) => {
    const field = fieldOfHeading(cell);
    if (field && columns[field] === undefined) columns[field] = column;
  });
  return columns;
}

/** The required columns that are not there. */
export const missingFields = (columns: Columns): OrderField[] =>
  REQUIRED_FIELDS.filter((field) => columns[field] === undefined);

/** A row with at least this many known headings is a heading row, though columns may be missing. */
const ENOUGH_HEADINGS = 3;

/**
 * The heading row, wherever it stands: the first with every required column, else the one that names most columns.
 * Undefined when no row names at least three.
 */
export function findHeading(grid: readonly (readonly Cell[])[]): { index: number; columns: Columns } | undefined {
  let best: { index: number; columns: Columns; known: number } | undefined;
  for (const [index, row] of grid.entries()) {
    const columns = columnsOf(row);
    const known = Object.keys(columns).length;
    if (known >= ENOUGH_HEADINGS && missingFields(columns).length === 0) return { index, columns };
    if (known >= ENOUGH_HEADINGS && known > (best?.known ?? 0)) best = { index, columns, known };
  }
  return best;
}
