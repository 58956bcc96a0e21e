import { isCalendarDay, type Day } from '../calendar/day.ts';
import { anyOf, can, type Access, type Subject } from '../permission/access.ts';

/** Spec §3, Gender. */
export const GENDERS = ['Male', 'Female'] as const;
export type Gender = (typeof GENDERS)[number];

/** Spec §3, Working Status: what it can be is ours to say (decision 065). `Left` goes with an account that is not active. */
export const WORKING_STATUSES = ['Working', 'Probation', 'On leave', 'Left'] as const;
export type WorkingStatus = (typeof WORKING_STATUSES)[number];

/** Who sees everybody's pay and residence, and writes them (domain §1). */
export const seesStaffInfo: Access = anyOf('npn_view_staff_info');

/** May they see everybody's pay and residence, and write them? (domain §1) */
export const seesPrivate = (subject: Subject): boolean => can(subject, seesStaffInfo);

/** The same of one member: one's own stands open to oneself. To be seen, not to be written. */
export const seesPrivateOf = (actor: Subject & { readonly user_id: number }, member: number): boolean =>
  actor.user_id === member || seesPrivate(actor);

/**
 * The fields of a member that decide about the account: its name, its address, its permissions. Of an account that holds more than the
 * actor they are closed (domain §5b).
 */
export const ACCOUNT_FIELDS = ['username', 'full_name', 'email', 'group_id', 'is_superuser'] as const;

/** Somebody may be this young … */
const YOUNGEST = 15;
/** … and this old. */
const OLDEST = 100;

/** Whether a birthday can be that of somebody who works here today. */
function isWorkingAge(birthday: Day, today: Day): boolean {
  const turns = (years: number) => `${Number(birthday.slice(0, 4)) + years}${birthday.slice(4)}`;
  return turns(YOUNGEST) <= today && today < turns(OLDEST);
}

/** What of a member has to fit together; a field that is not named is undefined. */
export interface MemberFacts {
  readonly birthday?: string | null | undefined;
  readonly start_time?: string | null | undefined;
  readonly end_time?: string | null | undefined;
  readonly working_status?: string | undefined;
}

/**
 * What does not fit together of what is written of a member who was as `before` says (null: is new). Takes what it finds: a
 * value that is no day is not judged here.
 */
export function misfits(
  written: MemberFacts,
  before: (MemberFacts & { readonly active: boolean }) | null,
  today: Day,
): { field: keyof MemberFacts; code: 'not_working_age' | 'before_start' | 'invalid' }[] {
  const { birthday, working_status } = written;
  const start = written.start_time === undefined ? before?.start_time : written.start_time;
  const end = written.end_time === undefined ? before?.end_time : written.end_time;
  const isNamed = written.start_time !== undefined || written.end_time !== undefined;
  // Leaving is a step of its own, which ends sessions and hands work over.
  const left = before !== null && !before.active;
  const isNew = <T>(value: T | undefined, was: T | undefined): value is T => value !== undefined && value !== was;
  return [
    ...(isADay(birthday) && isNew(birthday, before?.birthday) && !isWorkingAge(birthday, today)
      ? [{ field: 'birthday', code: 'not_working_age' } as const]
      : []),
    ...(isNamed && isADay(start) && isADay(end) && end < start
      ? [{ field: 'end_time', code: 'before_start' } as const]
      : []),
    ...(isNew(working_status, before?.working_status) && (working_status === 'Left') !== left
      ? [{ field: 'working_status', code: 'invalid' } as const]
      : []),
  ];
}

const isADay = (value: unknown): value is Day => typeof value === 'string' && isCalendarDay(value);

/**
 * A Vietnamese name as its parts: the family's and the middle names come first, the last word is what one is called by
 * (decision 066).
 */
export function nameParts(full_name: string): { first_name: string; last_name: string } {
  const words = full_name.trim().split(/\s+/);
  return { first_name: words.at(-1) ?? '', last_name: words.slice(0, -1).join(' ') };
}

/** The next free staff ID in the manner of the newest that ends in a number: `DR-047` after `DR-046`. Empty where there is none. */
export function nextStaffId(newestFirst: readonly string[]): string {
  const split = (staff_id: string) => /^(.*?)(\d{1,9})$/.exec(staff_id);
  const [, prefix = '', digits = ''] = newestFirst.map(split).find((parts) => parts !== null) ?? [];
  if (digits === '') return '';
  const numbers = newestFirst.flatMap((staff_id) => {
    const parts = split(staff_id);
    return parts?.[1]?.toLowerCase() === prefix.toLowerCase() ? [Number(parts[2])] : [];
  });
  return prefix + String(Math.max(...numbers) + 1).padStart(digits.length, '0');
}
