import { foldForSearch } from '../text/fold.ts';

/** What names are likened by: letters and figures without marks, words apart by one space. */
const bare = (text: string): string =>
  foldForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * How many letters have to be added, left out, changed or swapped with their neighbour to make one text of the other
 * (optimal string alignment). Rows of the table are kept, not the table.
 */
export function editDistance(a: string, b: string): number {
  let twoAbove: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const line = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? (twoAbove[column - 2] ?? 0) + 1
          : Infinity;
      line.push(
        Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + same, swapped),
      );
    }
    twoAbove = above;
    above = line;
  }
  return above[b.length] ?? 0;
}

/** One letter in three may be wrong, one at least: further away it is another name. */
const mostWrong = (text: string): number => Math.max(1, Math.floor(text.length / 3));

const inOrder = (text: string): string => text.split(' ').sort().join(' ');

/**
 * How far a name is from what was written; Infinity when it is another name. Words in another order cost one, and so does a
 * name of which whole words were left out ("Villas" for "Gold Coast Villas").
 */
export function nameDistance(written: string, name: string): number {
  const [a, b] = [bare(written), bare(name)];
  if (a === '' || b === '') return Infinity;
  if (a === b) return 0;
  const most = mostWrong(a);
  if (a.length >= 3 && ` ${b} `.includes(` ${a} `)) return 1;
  if (Math.abs(a.length - b.length) > most) return Infinity;
  const distance = Math.min(editDistance(a, b), editDistance(inOrder(a), inOrder(b)) + 1);
  return distance <= most ? distance : Infinity;
}

/** The things whose names are near to what was written, nearest first, ties in the order given. */
export function nearest<T>(written: string, things: readonly T[], nameOf: (thing: T) => string): T[] {
  return things
    .map((thing) => ({ thing, distance: nameDistance(written, nameOf(thing)) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance)
    .map(({ thing }) => thing);
}
