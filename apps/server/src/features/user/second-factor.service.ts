import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import type { InputFor, ResponseOf } from '../../http/handlers.ts';
import { fail } from '../../http/response/fail.ts';
import { newRecoveryCodes, removeAllFactors, removeFactor } from '../factor/factor.service.ts';
import { checkLoginPasskey } from '../factor/passkey.service.ts';
import { reportFactorReset } from '../mail/mail-link.service.ts';
import { rejectMorePrivileged } from './account.service.ts';
import { isPassword } from './password.ts';
import { findAccount, savePosition } from './user.queries.ts';
import { endSessions, startSession } from './user.service.ts';

/** Asks for the caller's password again before a change of the factors. */
async function checkOwnPassword(ctx: Ctx, password: string, action: string): Promise<void> {
  const { user_id } = ctx.actor;
  const account = await findAccount(ctx.db, user_id);
  if (await isPassword(account?.password_hash ?? null, password)) return;
  const subject = { entity: 'user_account', entity_id: user_id, subject_id: user_id } as const;
  await writeAudit(ctx, { action, note: 'refused: wrong password', ...subject }, ctx.outside);
  throw fail('wrong_password', { field: 'password' });
}

/** Removes a factor of the caller, with the password. */
export async function removeOwnFactor(
  ctx: Ctx,
  { id, password }: InputFor<'user.removeFactor'>,
): Promise<ResponseOf<'user.removeFactor'>> {
  await checkOwnPassword(ctx, password, 'user.removeFactor');
  await removeFactor(ctx, id);
  return {};
}

/** Creates new recovery codes for the caller, with the password. */
export async function createOwnRecoveryCodes(
  ctx: Ctx,
  { password }: InputFor<'user.newRecoveryCodes'>,
): Promise<ResponseOf<'user.newRecoveryCodes'>> {
  await checkOwnPassword(ctx, password, 'user.newRecoveryCodes');
  return newRecoveryCodes(ctx);
}

/** Removes the factors of a person who lost them. Never of somebody with more permissions. Their sessions end, and they get a mail. */
export async function resetFactors(
  ctx: Ctx,
  { user_id }: InputFor<'user.resetFactors'>,
): Promise<ResponseOf<'user.resetFactors'>> {
  const target = await findAccount(ctx.db, user_id);
  if (!target?.active) throw fail('not_found', { field: 'user_id' });
  if (user_id === ctx.actor.user_id) throw fail('forbidden', { detail: 'Remove your own factors instead.' });
  await rejectMorePrivileged(ctx, user_id, ['user_id']);
  await removeAllFactors(ctx, user_id);
  await endSessions(ctx, user_id);
  await reportFactorReset(ctx, user_id);
  return {};
}

/** Signs in with a passkey. It replaces the password and the second factor, because the device has verified its owner. */
export async function signInWithPasskey(
  ctx: Ctx,
  { answer }: InputFor<'user.passkeyLogin'>,
): Promise<ResponseOf<'user.passkeyLogin'>> {
  const account = await findAccount(ctx.db, await checkLoginPasskey(ctx, answer));
  if (!account?.active) throw fail('passkey_refused');
  await savePosition(ctx.db, account.id, ctx.request.address, ctx.now);
  const subject = { entity: 'user_account', entity_id: account.id, subject_id: account.id } as const;
  await writeAudit(ctx, { action: 'user.passkeyLogin', note: 'ok', actor_id: account.id, ...subject });
  return startSession(ctx, account, null);
}
