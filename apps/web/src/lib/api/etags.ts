import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * ETags of the cached responses. The key is the response object: a response that an optimistic change has replaced is another object and
 * has no tag.
 */
const etags = new WeakMap<object, string>();

export const setEtag = (response: unknown, etag: string): void => {
  if (typeof response === 'object' && response !== null) etags.set(response, etag);
};

export const getEtag = (response: unknown): string | undefined =>
  typeof response === 'object' && response !== null ? etags.get(response) : undefined;

/** Keeps unchanged objects of a response, so that nothing is rendered again, and its tag. */
export function reuseUnchanged(before: unknown, response: unknown): unknown {
  const merged: unknown = replaceEqualDeep(before, response);
  const etag = getEtag(response);
  if (etag !== undefined) setEtag(merged, etag);
  return merged;
}
