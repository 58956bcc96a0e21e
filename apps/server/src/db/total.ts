import { sql, type RawBuilder } from 'kysely';
import { allOf, type Condition } from './condition.ts';
import type { Database } from './connect.ts';
import { plannedByValues } from './prepared.ts';

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

/** A number that PostgreSQL finds while it does something else: a sum of the ledger, or rows counted as far as `MOST_COUNTED`. */
export interface Counting {
  readonly n: RawBuilder<number>;
  readonly counts: 'ledger' | 'rows' | 'few rows';
  /** Whether the best way to it hangs on what is asked (prepared.ts). */
  readonly byValues: boolean;
}

/** What adds up to a total. What has to be found in steps is a function. */
export type TotalPart = Counting | ((db: Database) => Promise<Total>);

interface Rows {
  readonly from: RawBuilder<unknown>;
  readonly where: readonly Condition[];
}

/**
 * What is counted row by row: its cost grows with what matches, up to `MOST_COUNTED`. `few` where all there can be is one small index, and
 * to read a page costs no less than to count.
 */
export const counted = ({ from, where }: Rows, few: 'few' | null = null): Counting => ({
  n: sql<number>`select count(*) from (select from ${from} ${allOf(where)} ${upToMost}) counted`,
  counts: few ? 'few rows' : 'rows',
  byValues: where.length > 0,
});

const isCounting = (part: TotalPart): part is Counting => typeof part !== 'function';

/** The sum of what the ledger holds, where that alone is the total; null where anything has to be counted. */
export function ledgerSum(parts: readonly TotalPart[]): RawBuilder<number> | null {
  const sums = parts.flatMap((part) => (isCounting(part) && part.counts === 'ledger' ? [sql`(${part.n})`] : []));
  return sums.length === parts.length && sums.length > 0 ? sql<number>`${sql.join(sums, sql` + `)}` : null;
}

/** Whether all there is are few rows. */
export const areFew = (parts: readonly TotalPart[]): boolean =>
  parts.every((part) => isCounting(part) && part.counts === 'few rows');

/** The total its parts add up to: all numbers of it in one statement, and one after the other what takes steps. */
export async function readTotal(db: Database, parts: readonly TotalPart[]): Promise<Total> {
  const countings = parts.filter(isCounting);
  const totals: Total[] = [];
  if (countings.length > 0) {
    const numbers = sql.join(countings.map(({ n }) => sql`(${n})`));
    const plan = countings.some(({ byValues }) => byValues) ? plannedByValues : sql``;
    const { rows } = await sql<{ n: number[] }>`${plan}select array[${numbers}]::int8[] as n`.execute(db);
    countings.forEach(({ counts }, place) => {
      const n = rows[0]?.n[place] ?? 0;
      totals.push(counts === 'ledger' ? exactly(n) : { items: Math.min(n, MOST_COUNTED), least: n > MOST_COUNTED });
    });
  }
  for (const part of parts) if (!isCounting(part)) totals.push(await part(db));
  return {
    items: totals.reduce((sum, { items }) => sum + items, 0),
    least: totals.some(({ least }) => least),
  };
}

/** Counts rows, as far as `MOST_COUNTED`. */
export const countRows = (db: Database, rows: Rows): Promise<Total> => readTotal(db, [counted(rows)]);
