/** True if two values of a field are equal. Undefined equals null. */
export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** A form's values when it was opened, the values now saved, and the values in the form. */
interface Versions<V> {
  before: V;
  theirs: V;
  mine: V;
}

const isMemberList = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) && value.every((member) => typeof member === 'string' || typeof member === 'number');

/**
 * Merges two changes of a list with unique items: the other user's list, with the user's additions and removals. Null if the values are not
 * such lists.
 */
function mergeMembers(before: unknown, theirs: unknown, mine: unknown): unknown[] | null {
  if (!isMemberList(before) || !isMemberList(theirs) || !isMemberList(mine)) return null;
  const [beforeSet, mineSet] = [new Set(before), new Set(mine)];
  const remaining = theirs.filter((member) => mineSet.has(member) || !beforeSet.has(member));
  return [...remaining, ...mine.filter((member) => !beforeSet.has(member) && !remaining.includes(member))];
}

/**
 * Merges two changes of one record (quality 8, 9). My change wins in its field, and lists of permissions, people and the like merge both
 * users' additions and removals.
 */
export function mergeVersions<V extends object>({ before, theirs, mine }: Versions<V>) {
  const keys = Object.keys(before) as (keyof V & string)[];
  const isMine = (field: keyof V): boolean => !isSameValue(mine[field], before[field]);
  const isTheirs = (field: keyof V): boolean => !isSameValue(theirs[field], before[field]);
  const mergeMembersOf = (key: keyof V) => mergeMembers(before[key], theirs[key], mine[key]);
  const mergeField = (key: keyof V) => (isMine(key) ? (mergeMembersOf(key) ?? mine[key]) : theirs[key]);
  return {
    fields: keys.filter(isTheirs),
    /** Fields that only I changed. They stay with either version. */
    onlyMine: keys.filter((key) => isMine(key) && !isTheirs(key)),
    /** Fields that both users changed to different values, where saving overwrites the other user's value. */
    overwritten: keys.filter(
      (key) => isMine(key) && isTheirs(key) && !isSameValue(mine[key], theirs[key]) && mergeMembersOf(key) === null,
    ),
    isMine,
    isTouched: keys.some(isMine),
    merged: {
      ...mine,
      ...Object.fromEntries(keys.filter((key) => isTheirs(key) || !isMine(key)).map((key) => [key, mergeField(key)])),
    } as V,
  };
}
