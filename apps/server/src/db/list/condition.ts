import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { plannedByValues, plannedOnce } from '../driver/statement-marks.ts';

export type Condition = RawBuilder<SqlBool>;

/**
 * Checks that a list has used every field of its filter. A remaining field does not compile. The filter of another list
 * throws an error.
 */
export function rejectUnknownFilters(unusedFilters: Record<string, never>): void {
  const ignored = Object.entries(unusedFilters).flatMap(([field, value]) => (value === undefined ? [] : [field]));
  if (ignored.length > 0) throw new Error(`A list does not narrow by ${ignored.join(', ')}`);
}

export const joinConditions = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length ? sql`where ${sql.join([...conditions], sql` and `)}` : sql``;

/** A filtered table or join, and its conditions. */
export interface FilteredRows {
  readonly from: RawBuilder<unknown>;
  readonly where: readonly Condition[];
  /**
   * Planning of the statement. If absent, it is planned for its values. `once`: the best plan is always the same.
   * `kept`: PostgreSQL decides.
   */
  readonly plan?: 'once' | 'kept';
}

/** Returns the mark for the planning of a filtered statement (decision 110). */
export const getPlanMark = ({ where, plan }: FilteredRows): RawBuilder<unknown> => {
  if (plan === 'once') return plannedOnce;
  return plan === 'kept' || where.length === 0 ? sql`` : plannedByValues;
};

/**
 * Returns the condition that a column has one of these ids. A single id is compared directly, so that the statement is
 * planned only once.
 */
export const isAmong = (column: string, ids: readonly number[]): Condition =>
  ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}::int` : sql`${sql.ref(column)} = any(${ids}::int[])`;

/** Returns true if the statement can use one plan repeatedly. */
export const hasReusablePlan = ({ where, plan }: FilteredRows): boolean => plan !== undefined || where.length === 0;

/** Returns the `LIKE` pattern that finds `text` anywhere. Wildcards in `text` are literal. Folds like `fold_text`. */
export const toLikePattern = (text: string): RawBuilder<string> =>
  sql<string>`'%' || replace(replace(replace(fold_text(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;
