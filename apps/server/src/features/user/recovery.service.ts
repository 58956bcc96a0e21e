import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { spend } from '../../http/limits/limits.ts';
import { later } from '../../http/session/session.ts';
import { hashPassword, isPassword, oneTimePassword } from './password.ts';
import { findAccount, findAccountByName, updatePassword, type AccountRow } from './user.queries.ts';
import { endSessions } from './user.service.ts';

/** A one-time password is good for two hours (domain §6). */
export const GOOD_FOR_MS = 2 * 3_600_000;
/** Break-glass attempts of one superuser in an hour. */
const BACKDOORS = { max: 3, seconds: 3600 };

/** Makes a one-time password for somebody who holds no more than the caller does; their sessions end. */
export async function resetPassword(
  ctx: Ctx,
  input: InputFor<'user.resetPassword'>,
): Promise<AnswerOf<'user.resetPassword'>> {
  const target = await findAccount(ctx.db, input.user_id);
  if (!target?.active) throw fail('not_found');
  // With a session left open anybody could reset its owner's password without knowing it.
  if (target.id === ctx.actor.user_id) throw fail('forbidden', { detail: 'Change your own password instead.' });
  if (target.is_superuser && !ctx.actor.is_superuser)
    throw fail('beyond_own_rights', { detail: 'The account of a superuser.' });
  if (holdsMore(target, ctx)) throw fail('beyond_own_rights', { field: 'user_id' });
  return giveOneTimePassword(ctx, target, 'user.resetPassword');
}

/** Whether an account holds what the caller lacks. A customer's codes are no rights in the bureau: whoever may reset passwords may help one. */
export const holdsMore = (target: AccountRow, { actor }: Ctx): boolean =>
  !actor.is_superuser &&
  (target.is_superuser ||
    (target.account === 'staff' && target.permissions.some((code) => !actor.permissions.has(code))));

/**
 * Break-glass recovery (domain §6): a superuser, with their own password again and a reason, never for another superuser.
 * The attempt is on record before anything is done, and so is its outcome.
 */
export async function recoverAccount(ctx: Ctx, input: InputFor<'user.backdoor'>): Promise<AnswerOf<'user.backdoor'>> {
  const action = 'user.backdoor';
  const target = await findAccountByName(ctx.db, input.username);
  const whom = target ? { entity: 'user_account' as const, entity_id: target.id, subject_id: target.id } : {};
  const record = (note: string) => audit(ctx, { action, note, ...whom }, ctx.outside);
  await record(`attempt: ${input.reason}`);
  await spend(ctx.outside, { bucket: `${action} user ${ctx.actor.user_id}`, ...BACKDOORS }, ctx.now);
  const self = await findAccount(ctx.db, ctx.actor.user_id);
  if (!(await isPassword(self?.password_hash ?? null, input.password))) {
    await record('refused: wrong password');
    throw fail('wrong_password', { field: 'password' });
  }
  if (!target?.active) {
    await record('refused: no such account');
    throw fail('not_found', { field: 'username' });
  }
  if (target.is_superuser) throw fail('beyond_own_rights', { field: 'username' });
  return giveOneTimePassword(ctx, target, action);
}

async function giveOneTimePassword(ctx: Ctx, target: AccountRow, action: 'user.resetPassword' | 'user.backdoor') {
  const one_time_password = oneTimePassword();
  const expires_at = later(ctx.now, GOOD_FOR_MS);
  await updatePassword(ctx.db, target.id, {
    password_hash: await hashPassword(one_time_password),
    must_change_password: true,
    password_expires_at: expires_at,
    ...(action === 'user.backdoor' ? { notice: 'backdoor' as const } : {}),
  });
  await endSessions(ctx, target.id);
  await audit(ctx, {
    action,
    entity: 'user_account',
    entity_id: target.id,
    subject_id: target.id,
    note: 'a one-time password was made',
  });
  return { username: target.username, one_time_password, expires_at };
}
