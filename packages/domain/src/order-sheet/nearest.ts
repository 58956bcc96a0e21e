import { foldForSearch } from '../text/fold.ts';

/** Normalises text for comparison: letters and digits without marks, words separated by one space. */
const normalizeWords = (text: string): string =>
  foldForSearch(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Counts the letters to add, remove, change or swap with their neighbour (optimal string alignment). Only three rows of the table are
 * stored.
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

/** Returns the maximum distance: a third of the letters, at least one. */
const getMaxDistance = (text: string): number => Math.max(1, Math.floor(text.length / 3));

const sortWords = (text: string): string => text.split(' ').sort().join(' ');

/**
 * Returns the distance of a name from a text, or Infinity if it is too large. Another order of words costs one, and so do missing words
 * ("Villas" for "Gold Coast Villas").
 */
export function nameDistance(written: string, name: string): number {
  const [a, b] = [normalizeWords(written), normalizeWords(name)];
  if (a === '' || b === '') return Infinity;
  if (a === b) return 0;
  const limit = getMaxDistance(a);
  if (a.length >= 3 && ` ${b} `.includes(` ${a} `)) return 1;
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  const distance = Math.min(editDistance(a, b), editDistance(sortWords(a), sortWords(b)) + 1);
  return distance <= limit ? distance : Infinity;
}

/** Finds the items with similar names, nearest first, ties in the given order. */
export function findNearest<T>(written: string, items: readonly T[], nameOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ thing: item, distance: nameDistance(written, nameOf(item)) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((a, b) => a.distance - b.distance)
    .map(({ thing: item }) => item);
}
