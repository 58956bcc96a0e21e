import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * ETags of the cached answers. The key is the answer object: an answer that an optimistic change has replaced is another object and has
 * no tag.
 */
const tags = new WeakMap<object, string>();

export const tag = (answer: unknown, by: string): void => {
  if (typeof answer === 'object' && answer !== null) tags.set(answer, by);
};

export const tagOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null ? tags.get(answer) : undefined;

/** Keeps unchanged objects of an answer, so that nothing is rendered again, and its tag. */
export function keepUnchanged(before: unknown, answer: unknown): unknown {
  const kept: unknown = replaceEqualDeep(before, answer);
  const by = tagOf(answer);
  if (by !== undefined) tag(kept, by);
  return kept;
}
