import { audit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import { fail } from '../../http/answer/fail.ts';
import type { AnswerOf, InputFor } from '../../http/handlers.ts';
import { spend } from '../../http/limits/limits.ts';
import { checkHoldsNoMore, giveOneTimePassword } from './account.service.ts';
import { isPassword } from './password.ts';
import { findAccount, findAccountByName, type AccountRow } from './user.queries.ts';

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
  await checkHoldsNoMore(ctx, target.id, ['user_id']);
  return recover(ctx, target, 'user.resetPassword');
}

/** Break-glass recovery (domain §6) by a superuser, with password and reason, not for superusers. Audited before and after. */
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
  return recover(ctx, target, action);
}

async function recover(ctx: Ctx, target: AccountRow, action: 'user.resetPassword' | 'user.backdoor') {
  const oneTime = await giveOneTimePassword(
    ctx,
    target.id,
    'reset',
    action === 'user.backdoor' ? 'backdoor' : undefined,
  );
  await audit(ctx, {
    action,
    entity: 'user_account',
    entity_id: target.id,
    subject_id: target.id,
    note: 'a one-time password was made',
  });
  return { username: target.username, ...oneTime };
}
