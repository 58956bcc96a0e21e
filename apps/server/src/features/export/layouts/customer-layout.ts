import type { CustomerRow } from '@darkroom/contract/customer/customer';
import { CUSTOMER, CUSTOMER_DETAIL } from '@darkroom/contract/field-tables/customer';
import { column, layoutOf } from '../files/cells.ts';
import { columnsOf, fieldColumns } from './field-columns.ts';

const field = columnsOf(CUSTOMER);
const detail = fieldColumns(CUSTOMER_DETAIL, ({ details }: CustomerRow) => details);
const LOGIN = column<CustomerRow>(
  'field:portal_login',
  'text',
  22,
  ({ login }, { words }) =>
    login && (login.active ? login.username : `${login.username} (${words('customer:login.inactive')})`),
);

/** Excel: a row for each customer 1, the whole record. */
export const customerSheet = layoutOf<CustomerRow>(
  [
    field('cus0', 24),
    field('cus1_name', 24),
    field('cus2_list', 40),
    detail('company_name', 26),
    detail('street_name', 26),
    detail('city', 16),
    detail('state', 14),
    detail('post_code', 12),
    detail('country', 16),
    detail('contract_status', 14),
    detail('tier', 10),
    detail('join_date', 12),
    detail('payment_plan', 20),
    detail('billing_email', 30),
    detail('pay_to', 16),
    LOGIN,
    field('job_count', 10),
  ],
  (row) => [row],
);

/** Paper: what fits beside each other. */
export const customerPrint = layoutOf<CustomerRow>(
  [
    field('cus0', 18),
    field('cus1_name', 18),
    field('cus2_list', 24),
    detail('company_name', 18),
    detail('country', 12),
    detail('contract_status', 14),
    detail('tier', 9),
    detail('join_date', 11),
    detail('billing_email', 22),
    field('job_count', 10),
  ],
  (row) => [row],
);
