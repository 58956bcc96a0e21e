import { isPlannedByValues } from './marks.ts';

/** Number of runs after which a statement is prepared. Rare statements are not worth it. */
const OFTEN = 3;
/** Maximum of prepared statements for each connection. Each costs PostgreSQL ten to a hundred kilobytes. */
const MAX_KEPT = 250;
/** Maximum of counted statements. When there are more, the counters of rare ones start again. */
const MAX_WATCHED = 4 * MAX_KEPT;
/** Maximum length. Statements with a list of values (a thousand rows at once) are longer and never repeated. */
const LONGEST = 12_000;

/**
 * Name of a prepared statement, or undefined if it is not prepared. A prepared statement is parsed once for each
 * connection, and planned again only if a new plan is cheaper.
 */
export type NameOf = (text: string) => string | undefined;

/** Names the frequent statements of one database. */
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

/** Statements with a plan. Others, such as `begin` and `declare`, have no name and use the simple protocol. */
const MAY_BE_PREPARED = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|with|merge)\b/i;
