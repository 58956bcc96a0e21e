import type { CustomerRow } from '@darkroom/contract/customer';
import { layoutOf, type CellKind, type Column } from '../files/cells.ts';

type Detail = keyof CustomerRow['details'];

const detail = (field: Detail, width: number, kind: CellKind = 'text'): Column<CustomerRow> => ({
  title: `field:${field}`,
  kind,
  width,
  value: ({ details }) => details[field],
});

const CUS0: Column<CustomerRow> = {
  title: 'field:cus_id0',
  kind: 'text',
  width: 24,
  value: ({ cus0 }) => cus0.name,
};
const CUS1: Column<CustomerRow> = {
  title: 'field:cus_id1',
  kind: 'text',
  width: 24,
  value: ({ cus1_name }) => cus1_name,
};
const CUS2: Column<CustomerRow> = {
  title: 'field:customer2_id',
  kind: 'text',
  width: 40,
  value: ({ cus2_list }) => cus2_list.map(({ name }) => name).join(', '),
};
const CONTRACT: Column<CustomerRow> = {
  title: 'field:contract_status',
  kind: 'text',
  width: 14,
  value: ({ details }, { words }) => words(`customer:contract.${details.contract_status}`),
};
const LOGIN: Column<CustomerRow> = {
  title: 'field:portal_login',
  kind: 'text',
  width: 22,
  value: ({ login }, { words }) =>
    login && (login.active ? login.username : `${login.username} (${words('customer:login.inactive')})`),
};
const JOBS: Column<CustomerRow> = {
  title: 'field:job_count',
  kind: 'count',
  width: 10,
  value: ({ job_count }) => job_count,
};

/** Excel: a row for each customer 1, the whole record. */
export const customerSheet = layoutOf<CustomerRow>(
  [
    CUS0,
    CUS1,
    CUS2,
    detail('company_name', 26),
    detail('street_name', 26),
    detail('city', 16),
    detail('state', 14),
    detail('post_code', 12),
    detail('country', 16),
    CONTRACT,
    detail('tier', 10),
    detail('join_date', 12, 'day'),
    detail('payment_plan', 20),
    detail('billing_email', 30),
    detail('pay_to', 16),
    LOGIN,
    JOBS,
  ],
  (row) => [row],
);

/** Paper: what fits beside each other. */
export const customerPrint = layoutOf<CustomerRow>(
  [
    { ...CUS0, width: 18 },
    { ...CUS1, width: 18 },
    { ...CUS2, width: 24 },
    detail('company_name', 18),
    detail('country', 12),
    CONTRACT,
    detail('tier', 9),
    detail('join_date', 11, 'day'),
    detail('billing_email', 22),
    JOBS,
  ],
  (row) => [row],
);
