import type { SheetCell } from './cell.ts';
import { REQUIRED_FIELDS, type OrderField } from './fields.ts';
import { createHeadingReader, type FieldColumns, type HeadingRows } from './heading-words.ts';

/** Names of each column in English and Vietnamese, without marks, case or punctuation. */
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
    'khach hang cap 0',
    'khach 0',
    'nhom khach',
    'nhom khach hang',
  ],
  customer1: ['customer 1', 'customer id 1', 'khach hang 1', 'khach hang cap 1', 'khach 1'],
  customer2: [
    'customer 2',
    'customer id 2',
    'customer',
    'client',
    'khach hang 2',
    'khach hang cap 2',
    'khach 2',
    'khach hang',
    'khach',
  ],
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
    'danh muc cap 1',
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
    'danh muc cap 2',
    'danh muc',
    'hang muc 2',
    'hang muc',
    'loai 2',
    'loai san pham 2',
  ],
  quantity: ['quantity', 'qty', 'count', 'images', 'number of images', 'so luong', 'sl', 'so anh', 'so tam'],
  note: ['notes', 'note', 'remark', 'remarks', 'comment', 'comments', 'detail note', 'ghi chu', 'luu y'],
};

const { fieldOf, headingsAt } = createHeadingReader(SYNONYMS);

export const fieldOfHeading = fieldOf;

export type SheetColumns = FieldColumns<OrderField>;

export const missingFields = (columns: SheetColumns): OrderField[] =>
  REQUIRED_FIELDS.filter((field) => columns[field] === undefined);

/** Minimum number of known headings in a heading row. */
const MIN_HEADINGS = 3;

/** Finds the first heading row with all required columns, otherwise the row with the most known columns. Undefined if no row has three. */
export function findHeading(grid: readonly (readonly SheetCell[])[]): HeadingRows<OrderField> | undefined {
  let best: HeadingRows<OrderField> | undefined;
  const countKnown = ({ columns }: HeadingRows<OrderField>) => Object.keys(columns).length;
  for (const index of grid.keys()) {
    const headings = headingsAt(grid, index);
    const known = countKnown(headings);
    if (known >= MIN_HEADINGS && missingFields(headings.columns).length === 0) return headings;
    if (known >= MIN_HEADINGS && known > (best ? countKnown(best) : 0)) best = headings;
  }
  return best;
}
