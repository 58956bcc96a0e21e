import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { plannedByValues } from '../prepared.ts';

export type Condition = RawBuilder<SqlBool>;

/**
 * What is left of a filter when each of its fields was narrowed by: nothing. A field of the contract that a list does not narrow by
 * does not compile.
 */
export const nothingLeft = (_left: Record<string, never>): void => undefined;

export const allOf = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length ? sql`where ${sql.join([...conditions], sql` and `)}` : sql``;

/** What is narrowed how: a table, or joined ones, and the conditions. */
export interface Narrowed {
  readonly from: RawBuilder<unknown>;
  readonly where: readonly Condition[];
  /** Where the best way to the rows is one and the same, however rare or frequent they are: then it is planned once. */
  readonly onePlan?: boolean;
}

/** How what is narrowed is planned: by its values, unless one plan fits them all (decision 110). */
export const planOf = ({ where, onePlan = where.length === 0 }: Narrowed) => (onePlan ? sql`` : plannedByValues);

/** `LIKE` pattern that finds `text` anywhere, its own wildcards taken literally, folded as `fold_text` does. */
export const containing = (text: string): RawBuilder<string> =>
  sql<string>`'%' || replace(replace(replace(fold_text(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
