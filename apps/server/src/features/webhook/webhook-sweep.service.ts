import type { Instant } from '@darkroom/domain/calendar/day';
import type { Database } from '../../db/connect.ts';
import { addMs } from '../../http/session/session.ts';
import { deleteDeliveriesBefore, readQueue } from './webhook.queries.ts';

/** One month. By then, receivers have asked by other means. */
const LOG_RETENTION_MS = 30 * 24 * 3_600_000;

export const sweepWebhooks = (db: Database, now: Instant) => deleteDeliveriesBefore(db, addMs(now, -LOG_RETENTION_MS));

/** Measures the number of waiting deliveries, and the age of the oldest in seconds. */
export async function measureQueue(db: Database, now: Instant): Promise<{ waiting: number; seconds: number }> {
  const { waiting, oldest } = await readQueue(db);
  return { waiting, seconds: oldest === null ? 0 : Math.max(0, (Date.parse(now) - Date.parse(oldest)) / 1000) };
}
