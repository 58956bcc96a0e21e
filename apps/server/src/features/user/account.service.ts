import type { Instant } from '@darkroom/domain/calendar/day';
import { findUngrantableCodes, hasMorePermissions } from '@darkroom/domain/permission/grant';
import { writeAudit } from '../../audit/audit.ts';
import { fail } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { consumeOrFail } from '../../http/limits/stored-limits.ts';
import { addMs } from '../../http/session/session.ts';
import { emit } from '../../live/emit.ts';
import { inviteByMail } from '../mail/mail-link.service.ts';
import { deleteFailedAttempts } from './attempt.service.ts';
import { hashPassword, generateOneTimePassword, isPassword } from './password.ts';
import {
  deleteUnusedAccount,
  findAccount,
  findGroupCodes,
  findUsernames,
  insertStaffAccount,
  lockSuperusers,
  updateAccount,
  updatePassword,
  type AccountChange,
  findAccountByName,
  type AccountRow,
} from './user.queries.ts';
import { endSessions, emitPermissionsChanged } from './user.service.ts';

const HOUR_MS = 3_600_000;
/** Validity of a one-time password: a new account until the first working day, a reset during a phone call (domain §5b). */
const VALIDITY_MS = { account: 7 * 24 * HOUR_MS, reset: 2 * HOUR_MS };

/** A password that is shown once and must be changed at sign-in. */
export interface OneTimePassword {
  /** Null if an invitation was sent. */
  one_time_password: string | null;
  expires_at: Instant;
  sent_to: string | null;
}

/** The fields that decide an account's permissions. */
export interface AccountGrants {
  group_id: number | null;
  is_superuser: boolean;
}

/** Refuses permissions that the caller lacks (domain §7), by group or superuser state. */
export async function validateGrants(ctx: Ctx, before: AccountGrants | null, after: AccountGrants): Promise<void> {
  const { actor } = ctx;
  if (after.is_superuser !== (before?.is_superuser ?? false)) {
    if (!actor.is_superuser) throw fail('beyond_own_rights', { field: 'is_superuser' });
    if (!after.is_superuser) await rejectLastSuperuser(ctx);
  }
  if (after.group_id === null || after.group_id === before?.group_id) return;
  const codes = await findGroupCodes(ctx.db, after.group_id);
  const ungrantable = findUngrantableCodes(actor, codes);
  if (ungrantable.length) throw fail('beyond_own_rights', { field: 'group_id', detail: ungrantable.join(', ') });
}

/**
 * Refuses changes of an account with more permissions than the actor's: sign-in, permissions, active state and password
 * (domain §5b).
 */
export async function rejectMorePrivileged(ctx: Ctx, user_id: number, fields: readonly string[]): Promise<void> {
  const target = await findAccount(ctx.db, user_id);
  if (!target || !hasMorePermissions(ctx.actor, target)) return;
  throw fail('beyond_own_rights', { errors: fields.map((field) => ({ field, code: 'beyond_own_rights' })) });
}

// Locks all superusers, so that two who deactivate each other at once cannot both succeed.
async function rejectLastSuperuser(ctx: Ctx): Promise<void> {
  if ((await lockSuperusers(ctx.db)).length <= 1) throw fail('last_superuser');
}

/** Lists the usernames of staff and customers, in lower case. */
export const listUsernames = (ctx: Ctx): Promise<string[]> => findUsernames(ctx.db);

/** Adds an account without a password. The caller must have checked its permissions. */
export async function addAccount(
  ctx: Ctx,
  account: { username: string; full_name: string; is_superuser: boolean },
): Promise<number> {
  const user_id = await insertStaffAccount(ctx.db, { ...account, created_at: ctx.now });
  await emit(ctx, 'user', [user_id]);
  return user_id;
}

/** Deletes the account of a member of staff who never used it. */
export async function removeUnusedAccount(ctx: Ctx, user_id: number): Promise<void> {
  if (!(await deleteUnusedAccount(ctx.db, user_id))) throw fail('in_use');
  await emit(ctx, 'user', [user_id]);
}

/** Gives an account a one-time password, shown once (domain §6). A new account with an address gets an invitation instead. Its sessions end, and failed sign-ins on its name no longer count. */
export async function createOneTimePassword(
  ctx: Ctx,
  user_id: number,
  validity: keyof typeof VALIDITY_MS,
  notice?: 'backdoor',
): Promise<OneTimePassword> {
  const one_time_password = generateOneTimePassword();
  const expires_at = addMs(ctx.now, VALIDITY_MS[validity]);
  await updatePassword(ctx.db, user_id, {
    // The check of an import is rolled back, and hashing is slow.
    password_hash: ctx.fileImport?.isCheck ? null : await hashPassword(one_time_password),
    must_change_password: true,
    password_expires_at: expires_at,
    ...(notice ? { notice } : {}),
  });
  await endSessions(ctx, user_id);
  await deleteFailedAttempts(ctx, user_id);
  const sent_to = validity === 'account' ? await inviteByMail(ctx, user_id) : null;
  return { one_time_password: sent_to === null ? one_time_password : null, expires_at, sent_to };
}

