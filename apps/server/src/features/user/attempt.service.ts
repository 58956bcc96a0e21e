import { createHash } from 'node:crypto';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import type { Failure } from '../../http/response/fail.ts';
import { countHit, consumeOrFail, type RateQuota } from '../../http/limits/stored-limits.ts';
import { addMs } from '../../http/session/session.ts';
import { deleteAttempts, deleteSignInAddresses, isKnownAddress } from './user.queries.ts';

/**
 * Limits of failed sign-ins in a quarter of an hour: for one name (from each address and in total), and from one
 * address for all names.
 */
const WINDOW_SECONDS = 900;
const FAILURES_PER_NAME = 8;
const FAILURES_PER_ADDRESS = 60;
/** Further attempts that are checked in full, so that the timing of a blocked address does not reveal existing names. */
const MAX_FULL_CHECKS = 10 * FAILURES_PER_ADDRESS;
/** Time for which an address counts as known after the last sign-in there (domain §5b). */
const KNOWN_ADDRESS_MS = 30 * 24 * 3_600_000;

/** A counted sign-in attempt. */
export interface Attempt {
  /** Allowances to refund after a success. */
  readonly spent: readonly RateQuota[];
  /** Refusal for people new to this address: too many attempts failed at the address, or with the name. */
  readonly refusal: Failure | null;
  /** True after an earlier sign-in with this name from this address. */
  readonly knownAddress: boolean;
}

const getBucket = (subjectKey: string): string => `sign-in name ${subjectKey}`;
const accountKey = (user_id: number): string => `id ${user_id}`;

/** Counts an attempt before the password check (decision 020), by name and address, so that no one can lock out others from elsewhere. */
export async function countAttempt(ctx: Ctx, username: string, user_id: number | undefined): Promise<Attempt> {
  const { address } = ctx.request;
  // An account has one counter for all spellings of its name. An unknown name is hashed, because people type passwords
  // there.
  const subjectKey =
    user_id === undefined
      ? createHash('sha256').update(username.toLowerCase()).digest('base64url').slice(0, 22)
      : accountKey(user_id);
  const name: RateQuota = { bucket: getBucket(subjectKey), max: FAILURES_PER_NAME, seconds: WINDOW_SECONDS };
  const nameAtAddress: RateQuota = { ...name, bucket: `${name.bucket} at ${address}` };
  const perAddress: RateQuota = {
    bucket: `sign-in address ${address}`,
    max: FAILURES_PER_ADDRESS,
    seconds: WINDOW_SECONDS,
  };
  await consumeOrFail(ctx.outside, nameAtAddress, ctx.now);
  const { refusal: nameRefusal } = await countHit(ctx.outside, name, ctx.now);
  const knownAddress = await isKnownAddress(ctx.outside, user_id ?? 0, address, addMs(ctx.now, -KNOWN_ADDRESS_MS));
  const { hits, refusal } = await countHit(ctx.outside, perAddress, ctx.now);
  if (refusal && !knownAddress && hits > MAX_FULL_CHECKS) throw refusal;
  // An attempt on a blocked name is still checked in full. Its timing then reveals neither existing names nor the
  // workplace of their owners.
  return { spent: [nameAtAddress, name, perAddress], refusal: nameRefusal ?? refusal, knownAddress };
}

/** Deletes the failed sign-ins on an account's name: after a reset, its owner can sign in at once (domain §5b). */
export const deleteFailedAttempts = (ctx: Ctx, user_id: number) =>
  deleteAttempts(ctx.db, getBucket(accountKey(user_id)));

/** Deletes addresses without a sign-in for a long time. */
export const deleteOldSignInAddresses = (db: Database, now: Instant) =>
  deleteSignInAddresses(db, addMs(now, -KNOWN_ADDRESS_MS));
