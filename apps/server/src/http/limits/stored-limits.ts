import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { fail, type Failure } from '../response/fail.ts';

/** At most `max` hits of one bucket in a window of `seconds`. */
export interface RateQuota {
  readonly bucket: string;
  readonly max: number;
  readonly seconds: number;
}

const getWindow = (seconds: number, now: Instant) => {
  const start = Math.floor(Date.parse(now) / 1000 / seconds) * seconds;
  return { start: new Date(start * 1000).toISOString(), end: (start + seconds) * 1000 };
};

/**
 * Counts a request against a limit before the work, or refuses it with 429. One statement does both, so that parallel
 * requests cannot exceed the limit.
 */
export async function consumeOrFail(db: Database, allowance: RateQuota, now: Instant): Promise<void> {
  const { refusal } = await countHit(db, allowance, now);
  if (refusal) throw refusal;
}

/** Counts one request against an allowance. Returns the refusal, or null. */
export async function countHit(
  db: Database,
  { bucket, max, seconds }: RateQuota,
  now: Instant,
): Promise<{ hits: number; refusal: Failure | null }> {
  const window = getWindow(seconds, now);
  const { rows } = await sql<{ hits: number }>`
    insert into rate_limit as r (bucket, window_start, hits) values (${bucket}, ${window.start}, 1)
    on conflict (bucket, window_start) do update set hits = r.hits + 1 returning r.hits`.execute(db);
  const hits = rows[0]?.hits ?? 0;
  if (hits <= max) return { hits, refusal: null };
  const refusal = fail('too_many_attempts', {
    retryAfter: Math.max(1, Math.ceil((window.end - Date.parse(now)) / 1000)),
    // One audit row for each window, so that repeated attempts cannot fill the audit.
    ...(hits > max + 1 ? { isRecorded: true } : {}),
  });
  return { hits, refusal };
}

/** Gives one hit back to the limit after a successful request. */
export async function returnHit(db: Database, allowance: RateQuota, now: Instant): Promise<void> {
  await sql`update rate_limit set hits = greatest(hits - 1, 0)
    where bucket = ${allowance.bucket} and window_start = ${getWindow(allowance.seconds, now).start}`.execute(db);
}
