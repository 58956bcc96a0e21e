import { createHash } from 'node:crypto';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import type { Failure } from '../../http/answer/fail.ts';
import { refusalOf, spend, type Allowance } from '../../http/limits/limits.ts';
import { later } from '../../http/session/session.ts';
import { deletePlaces, isPlace } from './attempt.queries.ts';

/** Failed sign-ins within a quarter of an hour: for one name, from anywhere; from one address, by people new to it. */
const QUARTER = 900;
const FAILURES_PER_NAME = 8;
const FAILURES_PER_ADDRESS = 60;
/** So many more are still checked in full, so that a blocked address does not reveal by its timing which names exist. */
const CHECKED_IN_FULL = 10 * FAILURES_PER_ADDRESS;
/** How long an address counts as known after the last sign-in there. */
const KNOWN_MS = 90 * 24 * 3_600_000;

/** An attempt to sign in, counted. */
export interface Attempt {
  /** What to give back when it turns out right. */
  readonly spent: readonly Allowance[];
  /** The refusal for people new to this address, once too many attempts of such people have failed there. */
  readonly refusal: Failure | null;
  /** Has signed in from here before, with this name. */
  readonly knownAddress: boolean;
}

/**
 * Counts an attempt before the password is looked at, so that attempts sent together gain nothing (decision 020). Whoever has
 * signed in from this address before is not counted there: one person's guesses do not block a whole office. The name's own
 * limit holds for everybody.
 */
export async function countAttempt(ctx: Ctx, username: string, user_id: number | undefined): Promise<Attempt> {
  const { address } = ctx.request;
  // An account is one bucket however its name is spelt; an unknown name is kept as a hash, for people type passwords there.
  const who =
    user_id === undefined
      ? createHash('sha256').update(username.toLowerCase()).digest('base64url').slice(0, 22)
      : `id ${user_id}`;
  const name: Allowance = { bucket: `sign-in name ${who}`, max: FAILURES_PER_NAME, seconds: QUARTER };
  const perAddress: Allowance = { bucket: `sign-in address ${address}`, max: FAILURES_PER_ADDRESS, seconds: QUARTER };
  await spend(ctx.outside, name, ctx.now);
  const knownAddress = await isPlace(ctx.outside, user_id ?? 0, address, later(ctx.now, -KNOWN_MS));
  // Asked also where nothing is counted, so that both take the same time.
  const { hits, refusal } = await refusalOf(ctx.outside, perAddress, ctx.now, knownAddress ? 0 : 1);
  if (refusal && !knownAddress && hits > CHECKED_IN_FULL) throw refusal;
  return { spent: knownAddress ? [name] : [name, perAddress], refusal, knownAddress };
}

/** Forgets addresses nobody has signed in from for long. */
export const forgetPlaces = (db: Database, now: Instant) => deletePlaces(db, later(now, -KNOWN_MS));
