import { addDays, dayOf, daysBetween, startOfDay, weekday, type Day, type Instant } from '../calendar/day.ts';
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

/** So many days a brief reaches back: longer than any shift or holiday, and every step and forecast of them is certainly kept. */
export const REACHES_BACK_DAYS = 31;

/** The first day a brief can be of. */
export const earliestDay = (today: Day): Day => addDays(today, -REACHES_BACK_DAYS);

/** Why there is no brief of a time, by field: it has not begun, or lies too far back. */
export interface RefusedTime {
  readonly field: 'date_from' | 'date_to' | 'shift';
  readonly code: 'not_begun' | 'too_far_back';
}

/** What of a time that is asked for keeps it from having a brief now; nothing where it has one. */
export function refusedTime(
  { date_from, date_to, shift }: { date_from: Day; date_to: Day; shift: Shift },
  calendar: WorkCalendar,
  now: Instant,
): RefusedTime[] {
  const today = dayOf(now);
  const earliest = earliestDay(today);
  const days = Object.entries({ date_from, date_to }) as ['date_from' | 'date_to', Day][];
  const far = days.filter(([, day]) => day < earliest).map(([field]) => ({ field, code: 'too_far_back' as const }));
  if (far.length > 0) return far;
  const { from } = timeOf({ date_from, date_to, shift }, calendar);
  // Of a day that has begun it is the half of it that has not.
  return from > now ? [{ field: date_from > today ? 'date_from' : 'shift', code: 'not_begun' }] : [];
}

/** The parts of a brief, in its order (decision 130). */
export const BRIEF_PARTS = ['late', 'at_risk', 'urgent', 'faults', 'rework', 'away', 'requests'] as const;
export type BriefPart = (typeof BRIEF_PARTS)[number];

/** Parts that nothing is kept of: who was there and which messages were unread is known of today alone, as it is now. */
export const TOLD_OF_TODAY = ['away', 'requests'] as const satisfies readonly BriefPart[];

/** Whether a brief that ends then tells those parts: not once its last day is over. */
export const tellsToday = (until: Instant, now: Instant): boolean => until > startOfDay(dayOf(now));

/** What is kept of a brief: the ids each part held. A part its maker could not see, or that was not told, is null. */
export type KeptParts = Readonly<Record<BriefPart, readonly number[] | null>>;

/** What of one part changed since an earlier brief. */
export interface PartChange {
  /** In it now, not then. */
  readonly came: readonly number[];
  /** In it then, not now. */
  readonly gone: readonly number[];
}

/** What changed part by part; null where either brief does not tell the part. */
export function changesSince(before: KeptParts, now: KeptParts): Record<BriefPart, PartChange | null> {
  const change = (part: BriefPart): PartChange | null => {
    const [then, present] = [before[part], now[part]];
    if (!then || !present) return null;
    const [was, is] = [new Set(then), new Set(present)];
    return { came: present.filter((id) => !was.has(id)), gone: then.filter((id) => !is.has(id)) };
  };
  return Object.fromEntries(BRIEF_PARTS.map((part) => [part, change(part)])) as Record<BriefPart, PartChange | null>;
}
