import { CONTRACT_STATUSES, CUSTOMER_TIERS } from '@darkroom/domain/customer/enums';
import { anyStaff, anyOf } from '@darkroom/domain/permission/access';
import { z } from 'zod';
import { defineEndpoint, defineDownload } from '../endpoint.ts';
import {
  body,
  EXPORT_ERRORS,
  exportInput,
  day,
  id,
  ids,
  pageOf,
  oneOf,
  optionalEmail,
  page,
  pageSize,
  requiredText,
  sortBy,
  text,
  optionalUsername,
  version,
  oneOrMore,
  oneOrMoreOf,
} from '../fields.ts';
import { oneTimePassword } from '../user/account.ts';

/** Names of customers on their three levels. Every list needs them, so they are separate from the endpoints that change customers. */
export const customerTreeEndpoints = {
  list: defineEndpoint({
    name: 'customer.list',
    method: 'GET',
    path: '/api/customer/list',
    summary: 'List the customer hierarchy',
    description: 'Returns three lists: Customer ID 0, Customer ID 1 and Customer ID 2.',
    access: anyStaff,
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      cus0_list: z.array(z.object({ id: z.int(), name: z.string() })).describe('All Customer ID 0 records.'),
      cus1_list: z
        .array(z.object({ id: z.int(), cus_id0: z.int(), name: z.string() }))
        .describe('All Customer ID 1 records, each with its Customer ID 0.'),
      cus2_list: z
        .array(z.object({ id: z.int(), cus_id1: z.int(), name: z.string() }))
        .describe('All Customer ID 2 records, each with its Customer ID 1.'),
    }),
    errors: [],
    topics: ['customer'],
  }),
};

/** Detail record of a customer 1 (spec §3). Empty fields are null. */
export const detailFields = {
  company_name: text().nullable(),
  street_name: text().nullable(),
  city: text().nullable(),
  state: text().nullable(),
  post_code: text(10).nullable(),
  country: text().nullable(),
  payment_plan: text().nullable(),
  join_date: day().nullable(),
  contract_status: oneOf(CONTRACT_STATUSES),
  tier: oneOf(CUSTOMER_TIERS),
  billing_email: optionalEmail(),
  pay_to: text().nullable(),
};
const detailRecord = z.object({ ...detailFields, join_date: z.string().nullable() });

/** Portal login, as staff see it. */
const portalLogin = z.object({
  user_id: z.int(),
  username: z.string(),
  email: z.string().nullable().describe('Address for mails. Null if there is none.'),
  active: z.boolean().describe('False if the login is deactivated and cannot sign in.'),
  must_change_password: z.boolean().describe('True until the one-time password of the login is used.'),
});

/** A customer 1 with the levels above and below it, its detail record and its logins. */
export const customerRow = z.object({
  cus_id1: z.int().describe('ID of the Customer ID 1.'),
  cus_detail_id: z.int().describe('ID of the detail record. It equals `cus_id1`.'),
  cus1_name: z.string(),
  version: z.int(),
  cus0: z.object({
    id: z.int(),
    name: z.string(),
    version: z.int(),
    cus1_count: z.int().describe('Number of Customer ID 1 records of the Customer ID 0.'),
    login: portalLogin.nullable().describe('Portal login of the Customer ID 0. Null if it has none.'),
  }),
  cus2_list: z.array(
    z.object({ id: z.int(), name: z.string(), job_count: z.int().describe('Number of jobs of this Customer ID 2.') }),
  ),
  details: detailRecord.describe('Customer details. Empty fields are null.'),
  login: portalLogin.nullable().describe('Portal login of the Customer ID 1. Null if it has none.'),
  job_count: z.int().describe('Number of jobs of the Customer ID 1.'),
  price_count: z.int().describe('Number of prices of the Customer ID 1.'),
  request_count: z.int().describe('Number of requests of the Customer ID 1.'),
});

