import { sql, type RawBuilder } from 'kysely';
import { allOf, planOf, type Narrowed } from './condition.ts';
import type { Database } from '../connect.ts';

/** How many rows a list has: exactly so many, or more than that, where counting stopped (decision 121). */
export interface Total {
  readonly items: number;
  readonly least: boolean;
}

/** How far is counted what no ledger holds. */
export const MOST_COUNTED = 10_000;

/** Of what is counted: one row more than is told, which tells that there are more. */
export const upToMost = sql`limit ${sql.lit(MOST_COUNTED + 1)}`;

export const exactly = (items: number): Total => ({ items, least: false });

/** What adds up to a total: a sum of the ledger, rows that are counted, or what has to be found in steps. */
export type TotalPart =
  | { readonly ledger: RawBuilder<number> }
  | { readonly rows: Narrowed }
  | { readonly steps: (db: Database) => Promise<Total> };

/** The sum of the ledger, where that alone is the total; null where anything has to be counted. */
export function ledgerSum(parts: readonly TotalPart[]): RawBuilder<number> | null {
  const [first, ...more] = parts;
  return first && 'ledger' in first && more.length === 0 ? sql<number>`(${first.ledger})` : null;
}

/** The total its parts add up to. */
export async function readTotal(db: Database, parts: readonly TotalPart[]): Promise<Total> {
  let items = 0;
  let least = false;
  for (const part of parts) {
    const one = await readPart(db, part);
    items += one.items;
    least ||= one.least;
  }
  return { items, least };
}

async function readPart(db: Database, part: TotalPart): Promise<Total> {
  if ('steps' in part) return part.steps(db);
  if ('rows' in part) return countRows(db, part.rows);
  const { rows } = await sql<{ n: number }>`select (${part.ledger}) as n`.execute(db);
  return exactly(rows[0]?.n ?? 0);
}

/** Counts rows, as far as `MOST_COUNTED`: its cost grows with what matches, up to there. */
export async function countRows(db: Database, rows: Narrowed): Promise<Total> {
  const counted = await sql<{ n: number }>`
    ${planOf(rows)}select count(*) as n from (select from ${rows.from} ${allOf(rows.where)} ${upToMost}) counted`.execute(
    db,
  );
  const n = counted.rows[0]?.n ?? 0;
  return { items: Math.min(n, MOST_COUNTED), least: n > MOST_COUNTED };
}
