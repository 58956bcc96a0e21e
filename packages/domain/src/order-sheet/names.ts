import type { ProblemCode } from './fields.ts';
import { foldName } from '../text/fold.ts';

/** One level of names given for a record, top first; empty where the sheet gives none. */
export interface NamedLevel<F extends string> {
  readonly field: F;
  readonly text: string;
}

/** A record found by its names, or at which level it stopped being found. */
export type Found<T, F extends string> =
  | { readonly ok: true; readonly record: T }
  | { readonly ok: false; readonly field: F; readonly code: ProblemCode };

interface Entry<T> {
  readonly record: T;
  /** Folded names, top level first, the record's own last. */
  readonly path: readonly string[];
}

/** Records under the paths of names that lead to them. */
export interface NameTree<T> {
  readonly entries: readonly Entry<T>[];
  readonly byOwnName: ReadonlyMap<string, readonly Entry<T>[]>;
  /** Answers given before, by the names as they were written: a sheet names the same few records thousands of times. */
  readonly answers: Map<string, Found<T, string>>;
}

export function nameTree<T>(records: readonly { readonly record: T; readonly path: readonly string[] }[]): NameTree<T> {
  const entries = records.map(({ record, path }) => ({ record, path: path.map(foldName) }));
  const byOwnName = new Map<string, Entry<T>[]>();
  for (const entry of entries) {
    const name = entry.path.at(-1) ?? '';
    const same = byOwnName.get(name);
    if (same) same.push(entry);
    else byOwnName.set(name, [entry]);
  }
  return { entries, byOwnName, answers: new Map() };
}

/**
 * Finds the one record whose names are those given; a level left empty is not asked about, so a name that stands only
 * once needs nothing above it. The level blamed is the first that no record has under the levels before it.
 */
export function findByNames<T, F extends string>(
  tree: NameTree<T>,
  levels: readonly [NamedLevel<F>, ...NamedLevel<F>[]],
): Found<T, F> {
  const asked = levels.map((level) => level.text).join('\u0000');
  const known = tree.answers.get(asked);
  if (known) return known as Found<T, F>;
  const answer = search(tree, levels);
  tree.answers.set(asked, answer);
  return answer;
}

function search<T, F extends string>(
  tree: NameTree<T>,
  levels: readonly [NamedLevel<F>, ...NamedLevel<F>[]],
): Found<T, F> {
  const own = levels.at(-1) ?? levels[0];
  if (own.text === '') return { ok: false, field: own.field, code: 'required' };
  const folded = levels.map((level) => foldName(level.text));
  const matches = (entry: Entry<T>, upTo: number) =>
    folded.every((name, level) => level > upTo || name === '' || name === entry.path[level]);
  const last = levels.length - 1;
  const found = (tree.byOwnName.get(folded[last] ?? '') ?? []).filter((entry) => matches(entry, last));
  const [first, second] = found;
  if (first && !second) return { ok: true, record: first.record };
  if (first) return { ok: false, field: own.field, code: 'ambiguous' };
  const stoppedAt = levels.findIndex((_, level) => !tree.entries.some((entry) => matches(entry, level)));
  return { ok: false, field: levels[stoppedAt]?.field ?? own.field, code: 'unknown' };
}
