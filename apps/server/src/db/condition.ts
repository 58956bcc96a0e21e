import { sql, type RawBuilder, type SqlBool } from 'kysely';

export type Condition = RawBuilder<SqlBool>;

/**
 * What is left of a filter when each of its fields was narrowed by: nothing. A field of the contract that a list does not narrow by
 * does not compile.
 */
export const nothingLeft = (_left: Record<string, never>): void => undefined;

export const allOf = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length ? sql`where ${sql.join([...conditions], sql` and `)}` : sql``;

/** `LIKE` pattern that finds `text` anywhere, its own wildcards taken literally, folded as `fold_text` does. */
export const containing = (text: string): RawBuilder<string> =>
  sql<string>`'%' || replace(replace(replace(fold_text(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
