import type { CustomerRow } from '@darkroom/contract/customer/customer';
import { writeAudit, type AuditEntry } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { isSameName } from './customer2.service.ts';
import {
  lockCus0AgainstDeletion,
  lockCus1AgainstDeletion,
  insertCus0,
  insertCus1,
  insertCus2,
  emptyToNull,
} from './customer-write.queries.ts';
import { readCustomers } from './customer.service.ts';

type Input = InputFor<'customer.detailAdd'>;
const action = 'customer.detailAdd';

/** Adds the missing levels of a customer, all or nothing (domain §3): customers 0 and 1 by id or new name, customers 2 by name. */
export async function addCustomer(ctx: Ctx, input: Input): Promise<CustomerRow> {
  checkLevels(input);
  const auditEntries: AuditEntry[] = [];
  const cus_id0 = await findOrAddCus0(ctx, input, auditEntries);
  const cus_id1 = await findOrAddCus1(ctx, input, cus_id0, auditEntries);
  await addCus2(ctx, input, cus_id1, auditEntries);
  await writeAudit(ctx, auditEntries);
  await emit(ctx, 'customer', [cus_id1]);
  const [row] = (await readCustomers(ctx.db, [cus_id1])) as [CustomerRow];
  return row;
}

const createUnknownError = (field: string) => fail('validation', { errors: [{ field, code: 'unknown' }] });
const createInvalidError = (field: string) => fail('validation', { errors: [{ field, code: 'invalid' }] });

// Checks that each level is given once, with the level above it.
function checkLevels(input: Input): void {
  const cus0 = input.cus_id0 ?? input.cus0_name;
  const cus1 = input.cus_id1 ?? input.cus1_name;
  const missing = [
    ...(cus0 === undefined ? ['cus_id0'] : []),
    ...(cus1 === undefined ? ['cus_id1'] : []),
    ...(input.cus2_names.length === 0 ? ['cus2_names'] : []),
  ];
  if (missing.length > 0) {
    // Customer 0 comes first. Without it, the refusal names it and every other missing level.
    const isCus0First = cus0 === undefined && missing.length < 3;
    const errors = missing.map((field) => ({
      field,
      code: isCus0First && field === 'cus_id0' ? 'cus0_first' : 'required',
    }));
    throw fail(isCus0First ? 'cus0_first' : 'validation', { errors });
  }
  if (input.cus_id0 !== undefined && input.cus0_name !== undefined) throw createInvalidError('cus0_name');
  if (input.cus_id1 !== undefined && input.cus1_name !== undefined) throw createInvalidError('cus1_name');
  // The record of an existing customer is changed by another endpoint, which requires the version.
  if (input.cus_id1 !== undefined && Object.keys(input.details).length > 0) throw createInvalidError('details');
}

async function findOrAddCus0(ctx: Ctx, { cus_id0, cus0_name }: Input, auditEntries: AuditEntry[]): Promise<number> {
  if (cus_id0 !== undefined) {
    if (!(await lockCus0AgainstDeletion(ctx.db, cus_id0))) throw createUnknownError('cus_id0');
    return cus_id0;
  }
  const { id } = await insertCus0(ctx.db, cus0_name ?? '');
  auditEntries.push({ action, entity: 'cus0', entity_id: id, after: { cus0_name } });
  return id;
}

async function findOrAddCus1(ctx: Ctx, input: Input, cus_id0: number, auditEntries: AuditEntry[]): Promise<number> {
  const { cus_id1, cus1_name = '' } = input;
  if (cus_id1 !== undefined) {
    const existing = await lockCus1AgainstDeletion(ctx.db, cus_id1);
    if (existing?.cus_id0 !== cus_id0) throw createUnknownError('cus_id1');
    return cus_id1;
  }
  const details = emptyToNull(input.details);
  const { id } = await insertCus1(ctx.db, { cus_id0, name: cus1_name, ...details });
  auditEntries.push({ action, entity: 'cus1', entity_id: id, after: { cus_id0, cus1_name, ...details } });
  return id;
}

async function addCus2(
  ctx: Ctx,
  { cus2_names: names }: Input,
  cus_id1: number,
  auditEntries: AuditEntry[],
): Promise<void> {
  const repeated = names.findIndex((name, index) => names.findIndex((item) => isSameName(item, name)) < index);
  if (repeated >= 0) {
    throw fail('validation', { errors: [{ field: `cus2_names.${repeated}`, code: 'duplicate' }] });
  }
  const rows = await insertCus2(ctx.db, cus_id1, names);
  const takenPositions = names.flatMap((name, index) => (rows.some((row) => row.name === name) ? [] : [index]));
  if (takenPositions.length > 0) {
    throw fail('exists', { errors: takenPositions.map((at) => ({ field: `cus2_names.${at}`, code: 'exists' })) });
  }
  for (const { id, name } of rows) {
    auditEntries.push({ action, entity: 'cus2', entity_id: id, after: { cus_id1, cus2_name: name } });
  }
}
