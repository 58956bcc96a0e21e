import { addDays, daysBetween, startOfDay, weekday, type Day, type Instant } from '../calendar/day.ts';
import { instantAt } from '../calendar/time-of-day.ts';
import type { WorkCalendar } from '../calendar/working-time.ts';

/** What a brief is of: whole days, or the morning or the afternoon of one. */
export const SHIFTS = ['day', 'morning', 'afternoon'] as const;
export type Shift = (typeof SHIFTS)[number];

const HALF_DAY_S = 43_200;

/** Where a morning ends and the afternoon begins, in seconds of the day: where lunch begins; of a day without one, noon. */
function lunchOf({ week, apart }: WorkCalendar, day: Day): number {
  const hours = apart.get(daysBetween('1970-01-01', day)) ?? week[weekday(day)] ?? [];
  return hours.length > 1 && hours[0] ? hours[0][1] / 1000 : HALF_DAY_S;
}

/** When a brief's time begins and ends: whole days from the first to the last, or half of one, so that nothing falls between two shifts. */
export function timeOf(
  { date_from, date_to, shift }: { date_from: Day; date_to: Day; shift: Shift },
  calendar: WorkCalendar,
): { from: Instant; to: Instant } {
  const lunch = instantAt(date_from, lunchOf(calendar, date_from));
  return {
    from: shift === 'afternoon' ? lunch : startOfDay(date_from),
    to: shift === 'morning' ? lunch : startOfDay(addDays(date_to, 1)),
  };
}

/** The parts of a brief, in its order (decision 130). */
export const BRIEF_PARTS = ['late', 'at_risk', 'urgent', 'faults', 'rework', 'away', 'requests'] as const;
export type BriefPart = (typeof BRIEF_PARTS)[number];

/** What is kept of a brief: the ids each part held. A part its maker could not see is null. */
export type KeptParts = Readonly<Record<BriefPart, readonly number[] | null>>;

/** What of one part changed since an earlier brief. */
export interface PartChange {
  /** In it now, not then. */
  readonly came: readonly number[];
  /** In it then, not now. */
  readonly gone: readonly number[];
}

/** What changed part by part; null where either brief could not see the part. */
export function changesSince(before: KeptParts, now: KeptParts): Record<BriefPart, PartChange | null> {
  const change = (part: BriefPart): PartChange | null => {
    const [then, present] = [before[part], now[part]];
    if (!then || !present) return null;
    const [was, is] = [new Set(then), new Set(present)];
    return { came: present.filter((id) => !was.has(id)), gone: then.filter((id) => !is.has(id)) };
  };
  return Object.fromEntries(BRIEF_PARTS.map((part) => [part, change(part)])) as Record<BriefPart, PartChange | null>;
}