/** Sort columns of the customer list. `name` is customer 0, then customer 1. */
export const CUSTOMER_SORTS = ['name', 'company_name', 'country', 'tier', 'contract_status', 'join_date'] as const;

export const customerFilter = {
  text: text()
    .optional()
    .describe('Text in any of the three names, the company, the billing email or the name of a login.'),
  cus_id0: ids().optional(),
  cus_id1: id().optional(),
  tier: oneOrMoreOf(CUSTOMER_TIERS).optional(),
  contract_status: oneOf(CONTRACT_STATUSES).optional(),
  country: oneOrMore(requiredText(), 100).optional(),
  has_login: z.boolean().optional().describe('True if the Customer ID 1 itself has a portal login that can sign in.'),
};

/**
 * Change of one customer 2: without an id it is added, with `remove` deleted, with a name renamed. With an id alone, it does not change.
 */
const cus2Change = z.strictObject({
  cus_id2: id().optional().describe('Customer ID 2 to change. Absent: a new Customer ID 2 is added.'),
  name: requiredText().optional().describe('New name of the Customer ID 2.'),
  remove: z
    .literal(true, 'invalid')
    .optional()
    .describe('Deletes the Customer ID 2. An entry with only `cus_id2` changes nothing.'),
});

export const customerEndpoints = {
  detailList: defineEndpoint({
    name: 'customer.detailList',
    method: 'POST',
    path: '/api/customer/detail/list',
    summary: 'List customers, one row for each Customer ID 1',
    description: 'Each row has the levels above and below, the customer details and the portal logins.',
    access: anyOf('npn_view_customer'),
    lock: null,
    kind: 'read',
    input: body({
      ...customerFilter,
      page: page(),
      page_size: pageSize(),
      sort: sortBy(CUSTOMER_SORTS).default('name'),
    }),
    output: pageOf(customerRow),
    errors: [],
    topics: ['customer'],
  }),
  values: defineEndpoint({
    name: 'customer.values',
    method: 'GET',
    path: '/api/customer/values',
    summary: 'List the countries, payment plans and payees in use, for filters and suggestions',
    access: anyOf('npn_view_customer'),
    lock: null,
    kind: 'read',
    input: body({}),
    output: z.object({
      country: z.array(z.string()).describe('Countries in use.'),
      payment_plan: z.array(z.string()).describe('Payment plans in use.'),
      pay_to: z.array(z.string()).describe('Payees in use.'),
    }),
    errors: [],
    topics: ['customer'],
  }),
  detailAdd: defineEndpoint({
    name: 'customer.detailAdd',
    method: 'POST',
    path: '/api/customer/detail/add',
    summary: 'Add a customer with every missing level, all or nothing',
    description: 'Send each level as an id or a new name. Customer ID 0 is required first.',
    access: anyOf('npn_add_customer'),
    lock: 'customer',
    kind: 'write',
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      cus_id0: id().optional().describe('ID of an existing Customer ID 0. Send this or `cus0_name`.'),
      cus0_name: requiredText().optional().describe('Name of a new Customer ID 0.'),
      cus_id1: id().optional().describe('ID of an existing Customer ID 1. Send this or `cus1_name`.'),
      cus1_name: requiredText().optional().describe('Name of a new Customer ID 1.'),
      cus2_names: z
        .array(requiredText())
        .max(100, 'too_many_items')
        .default([])
        .describe('Names of the new Customer ID 2 records.'),
      details: z
        .strictObject(detailFields)
        .partial()
        .default({})
        .describe('Customer details of the new Customer ID 1.'),
    }),
    output: customerRow,
    errors: ['cus0_first', 'cus0_exists', 'cus_pair_exists', 'exists'],
  }),
  detailUpdate: defineEndpoint({
    name: 'customer.detailUpdate',
    method: 'POST',
    path: '/api/customer/detail/update',
    summary: 'Change a customer',
    description: 'Changes the customer details, the names, Customer ID 2 and the portal login.',
    access: anyOf('npn_change_customer'),
    lock: 'customer',
    kind: 'write',
    // The response contains the one-time password of a new login, once.
    secret: true,
    bodyLimit: 2 * 1024 * 1024,
    input: body({
      cus_detail_id: id().describe('ID of the detail record, as in the list.'),
      cus_id1: id().describe('ID of the Customer ID 1 to change.'),
      cus_id0: id().describe('ID of the Customer ID 0 of this Customer ID 1.'),
      version: version()
        .optional()
        .describe('Version of the Customer ID 1 that you read. Later changes of other users are then not overwritten.'),
      cus0_version: version().optional().describe('Version of the Customer ID 0 that you read.'),
      details: z
        .strictObject({
          ...detailFields,
          cus0_name: requiredText().describe('New name of the Customer ID 0.'),
          cus1_name: requiredText().describe('New name of the Customer ID 1.'),
          cus2: z.array(cus2Change).max(1000, 'too_many_items').describe('Changes to Customer ID 2 records.'),
        })
        .partial()
        .default({})
        .describe('Fields to change: customer details, names and Customer ID 2 records. Absent fields stay unchanged.'),
      new_cus_username: optionalUsername()
        .optional()
        .describe('Username of the portal login, which is created or renamed.'),
      new_cus_email: optionalEmail().optional().describe('Address for mails of the portal login. Null: none.'),
      is_cus_0_user: z
        .boolean()
        .default(false)
        .describe('True for the portal login of the Customer ID 0, false for that of the Customer ID 1.'),
    }),
    output: z.object({
      customer: customerRow.describe('The changed customer.'),
      login: oneTimePassword.nullable().describe('One-time password of a new portal login. Null if none was created.'),
    }),
    errors: [
      'not_found',
      'stale',
      'no_fields_to_change',
      'cus0_exists',
      'cus_pair_exists',
      'exists',
      'in_use',
      'username_exists',
    ],
  }),
  delete: defineEndpoint({
    name: 'customer.delete',
    method: 'POST',
    path: '/api/customer/delete',
    summary: 'Delete a Customer ID 1 with its prices and requests',
    description: 'Returns 409 if the customer has jobs.',
    access: anyOf('npn_delete_customer'),
    lock: 'customer',
    kind: 'write',
    input: body({ cus_id1: id().describe('ID of the Customer ID 1 to delete.'), version: version().optional() }),
    output: z.object({}),
    errors: ['not_found', 'stale', 'in_use'],
  }),
  setLoginActive: defineEndpoint({
    name: 'customer.setLoginActive',
    method: 'POST',
    path: '/api/customer/login/change',
    summary: 'Deactivate a portal login and end its sessions, or activate it again',
    access: anyOf('npn_change_customer'),
    lock: 'customer',
    kind: 'write',
    person: true,
    input: body({
      user_id: id().describe('Account ID of the portal login.'),
      active: z.boolean().describe('True to activate the login, false to deactivate it.'),
    }),
    output: portalLogin,
    errors: ['not_found'],
  }),
  resetLogin: defineEndpoint({
    name: 'customer.resetLogin',
    method: 'POST',
    path: '/api/customer/login/reset',
    summary: 'Create a one-time password for a portal login and end its sessions',
    description: 'The password is returned only once. The login must set its own password at the next sign-in.',
    access: anyOf('npn_change_customer'),
    lock: 'customer',
    kind: 'write',
    secret: true,
    input: body({ user_id: id().describe('Account ID of the portal login.') }),
    output: oneTimePassword,
    errors: ['not_found'],
  }),
};

export type CustomerRow = z.output<typeof customerRow>;
export type PortalLogin = z.output<typeof portalLogin>;

export const customerExport = defineDownload({
  name: 'export.customers',
  path: '/api/customer/detail/export',
  summary: 'Export the customers with their details, one row for each Customer ID 1',
  access: anyOf('npn_view_customer'),
  input: exportInput({ ...customerFilter, sort: sortBy(CUSTOMER_SORTS).default('name') }),
  errors: EXPORT_ERRORS,
});
