import type { Instant } from '@darkroom/domain/calendar/day';
import type { Subject } from '@darkroom/domain/permission/access';
import type { PendingStep, SignInStep } from '@darkroom/domain/user/second-factor';
import { writeAudit } from '../../audit/audit.ts';
import { fail } from '../../http/response/fail.ts';
import type { Ctx } from '../../http/context.ts';
import type { ResponseOf, InputFor } from '../../http/handlers.ts';
import { returnHit } from '../../http/limits/stored-limits.ts';
import { parseDevice } from '../../http/session/device.ts';
import { hashToken, MAX_IDLE_MS, addMs, makeToken, MAX_SESSION_MS } from '../../http/session/session.ts';
import { emit } from '../../live/emit.ts';
import { findSignInStep } from '../factor/factor.service.ts';
import { reportSignIn } from '../mail/mail-link.service.ts';
import { countAttempt } from './attempt.service.ts';
import { hashPassword, isPassword, isWeakPassword } from './password.ts';
import {
  savePosition,
  deleteOldestSessions,
  deleteSession,
  deleteSessionsOf,
  findAccount,
  findAccountByName,
  findSessionEnd,
  insertSession,
  listTeamsOf,
  lockAccount,
  updatePassword,
  type AccountRow,
  deleteOwnSessions,
  listSessionsOf,
} from './user.queries.ts';

/** Limit of valid sessions of one user: another sign-in ends the oldest (domain §5b). */
const MAX_SESSIONS = 20;

/**
 * Signs in (domain §6). The attempt is counted first and refunded on success, and unknown names get the same response
 * in the same time.
 */
export async function signIn(ctx: Ctx, input: InputFor<'user.login'>): Promise<ResponseOf<'user.login'>> {
  const account = await findAccountByName(ctx.db, input.username);
  const attempt = await countAttempt(ctx, input.username, account?.id);
  const isUsable = account && canSignIn(account, ctx.now);
  const isCorrect = await isPassword(isUsable ? account.password_hash : null, input.password);
  // A wrong password and an unknown name get the same response from a blocked address.
  if (attempt.refusal && !(isCorrect && attempt.knownAddress)) throw attempt.refusal;
  if (!isCorrect || !account) {
    const note = account ? 'failed' : 'failed: no such account';
    await writeAudit(ctx, { action: 'user.login', note, ...toAuditSubject(account) }, ctx.outside);
    throw fail('sign_in_failed');
  }
  for (const limit of attempt.spent) await returnHit(ctx.outside, limit, ctx.now);
  // The lock comes first, because later rows refer to the account: two sign-ins would each wait for the other.
  if (account.must_change_password) await lockAccount(ctx.db, account.id);
  if (!attempt.knownAddress && account.account === 'customer') await reportSignIn(ctx, account.id);
  await savePosition(ctx.db, account.id, ctx.request.address, ctx.now);
  await writeAudit(ctx, { action: 'user.login', note: 'ok', actor_id: account.id, ...toAuditSubject(account) });
  return startSession(ctx, account, await findSignInStep(ctx, account.id, toSubject(account)));
}

const toAuditSubject = (account: AccountRow | undefined) =>
  account ? { entity: 'user_account' as const, entity_id: account.id, subject_id: account.id } : {};

export const toSubject = ({ account, is_superuser, permissions }: AccountRow): Subject => ({
  account,
  is_superuser,
  permissions: new Set(permissions),
});

const canSignIn = (account: AccountRow, now: Instant): boolean =>
  account.active && (account.password_expires_at === null || now < account.password_expires_at);

/** Opens a session of an account. The caller has checked who it is. */
export async function startSession(ctx: Ctx, account: AccountRow, step: SignInStep): Promise<ResponseOf<'user.login'>> {
  const pending = step === 'enrol_soon' ? null : step;
  const access_token = makeToken();
  const fullEnd = addMs(ctx.now, MAX_SESSION_MS);
  // A one-time password has one session: a sign-in with it ends the one before (domain §5b).
  if (account.must_change_password) await endSessions(ctx, account.id);
  // A session of a one-time password ends with that password.
  const passwordEnd = account.password_expires_at;
  const expires_at = passwordEnd !== null && passwordEnd < fullEnd ? passwordEnd : fullEnd;
  const isInserted = await insertSession(ctx.db, account.password_hash, {
    token_hash: hashToken(access_token),
    user_id: account.id,
    created_at: ctx.now,
    last_used_at: ctx.now,
    expires_at,
    address: ctx.request.address,
    user_agent: ctx.request.user_agent,
    pending,
  });
  if (!isInserted) throw fail('sign_in_failed');
  const sessionLimits = {
    user_id: account.id,
    kept: MAX_SESSIONS,
    now: ctx.now,
    used_since: addMs(ctx.now, -MAX_IDLE_MS),
  };
  if ((await deleteOldestSessions(ctx.db, sessionLimits)) > 0) await emit(ctx, 'session', [account.id], [account.id]);
  const response = toSessionResponse(account, expires_at, pending);
  return { access_token, ...response, notice: response.notice ?? (step === 'enrol_soon' ? step : null) };
}

const toSessionResponse = (
  account: AccountRow,
  expires_at: Instant,
  pending: PendingStep | null,
): Omit<ResponseOf<'user.me'>, 'teams' | 'avatar'> => ({
  user: {
    id: account.id,
    username: account.username,
    full_name: account.full_name,
    account: account.account,
    is_superuser: account.is_superuser,
    must_change_password: account.must_change_password,
  },
  staff_id: account.staff_id,
  permissions: account.permissions,
  expires_at,
  pending,
  notice: account.notice,
});

