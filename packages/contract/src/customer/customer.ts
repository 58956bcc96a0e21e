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
      cus0_list: z.array(z.object({ id: z.int(), name: z.string() })),
      cus1_list: z.array(z.object({ id: z.int(), cus_id0: z.int(), name: z.string() })),
      cus2_list: z.array(z.object({ id: z.int(), cus_id1: z.int(), name: z.string() })),
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
  active: z.boolean(),
  /** True until its one-time password is used. */
  must_change_password: z.boolean(),
});

/** A customer 1 with the levels above and below it, its detail record and its logins. */
export const customerRow = z.object({
  cus_id1: z.int(),
  /** The detail record is part of the customer's row, so it has the same id (decision 050). */
  cus_detail_id: z.int(),
  cus1_name: z.string(),
  version: z.int(),
  cus0: z.object({
    id: z.int(),
    name: z.string(),
    version: z.int(),
    /** Count of all its customers 1. */
    cus1_count: z.int(),
    login: portalLogin.nullable(),
  }),
  cus2_list: z.array(z.object({ id: z.int(), name: z.string(), job_count: z.int() })),
  details: detailRecord,
  login: portalLogin.nullable(),
  job_count: z.int(),
  price_count: z.int(),
  request_count: z.int(),
});

/** Sort columns of the customer list. `name` is customer 0, then customer 1. */
export const CUSTOMER_SORTS = ['name', 'company_name', 'country', 'tier', 'contract_status', 'join_date'] as const;

export const customerFilter = {
  /** Text in any of the three names, the company, the billing e-mail or the name of a login. */
  text: text().optional(),
  cus_id0: ids().optional(),
  cus_id1: id().optional(),
  tier: oneOrMoreOf(CUSTOMER_TIERS).optional(),
  contract_status: oneOf(CONTRACT_STATUSES).optional(),
  country: oneOrMore(requiredText(), 100).optional(),
  /** True if the customer 1 itself has a portal login that can sign in. */
  has_login: z.boolean().optional(),
};

/**
 * Change of one customer 2: without an id it is added, with `remove` deleted, with a name renamed. With an id alone, it does not change.
 */
const cus2Change = z.strictObject({
  cus_id2: id().optional(),
  name: requiredText().optional(),
  remove: z.literal(true, 'invalid').optional(),
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
      country: z.array(z.string()),
      payment_plan: z.array(z.string()),
      pay_to: z.array(z.string()),
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
      cus_id0: id().optional(),
      cus0_name: requiredText().optional(),
      cus_id1: id().optional(),
      cus1_name: requiredText().optional(),
      cus2_names: z.array(requiredText()).max(100, 'too_many_items').default([]),
      /** Detail record of the new customer 1. */
      details: z.strictObject(detailFields).partial().default({}),
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
      cus_detail_id: id(),
      cus_id1: id(),
      cus_id0: id(),
      /** Versions of the customer 1 and of its customer 0 that the caller saw. They protect later changes of other users. */
      version: version().optional(),
      cus0_version: version().optional(),
      details: z
        .strictObject({
          ...detailFields,
          cus0_name: requiredText(),
          cus1_name: requiredText(),
          cus2: z.array(cus2Change).max(1000, 'too_many_items'),
        })
        .partial()
        .default({}),
      /** Creates or renames the portal login of the customer 1, or of its customer 0 with `is_cus_0_user`. */
      new_cus_username: optionalUsername().optional(),
      is_cus_0_user: z.boolean().default(false),
    }),
    output: z.object({ customer: customerRow, login: oneTimePassword.nullable() }),
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
    description: 'Returns 409 if it has jobs.',
    access: anyOf('npn_delete_customer'),
    lock: 'customer',
    kind: 'write',
    input: body({ cus_id1: id(), version: version().optional() }),
    output: z.object({}),
    errors: ['not_found', 'stale', 'in_use'],
  }),
  switchLogin: defineEndpoint({
    name: 'customer.switchLogin',
    method: 'POST',
    path: '/api/customer/login/change',
    summary: 'Deactivate a portal login and end its sessions, or activate it again',
    access: anyOf('npn_change_customer'),
    lock: 'customer',
    kind: 'write',
    person: true,
    input: body({ user_id: id(), active: z.boolean() }),
    output: portalLogin,
    errors: ['not_found'],
  }),
  resetLogin: defineEndpoint({
    name: 'customer.resetLogin',
    method: 'POST',
    path: '/api/customer/login/reset',
    summary: 'Create a one-time password for a portal login and end its sessions',
    access: anyOf('npn_change_customer'),
    lock: 'customer',
    kind: 'write',
    secret: true,
    input: body({ user_id: id() }),
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
