import type { CustomerRow } from '@darkroom/contract/customer/customer';
import type { Selectable } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import { lockRowVersion } from '../../audit/change.ts';
import type { Cus0, Cus1 } from '../../db/types.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import {
  findCus1Below,
  lockCus0,
  updateCus0,
  updateCus1,
  emptyToNull,
  type DetailFields,
} from './customer-write.queries.ts';
import { CUS1, readCustomers } from './customer.service.ts';
import { changeCus2 } from './customer2.service.ts';
import { createOrRenameLogin, renameLoginOwner } from './login.service.ts';

type Input = InputFor<'customer.detailUpdate'>;
const action = 'customer.detailUpdate';

/** Changes a customer 1 (spec §7) with its details, names, customers 2 and login. One version guards all, and customer 0 has its own. */
export async function updateCustomer(ctx: Ctx, input: Input): Promise<ResponseOf<'customer.detailUpdate'>> {
  const { cus_id1, details } = input;
  const cus1 = await lockRowVersion(ctx, CUS1, cus_id1, input.version, {
    field: 'cus_id1',
    check: (row) => validateIds(ctx, input, row),
  });
  const cus0 = await lockCus0IfChanged(ctx, input);
  const { cus0_name, cus1_name, cus2 = [], ...record } = details;

  const isCus0Renamed = await renameCus0(ctx, cus0, cus0_name);
  const isRecordChanged = await changeRecord(ctx, cus1, {
    ...emptyToNull(record),
    ...(cus1_name === undefined ? {} : { cus1_name }),
  });
  const isCus2Changed = await changeCus2(ctx, cus_id1, cus2);
  const login = await changeLogin(ctx, input, cus1, cus0);
  const isLoginChanged = login !== undefined;
  if (!isCus0Renamed && !isRecordChanged && !isCus2Changed && !isLoginChanged) throw fail('no_fields_to_change');
  if (cus0 && !isCus0Renamed && isLoginChanged) await updateCus0(ctx.db, cus0.id, {});
  if (!isRecordChanged && (isCus2Changed || (isLoginChanged && !input.is_cus_0_user)))
    await updateCus1(ctx.db, cus_id1, {});
  // Other customers below the same customer 0 show its name too.
  const changedIds = isCus0Renamed && cus0 ? (await findCus1Below(ctx.db, cus0.id)).map(({ id }) => id) : [cus_id1];
  await emit(ctx, 'customer', changedIds);
  const [customer] = (await readCustomers(ctx.db, [cus_id1])) as [CustomerRow];
  return { customer, login: login ?? null };
}

// The ids must belong to one customer. The refusal names the id that does not exist or cannot move.
async function validateIds({ db }: Ctx, input: Input, cus1: Selectable<Cus1>): Promise<void> {
  const isMoved = input.cus_id0 !== cus1.cus_id0;
  const errors = [
    ...(input.cus_detail_id === cus1.id ? [] : [{ field: 'cus_detail_id', code: 'unknown' }]),
    ...(isMoved
      ? [{ field: 'cus_id0', code: (await lockCus0(db, input.cus_id0)) ? 'parent_cannot_change' : 'unknown' }]
      : []),
  ];
  if (errors.length > 0) throw fail('validation', { errors });
}

/** Reads customer 0, and locks it if it changes. */
async function lockCus0IfChanged(ctx: Ctx, input: Input): Promise<Selectable<Cus0> | null> {
  const isCus0Changed =
    input.details.cus0_name !== undefined || (input.is_cus_0_user && Boolean(input.new_cus_username));
  if (!isCus0Changed) return null;
  const cus0 = await lockCus0(ctx.db, input.cus_id0);
  if (!cus0 || (input.cus0_version ?? cus0.version) !== cus0.version) {
    const [current] = await readCustomers(ctx.db, [input.cus_id1]);
    throw fail('stale', { current });
  }
  return cus0;
}

async function renameCus0(ctx: Ctx, cus0: Selectable<Cus0> | null, name: string | undefined): Promise<boolean> {
  if (!cus0 || name === undefined || name === cus0.name) return false;
  await updateCus0(ctx.db, cus0.id, { name });
  await renameLoginOwner(ctx, { cus_id0: cus0.id }, cus0.name, name);
  const [before, after] = [{ cus0_name: cus0.name }, { cus0_name: name }];
  await writeAudit(ctx, { action, entity: 'cus0', entity_id: cus0.id, before, after });
  return true;
}

async function changeRecord(
  ctx: Ctx,
  cus1: Selectable<Cus1>,
  patch: DetailFields & { cus1_name?: string },
): Promise<boolean> {
  const now: Record<string, unknown> = { ...cus1, cus1_name: cus1.name };
  const changed = Object.entries(patch).filter(([field, value]) => value !== undefined && value !== now[field]);
  if (changed.length === 0) return false;
  const after = Object.fromEntries(changed);
  const { cus1_name, ...columns } = after as typeof patch;
  await updateCus1(ctx.db, cus1.id, { ...columns, ...(cus1_name === undefined ? {} : { name: cus1_name }) });
  if (cus1_name !== undefined) await renameLoginOwner(ctx, { cus_id1: cus1.id }, cus1.name, cus1_name);
  const before = Object.fromEntries(changed.map(([field]) => [field, now[field]]));
  await writeAudit(ctx, { action, entity: 'cus1', entity_id: cus1.id, before, after });
  return true;
}

async function changeLogin(
  ctx: Ctx,
  { new_cus_username: username, new_cus_email, is_cus_0_user, details }: Input,
  cus1: Selectable<Cus1>,
  cus0: Selectable<Cus0> | null,
) {
  // An emptied field means no address.
  const email = new_cus_email === '' ? null : new_cus_email;
  if (!username && email === undefined) return undefined;
  if (is_cus_0_user && cus0) {
    return createOrRenameLogin(
      ctx,
      { cus_id0: cus0.id },
      { username, email, full_name: details.cus0_name ?? cus0.name },
    );
  }
  return createOrRenameLogin(ctx, { cus_id1: cus1.id }, { username, email, full_name: details.cus1_name ?? cus1.name });
}
