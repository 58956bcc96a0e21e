import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * ETags of the cached responses. The key is the response object: a response that an optimistic change has replaced is another object and
 * has no tag.
 */
const etags = new WeakMap<object, string>();

export const setEtag = (answer: unknown, etag: string): void => {
  if (typeof answer === 'object' && answer !== null) etags.set(answer, etag);
};

export const getEtag = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null ? etags.get(answer) : undefined;

/** Keeps unchanged objects of a response, so that nothing is rendered again, and its tag. */
export function reuseUnchanged(before: unknown, answer: unknown): unknown {
  const merged: unknown = replaceEqualDeep(before, answer);
  const etag = getEtag(answer);
  if (etag !== undefined) setEtag(merged, etag);
  return merged;
}
