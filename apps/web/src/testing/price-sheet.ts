import { expect } from 'vitest';
import en from '../../public/locales/en/field.json' with { type: 'json' };
import vi from '../../public/locales/vi/field.json' with { type: 'json' };
import { readRows, type ImportColumn, type ImportSheet } from '../entities/record-import/read-rows.ts';

const NUMBERS = ['retail_price', 'wholesale_price', 'estimate_minutes'] as const;
const OTHER_HEADINGS: Readonly<Record<string, string[]>> = {
  cat1: ['Danh mục 1'],
  cat2: ['Danh mục 2'],
  retail_price: ['Retail'],
  wholesale_price: ['Wholesale', 'Giá buôn'],
};
const createColumn = (name: string, words: { vi: string; en: string }): ImportColumn => ({
  name,
  ...words,
  other_headings: OTHER_HEADINGS[name] ?? [],
  required: false,
  is_text: !(NUMBERS as readonly string[]).includes(name),
  choices: [],
});

/** Columns of the import of prices. */
const COLUMNS: readonly ImportColumn[] = [
  createColumn('cus0_name', { vi: vi.cus_id0, en: en.cus_id0 }),
  createColumn('cus1_name', { vi: vi.cus_id1, en: en.cus_id1 }),
  createColumn('cat1', { vi: vi.service_cat1_id, en: en.service_cat1_id }),
  createColumn('cat2', { vi: vi.service_cat2_id, en: en.service_cat2_id }),
  ...NUMBERS.map((name) => createColumn(name, { vi: vi[name], en: en[name] })),
  createColumn('enabled', { vi: vi.price.enabled, en: en.price.enabled }),
  createColumn('currency', { vi: vi.price.currency, en: en.price.currency }),
];

/** Opens a file as the import of prices does. */
export const openPriceFile = (bytes: Uint8Array<ArrayBuffer> | string, name: string) =>
  readRows(new File([bytes], name), COLUMNS);

/** Reads the only sheet of a file of prices. */
export async function readPriceSheet(
  bytes: Uint8Array<ArrayBuffer> | string,
  name = 'prices.csv',
): Promise<ImportSheet> {
  const opened = await openPriceFile(bytes, name);
  if (!opened.ok) throw new Error(opened.code);
  expect(opened.sheets).toHaveLength(1);
  return opened.sheets[0]!;
}
