import type { SavedView } from '@darkroom/contract/view';

/** The same fields with the same values, in whatever order they stand. */
export function isSameSearch(a: SavedView['search'], b: SavedView['search']): boolean {
  const sorted = (search: SavedView['search']) =>
    JSON.stringify(Object.entries(search).toSorted(([one], [two]) => (one < two ? -1 : 1)));
  return sorted(a) === sorted(b);
}
