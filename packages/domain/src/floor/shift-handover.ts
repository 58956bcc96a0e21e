import { addDays, dayOf, daysBetween, startOfDay, weekday, type Day, type Instant } from '../calendar/day.ts';
import { instantAtTime } from '../calendar/time-of-day.ts';
import type { WorkCalendar } from '../calendar/working-time.ts';

/** Period of a shift handover: whole days, or the morning or afternoon of one day. */
export const SHIFTS = ['day', 'morning', 'afternoon'] as const;
export type Shift = (typeof SHIFTS)[number];

const HALF_DAY_S = 43_200;

/** Finds the end of the morning in seconds of the day: the start of lunch, or noon on a day without lunch. */
function findMorningEnd({ week, exceptionDays: apart }: WorkCalendar, day: Day): number {
  const hours = apart.get(daysBetween('1970-01-01', day)) ?? week[weekday(day)] ?? [];
  return hours.length > 1 && hours[0] ? hours[0][1] / 1000 : HALF_DAY_S;
}

/** Returns the start and end of a shift handover. Whole days or halves of a day leave no gap between two shifts. */
export function getShiftPeriod(
  { date_from, date_to, shift }: { date_from: Day; date_to: Day; shift: Shift },
  calendar: WorkCalendar,
): { from: Instant; to: Instant } {
  const lunch = instantAtTime(date_from, findMorningEnd(calendar, date_from));
  return {
    from: shift === 'afternoon' ? lunch : startOfDay(date_from),
    to: shift === 'morning' ? lunch : startOfDay(addDays(date_to, 1)),
  };
}

/** Maximum age of a shift handover in days. It is longer than any holiday, and all steps and forecasts are stored for that time. */
export const MAX_AGE_DAYS = 31;

/** Returns the first possible day of a shift handover. */
export const getEarliestDay = (today: Day): Day => addDays(today, -MAX_AGE_DAYS);

/** Reason why a period has no shift handover, by field: it has not begun, or it is too old. */
export interface PeriodRefusal {
  readonly field: 'date_from' | 'date_to' | 'shift';
  readonly code: 'not_started' | 'too_far_back';
}

/** Finds the reasons why a period has no shift handover now. Empty if it has one. */
export function findPeriodRefusals(
  { date_from, date_to, shift }: { date_from: Day; date_to: Day; shift: Shift },
  calendar: WorkCalendar,
  now: Instant,
): PeriodRefusal[] {
  const today = dayOf(now);
  const earliest = getEarliestDay(today);
  const days = Object.entries({ date_from, date_to }) as ['date_from' | 'date_to', Day][];
  const tooOld = days.filter(([, day]) => day < earliest).map(([field]) => ({ field, code: 'too_far_back' as const }));
  if (tooOld.length > 0) return tooOld;
  const { from } = getShiftPeriod({ date_from, date_to, shift }, calendar);
  // On a day that has begun, only the afternoon can be in the future.
  return from > now ? [{ field: date_from > today ? 'date_from' : 'shift', code: 'not_started' }] : [];
}

/** Parts of a shift handover in their order (decision 130). */
export const HANDOVER_PARTS = ['late', 'at_risk', 'urgent', 'faults', 'rework', 'away', 'requests'] as const;
export type HandoverPart = (typeof HANDOVER_PARTS)[number];

/** Parts without history: absences and unread messages exist only for today. */
export const PARTS_OF_TODAY = ['away', 'requests'] as const satisfies readonly HandoverPart[];

/** True if a shift handover with this end includes the parts of today. It does until its last day is over. */
export const includesToday = (until: Instant, now: Instant): boolean => until > startOfDay(dayOf(now));

/** Saved parts of a shift handover, as ids. Null means that its author could not see the part, or that it was not included. */
export type SavedParts = Readonly<Record<HandoverPart, readonly number[] | null>>;

/** Changes of a part since an earlier shift handover. */
export interface PartChange {
  /** Ids that are only in the new list. */
  readonly added: readonly number[];
  /** Ids that are only in the old list. */
  readonly removed: readonly number[];
}

/** Changes of each part. Null if one of the two does not include the part. */
export function compareHandovers(before: SavedParts, now: SavedParts): Record<HandoverPart, PartChange | null> {
  const change = (part: HandoverPart): PartChange | null => {
    const [oldPart, newPart] = [before[part], now[part]];
    if (!oldPart || !newPart) return null;
    const [oldIds, newIds] = [new Set(oldPart), new Set(newPart)];
    return { added: newPart.filter((id) => !oldIds.has(id)), removed: oldPart.filter((id) => !newIds.has(id)) };
  };
  return Object.fromEntries(HANDOVER_PARTS.map((part) => [part, change(part)])) as Record<
    HandoverPart,
    PartChange | null
  >;
}
