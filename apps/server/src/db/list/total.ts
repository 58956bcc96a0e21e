import { sql, type RawBuilder } from 'kysely';
import { allOf, planOf, type Narrowed } from './condition.ts';
import type { Database } from '../connect.ts';

/** How many rows a list has: exactly so many, or more than that, where counting stopped (decision 121). */
export interface Total {
  readonly items: number;
  readonly least: boolean;
}

/** How far is counted what no ledger holds. */
export const MAX_COUNTED = 10_000;

/** Of what is counted: one row more than is told, which tells that there are more. */
export const upToMost = sql`limit ${sql.lit(MAX_COUNTED + 1)}`;

export const exactly = (items: number): Total => ({ items, least: false });

/** What adds up to a total: a sum of the ledger, rows that are counted, or what has to be found in steps. */
export type TotalPart =
  | { readonly ledger: RawBuilder<number> }
  /** `taken`: they are counted in another part, too. */
  | { readonly rows: Narrowed; readonly taken?: true }
  | { readonly steps: (db: Database) => Promise<Total> };

/** The sum of the ledger, where that alone is the total; null where anything has to be counted. */
export function ledgerSum(parts: readonly TotalPart[]): RawBuilder<number> | null {
  const [first, ...more] = parts;
  return first && 'ledger' in first && more.length === 0 ? sql<number>`(${first.ledger})` : null;
}

/** The total its parts add up to: what the ledger knows and what is counted are asked for together. */
export async function readTotal(db: Database, parts: readonly TotalPart[]): Promise<Total> {
  const together = parts.filter((part): part is Counted => !('steps' in part));
  const all = together.length > 0 ? [await readTogether(db, together)] : [];
  for (const part of parts) if ('steps' in part) all.push(await part.steps(db));
  return { items: all.reduce((sum, { items }) => sum + items, 0), least: all.some(({ least }) => least) };
}

type Counted = Exclude<TotalPart, { readonly steps: unknown }>;

/** In one statement, planned as what is counted in it asks for: a sum of the ledger has one plan. */
async function readTogether(db: Database, parts: readonly Counted[]) {
  const counted = parts.flatMap((part) => ('rows' in part ? [part.rows] : []));
  const plan = counted.find(({ plan: own, where }) => own === undefined && where.length > 0) ?? counted[0];
  const columns = parts.map((part) => ('rows' in part ? countOf(part.rows) : sql<number>`(${part.ledger})`));
  const { rows } = await sql<{
    n: number[];
  }>`${plan ? planOf(plan) : sql``}select array[${sql.join(columns)}] as n`.execute(db);
  return parts.reduce<Total>((sum, part, at) => {
    const n = rows[0]?.n[at] ?? 0;
    const most = 'rows' in part ? MAX_COUNTED : n;
    const items = 'rows' in part && part.taken ? -n : Math.min(n, most);
    return { items: sum.items + items, least: sum.least || n > most };
  }, exactly(0));
}

// Of the same type as the sums of the ledger.
const countOf = ({ from, where }: Narrowed) =>
  sql<number>`(select count(*) from (select from ${from} ${allOf(where)} ${upToMost}) counted)`;

/** Counts rows, as far as `MAX_COUNTED`: its cost grows with what matches, up to there. */
export const countRows = (db: Database, rows: Narrowed): Promise<Total> => readTogether(db, [{ rows }]);
