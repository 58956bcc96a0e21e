import type { PortalLogin } from '@darkroom/contract/customer/customer';
import type { OutputOf } from '@darkroom/contract/endpoint';
import type { endpoints } from '@darkroom/contract/endpoints';
import { audit, type AuditEntry } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { InputFor } from '../../http/handlers.ts';
import { emit } from '../../live/emit.ts';
import { giveOneTimePassword } from '../user/account.service.ts';
import { endSessions } from '../user/user.service.ts';
import {
  bindLogin,
  insertAccount,
  lockAccountByName,
  lockLogin,
  lockLoginOf,
  unbindLogin,
  updateLogin,
  type Binding,
  type LoginRow,
} from './customer-write.queries.ts';

type OneTimePassword = OutputOf<typeof endpoints.customer.resetLogin>;

/** Record in whose history changes of the login appear. */
const onRecord = (of: Binding): Pick<AuditEntry, 'entity' | 'entity_id'> =>
  'cus_id0' in of ? { entity: 'cus0', entity_id: of.cus_id0 } : { entity: 'cus1', entity_id: of.cus_id1 };
const bindingOf = ({ cus_id0, cus_id1 }: LoginRow): Binding =>
  cus_id0 === null ? { cus_id1: cus_id1 ?? 0 } : { cus_id0 };

/** Creates or renames a customer's login. Returns the one-time password of a new one, null for a renamed one, undefined if unchanged. */
export async function nameLogin(
  ctx: Ctx,
  of: Binding,
  wanted: { username: string; full_name: string },
): Promise<OneTimePassword | null | undefined> {
  const login = await lockLogin(ctx.db, of);
  if (!login) return makeLogin(ctx, of, wanted);
  if (login.username === wanted.username) return undefined;
  const other = await lockAccountByName(ctx.db, wanted.username);
  if (other && other.id !== login.user_id) throw fail('username_exists', { field: 'new_cus_username' });
  await updateLogin(ctx.db, login.user_id, { username: wanted.username });
  await audit(ctx, {
    action: 'customer.detailUpdate',
    ...onRecord(of),
    subject_id: login.user_id,
    before: { portal_login: login.username },
    after: { portal_login: wanted.username },
  });
  await emit(ctx, 'session', [login.user_id], [login.user_id]);
  return null;
}

async function makeLogin(
  ctx: Ctx,
  of: Binding,
  { username, full_name }: { username: string; full_name: string },
): Promise<OneTimePassword> {
  const there = await lockAccountByName(ctx.db, username);
  if (there && !there.abandoned) throw fail('username_exists', { field: 'new_cus_username' });
  // The login of a deleted customer still has its name, which can be used again (decision 052).
  if (there) await updateLogin(ctx.db, there.id, { username, full_name, active: true });
  const id = there?.id ?? (await insertAccount(ctx.db, { username, full_name }))?.id;
  if (id === undefined) throw fail('username_exists', { field: 'new_cus_username' });
  await bindLogin(ctx.db, id, of);
  await audit(ctx, {
    action: 'customer.detailUpdate',
    ...onRecord(of),
    subject_id: id,
    before: { portal_login: null },
    after: { portal_login: username },
  });
  return { username, ...(await giveOneTimePassword(ctx, id, 'account')) };
}

/** Renames the login with its customer. */
export async function renamePerson(ctx: Ctx, of: Binding, before: string, after: string): Promise<void> {
  const login = await lockLogin(ctx.db, of);
  if (login?.full_name !== before) return;
  await updateLogin(ctx.db, login.user_id, { full_name: after });
  await emit(ctx, 'session', [login.user_id], [login.user_id]);
}

/** Retires the login of a deleted customer: it cannot sign in, and its sessions end at once. Returns its name. */
export async function retireLogin(ctx: Ctx, of: Binding): Promise<string | null> {
  const login = await lockLogin(ctx.db, of);
  if (!login) return null;
  await setActive(ctx, login, false, 'customer.delete');
  await unbindLogin(ctx.db, login.user_id);
  return login.username;
}

async function setActive(
  ctx: Ctx,
  login: LoginRow,
  active: boolean,
  action: 'customer.delete' | 'customer.switchLogin',
): Promise<void> {
  if (login.active === active) return;
  await updateLogin(ctx.db, login.user_id, { active });
  if (!active) await endSessions(ctx, login.user_id);
  await audit(ctx, {
    action,
    ...onRecord(bindingOf(login)),
    subject_id: login.user_id,
    before: { portal_login: login.username, portal_login_active: login.active },
    after: { portal_login: login.username, portal_login_active: active },
  });
}

/** Deactivates or activates a portal login. */
export async function switchLogin(ctx: Ctx, input: InputFor<'customer.switchLogin'>): Promise<PortalLogin> {
  const login = await lockLoginOf(ctx.db, input.user_id);
  if (!login) throw fail('not_found', { field: 'user_id' });
  await setActive(ctx, login, input.active, 'customer.switchLogin');
  await emit(ctx, 'customer', [login.cus_id1 ?? 0].filter(Boolean));
  return { ...login, active: input.active };
}

/** Creates a one-time password for an active portal login (decision 052: creators of logins also create their passwords). */
export async function resetLogin(ctx: Ctx, input: InputFor<'customer.resetLogin'>): Promise<OneTimePassword> {
  const login = await lockLoginOf(ctx.db, input.user_id);
  if (!login?.active) throw fail('not_found', { field: 'user_id' });
  await audit(ctx, {
    action: 'customer.resetLogin',
    ...onRecord(bindingOf(login)),
    subject_id: login.user_id,
    note: login.username,
  });
  const password = await giveOneTimePassword(ctx, login.user_id, 'reset');
  await emit(ctx, 'customer', [login.cus_id1 ?? 0].filter(Boolean));
  return { username: login.username, ...password };
}
