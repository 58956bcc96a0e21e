import type { Workstream } from '@darkroom/domain/customer/enums';
import { addDays, dayOf, startOfDay, type Instant } from '@darkroom/domain/calendar/day';
import {
  NO_DAY_COUNTS,
  SLOT_MINUTES,
  COMPARISON_WEEKS,
  sameTimeOn,
  getComparisonDays,
  calculateTypicalCounts,
  type DayCounts,
  type DayFigure,
} from '@darkroom/domain/floor/figures';
import type { Database } from '../../db/connect.ts';
import { countDays, deleteOldSlots, storeSlots, lockStoredUntil, getScope } from './day.queries.ts';

const SLOT_MS = SLOT_MINUTES * 60_000;
/** Delay after which transactions that began in a quarter are committed. */
const COMMIT_DELAY_MS = 5 * 60_000;
/** Two days at a time, so that other processes wait only briefly for the row. */
const MAX_PERIOD_MS = 2 * 86_400_000;

/** Reads the figures of today so far, and the usual ones up to the same time. */
export async function readDay(
  db: Database,
  workstreams: readonly Workstream[],
  now: Instant,
): Promise<{ soFar: DayCounts; typical: Record<DayFigure, number | null> }> {
  const scope = getScope(workstreams);
  if (scope === null) return { soFar: NO_DAY_COUNTS, typical: calculateTypicalCounts([]) };
  const today = dayOf(now);
  const rows = await countDays(
    db,
    scope,
    [today, ...getComparisonDays(today)].map((day) => ({
      day,
      from: startOfDay(day),
      until: sameTimeOn(day, now, today),
    })),
  );
  const earlierDays = rows.filter(({ day }) => day !== today);
  return {
    soFar: rows.find(({ day }) => day === today) ?? NO_DAY_COUNTS,
    typical: calculateTypicalCounts(earlierDays),
  };
}

/**
 * Stores the quarters that have ended since the last run. Works in one process at a time, and only for days that are
 * compared.
 */
export async function storeEndedSlots(db: Database, now: Instant): Promise<void> {
  const endedBy = Date.parse(now) - COMMIT_DELAY_MS;
  const until = new Date(endedBy - (endedBy % SLOT_MS)).toISOString();
  const first = startOfDay(addDays(dayOf(now), -7 * COMPARISON_WEEKS - 1));
  for (let more = true; more;)
    more = await db.transaction().execute(async (trx) => {
      const stored = await lockStoredUntil(trx);
      if (!stored) return false;
      const from = stored.until !== null && stored.until > first ? stored.until : first;
      if (from >= until) return false;
      const end = new Date(Math.min(Date.parse(until), Date.parse(from) + MAX_PERIOD_MS)).toISOString();
      await storeSlots(trx, from, end);
      await deleteOldSlots(trx, dayOf(first));
      return end < until;
    });
}
