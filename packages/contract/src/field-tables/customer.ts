import type { CustomerRow } from '../customer/customer.ts';
import type { PriceRow, ReportLine } from '../price/price.ts';
import type { QuoteRow } from '../request/quote.ts';
import type { RequestRow } from '../request/request.ts';
import type { Fields, FieldsOf } from './field.ts';

/** Fields of the detail record of a customer 1. */
export const CUSTOMER_DETAIL = {
  company_name: { kind: 'text' },
  street_name: { kind: 'text' },
  city: { kind: 'text' },
  state: { kind: 'text' },
  post_code: { kind: 'text' },
  country: { kind: 'text' },
  payment_plan: { kind: 'text' },
  join_date: { kind: 'day' },
  contract_status: { kind: 'word', words: 'customer:contract' },
  tier: { kind: 'text' },
  billing_email: { kind: 'text' },
  pay_to: { kind: 'text' },
} as const satisfies FieldsOf<CustomerRow['details']>;

/** Fields of a customer 1, with the levels above and below it. */
export const CUSTOMER = {
  cus_id1: { kind: 'key' },
  cus_detail_id: { kind: 'key' },
  cus1_name: { kind: 'text', word: 'cus_id1' },
  version: { kind: 'key' },
  cus0: { kind: 'record', of: 'cus0', word: 'cus_id0' },
  cus2_list: { kind: 'record', of: 'cus2', word: 'customer2_id' },
  details: { kind: 'list', fields: CUSTOMER_DETAIL },
  login: { kind: 'record', of: 'user', word: 'portal_login' },
  job_count: { kind: 'count' },
  price_count: { kind: 'count' },
  request_count: { kind: 'count' },
} as const satisfies FieldsOf<CustomerRow>;

/** Written fields of a customer outside its detail record, as endpoints and audit name them: three names and a login. */
export const CUSTOMER_COLUMNS = {
  cus_id0: { kind: 'record', of: 'cus0' },
  cus_id1: { kind: 'record', of: 'cus1' },
  cus0_name: { kind: 'text', word: 'cus_id0' },
  cus1_name: { kind: 'text', word: 'cus_id1' },
  cus2_name: { kind: 'text', word: 'customer2_id' },
  cus2: { kind: 'list', word: 'customer2_id' },
  new_cus_username: { kind: 'text', word: 'username' },
  is_cus_0_user: { kind: 'flag' },
  portal_login: { kind: 'text' },
  portal_login_email: { kind: 'text' },
  portal_login_active: { kind: 'flag' },
  price_count: { kind: 'count' },
  request_count: { kind: 'count' },
} as const satisfies Fields;

/** Fields of a line of a price list: a category 2 with the price of one customer. */
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

/** Columns that only a file of prices has. */
export const PRICE_FILE_COLUMNS = { currency: { kind: 'text', word: 'price.currency' } } as const satisfies Fields;

/** Fields of a line of the price report. */
export const REPORT_LINE = {
  service_cat2_id: { kind: 'key' },
  category: { kind: 'text' },
  unit_price: { kind: 'money', word: 'retail_price' },
  wholesale_price: { kind: 'money' },
  estimate_minutes: { kind: 'minutes' },
  quantity: { kind: 'count', word: 'report.quantity' },
  pieces_in_rework: { kind: 'count', word: 'report.pieces_in_rework' },
  amount: { kind: 'money', word: 'report.amount' },
} as const satisfies FieldsOf<ReportLine>;

export const REQUEST = {
  id: { kind: 'number', word: 'request.id' },
  version: { kind: 'key' },
  type: { kind: 'word', words: 'status:requestType' },
  board: { kind: 'word', words: 'status:board' },
  status: { kind: 'word', words: 'status:request' },
  status_since: { kind: 'instant' },
  moved_by: { kind: 'record', of: 'user' },
  moved_by_name: { kind: 'key' },
  cus_id1: { kind: 'record', of: 'cus1', word: 'customer' },
  subject: { kind: 'text' },
  full_name: { kind: 'text', word: 'request.full_name' },
  job_name: { kind: 'text', word: 'request.job_name' },
  job_id: { kind: 'key' },
  prod_id: { kind: 'text', word: 'request.prod_id' },
  has_new_job: { kind: 'key' },
  channel: { kind: 'word', words: 'status:requestChannel' },
  service_type_id: { kind: 'record', of: 'service_type', word: 'request.service_type_id' },
  shared_link: { kind: 'link' },
  image_link: { kind: 'link' },
  description: { kind: 'notes' },
  reply: { kind: 'notes' },
  processing_by: { kind: 'record', of: 'user' },
  reviewed_by: { kind: 'record', of: 'user' },
  reviewed_at: { kind: 'instant' },
  rework_open: { kind: 'key' },
  rework_done: { kind: 'key' },
  rework_notified: { kind: 'key' },
  sub_prod_ids_in_rework: { kind: 'key' },
  quote: { kind: 'key' },
  created_at: { kind: 'instant', word: 'request.created_at' },
  last_message_at: { kind: 'instant' },
  unread: { kind: 'count' },
  job_details: {
    kind: 'list',
    word: 'request.job_details',
    // The detail names the kind of work, and the history shows the number.
    fields: { job_detail_id: { kind: 'key' }, sub_prod_id: { kind: 'text' }, service_cat2_id: { kind: 'key' } },
  },
} as const satisfies FieldsOf<RequestRow>;

/** Fields of a line of a quote. */
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
  low_price_confirmed: { kind: 'flag', word: 'quote.low_price_confirmed' },
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
