import { createHash, randomInt } from 'node:crypto';
import { dayOf } from '@darkroom/domain/calendar/day';
import type { Subject } from '@darkroom/domain/permission/access';
import { getSignInStep, isFactorRequired, RECOVERY_CODES, type SignInStep } from '@darkroom/domain/user/second-factor';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import { writeAudit } from '../../audit/audit.ts';
import type { Ctx } from '../../http/context.ts';
import type { InputFor, ResponseOf } from '../../http/handlers.ts';
import { fail } from '../../http/response/fail.ts';
import { emit } from '../../live/emit.ts';
import { findMailSender, readFactorPolicy } from '../setting/setting.service.ts';
import {
  clearPending,
  consumeRecoveryCode,
  countRecoveryCodes,
  deleteFactors,
  deleteRecoveryCodes,
  insertFactor,
  insertRecoveryCodes,
  listFactors,
  updateFactor,
  type FactorRow,
} from './factor.queries.ts';
import { decryptSecret, encryptSecret } from './secret-key.ts';

/** Limit of factors of one account. */
export const MAX_FACTORS = 10;
const PERIOD_S = 30;

/** Returns the step that a session of the account has to do first, after its password was checked (decision 171). */
export async function findSignInStep(ctx: Ctx, user_id: number, subject: Subject): Promise<SignInStep> {
  const policy = await readFactorPolicy(ctx.db);
  if (policy.mode === 'off') return null;
  const factors = await listFactors(ctx.db, user_id);
  return getSignInStep(policy, subject, factors.some(isConfirmed), dayOf(ctx.now));
}

export const isConfirmed = ({ confirmed_at }: FactorRow): boolean => confirmed_at !== null;

export async function readFactors(ctx: Ctx): Promise<ResponseOf<'user.factors'>> {
  const policy = await readFactorPolicy(ctx.db);
  const factors = (await listFactors(ctx.db, ctx.actor.user_id)).filter(isConfirmed);
  return {
    factors: factors.map(({ id, kind, name, created_at, last_used_at }) => ({
      id,
      kind,
      name,
      created_at,
      last_used_at,
    })),
    recovery_codes: await countRecoveryCodes(ctx.db, ctx.actor.user_id),
    mode: policy.mode,
    required: isFactorRequired(policy, ctx.actor),
    required_from: policy.required_from,
    pending: ctx.actor.pending ?? null,
  };
}

/** Creates the key of an app. It counts only after its first code, and a newer one replaces it until then. */
export async function addTotp(ctx: Ctx, { name }: InputFor<'user.addTotp'>): Promise<ResponseOf<'user.addTotp'>> {
  const { user_id, username } = ctx.actor;
  await rejectNewFactor(ctx);
  await deleteFactors(ctx.db, user_id, 'unconfirmed');
  const secret = new Secret({ size: 20 });
  const issuer = (await findMailSender(ctx.db)).bureau_name;
  const uri = new TOTP({ issuer, label: username, secret, period: PERIOD_S }).toString();
  const id = await insertFactor(ctx.db, {
    user_id,
    kind: 'totp',
    name,
    secret: encryptSecret(ctx.config, secret.base32),
    created_at: ctx.now,
  });
  return { id, key: secret.base32, qr: await QRCode.toString(uri, { type: 'svg', margin: 1 }) };
}

/** Refuses a factor if the rule is off, or if the account has the maximum number. */
export async function rejectNewFactor(ctx: Ctx): Promise<void> {
  const { mode } = await readFactorPolicy(ctx.db);
  if (mode === 'off') throw fail('forbidden', { detail: 'The rule for second factors is off.' });
  const factors = await listFactors(ctx.db, ctx.actor.user_id, true);
  if (factors.filter(isConfirmed).length >= MAX_FACTORS) throw fail('limit_reached');
}

/** Confirms an app with its first code. The first factor of an account also returns the recovery codes. */
export async function confirmTotp(
  ctx: Ctx,
  { id, code }: InputFor<'user.confirmTotp'>,
): Promise<ResponseOf<'user.confirmTotp'>> {
  const factors = await listFactors(ctx.db, ctx.actor.user_id, true);
  const factor = factors.find((one) => one.id === id && one.kind === 'totp' && !isConfirmed(one));
  if (!factor) throw fail('not_found', { field: 'id' });
  const period = findPeriod(ctx, factor, code);
  if (period === null) throw fail('wrong_code', { field: 'code' });
  await updateFactor(ctx.db, id, { confirmed_at: ctx.now, last_period: period, last_used_at: ctx.now });
  return completeEnrolment(ctx, factor.name, factors.some(isConfirmed));
}

/** Records a new factor, ends the session's step, and creates recovery codes for the first factor. */
export async function completeEnrolment(
  ctx: Ctx,
  name: string,
  hadFactor: boolean,
): Promise<{ recovery_codes: string[] | null }> {
  await recordChange(ctx, 'user.addFactor', name);
  await clearPending(ctx.db, ctx.actor.session_id);
  return { recovery_codes: hadFactor ? null : await replaceRecoveryCodes(ctx) };
}

