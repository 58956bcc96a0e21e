import { customerEndpoints, detailFields, type CustomerRow } from '@darkroom/contract/customer/customer';
import { CUSTOMER_COLUMNS, CUSTOMER_DETAIL } from '@darkroom/contract/field-tables/customer';
import { optionalEmail, optionalUsername, requiredText } from '@darkroom/contract/fields';
import { z } from 'zod';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import {
  type ImportKind,
  type RowToSave,
  type SavedRecord,
  type Values,
  getText,
  runCall,
} from '../record-import/import-kind.ts';
import { addCustomer } from './customer-add.service.ts';
import { deleteCustomer } from './customer-delete.service.ts';
import { readCustomers } from './customer.service.ts';
import { updateCustomer } from './customer-update.service.ts';
import { findCustomerIds } from './customer-write.queries.ts';
import { isSameName } from './customer2.service.ts';
import { retireLogin } from './login.service.ts';

const { cus0_name, cus1_name, cus2, new_cus_username, portal_login_email } = CUSTOMER_COLUMNS;
const DETAILS = Object.keys(detailFields);

/** Import of customers, one row for each customer 1. The names of the levels 0 and 1 find an existing customer. */
export const CUSTOMER_IMPORT: ImportKind = {
  fields: {
    cus0_name,
    cus1_name,
    cus2: { ...cus2, kind: 'text' },
    ...CUSTOMER_DETAIL,
    new_cus_username,
    new_cus_email: { ...portal_login_email, word: 'portal_login_email' },
  },
  keys: ['cus0_name', 'cus1_name'],
  shape: () => ({
    cus0_name: requiredText(),
    cus1_name: requiredText(),
    cus2: z.array(requiredText()).min(1),
    ...z.strictObject(detailFields).partial().shape,
    new_cus_username: optionalUsername().optional(),
    new_cus_email: optionalEmail().optional(),
  }),
  find: async (ctx, [row]) => {
    const customer = row && (await findCustomer(ctx, row));
    if (!customer) return [null];
    const names = customer.cus2_list.map(({ name }) => name);
    const named = (row.cus2 ?? []) as string[];
    const values = {
      ...customer.details,
      // Customers 2 that are missing in the file stay.
      cus2: named.every((name) => names.some((known) => isSameName(known, name))) ? named : names,
      new_cus_username: customer.login?.username ?? null,
      new_cus_email: customer.login?.email ?? null,
    };
    return [{ id: customer.cus_id1, version: customer.version, values }];
  },
  save: async (ctx, [row]) => [await saveCustomer(ctx, row!)],
  remove: async (ctx, { id, version }) => {
    const [customer] = await readCustomers(ctx.db, [id]);
    const isUsed = customer && customer.price_count + customer.request_count > 0;
    if (isUsed || customer?.login?.must_change_password === false) throw fail('in_use');
    await deleteCustomer(ctx, { cus_id1: id, version });
  },
  columnOf: (path) => {
    const [first = '', second = ''] = path.split('.');
    const column = first === 'details' ? second : first;
    const columns: Record<string, string> = { cus_id0: 'cus0_name', cus_id1: 'cus1_name', cus2_names: 'cus2' };
    return { column: columns[column] ?? column };
  },
};

async function findCustomer(ctx: Ctx, row: Values): Promise<CustomerRow | undefined> {
  const { cus_id1 } = await findCustomerIds(ctx.db, getText(row, 'cus0_name'), getText(row, 'cus1_name'));
  return cus_id1 === null ? undefined : (await readCustomers(ctx.db, [cus_id1]))[0];
}

async function saveCustomer(ctx: Ctx, { values, found, changed }: RowToSave): Promise<SavedRecord> {
  if (found && Object.keys(changed).length === 0) return found;
  const details = Object.fromEntries(Object.entries(changed).filter(([name]) => DETAILS.includes(name)));
  const customer = found
    ? (await readCustomers(ctx.db, [found.id]))[0]
    : await runCall(ctx, customerEndpoints.detailAdd, addCustomer, {
        ...(await nameLevels(ctx, values)),
        cus2_names: values.cus2,
        details,
      });
  if (!customer) throw fail('not_found');
  const { id: cus_id0 } = customer.cus0;
  const { cus_id1 } = customer;
  if (changed.new_cus_username === null && customer.login) {
    if (!customer.login.must_change_password) throw fail('in_use');
    await retireLogin(ctx, { cus_id1 });
  }
  const cus2 = found ? changeCus2Names(ctx, customer, changed.cus2 as string[] | undefined) : [];
  const hasLogin = Boolean(changed.new_cus_username ?? changed.new_cus_email);
  // A new customer has its record already, and an undo can be about the login alone.
  const isSaved = !found || (changed.new_cus_username === null && cus2.length + Object.keys(details).length === 0);
  if (found && found.version !== customer.version) throw fail('stale');
  if (isSaved && !hasLogin) return { id: cus_id1, version: customer.version };
  const input = {
    cus_detail_id: cus_id1,
    cus_id1,
    cus_id0,
    version: customer.version,
    details: found ? { ...details, cus2 } : {},
    ...(hasLogin && { new_cus_username: values.new_cus_username, new_cus_email: values.new_cus_email }),
  };
  const { customer: saved, login } = await runCall(ctx, customerEndpoints.detailUpdate, updateCustomer, input);
  const full_name = `${saved.cus0.name} › ${saved.cus1_name}`;
  return { id: cus_id1, version: saved.version, ...(login && { signIn: { full_name, ...login } }) };
}

/** Returns the levels of a new customer: customer 0 by id if it exists. */
async function nameLevels(ctx: Ctx, values: Values) {
  const { cus_id0 } = await findCustomerIds(ctx.db, getText(values, 'cus0_name'), '');
  return { ...(cus_id0 === null ? { cus0_name: values.cus0_name } : { cus_id0 }), cus1_name: values.cus1_name };
}

/** Adds the customers 2 of the file. The undo removes those that were not there before. */
function changeCus2Names(ctx: Ctx, { cus2_list }: CustomerRow, names: readonly string[] | undefined) {
  if (!names) return [];
  const isNamed = (name: string) => names.some((item) => isSameName(item, name));
  const added = names.filter((name) => !cus2_list.some((known) => isSameName(known.name, name)));
  const removed = ctx.fileImport?.step === 'undo' ? cus2_list.filter(({ name }) => !isNamed(name)) : [];
  return [...added.map((name) => ({ name })), ...removed.map(({ id }) => ({ cus_id2: id, remove: true }))];
}
