import type { Subject } from './access.ts';
import { PORTAL_CODES } from './codes.ts';

/**
 * The codes among these that the subject may not hand out, in their order (domain §7: nobody hands out what they don't hold).
 * A superuser hands out everything.
 */
export function beyondRights(subject: Subject, codes: Iterable<string>): string[] {
  if (subject.account === 'staff' && subject.is_superuser) return [];
  return [...codes].filter((code) => !subject.permissions.has(code));
}

/**
 * Whether an account holds what the actor lacks (domain §5b). A customer's codes are not permissions in the bureau: anyone who
 * resets passwords can help one.
 */
export const holdsMore = (
  actor: Subject,
  target: Pick<Subject, 'account' | 'is_superuser'> & { readonly permissions: Iterable<string> },
): boolean =>
  target.account === 'staff' &&
  ((target.is_superuser && !actor.is_superuser) || beyondRights(actor, target.permissions).length > 0);

/** Belongs to customer accounts, which get it from what they are bound to (domain §1); no group of staff is given it. */
export const isPortalCode = (code: string): boolean => PORTAL_CODES.some((portal) => portal === code);

/** What a change of a group's codes gives and takes. */
export function codeChanges(
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } {
  const [had, has] = [new Set(before), new Set(after)];
  return { added: after.filter((code) => !had.has(code)), removed: before.filter((code) => !has.has(code)) };
}