/** Changes an account's name fields and superuser state, and notifies its open browsers. */
export async function changeAccount(ctx: Ctx, user_id: number, change: AccountChange): Promise<void> {
  if (Object.values(change).some((value) => value !== undefined)) await updateAccount(ctx.db, user_id, change);
  await emitPermissionsChanged(ctx, [user_id]);
}

/** Closes an account: it cannot sign in, and its sessions end at once on every process (domain §6). Never the caller's own. */
export async function closeAccount(ctx: Ctx, user_id: number): Promise<void> {
  if (user_id === ctx.actor.user_id) throw fail('not_yourself', { field: 'staff_id' });
  const target = await findAccount(ctx.db, user_id);
  if (!target?.active) throw fail('not_active');
  await rejectMorePrivileged(ctx, user_id, ['staff_id']);
  if (target.is_superuser) await rejectLastSuperuser(ctx);
  await updateAccount(ctx.db, user_id, { active: false });
  await endSessions(ctx, user_id);
  await emit(ctx, 'user', [user_id]);
}

/** Opens a closed account with a one-time password, because its old password can be known to others. */
export async function reopenAccount(ctx: Ctx, user_id: number): Promise<OneTimePassword> {
  const target = await findAccount(ctx.db, user_id);
  if (!target || target.active) throw fail('already_active');
  await rejectMorePrivileged(ctx, user_id, ['staff_id']);
  await updateAccount(ctx.db, user_id, { active: true });
  await emit(ctx, 'user', [user_id]);
  return createOneTimePassword(ctx, user_id, 'reset');
}

/** Limit of a superuser's break-glass attempts in an hour. */
const RECOVERY_LIMIT = { max: 3, seconds: 3600 };

/** Creates a one-time password for a user with at most the caller's permissions. Their sessions end. */
export async function resetPassword(
  ctx: Ctx,
  input: InputFor<'user.resetPassword'>,
): Promise<ResponseOf<'user.resetPassword'>> {
  const target = await findAccount(ctx.db, input.user_id);
  if (!target?.active) throw fail('not_found');
  // An unattended session could otherwise reset its owner's password without knowing it.
  if (target.id === ctx.actor.user_id) throw fail('forbidden', { detail: 'Change your own password instead.' });
  await rejectMorePrivileged(ctx, target.id, ['user_id']);
  return createRecoveryPassword(ctx, target, 'user.resetPassword');
}

/**
 * Recovers an account by break-glass (domain §6). A superuser needs password and reason, and cannot recover superusers.
 * The audit has a row before and after.
 */
export async function recoverAccount(ctx: Ctx, input: InputFor<'user.backdoor'>): Promise<ResponseOf<'user.backdoor'>> {
  const action = 'user.backdoor';
  const target = await findAccountByName(ctx.db, input.username);
  const subject = target ? { entity: 'user_account' as const, entity_id: target.id, subject_id: target.id } : {};
  const record = (note: string) => writeAudit(ctx, { action, note, ...subject }, ctx.outside);
  await record(`attempt: ${input.reason}`);
  await consumeOrFail(ctx.outside, { bucket: `${action} user ${ctx.actor.user_id}`, ...RECOVERY_LIMIT }, ctx.now);
  const caller = await findAccount(ctx.db, ctx.actor.user_id);
  if (!(await isPassword(caller?.password_hash ?? null, input.password))) {
    await record('refused: wrong password');
    throw fail('wrong_password', { field: 'password' });
  }
  if (!target?.active) {
    await record('refused: no such account');
    throw fail('not_found', { field: 'username' });
  }
  if (target.is_superuser) throw fail('beyond_own_rights', { field: 'username' });
  return createRecoveryPassword(ctx, target, action);
}

async function createRecoveryPassword(ctx: Ctx, target: AccountRow, action: 'user.resetPassword' | 'user.backdoor') {
  const password = await createOneTimePassword(
    ctx,
    target.id,
    'reset',
    action === 'user.backdoor' ? 'backdoor' : undefined,
  );
  await writeAudit(ctx, {
    action,
    entity: 'user_account',
    entity_id: target.id,
    subject_id: target.id,
    note: 'a one-time password was made',
  });
  return { username: target.username, ...password };
}