/**
 * Finds the period of a code, one before to one after now. Null if the code is wrong or was used: each code is valid
 * once.
 */
function findPeriod({ config, now }: Ctx, factor: FactorRow, code: string): number | null {
  const secret = factor.secret === null ? null : decryptSecret(config, factor.secret);
  const token = code.replace(/\s/g, '');
  if (secret === null || !/^\d{6}$/.test(token)) return null;
  const timestamp = Date.parse(now);
  const delta = new TOTP({ secret: Secret.fromBase32(secret), period: PERIOD_S }).validate({
    token,
    timestamp,
    window: 1,
  });
  if (delta === null) return null;
  const period = Math.floor(timestamp / 1000 / PERIOD_S) + delta;
  return period > factor.last_period ? period : null;
}

/** Checks a code of an app or a recovery code, and opens the whole session. */
export async function verifyFactor(
  ctx: Ctx,
  { code }: InputFor<'user.verifyFactor'>,
): Promise<ResponseOf<'user.verifyFactor'>> {
  const { user_id } = ctx.actor;
  // Locked, so that a code that is sent twice at once is used once.
  const factors = (await listFactors(ctx.db, user_id, true)).filter(isConfirmed);
  const matches = factors.flatMap((factor) => {
    const period = factor.kind === 'totp' ? findPeriod(ctx, factor, code) : null;
    return period === null ? [] : [{ factor, period }];
  });
  const [match] = matches;
  if (match) {
    await updateFactor(ctx.db, match.factor.id, { last_period: match.period, last_used_at: ctx.now });
    return completeVerification(ctx, match.factor.name);
  }
  if (await consumeRecoveryCode(ctx.db, user_id, hashCode(code))) return completeVerification(ctx, 'recovery code');
  await writeAudit(
    ctx,
    { action: 'user.verifyFactor', note: 'failed', entity: 'user_account', entity_id: user_id, subject_id: user_id },
    ctx.outside,
  );
  throw fail('wrong_code', { field: 'code' });
}

export async function completeVerification(ctx: Ctx, name: string): Promise<Record<string, never>> {
  await clearPending(ctx.db, ctx.actor.session_id);
  await record(ctx, 'user.verifyFactor', name);
  return {};
}

async function record(ctx: Ctx, action: string, note: string, user_id = ctx.actor.user_id): Promise<void> {
  await writeAudit(ctx, { action, note, entity: 'user_account', entity_id: user_id, subject_id: user_id });
  await emit(ctx, 'session', [user_id], [user_id]);
}

/** Records a change of the factors of an account, which the list of members shows. */
async function recordChange(ctx: Ctx, action: string, note: string, user_id = ctx.actor.user_id): Promise<void> {
  await record(ctx, action, note, user_id);
  await emit(ctx, 'staff', [user_id]);
}

/** Characters of recovery codes, without those that look similar. */
const CODE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const createRecoveryCode = (): string =>
  Array.from(
    { length: 10 },
    (_none, at) => (at === 5 ? '-' : '') + CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)],
  ).join('');
/** A recovery code has 49 random bits and is tried ten times in a quarter of an hour, so a fast hash is enough. */
const hashCode = (code: string): Buffer =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest();

async function replaceRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode);
  await deleteRecoveryCodes(ctx.db, ctx.actor.user_id);
  await insertRecoveryCodes(ctx.db, ctx.actor.user_id, codes.map(hashCode));
  return codes;
}

/** Creates new recovery codes. The caller has checked the password. */
export async function newRecoveryCodes(ctx: Ctx): Promise<ResponseOf<'user.newRecoveryCodes'>> {
  if (!(await listFactors(ctx.db, ctx.actor.user_id, true)).some(isConfirmed)) throw fail('not_found');
  await record(ctx, 'user.newRecoveryCodes', `${RECOVERY_CODES} codes`);
  return { recovery_codes: await replaceRecoveryCodes(ctx) };
}

/** Removes a factor of the caller. The last one stays while the rule requires one. The caller has checked the password. */
export async function removeFactor(ctx: Ctx, id: number): Promise<void> {
  const factors = (await listFactors(ctx.db, ctx.actor.user_id, true)).filter(isConfirmed);
  const factor = factors.find((one) => one.id === id);
  if (!factor) throw fail('not_found', { field: 'id' });
  if (factors.length === 1) {
    if (isFactorRequired(await readFactorPolicy(ctx.db), ctx.actor)) throw fail('factor_required', { field: 'id' });
    await deleteRecoveryCodes(ctx.db, ctx.actor.user_id);
  }
  await deleteFactors(ctx.db, ctx.actor.user_id, { id });
  await recordChange(ctx, 'user.removeFactor', factor.name);
}

/** Removes all factors of an account, if it has any. The caller has checked the permission for it. */
export async function removeAllFactors(ctx: Ctx, user_id: number): Promise<void> {
  if ((await listFactors(ctx.db, user_id, true)).length === 0) return;
  await deleteFactors(ctx.db, user_id, 'all');
  await deleteRecoveryCodes(ctx.db, user_id);
  await recordChange(ctx, 'user.resetFactors', 'all factors removed', user_id);
}
