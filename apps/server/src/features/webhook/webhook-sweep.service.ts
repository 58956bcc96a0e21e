import type { Instant } from '@darkroom/domain/calendar/day';
import type { Database } from '../../db/connect.ts';
import { later } from '../../http/session/session.ts';
import { deleteDeliveriesBefore, readQueue } from './webhook.queries.ts';

/** A month: by then whoever was to be told has asked by other means. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** Deletes what the log has kept long enough. */
export const sweepWebhooks = (db: Database, now: Instant) => deleteDeliveriesBefore(db, later(now, -KEPT_MS));

/** How many deliveries wait, and for how many seconds the oldest has. */
export async function measureQueue(db: Database, now: Instant): Promise<{ waiting: number; seconds: number }> {
  const { waiting, oldest } = await readQueue(db);
  return { waiting, seconds: oldest === null ? 0 : Math.max(0, (Date.parse(now) - Date.parse(oldest)) / 1000) };
}
