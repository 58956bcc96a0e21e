import type { CustomerRow } from '../customer/customer.ts';
import type { Fields, FieldsOf } from './field.ts';

/** What the detail record of a customer 1 is made of. */
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

/** What a customer 1 is made of, with what is above and below it. */
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

/** What is written of a customer beside its detail record, as its calls and the audit name it: its three names and its login. */
export const CUSTOMER_WRITTEN = {
  cus_id0: { kind: 'record', of: 'cus0' },
  cus_id1: { kind: 'record', of: 'cus1' },
  cus0_name: { kind: 'text', word: 'cus_id0' },
  cus1_name: { kind: 'text', word: 'cus_id1' },
  cus2_name: { kind: 'text', word: 'customer2_id' },
  cus2: { kind: 'list', word: 'customer2_id' },
  new_cus_username: { kind: 'text', word: 'username' },
  is_cus_0_user: { kind: 'flag' },
  portal_login: { kind: 'text' },
  portal_login_active: { kind: 'flag' },
  price_count: { kind: 'count' },
  request_count: { kind: 'count' },
} as const satisfies Fields;
