import { isPlannedByValues } from './statement-marks.ts';

/** Number of runs after which a statement is prepared. Rare statements are not worth it. */
const MIN_USES = 3;
/** Maximum of prepared statements for each connection. Each costs PostgreSQL ten to a hundred kilobytes. */
const MAX_NAMES = 250;
/** Maximum of counted statements. When there are more, the counters of rare ones start again. */
const MAX_WATCHED = 4 * MAX_NAMES;
/** Maximum length. Statements with a list of values (a thousand rows at once) are longer and never repeated. */
const MAX_TEXT_LENGTH = 12_000;

/**
 * Returns the name of a prepared statement, or undefined. PostgreSQL parses a prepared statement once for each
 * connection, and plans it again only if that is cheaper.
 */
export type NameOf = (text: string) => string | undefined;

/** Names the frequent statements of one database. */
export function nameFrequentStatements(): NameOf {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  return (text) => {
    const name = names.get(text);
    if (name !== undefined || names.size >= MAX_NAMES) return name;
    if (text.length > MAX_TEXT_LENGTH || isPlannedByValues(text) || !PREPARABLE.test(text)) return undefined;
    const useCount = (uses.get(text) ?? 0) + 1;
    if (useCount < MIN_USES) {
      if (uses.size >= MAX_WATCHED) uses.clear();
      uses.set(text, useCount);
      return undefined;
    }
    uses.delete(text);
    const newName = `darkroom_${names.size + 1}`;
    names.set(text, newName);
    return newName;
  };
}

/** Statements with a plan. Others, such as `begin` and `declare`, have no name and use the simple protocol. */
const PREPARABLE = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|with|merge)\b/i;