/** Returns the signed-in account and its current permissions. */
export async function whoAmI(ctx: Ctx): Promise<ResponseOf<'user.me'>> {
  const { user_id, session_id, apiToken, is_superuser, permissions } = ctx.actor;
  const account = await findAccount(ctx.db, user_id);
  const expires_at = apiToken ? apiToken.expires_at : await findSessionEnd(ctx.db, session_id);
  if (!account || !expires_at) throw fail('session_required');
  // A token receives its own permissions.
  const caller = apiToken ? { ...account, is_superuser, permissions: [...permissions] } : account;
  return {
    ...toSessionResponse(caller, expires_at, ctx.actor.pending ?? null),
    teams: await listTeamsOf(ctx.db, account.id),
    avatar: account.avatar,
  };
}

/** Signs out: this session ends at once, on every server process. */
export async function signOut(ctx: Ctx): Promise<ResponseOf<'user.logout'>> {
  await deleteSession(ctx.db, ctx.actor.session_id);
  await emit(ctx, 'session', [ctx.actor.user_id], [ctx.actor.user_id]);
  await writeAudit(ctx, { action: 'user.logout', entity: 'user_account', entity_id: ctx.actor.user_id });
  return {};
}

/** Ends all sessions of an account at once, for a new password, a reset or a deactivation (domain §6). */
export async function endSessions(ctx: Ctx, user_id: number): Promise<void> {
  await deleteSessionsOf(ctx.db, user_id);
  await emit(ctx, 'session', [user_id], [user_id]);
}

/** Limit of people in one live event. */
const MAX_PEOPLE_PER_EVENT = 300;

/** Notifies users with changed permissions, and open lists of people, so that pages adapt without a reload. */
export async function emitPermissionsChanged(ctx: Ctx, user_ids: readonly number[]): Promise<void> {
  for (let at = 0; at < user_ids.length; at += MAX_PEOPLE_PER_EVENT) {
    const batch = user_ids.slice(at, at + MAX_PEOPLE_PER_EVENT);
    await emit(ctx, 'session', batch, batch);
  }
  if (user_ids.length > 0) await emit(ctx, 'user', user_ids);
}

/** Changes the caller's password. All sessions of the account end, and the caller continues in a new one. */
export async function changePassword(
  ctx: Ctx,
  input: InputFor<'user.changePassword'>,
): Promise<ResponseOf<'user.changePassword'>> {
  const account = await findAccount(ctx.db, ctx.actor.user_id);
  if (!account) throw fail('session_required');
  if (!(await isPassword(account.password_hash, input.current_password))) {
    await writeAudit(
      ctx,
      { action: 'user.changePassword', note: 'refused: wrong password', ...toAuditSubject(account) },
      ctx.outside,
    );
    throw fail('wrong_password', { field: 'current_password' });
  }
  const isCommon = isWeakPassword(input.new_password, account.username);
  if (isCommon || input.new_password === input.current_password) {
    throw fail('weak_password', {
      errors: [{ field: 'new_password', code: isCommon ? 'common_password' : 'same_password' }],
    });
  }
  const password_hash = await hashPassword(input.new_password);
  const change = { password_hash, must_change_password: false, password_expires_at: null };
  // A user who changes the password has seen the notice: a recovery needs a password change at sign-in.
  await updatePassword(ctx.db, account.id, { ...change, notice: null });
  await endSessions(ctx, account.id);
  await writeAudit(ctx, { action: 'user.changePassword', ...toAuditSubject(account) });
  return startSession(ctx, { ...account, ...change }, null);
}

/** Lists the caller's valid sessions, current one first, with device, start and end. */
export async function listOwnSessions(ctx: Ctx): Promise<ResponseOf<'user.sessions'>> {
  const { user_id, session_id } = ctx.actor;
  const rows = await listSessionsOf(ctx.db, user_id, ctx.now, addMs(ctx.now, -MAX_IDLE_MS));
  const results = rows.map(({ user_agent, expires_at, ...row }) => {
    // A session ends at `expires_at` or after four idle hours, whichever comes first (domain §6).
    const idle_end = addMs(row.last_used_at, MAX_IDLE_MS);
    return {
      ...row,
      ...parseDevice(user_agent),
      expires_at: idle_end < expires_at ? idle_end : expires_at,
      current: row.id === session_id,
    };
  });
  return { results: results.sort((a, b) => Number(b.current) - Number(a.current)) };
}

/** Ends some of the caller's sessions, or all others, on every process. Unknown ids are ignored, and `logout` ends the current one. */
export async function endOwnSessions(
  ctx: Ctx,
  input: InputFor<'user.endSessions'>,
): Promise<ResponseOf<'user.endSessions'>> {
  const { user_id, session_id } = ctx.actor;
  const ended = await deleteOwnSessions(ctx.db, user_id, session_id, input.session_ids ?? null);
  if (ended > 0) {
    await emit(ctx, 'session', [user_id], [user_id]);
    await writeAudit(ctx, {
      action: 'user.endSessions',
      entity: 'user_account',
      entity_id: user_id,
      subject_id: user_id,
      note: `${ended} ended`,
    });
  }
  return { ended };
}
