import { clockOf } from '../calendar/clock.ts';
import { dayOf, daysBetween, type Day, type Instant } from '../calendar/day.ts';
import { hasPermission, type Subject } from '../permission/access.ts';
import type { Actor } from '../task/decide.ts';
import { getVisibleWorkstreams } from '../work/visibility.ts';

/** Kinds of leave (decision 173). */
export const LEAVE_KINDS = ['planned', 'ill'] as const;
export type LeaveKind = (typeof LEAVE_KINDS)[number];

/** Parts of the days that a leave covers. A half day is one day. */
export const LEAVE_PARTS = ['day', 'morning', 'afternoon'] as const;
export type LeavePart = (typeof LEAVE_PARTS)[number];

export interface LeaveDays {
  readonly first_day: Day;
  readonly last_day: Day;
  readonly part: LeavePart;
}

/** Returns the half of the bureau's day at an instant. The afternoon starts at noon. */
export const getHalfDay = (now: Instant): { day: Day; half: Exclude<LeavePart, 'day'> } => ({
  day: dayOf(now),
  half: clockOf(now) < '12:00' ? 'morning' : 'afternoon',
});

/** Longest leave. A longer one is probably a wrong year. */
const MAX_LEAVE_DAYS = 366;

/** Finds the field of a leave that does not match the others. */
export function findLeaveError({ first_day, last_day, part }: LeaveDays): { field: string; code: string } | null {
  if (last_day < first_day) return { field: 'last_day', code: 'ends_before' };
  if (daysBetween(first_day, last_day) > MAX_LEAVE_DAYS) return { field: 'last_day', code: 'period_too_long' };
  return part !== 'day' && first_day !== last_day ? { field: 'part', code: 'half_of_one_day' } : null;
}

type Person = Subject & { readonly user_id: number };

/** True if the user can enter the leave of a person: their own, that of people of a workstream they lead, or with the permission for members. */
export const canManageLeave = (actor: Actor, person: Person): boolean =>
  actor.user_id === person.user_id ||
  hasPermission(actor, 'npn_change_member') ||
  getVisibleWorkstreams(actor, person).length > 0;

/** True if the user sees when a person is off. Only users who can enter the leave also see its kind. */
export const canViewLeave = (actor: Actor, person: Person): boolean =>
  hasPermission(actor, 'npn_view_member') || canManageLeave(actor, person);
