/** Whether two values of a field are equal. Undefined equals null. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** A form's values when it was opened, the values now saved, and the values in the form. */
interface Versions<V> {
  before: V;
  theirs: V;
  mine: V;
}

const isSet = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every((member) => typeof member === 'string' || typeof member === 'number');

/** Both changes of a list with unique items: theirs, without my removals and with my additions. Null for other values. */
function bothMembers(before: unknown, theirs: unknown, mine: unknown): unknown[] | null {
  if (!isSet(before) || !isSet(theirs) || !isSet(mine)) return null;
  const [was, kept] = [new Set(before), new Set(mine)];
  const left = theirs.filter((member) => kept.has(member) || !was.has(member));
  return [...left, ...mine.filter((member) => !was.has(member) && !left.includes(member))];
}

/**
 * Merges two changes of one record (quality 8, 9). My change wins in its field, and lists of permissions, people and the like merge both
 * users' additions and removals.
 */
export function bothVersions<V extends object>({ before, theirs, mine }: Versions<V>) {
  const keys = Object.keys(before) as (keyof V & string)[];
  const isMine = (field: keyof V): boolean => !same(mine[field], before[field]);
  const isTheirs = (field: keyof V): boolean => !same(theirs[field], before[field]);
  const members = (key: keyof V) => bothMembers(before[key], theirs[key], mine[key]);
  const both = (key: keyof V) => (isMine(key) ? (members(key) ?? mine[key]) : theirs[key]);
  return {
    fields: keys.filter(isTheirs),
    /** Fields that only I changed. They stay with either version. */
    onlyMine: keys.filter((key) => isMine(key) && !isTheirs(key)),
    /** Fields that both changed to different values, and where saving mine undoes theirs. */
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
