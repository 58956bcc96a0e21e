import type { Workstream } from '@darkroom/domain/customer/enums';
import { addDays, dayOf, startOfDay, type Instant } from '@darkroom/domain/calendar/day';
import {
  NOTHING_COUNTED,
  SLOT_MINUTES,
  USUAL_WEEKS,
  sameTimeOn,
  usualDays,
  usualOf,
  type DayCounts,
  type DayFigure,
} from '@darkroom/domain/floor/figures';
import type { Database } from '../../db/connect.ts';
import { countDays, deleteOldSlots, keepSlots, lockKept, scopeOf } from './day.queries.ts';

const SLOT_MS = SLOT_MINUTES * 60_000;
/** Delay after which transactions that began in a quarter are committed. */
const SETTLED_MS = 5 * 60_000;
/** Two days at a time, so that other processes wait only briefly for the row. */
const MAX_AT_ONCE_MS = 2 * 86_400_000;

/** Figures of today so far, and the usual ones up to the same time. */
export async function readDay(
  db: Database,
  workstreams: readonly Workstream[],
  now: Instant,
): Promise<{ sofar: DayCounts; usual: Record<DayFigure, number | null> }> {
  const scope = scopeOf(workstreams);
  if (scope === null) return { sofar: NOTHING_COUNTED, usual: usualOf([]) };
  const today = dayOf(now);
  const rows = await countDays(
    db,
    scope,
    [today, ...usualDays(today)].map((day) => ({ day, from: startOfDay(day), until: sameTimeOn(day, now, today) })),
  );
  const before = rows.filter(({ day }) => day !== today);
  return { sofar: rows.find(({ day }) => day === today) ?? NOTHING_COUNTED, usual: usualOf(before) };
}

/** Stores the quarters that have ended since the last call. One process at a time, and only for days that are compared. */
export async function keepDays(db: Database, now: Instant): Promise<void> {
  const ended = Date.parse(now) - SETTLED_MS;
  const until = new Date(ended - (ended % SLOT_MS)).toISOString();
  const first = startOfDay(addDays(dayOf(now), -7 * USUAL_WEEKS - 1));
  for (let more = true; more;)
    more = await db.transaction().execute(async (within) => {
      const kept = await lockKept(within);
      if (!kept) return false;
      const from = kept.until !== null && kept.until > first ? kept.until : first;
      if (from >= until) return false;
      const end = new Date(Math.min(Date.parse(until), Date.parse(from) + MAX_AT_ONCE_MS)).toISOString();
      await keepSlots(within, from, end);
      await deleteOldSlots(within, dayOf(first));
      return end < until;
    });
}
