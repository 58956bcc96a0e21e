import { foldForSearch, foldedMatch } from '@darkroom/domain/text/fold';
import type { KeyUnder } from '../../lib/i18n/i18n.ts';

/** Returns the score of the best match. 4: the whole name, 3: its beginning, 2: the beginning of a word, 1: anywhere in it, 0: no match. */
export function scoreMatch(names: readonly string[], text: string): number {
  const searchText = foldForSearch(text);
  if (searchText === '') return 1;
  const scores = names.map((name) => {
    const folded = foldForSearch(name);
    if (folded === searchText) return 4;
    if (folded.startsWith(searchText)) return 3;
    if (folded.split(/[\s/·›-]+/).some((word) => word.startsWith(searchText))) return 2;
    return foldedMatch(folded, searchText) ? 1 : 0;
  });
  return Math.max(0, ...scores);
}

export type GroupName = KeyUnder<'menu', 'palette'>;

export interface Group<E> {
  name: GroupName;
  entries: readonly E[];
}

/** Sorts each group by score, and the groups by their best score. The order of equal scores does not change. */
export function rankGroups<E extends { names: readonly string[] }>(
  groups: readonly Group<E>[],
  text: string,
): Group<E>[] {
  const scored = groups.map(({ name, entries }) => {
    const rows = entries.map((entry) => ({ entry, score: scoreMatch(entry.names, text) }));
    const sorted = rows.toSorted((a, b) => b.score - a.score);
    return { group: { name, entries: sorted.map(({ entry }) => entry) }, best: sorted[0]?.score ?? 0 };
  });
  return scored.toSorted((a, b) => b.best - a.best).map(({ group }) => group);
}
