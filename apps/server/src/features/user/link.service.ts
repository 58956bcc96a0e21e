import { createHash } from 'node:crypto';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import type { InputFor, ResponseOf } from '../../http/handlers.ts';
import { consumeOrFail } from '../../http/limits/stored-limits.ts';
import { fail } from '../../http/response/fail.ts';
import { hashToken } from '../../http/session/session.ts';
import { findSignInStep } from '../factor/factor.service.ts';
import { consumePasswordLink, sendPasswordLinks } from '../mail/mail-link.service.ts';
import { deleteFailedAttempts } from './attempt.service.ts';
import { hashPassword, isWeakPassword } from './password.ts';
import { findAccount, updatePassword } from './user.queries.ts';
import { endSessions, startSession, toSubject } from './user.service.ts';

const WINDOW_SECONDS = 900;
/** Limits of requested links in a quarter of an hour, for one name and from one address. */
const LINKS_PER_NAME = 3;
const LINKS_PER_ADDRESS = 20;
/** Limit of used links from one address, against guesses. */
const USES_PER_ADDRESS = 30;

/** Sends a link for a new password. Existing and unknown accounts have the same response, limits and work (decision 170). */
export async function forgotPassword(
  ctx: Ctx,
  { username }: InputFor<'user.forgotPassword'>,
): Promise<ResponseOf<'user.forgotPassword'>> {
  const name = createHash('sha256').update(username.toLowerCase()).digest('base64url').slice(0, 22);
  const window = { seconds: WINDOW_SECONDS };
  const perAddress = { bucket: `forgot address ${ctx.request.address}`, max: LINKS_PER_ADDRESS, ...window };
  await consumeOrFail(ctx.outside, perAddress, ctx.now);
  await consumeOrFail(ctx.outside, { bucket: `forgot name ${name}`, max: LINKS_PER_NAME, ...window }, ctx.now);
  await sendPasswordLinks(ctx, username);
  await writeAudit(ctx, { action: 'user.forgotPassword' });
  return {};
}

/** Sets a password with a link and signs in. The link ends, and so do all sessions of the account. */
export async function setPasswordByLink(
  ctx: Ctx,
  { token, new_password }: InputFor<'user.passwordByLink'>,
): Promise<ResponseOf<'user.passwordByLink'>> {
  const perAddress = { bucket: `link address ${ctx.request.address}`, max: USES_PER_ADDRESS, seconds: WINDOW_SECONDS };
  await consumeOrFail(ctx.outside, perAddress, ctx.now);
  const user_id = await consumePasswordLink(ctx, hashToken(token));
  const account = user_id === undefined ? undefined : await findAccount(ctx.db, user_id);
  if (!account?.active) throw fail('link_ended');
  if (isWeakPassword(new_password, account.username))
    throw fail('weak_password', { errors: [{ field: 'new_password', code: 'common_password' }] });
  const password_hash = await hashPassword(new_password);
  const change = { password_hash, must_change_password: false, password_expires_at: null };
  await updatePassword(ctx.db, account.id, { ...change, notice: null });
  await endSessions(ctx, account.id);
  await deleteFailedAttempts(ctx, account.id);
  const subject = { entity: 'user_account', entity_id: account.id, subject_id: account.id } as const;
  await writeAudit(ctx, { action: 'user.passwordByLink', ...subject });
  // A link replaces the password only.
  const pending = await findSignInStep(ctx, account.id, toSubject(account));
  return startSession(ctx, { ...account, ...change, notice: null }, pending);
}
