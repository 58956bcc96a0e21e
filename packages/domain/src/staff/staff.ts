import { isCalendarDay, type Day } from '../calendar/day.ts';
import { anyOf, can, type Access, type Subject } from '../permission/access.ts';

/** Genders of spec §3. */
export const GENDERS = ['Male', 'Female'] as const;
export type Gender = (typeof GENDERS)[number];

/** Working statuses of spec §3, whose values are decided in decision 065. `Left` belongs to an inactive account. */
export const WORKING_STATUSES = ['Working', 'Probation', 'On leave', 'Left'] as const;
export type WorkingStatus = (typeof WORKING_STATUSES)[number];

/** Permission to see and edit pay and residence of all members (domain §1). */
export const canViewStaffInfo: Access = anyOf('npn_view_staff_info');

/** True if the user can see and edit pay and residence of all members (domain §1). */
export const canViewPrivate = (subject: Subject): boolean => can(subject, canViewStaffInfo);

/** True if the user can see these fields of one member. They can always see their own, but not edit them. */
export const canViewPrivateOf = (actor: Subject & { readonly user_id: number }, member: number): boolean =>
  actor.user_id === member || canViewPrivate(actor);

/**
 * Fields of a member that define the account: name, address, permissions. They are locked for accounts with more
 * permissions than the user's (domain §5b).
 */
export const ACCOUNT_FIELDS = ['username', 'full_name', 'email', 'group_id', 'is_superuser'] as const;

const MIN_AGE = 15;
const MAX_AGE = 100;

/** True if a birthday is that of a person of working age. */
function isWorkingAge(birthday: Day, today: Day): boolean {
  const birthdayAtAge = (years: number) => `${Number(birthday.slice(0, 4)) + years}${birthday.slice(4)}`;
  return birthdayAtAge(MIN_AGE) <= today && today < birthdayAtAge(MAX_AGE);
}

/** Fields of a member that must match each other. Absent fields are undefined. */
export interface MemberFacts {
  readonly birthday?: string | null | undefined;
  readonly start_time?: string | null | undefined;
  readonly end_time?: string | null | undefined;
  readonly working_status?: string | undefined;
}

/**
 * Finds the fields of a member that do not match each other, compared with `before` (null for a new member). Invalid days are reported by
 * another check.
 */
export function findMemberErrors(
  input: MemberFacts,
  before: (MemberFacts & { readonly active: boolean }) | null,
  today: Day,
): { field: keyof MemberFacts; code: 'not_working_age' | 'before_start' | 'invalid' }[] {
  const { birthday, working_status } = input;
  const start = input.start_time === undefined ? before?.start_time : input.start_time;
  const end = input.end_time === undefined ? before?.end_time : input.end_time;
  const changesDates = input.start_time !== undefined || input.end_time !== undefined;
  // Leaving is a separate action, which ends sessions and hands over the work.
  const hasLeft = before !== null && !before.active;
  const isNew = <T>(value: T | undefined, was: T | undefined): value is T => value !== undefined && value !== was;
  return [
    ...(isDayText(birthday) && isNew(birthday, before?.birthday) && !isWorkingAge(birthday, today)
      ? [{ field: 'birthday', code: 'not_working_age' } as const]
      : []),
    ...(changesDates && isDayText(start) && isDayText(end) && end < start
      ? [{ field: 'end_time', code: 'before_start' } as const]
      : []),
    ...(isNew(working_status, before?.working_status) && (working_status === 'Left') !== hasLeft
      ? [{ field: 'working_status', code: 'invalid' } as const]
      : []),
  ];
}

const isDayText = (value: unknown): value is Day => typeof value === 'string' && isCalendarDay(value);

/** Splits a Vietnamese name into its parts: family and middle names first, then the given name (decision 066). */
export function splitName(full_name: string): { first_name: string; last_name: string } {
  const words = full_name.trim().split(/\s+/);
  return { first_name: words.at(-1) ?? '', last_name: words.slice(0, -1).join(' ') };
}

/** Suggests the next free staff ID, in the form of the newest that ends in a number: `DR-047` after `DR-046`. Empty if there is none. */
export function suggestStaffId(newestFirst: readonly string[]): string {
  const split = (staff_id: string) => /^(.*?)(\d{1,9})$/.exec(staff_id);
  const [, prefix = '', digits = ''] = newestFirst.map(split).find((parts) => parts !== null) ?? [];
  if (digits === '') return '';
  const numbers = newestFirst.flatMap((staff_id) => {
    const parts = split(staff_id);
    return parts?.[1]?.toLowerCase() === prefix.toLowerCase() ? [Number(parts[2])] : [];
  });
  return prefix + String(Math.max(...numbers) + 1).padStart(digits.length, '0');
}
