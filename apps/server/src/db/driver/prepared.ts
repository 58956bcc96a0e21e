import { isPlannedByValues } from './marks.ts';

/** How often a statement comes before it is prepared: what comes a few times only is not worth keeping. */
const OFTEN = 3;
/** How many statements each connection may keep: each costs PostgreSQL some ten to a hundred kilobytes. */
const MAX_KEPT = 250;
/** How many are watched; when there are more, those that came seldom are counted anew. */
const MAX_WATCHED = 4 * MAX_KEPT;
/** Statements made by list length (a thousand rows at once) are long, and never the same twice. */
const LONGEST = 12_000;

/** The name a statement is prepared under; undefined where it is not prepared. */
export type NameOf = (text: string) => string | undefined;

/** Names the statements that come often, for one database. */
export function nameOften(): NameOf {
  const seen = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= MAX_KEPT) return name;
    if (text.length > LONGEST || isPlannedByValues(text) || !MAY_BE_PREPARED.test(text)) return undefined;
    const times = (seen.get(text) ?? 0) + 1;
    if (times < OFTEN) {
      if (seen.size >= MAX_WATCHED) seen.clear();
      seen.set(text, times);
      return undefined;
    }
    seen.delete(text);
    const made = `darkroom_${names.size + 1}`;
    names.set(text, made);
    return made;
  };
}

/** What has a plan. `begin`, `declare` and the like have none; without a name they travel in the simple protocol. */
const MAY_BE_PREPARED = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|with|merge)\b/i;
