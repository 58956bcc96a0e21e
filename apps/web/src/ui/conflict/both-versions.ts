/** Whether two values of a field are the same; what is not there is nothing. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What a person saw when they opened a form, what stands there now, and what they have in it. */
interface Versions<V> {
  before: V;
  theirs: V;
  mine: V;
}

const isSet = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every((member) => typeof member === 'string' || typeof member === 'number');

/** Both changes of a list in which each thing stands once: theirs, without what I took out, and with what I put in; null of anything else. */
function bothMembers(before: unknown, theirs: unknown, mine: unknown): unknown[] | null {
  if (!isSet(before) || !isSet(theirs) || !isSet(mine)) return null;
  const [was, kept] = [new Set(before), new Set(mine)];
  const left = theirs.filter((member) => kept.has(member) || !was.has(member));
  return [...left, ...mine.filter((member) => !was.has(member) && !left.includes(member))];
}

/**
 * Two who changed one thing (quality 8, 9): which fields the other changed, which are one's own, and both together: one's own
 * where one touched a field, theirs where not; of permissions, people and the like what each put in and took out.
 */
export function bothVersions<V extends object>({ before, theirs, mine }: Versions<V>) {
  const keys = Object.keys(before) as (keyof V & string)[];
  const isMine = (field: keyof V): boolean => !same(mine[field], before[field]);
  const isTheirs = (field: keyof V): boolean => !same(theirs[field], before[field]);
  const members = (key: keyof V) => bothMembers(before[key], theirs[key], mine[key]);
  const both = (key: keyof V) => (isMine(key) ? (members(key) ?? mine[key]) : theirs[key]);
  return {
    fields: keys.filter(isTheirs),
    /** What only I changed: it stays, whichever version is taken. */
    onlyMine: keys.filter((key) => isMine(key) && !isTheirs(key)),
    /** What both changed, each to something else, and where saving mine undoes theirs. */
    overwritten: keys.filter(
      (key) => isMine(key) && isTheirs(key) && !same(mine[key], theirs[key]) && members(key) === null,
    ),
    isMine,
    isTouched: keys.some(isMine),
    merged: {
      ...mine,
      ...Object.fromEntries(keys.filter((key) => isTheirs(key) || !isMine(key)).map((key) => [key, both(key)])),
    } as V,
  };
}
