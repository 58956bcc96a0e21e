import type { QuoteRow } from '../request/quote.ts';
import type { FieldsOf } from './field.ts';

/** What a line of a quote is made of. */
const QUOTE_LINE = {
  service_cat1_id: { kind: 'key' },
  service_cat2_id: { kind: 'record', of: 'cat2', word: 'category' },
  quantity: { kind: 'count' },
  unit_price: { kind: 'money' },
  amount: { kind: 'money' },
  list_price: { kind: 'key' },
  estimate_minutes: { kind: 'minutes' },
  note: { kind: 'notes' },
  warnings: { kind: 'key' },
} as const satisfies FieldsOf<QuoteRow['lines'][number]>;

/** What a quote is made of. */
export const QUOTE = {
  id: { kind: 'key' },
  version: { kind: 'key' },
  request_id: { kind: 'key' },
  status: { kind: 'word', words: 'status:quote' },
  customer2_id: { kind: 'record', of: 'cus2' },
  valid_until: { kind: 'day' },
  note: { kind: 'notes' },
  lines: { kind: 'list', word: 'lines', fields: QUOTE_LINE },
  quantity: { kind: 'count' },
  amount: { kind: 'money' },
  below: { kind: 'flag', word: 'quote.below' },
  sent_by: { kind: 'key' },
  sent_at: { kind: 'key' },
  decided_by: { kind: 'key' },
  decided_by_name: { kind: 'key' },
  decided_at: { kind: 'key' },
  reason: { kind: 'notes' },
  job_id: { kind: 'key' },
  prod_id: { kind: 'text' },
  drift: { kind: 'key' },
  created_by: { kind: 'record', of: 'user' },
  created_at: { kind: 'instant' },
} as const satisfies FieldsOf<QuoteRow>;
