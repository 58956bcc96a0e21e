import type { Instant } from '@darkroom/domain/calendar/day';
import { beyondRights } from '@darkroom/domain/permission/grant';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import { later } from '../../http/session/session.ts';
import { emit } from '../../live/emit.ts';
import { hashPassword, oneTimePassword } from './password.ts';
import { GOOD_FOR_MS, holdsMore } from './recovery.service.ts';
import {
  findAccount,
  findGroupCodes,
  insertStaffAccount,
  lockSuperusers,
  updateAccount,
  updatePassword,
  type AccountChange,
} from './user.queries.ts';
import { endSessions, rightsChanged } from './user.service.ts';

/** A password that is shown once and must be changed at sign-in. */
export interface OneTime {
  one_time_password: string;
  expires_at: Instant;
}

/** What decides about an account's rights. */
export interface Rights {
  group_id: number | null;
  is_superuser: boolean;
}

/** Nobody hands out what they don't hold (domain §7): neither by a group, nor by making a superuser. */
export async function checkHandedOut(ctx: Ctx, before: Rights | null, after: Rights): Promise<void> {
  const { actor } = ctx;
  if (after.is_superuser !== (before?.is_superuser ?? false)) {
    if (!actor.is_superuser) throw fail('beyond_own_rights', { field: 'is_superuser' });
    if (!after.is_superuser) await checkNotLast(ctx);
  }
  if (after.group_id === null || after.group_id === before?.group_id) return;
  const codes = await findGroupCodes(ctx.db, after.group_id);
  const beyond = beyondRights(actor, codes);
  if (beyond.length) throw fail('beyond_own_rights', { field: 'group_id', detail: beyond.join(', ') });
}

/** Nobody takes away from, or signs in the name of, an account that holds more than they do. */
export async function checkNotBeyond(ctx: Ctx, user_id: number, field: string): Promise<void> {
  const target = await findAccount(ctx.db, user_id);
  if (target && holdsMore(target, ctx)) throw fail('beyond_own_rights', { field });
}

/** A superuser's account is changed by superusers only, whatever the change is (domain §7). */
export function checkNotAbove({ actor }: Ctx, target: Pick<Rights, 'is_superuser'>): void {
  if (target.is_superuser && !actor.is_superuser)
    throw fail('beyond_own_rights', { detail: 'The account of a superuser.' });
}

// Locks them all, so that two superusers who deactivate each other at once do not both succeed.
async function checkNotLast(ctx: Ctx): Promise<void> {
  if ((await lockSuperusers(ctx.db)).length <= 1) throw fail('last_superuser');
}

/** An account for somebody who begins, that opens nothing yet. Whoever calls has checked the rights it comes with. */
export async function openAccount(
  ctx: Ctx,
  account: { username: string; full_name: string; is_superuser: boolean },
): Promise<number> {
  const user_id = await insertStaffAccount(ctx.db, { ...account, created_at: ctx.now });
  await emit(ctx, 'user', [user_id]);
  return user_id;
}

/** A new one-time password for an account that nobody is signed in with; shown once (domain §6). */
export async function giveFirstPassword(ctx: Ctx, user_id: number): Promise<OneTime> {
  const one_time_password = oneTimePassword();
  const expires_at = later(ctx.now, GOOD_FOR_MS);
  await updatePassword(ctx.db, user_id, {
    password_hash: await hashPassword(one_time_password),
    must_change_password: true,
    password_expires_at: expires_at,
  });
  return { one_time_password, expires_at };
}

/** Changes what an account is called and whether it passes every check. Its open browsers are told. */
export async function changeAccount(ctx: Ctx, user_id: number, change: AccountChange): Promise<void> {
  if (Object.values(change).some((value) => value !== undefined)) await updateAccount(ctx.db, user_id, change);
  await rightsChanged(ctx, [user_id]);
}

/** Closes an account: it signs in no more, and its sessions end at once on every process (domain §6). Never one's own. */
export async function closeAccount(ctx: Ctx, user_id: number): Promise<void> {
  if (user_id === ctx.actor.user_id) throw fail('not_yourself', { field: 'staff_id' });
  const target = await findAccount(ctx.db, user_id);
  if (!target?.active) throw fail('not_active');
  // Taking away hands nothing out; but only a superuser deactivates a superuser.
  checkNotAbove(ctx, target);
  if (target.is_superuser) await checkNotLast(ctx);
  await updateAccount(ctx.db, user_id, { active: false });
  await endSessions(ctx, user_id);
  await emit(ctx, 'user', [user_id]);
}

/** Opens a closed account again, with a one-time password: whatever was known of the old one is worth nothing. */
export async function reopenAccount(ctx: Ctx, user_id: number): Promise<OneTime> {
  const target = await findAccount(ctx.db, user_id);
  if (!target || target.active) throw fail('already_active');
  checkNotAbove(ctx, target);
  if (holdsMore(target, ctx)) throw fail('beyond_own_rights', { field: 'staff_id' });
  await updateAccount(ctx.db, user_id, { active: true });
  await emit(ctx, 'user', [user_id]);
  return giveFirstPassword(ctx, user_id);
}
