import type { PortalLogin } from '@darkroom/contract/customer/customer';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { endpoints } from '@darkroom/contract/endpoints';
import { writeAudit, type AuditEntry } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/response/fail.ts';
import type { InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { removeAllFactors } from '../factor/factor.service.ts';
import { createOneTimePassword } from '../user/account.service.ts';
import { endSessions } from '../user/user.service.ts';
import {
  bindLogin,
  insertAccount,
  lockAccountByName,
  lockLogin,
  lockLoginByUser,
  unbindLogin,
  updateLogin,
  updateLoginEmail,
  type LoginOwner,
  type LoginRow,
} from './customer-write.queries.ts';

type OneTimePassword = OutputOf<typeof endpoints.customer.resetLogin>;

/** Returns the record whose history shows changes of the login. */
const toAuditRecord = (owner: LoginOwner): Pick<AuditEntry, 'entity' | 'entity_id'> =>
  'cus_id0' in owner ? { entity: 'cus0', entity_id: owner.cus_id0 } : { entity: 'cus1', entity_id: owner.cus_id1 };
const getLoginOwner = ({ cus_id0, cus_id1 }: LoginRow): LoginOwner =>
  cus_id0 === null ? { cus_id1: cus_id1 ?? 0 } : { cus_id0 };

/** Fields of a login in a change. Absent fields stay unchanged. */
interface LoginFields {
  username: string | null | undefined;
  full_name: string;
  email?: string | null | undefined;
}

/**
 * Creates a customer's login, or changes its name and address. Returns the one-time password of a new one, null for a
 * changed one, undefined if unchanged.
 */
export async function createOrRenameLogin(
  ctx: Ctx,
  owner: LoginOwner,
  { username, full_name, email }: LoginFields,
): Promise<OneTimePassword | null | undefined> {
  const login = await lockLogin(ctx.db, owner);
  if (!login) return username ? createLogin(ctx, owner, { username, full_name, email }) : undefined;
  const isEmailChanged = email !== undefined && email !== login.email;
  if (email !== undefined && isEmailChanged) await changeEmail(ctx, owner, login, email);
  if (!username || login.username === username) return isEmailChanged ? null : undefined;
  const other = await lockAccountByName(ctx.db, username);
  if (other && other.id !== login.user_id) throw fail('username_exists', { field: 'new_cus_username' });
  await updateLogin(ctx.db, login.user_id, { username });
  await writeAudit(ctx, {
    action: 'customer.detailUpdate',
    ...toAuditRecord(owner),
    subject_id: login.user_id,
    before: { portal_login: login.username },
    after: { portal_login: username },
  });
  await emit(ctx, 'session', [login.user_id], [login.user_id]);
  return null;
}

async function changeEmail(ctx: Ctx, owner: LoginOwner, login: LoginRow, email: string | null): Promise<void> {
  await updateLoginEmail(ctx.db, login.user_id, email);
  await writeAudit(ctx, {
    action: 'customer.detailUpdate',
    ...toAuditRecord(owner),
    subject_id: login.user_id,
    before: { portal_login_email: login.email },
    after: { portal_login_email: email },
  });
}

async function createLogin(
  ctx: Ctx,
  owner: LoginOwner,
  { username, full_name, email = null }: { username: string; full_name: string; email?: string | null | undefined },
): Promise<OneTimePassword> {
  const existing = await lockAccountByName(ctx.db, username);
  if (existing && !existing.abandoned) throw fail('username_exists', { field: 'new_cus_username' });
  // The login of a deleted customer still has its name, which can be used again (decision 052).
  if (existing) await updateLogin(ctx.db, existing.id, { username, full_name, active: true });
  const id = existing?.id ?? (await insertAccount(ctx.db, { username, full_name }))?.id;
  if (id === undefined) throw fail('username_exists', { field: 'new_cus_username' });
  await bindLogin(ctx.db, id, owner, email);
  await writeAudit(ctx, {
    action: 'customer.detailUpdate',
    ...toAuditRecord(owner),
    subject_id: id,
    before: { portal_login: null },
    after: { portal_login: username, ...(email === null ? {} : { portal_login_email: email }) },
  });
  return { username, ...(await createOneTimePassword(ctx, id, 'account')) };
}

export async function renameLoginOwner(ctx: Ctx, owner: LoginOwner, before: string, after: string): Promise<void> {
  const login = await lockLogin(ctx.db, owner);
  if (login?.full_name !== before) return;
  await updateLogin(ctx.db, login.user_id, { full_name: after });
  await emit(ctx, 'session', [login.user_id], [login.user_id]);
}

/** Retires the login of a deleted customer: it cannot sign in, and its sessions end at once. Returns its name. */
export async function retireLogin(ctx: Ctx, owner: LoginOwner): Promise<string | null> {
  const login = await lockLogin(ctx.db, owner);
  if (!login) return null;
  await setActive(ctx, login, false, 'customer.delete');
  await unbindLogin(ctx.db, login.user_id);
  return login.username;
}

async function setActive(
  ctx: Ctx,
  login: LoginRow,
  active: boolean,
  action: 'customer.delete' | 'customer.setLoginActive',
): Promise<void> {
  if (login.active === active) return;
  await updateLogin(ctx.db, login.user_id, { active });
  if (!active) await endSessions(ctx, login.user_id);
  await writeAudit(ctx, {
    action,
    ...toAuditRecord(getLoginOwner(login)),
    subject_id: login.user_id,
    before: { portal_login: login.username, portal_login_active: login.active },
    after: { portal_login: login.username, portal_login_active: active },
  });
}

/** Deactivates or activates a portal login. */
export async function setLoginActive(ctx: Ctx, input: InputFor<'customer.setLoginActive'>): Promise<PortalLogin> {
  const login = await lockLoginByUser(ctx.db, input.user_id);
  if (!login) throw fail('not_found', { field: 'user_id' });
  await setActive(ctx, login, input.active, 'customer.setLoginActive');
  await emit(ctx, 'customer', [login.cus_id1 ?? 0].filter(Boolean));
  return { ...login, active: input.active };
}

/**
 * Creates a one-time password for an active portal login (decision 052: creators of logins also create their passwords), and removes its
 * second factors.
 */
export async function resetLogin(ctx: Ctx, input: InputFor<'customer.resetLogin'>): Promise<OneTimePassword> {
  const login = await lockLoginByUser(ctx.db, input.user_id);
  if (!login?.active) throw fail('not_found', { field: 'user_id' });
  await writeAudit(ctx, {
    action: 'customer.resetLogin',
    ...toAuditRecord(getLoginOwner(login)),
    subject_id: login.user_id,
    note: login.username,
  });
  await removeAllFactors(ctx, login.user_id);
  const password = await createOneTimePassword(ctx, login.user_id, 'reset');
  await emit(ctx, 'customer', [login.cus_id1 ?? 0].filter(Boolean));
  return { username: login.username, ...password };
}
