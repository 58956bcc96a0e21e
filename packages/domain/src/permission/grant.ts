import type { Subject } from './access.ts';
import { PORTAL_CODES } from './codes.ts';

/** Finds the codes that the account cannot grant, in their order (domain §7: users grant only what they have). A superuser grants all. */
export function findUngrantableCodes(subject: Subject, codes: Iterable<string>): string[] {
  if (subject.account === 'staff' && subject.is_superuser) return [];
  return [...codes].filter((code) => !subject.permissions.has(code));
}

/**
 * True if an account has permissions that the user lacks (domain §5b). Customer codes do not count, so that all users who reset passwords
 * can help a customer.
 */
export const hasMorePermissions = (
  actor: Subject,
  target: Pick<Subject, 'account' | 'is_superuser'> & { readonly permissions: Iterable<string> },
): boolean =>
  target.account === 'staff' &&
  ((target.is_superuser && !actor.is_superuser) || findUngrantableCodes(actor, target.permissions).length > 0);

/** True if a code is for customer accounts, which receive it from their customer (domain §1). Groups of staff never have it. */
export const isPortalCode = (code: string): boolean => PORTAL_CODES.some((portal) => portal === code);

/** Finds the codes that a change of a group adds and removes. */
export function compareCodes(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } {
  const [had, has] = [new Set(before), new Set(after)];
  return { added: after.filter((code) => !had.has(code)), removed: before.filter((code) => !has.has(code)) };
}
