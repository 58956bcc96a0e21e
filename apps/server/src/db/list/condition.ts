import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { plannedByValues, plannedOnce } from '../driver/marks.ts';

export type Condition = RawBuilder<SqlBool>;

/**
 * Ends every list's reading of its filter: nothing must be left of it. A field that is left does not compile, unless its list was handed a filter
 * of another list; then it throws, as the list would ignore what its caller asked for.
 */
export function nothingLeft(left: Record<string, never>): void {
  const ignored = Object.entries(left).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  if (ignored.length > 0) throw new Error(`A list does not narrow by ${ignored.join(', ')}`);
}

export const allOf = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length ? sql`where ${sql.join([...conditions], sql` and `)}` : sql``;

/** What is narrowed how: a table, or joined ones, and the conditions. */
export interface Narrowed {
  readonly from: RawBuilder<unknown>;
  readonly where: readonly Condition[];
  /** `once`: the best plan is always the same. `kept`: PostgreSQL decides. Without it, a plan for each set of values. */
  readonly plan?: 'once' | 'kept';
}

/** How what is narrowed is planned (decision 110). */
export const planOf = ({ where, plan }: Narrowed): RawBuilder<unknown> => {
  if (plan === 'once') return plannedOnce;
  return plan === 'kept' || where.length === 0 ? sql`` : plannedByValues;
};

/** A column that holds one of some ids. A single id is compared with `=`, which has a cheaper plan than a list. */
export const among = (column: string, ids: readonly number[]): Condition =>
  ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}::int` : sql`${sql.ref(column)} = any(${ids}::int[])`;

/** Whether it may be run by one plan again and again. */
export const isPlannedSeldom = ({ where, plan }: Narrowed): boolean => plan !== undefined || where.length === 0;

/** `LIKE` pattern that finds `text` anywhere, its own wildcards taken literally, folded as `fold_text` does. */
export const containing = (text: string): RawBuilder<string> =>
  sql<string>`'%' || replace(replace(replace(fold_text(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
