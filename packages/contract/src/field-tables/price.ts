import type { PriceRow, ReportLine } from '../price/price.ts';
import type { FieldsOf } from './field.ts';

/** What a line of a price list is made of: a category 2 with what one customer pays for it. */
export const PRICE = {
  service_type_id: { kind: 'key' },
  service_type: { kind: 'text', word: 'service_type_id' },
  service_cat1_id: { kind: 'key' },
  cat1: { kind: 'text', word: 'service_cat1_id' },
  service_cat2_id: { kind: 'record', of: 'cat2' },
  cat2: { kind: 'text', word: 'service_cat2_id' },
  level: { kind: 'count' },
  cat2_enabled: { kind: 'key' },
  default_minutes: { kind: 'key' },
  id: { kind: 'key' },
  version: { kind: 'key' },
  retail_price: { kind: 'money' },
  wholesale_price: { kind: 'money' },
  estimate_minutes: { kind: 'minutes' },
  visible: { kind: 'flag' },
  enabled: { kind: 'flag', word: 'price.enabled' },
  sold_last_month: { kind: 'key' },
  warnings: { kind: 'word', words: 'price:warning' },
} as const satisfies FieldsOf<PriceRow>;

/** What a line of the price report is made of. */
export const REPORT_LINE = {
  service_cat2_id: { kind: 'key' },
  category: { kind: 'text' },
  unit_price: { kind: 'money', word: 'retail_price' },
  wholesale_price: { kind: 'money' },
  estimate_minutes: { kind: 'minutes' },
  quantity: { kind: 'count', word: 'report.quantity' },
  reworking: { kind: 'count', word: 'report.reworking' },
  amount: { kind: 'money', word: 'report.amount' },
} as const satisfies FieldsOf<ReportLine>;
