import { createHash } from 'node:crypto';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { Database } from '../../db/connect.ts';
import type { Ctx } from '../../http/context.ts';
import type { Failure } from '../../http/fail.ts';
import { refusalOf, spend, type Allowance } from '../../http/limits.ts';
import { later } from '../../http/session.ts';
import { deletePlaces, isPlace } from './attempt.queries.ts';

/** Failed sign-ins within a quarter of an hour: for one name, whoever tries; from one address, whatever strangers try there. */
const QUARTER = 900;
const FAILURES_PER_NAME = 8;
const FAILURES_PER_ADDRESS = 60;
/** So many more are still looked at, all alike, so that a shut address tells nobody's name by its haste. */
const LOOKED_AT = 10 * FAILURES_PER_ADDRESS;
/** How long an address stays one's own after the last sign-in there. */
const HOME_MS = 90 * 24 * 3_600_000;

/** An attempt to sign in, counted. */
export interface Attempt {
  /** What to give back when it turns out right. */
  readonly spent: readonly Allowance[];
  /** The refusal of everybody who is not at home, when too many strangers have failed at this address. */
  readonly shut: Failure | null;
  /** Has signed in from here before, with this name. */
  readonly atHome: boolean;
}

/**
 * Counts an attempt before the password is looked at, so that attempts sent together gain nothing (decision 020). Whoever has signed in from
 * this address before is not counted among its strangers: one person's guesses do not shut the door of a whole office. The name's own limit
 * holds for everybody.
 */
export async function countAttempt(ctx: Ctx, username: string, user_id: number | undefined): Promise<Attempt> {
  const { address } = ctx.request;
  // An account is one bucket however its name is spelt; a name that is nobody's is kept as a hash, for people type passwords there.
  const who =
    user_id === undefined
      ? createHash('sha256').update(username.toLowerCase()).digest('base64url').slice(0, 22)
      : `id ${user_id}`;
  const name: Allowance = { bucket: `sign-in name ${who}`, max: FAILURES_PER_NAME, seconds: QUARTER };
  const strangers: Allowance = { bucket: `sign-in address ${address}`, max: FAILURES_PER_ADDRESS, seconds: QUARTER };
  await spend(ctx.outside, name, ctx.now);
  const atHome = await isPlace(ctx.outside, user_id ?? 0, address, later(ctx.now, -HOME_MS));
  // Counting nothing takes as long as counting.
  const { hits, refusal } = await refusalOf(ctx.outside, strangers, ctx.now, atHome ? 0 : 1);
  if (refusal && !atHome && hits > LOOKED_AT) throw refusal;
  return { spent: atHome ? [name] : [name, strangers], shut: refusal, atHome };
}

/** Forgets places nobody has signed in from for long. */
export const forgetPlaces = (db: Database, now: Instant) => deletePlaces(db, later(now, -HOME_MS));
