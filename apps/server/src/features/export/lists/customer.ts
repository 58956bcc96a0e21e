import type { CustomerRow } from '@darkroom/contract/customer/customer';
import { CUSTOMER, CUSTOMER_DETAIL, REQUEST } from '@darkroom/contract/field-tables/customer';
import type { ComplaintLine } from '@darkroom/contract/request/complaint';
import type { RequestRow } from '@darkroom/contract/request/request';
import type { Database } from '../../../db/connect.ts';
import type { ResponseOf } from '../../../http/handlers.ts';
import { readComplaints } from '../../complaint/complaint.service.ts';
import { customerListing, readCustomers } from '../../customer/customer.service.ts';
import { readRequests, requestListing } from '../../request/request.service.ts';
import { readFaultTypeNames } from '../../setting/setting.service.ts';
import { formatPeriod, type ExportedList, type FilterOf } from '../exported-list.ts';
import { column, createLayout } from '../files/cells.ts';
import { recordColumns, fieldColumns } from '../files/field-columns.ts';
import { pagedSource, shortSource } from '../source.ts';

const customer = recordColumns(CUSTOMER);
const detail = fieldColumns(CUSTOMER_DETAIL, ({ details }: CustomerRow) => details);
const LOGIN = column<CustomerRow>(
  'field:portal_login',
  'text',
  22,
  ({ login }, { words }) =>
    login && (login.active ? login.username : `${login.username} (${words('customer:login.inactive')})`),
);

/** Excel: a row for each customer 1 with all fields. */
const customerSheet = createLayout<CustomerRow>(
  [
    customer('cus0', 24),
    customer('cus1_name', 24),
    customer('cus2_list', 40),
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
    customer('job_count', 10),
  ],
  (row) => [row],
);

/** PDF: the columns that fit side by side. */
const customerPrint = createLayout<CustomerRow>(
  [
    customer('cus0', 18),
    customer('cus1_name', 18),
    customer('cus2_list', 24),
    detail('company_name', 18),
    detail('country', 12),
    detail('contract_status', 14),
    detail('tier', 9),
    detail('join_date', 11),
    detail('billing_email', 22),
    customer('job_count', 10),
  ],
  (row) => [row],
);

const request = recordColumns(REQUEST);

/** Excel: all fields of the board and the drawer of a request. */
const requestSheet = createLayout<RequestRow>(
  [
    request('id', 8),
    request('created_at', 18),
    request('type', 20),
    request('board', 16),
    request('status', 16),
    request('status_since', 18),
    request('cus_id1', 30),
    request('channel', 14),
    request('subject', 34),
    request('full_name', 22),
    request('job_name', 26),
    request('prod_id', 14),
    request('service_type_id', 20),
    request('shared_link', 30),
    request('image_link', 30),
    request('description', 44),
    request('reply', 34),
    request('processing_by', 16),
    request('reviewed_by', 16),
    request('reviewed_at', 18),
    column('field:moved_by', 'text', 16, (row, { names }) => row.moved_by_name ?? names.user(row.moved_by)),
  ],
  (row) => [row],
);

/** PDF: the columns of the list. */
const requestPrint = createLayout<RequestRow>(
  [
    request('created_at', 15),
    request('type', 16),
    request('board', 12),
    request('status', 13),
    request('cus_id1', 22),
    request('subject', 24),
    request('prod_id', 13),
    request('description', 40),
    request('processing_by', 14),
    request('reply', 24),
  ],
  (row) => [row],
);

type Group = 'customer' | 'category' | 'fault_kind';

/** A line of the file: a group, or the total at the end. */
interface ComplaintFileLine extends Omit<ComplaintLine, 'key' | 'name'> {
  readonly by: Group;
  /** Names by language. Null if unknown. */
  readonly names: { readonly vi: string | null; readonly en: string | null };
  readonly whole: boolean;
}

const isComplaintTotal = ({ whole }: ComplaintFileLine): boolean => whole;

/** Returns the lines of the list with the total at the end. Fault types have the bureau's names. */
async function complaintLines(
  db: Database,
  by: Group,
  { results, ...whole }: ResponseOf<'request.complaints'>,
): Promise<ComplaintFileLine[]> {
  const [vi, en] = await Promise.all([readFaultTypeNames(db, 'vi'), readFaultTypeNames(db, 'en')]);
  const getName = (names: ReadonlyMap<string, string>, { key, name }: ComplaintLine) =>
    typeof key === 'string' ? (names.get(key) ?? key) : name;
  const lines = results.map((line) => ({
    ...line,
    by,
    names: { vi: getName(vi, line), en: getName(en, line) },
    whole: false,
  }));
  return lines.length > 0 ? [...lines, { ...whole, by, names: { vi: null, en: null }, whole: true }] : [];
}

/** Layout for Excel and PDF. */
const complaintLayout = createLayout<ComplaintFileLine>(
  [
    {
      title: 'request:complaints.heading',
      kind: 'text',
      width: 36,
      value: ({ names, whole }, { words, language }) =>
        whole ? words('request:complaints.all') : (names[language] ?? words('request:complaints.unknown')),
    },
    { title: 'request:complaints.complaints', kind: 'count', width: 12, value: (line) => line.complaints },
    { title: 'request:complaints.tasks', kind: 'count', width: 12, value: (line) => line.tasks },
    { title: 'request:complaints.pieces', kind: 'count', width: 14, value: (line) => line.pieces },
    { title: 'request:complaints.minutes', kind: 'count', width: 14, value: (line) => line.minutes },
    { title: 'request:complaints.delivered', kind: 'count', width: 14, value: (line) => line.delivered },
    {
      title: 'request:complaints.share',
      kind: 'money',
      width: 14,
      value: ({ share }) => (share === null ? null : Math.round(share * 100_000) / 1000),
    },
  ],
  (line) => [line],
  isComplaintTotal,
);

export const CUSTOMERS: ExportedList<FilterOf<'export.customers'>, CustomerRow> = {
  name: 'customers',
  title: 'customer:title',
  source: pagedSource(customerListing, readCustomers),
  xlsx: customerSheet,
  pdf: customerPrint,
};

/** The request list as a file: the boards that the actor can see (domain §3). */
export const REQUESTS: ExportedList<FilterOf<'export.requests'>, RequestRow> = {
  name: 'requests',
  title: 'request:title',
  source: pagedSource(requestListing, readRequests),
  xlsx: requestSheet,
  pdf: requestPrint,
};

/** The list of complaints as a file (decision 106). */
export const COMPLAINTS: ExportedList<FilterOf<'export.complaints'>, ComplaintFileLine> = {
  name: 'complaints',
  title: 'request:complaints.title',
  period: formatPeriod,
  source: shortSource(
    async (ctx, filter) => complaintLines(ctx.db, filter.by, await readComplaints(ctx, filter)),
    isComplaintTotal,
  ),
  xlsx: complaintLayout,
  pdf: complaintLayout,
};
