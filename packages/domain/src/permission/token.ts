import type { Subject } from './access.ts';
import { isPortalCode } from './grant.ts';

/** The longest a token may last, in days (decision 138). */
export const TOKEN_DAYS = 365;
/** As many tokens as a person may have at a time. */
export const MOST_TOKENS = 20;
/** What every token begins with, so that one that has leaked can be found. */
export const TOKEN_PREFIX = 'drk_';

/**
 * What a token may do: of its scope, what its owner holds now. A superuser holds every code, and still their token is bounded by its
 * scope.
 */
export const codesOfToken = (
  owner: Pick<Subject, 'is_superuser' | 'permissions'>,
  scope: readonly string[],
): string[] => scope.filter((code) => !isPortalCode(code) && (owner.is_superuser || owner.permissions.has(code)));

/** Of a scope that somebody wants, what they do not hold themself. */
export function beyondScope(owner: Pick<Subject, 'is_superuser' | 'permissions'>, scope: readonly string[]): string[] {
  const held = new Set(codesOfToken(owner, scope));
  return scope.filter((code) => !held.has(code));
}
