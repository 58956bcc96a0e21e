/** Whether two values of a field are the same; what is not there is nothing. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What a person saw when they opened a form, what stands there now, and what they have in it. */
interface Versions<V> {
  before: V;
  theirs: V;
  mine: V;
}

/**
 * Two who changed one thing (quality 8, 9): which fields the other changed, which are one's own, and both together: one's own
 * where one touched a field, theirs where not.
 */
export function bothVersions<V extends object>({ before, theirs, mine }: Versions<V>) {
  const keys = Object.keys(before) as (keyof V & string)[];
  const isMine = (field: keyof V): boolean => !same(mine[field], before[field]);
  const untouched = keys.filter((key) => !isMine(key));
  return {
    fields: keys.filter((key) => !same(theirs[key], before[key])),
    isMine,
    isTouched: untouched.length < keys.length,
    merged: { ...mine, ...Object.fromEntries(untouched.map((key) => [key, theirs[key]])) } as V,
  };
}
