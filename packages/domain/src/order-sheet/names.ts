import type { ProblemCode } from './fields.ts';
import { foldName } from '../text/fold.ts';

/** A level of names for a record, top level first. Empty if the sheet has none. */
export interface NamedLevel<F extends string> {
  readonly field: F;
  readonly text: string;
}

/** A record found by its names, or the level at which the search failed. */
export type NameResult<T, F extends string> =
  | { readonly ok: true; readonly record: T }
  | {
      readonly ok: false;
      readonly field: F;
      readonly code: Extract<ProblemCode, 'required' | 'ambiguous' | 'unknown'>;
    };

interface Entry<T> {
  readonly record: T;
  /** Names of the path without marks and case, top level first. */
  readonly path: readonly string[];
}

/** Records by the names of their paths. */
export interface NameTree<T> {
  readonly entries: readonly Entry<T>[];
  readonly byOwnName: ReadonlyMap<string, readonly Entry<T>[]>;
  /** Earlier results by the names as written, because a sheet repeats few records thousands of times. */
  readonly cache: Map<string, NameResult<T, string>>;
}

export function createNameTree<T>(
  records: readonly { readonly record: T; readonly path: readonly string[] }[],
): NameTree<T> {
  const entries = records.map(({ record, path }) => ({ record, path: path.map(foldName) }));
  const byOwnName = new Map<string, Entry<T>[]>();
  for (const entry of entries) {
    const name = entry.path.at(-1) ?? '';
    const same = byOwnName.get(name);
    if (same) same.push(entry);
    else byOwnName.set(name, [entry]);
  }
  return { entries, byOwnName, cache: new Map() };
}

/**
 * Finds the only record with these names. An empty level is ignored, and the failed level is the first without a record below the levels
 * before it.
 */
export function findByNames<T, F extends string>(
  tree: NameTree<T>,
  levels: readonly [NamedLevel<F>, ...NamedLevel<F>[]],
): NameResult<T, F> {
  const cacheKey = levels.map((level) => level.text).join('\u0000');
  const cached = tree.cache.get(cacheKey);
  if (cached) return cached as NameResult<T, F>;
  const answer = searchTree(tree, levels);
  tree.cache.set(cacheKey, answer);
  return answer;
}

function searchTree<T, F extends string>(
  tree: NameTree<T>,
  levels: readonly [NamedLevel<F>, ...NamedLevel<F>[]],
): NameResult<T, F> {
  const target = levels.at(-1) ?? levels[0];
  if (target.text === '') return { ok: false, field: target.field, code: 'required' };
  const folded = levels.map((level) => foldName(level.text));
  const matches = (entry: Entry<T>, lastLevel: number) =>
    folded.every((name, level) => level > lastLevel || name === '' || name === entry.path[level]);
  const last = levels.length - 1;
  const found = (tree.byOwnName.get(folded[last] ?? '') ?? []).filter((entry) => matches(entry, last));
  const [first, second] = found;
  if (first && !second) return { ok: true, record: first.record };
  if (first) return { ok: false, field: target.field, code: 'ambiguous' };
  const failedLevel = levels.findIndex((_, level) => !tree.entries.some((entry) => matches(entry, level)));
  return { ok: false, field: levels[failedLevel]?.field ?? target.field, code: 'unknown' };
}
