import type { Subject } from './access.ts';
import { isPortalCode } from './grant.ts';

/** Maximum lifetime of a token in days (decision 138). */
export const MAX_TOKEN_DAYS = 365;
export const MAX_TOKENS = 20;
/** Prefix of all tokens, so that a leaked token can be found. */
export const TOKEN_PREFIX = 'drk_';

/**
 * Returns the codes of a token: those of its scope that its owner has now. A superuser has all codes, but the scope still limits the token.
 */
export const getTokenCodes = (
  owner: Pick<Subject, 'is_superuser' | 'permissions'>,
  scope: readonly string[],
): string[] => scope.filter((code) => !isPortalCode(code) && (owner.is_superuser || owner.permissions.has(code)));

/** Finds the codes of a requested scope that the owner lacks. */
export function findCodesBeyondOwner(
  owner: Pick<Subject, 'is_superuser' | 'permissions'>,
  scope: readonly string[],
): string[] {
  const tokenCodes = new Set(getTokenCodes(owner, scope));
  return scope.filter((code) => !tokenCodes.has(code));
}
