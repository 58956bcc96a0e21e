import { sql, type RawBuilder } from 'kysely';
import { joinConditions, getPlanMark, type FilteredRows } from './condition.ts';
import type { Database } from '../connect.ts';

/** Number of rows of a list: exact, or a minimum where counting stopped (decision 121). */
export interface Total {
  readonly items: number;
  readonly least: boolean;
}

/** Limit of counting for totals that are not in the counters. */
export const MAX_COUNTED = 10_000;

/** Counts one row more than the limit, which shows that there are more. */
export const LIMIT_COUNTED = sql`limit ${sql.lit(MAX_COUNTED + 1)}`;

export const exactTotal = (items: number): Total => ({ items, least: false });

/** Parts of a total: a sum of counters, counted rows, or a number that needs several steps. */
export type TotalPart =
  | { readonly counterSum: RawBuilder<number> }
  /** `taken`: the rows are also part of another part of the total. */
  | { readonly rows: FilteredRows; readonly taken?: true }
  | { readonly steps: (db: Database) => Promise<Total> };

/** Returns the sum of the counters, or null if any part must be counted. */
export function getCounterSum(parts: readonly TotalPart[]): RawBuilder<number> | null {
  const [first, ...others] = parts;
  return first && 'counterSum' in first && others.length === 0 ? sql<number>`(${first.counterSum})` : null;
}

/** Reads the total of the parts. Parts from the counters and counted parts are read together. */
export async function readTotal(db: Database, parts: readonly TotalPart[]): Promise<Total> {
  const sqlParts = parts.filter((part): part is Counted => !('steps' in part));
  const all = sqlParts.length > 0 ? [await readSqlTotals(db, sqlParts)] : [];
  for (const part of parts) if ('steps' in part) all.push(await part.steps(db));
  return { items: all.reduce((sum, { items }) => sum + items, 0), least: all.some(({ least }) => least) };
}

type Counted = Exclude<TotalPart, { readonly steps: unknown }>;

/** Reads the parts in one statement, planned for the counted ones, because a sum of counters has one plan. */
async function readSqlTotals(db: Database, parts: readonly Counted[]) {
  const counted = parts.flatMap((part) => ('rows' in part ? [part.rows] : []));
  const plan = counted.find(({ plan: own, where }) => own === undefined && where.length > 0) ?? counted[0];
  const columns = parts.map((part) => ('rows' in part ? countLimited(part.rows) : sql<number>`(${part.counterSum})`));
  const { rows } = await sql<{
    n: number[];
  }>`${plan ? getPlanMark(plan) : sql``}select array[${sql.join(columns)}] as n`.execute(db);
  return parts.reduce<Total>((sum, part, index) => {
    const n = rows[0]?.n[index] ?? 0;
    const limit = 'rows' in part ? MAX_COUNTED : n;
    const items = 'rows' in part && part.taken ? -n : Math.min(n, limit);
    return { items: sum.items + items, least: sum.least || n > limit };
  }, exactTotal(0));
}

// The type equals that of the sums in the counter table.
const countLimited = ({ from, where }: FilteredRows) =>
  sql<number>`(select count(*) from (select from ${from} ${joinConditions(where)} ${LIMIT_COUNTED}) counted)`;

/** Counts rows up to `MAX_COUNTED`. The cost grows with the number of matches up to this limit. */
export const countRows = (db: Database, rows: FilteredRows): Promise<Total> => readSqlTotals(db, [{ rows }]);
