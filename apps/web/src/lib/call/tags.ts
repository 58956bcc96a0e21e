import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * By what the server recognises the answers that are in the cache. An answer is known by the object it is: what was changed since, as an
 * act that is shown before it is answered does, is another object and has none.
 */
const tags = new WeakMap<object, string>();

export const tag = (answer: unknown, by: string): void => {
  if (typeof answer === 'object' && answer !== null) tags.set(answer, by);
};

export const tagOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null ? tags.get(answer) : undefined;

/** Keeps of an answer what is as it was (the same objects, so that nothing is drawn anew), and by what it is recognised. */
export function keepUnchanged(before: unknown, answer: unknown): unknown {
  const kept: unknown = replaceEqualDeep(before, answer);
  const by = tagOf(answer);
  if (by !== undefined) tag(kept, by);
  return kept;
}
