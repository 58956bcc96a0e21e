import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Database } from './connect.ts';
import { plannedByValues } from './prepared.ts';

export type Condition = RawBuilder<SqlBool>;

/**
 * What is left of a filter when each of its fields was narrowed by: nothing. A field of the contract that a list does not narrow by
 * does not compile.
 */
export const nothingLeft = (_left: Record<string, never>): void => undefined;

/** One list's way of being read: the table, its key, and its order as a list of columns. */
export interface PageQuery {
  readonly from: RawBuilder<unknown>;
  readonly key: RawBuilder<unknown>;
  readonly where: readonly Condition[];
  /** `[column, descending]`, ending with the key so that pages never overlap. */
  readonly order: readonly (readonly [RawBuilder<unknown>, boolean])[];
}

/** How many rows a list has: exactly so many, or more than that, where counting stopped (decision 121). */
export interface Total {
  readonly items: number;
  readonly least: boolean;
}

/** How far is counted what no ledger holds. */
export const MOST_COUNTED = 10_000;

export const exactly = (items: number): Total => ({ items, least: false });

export const together = (totals: readonly Total[]): Total => ({
  items: totals.reduce((sum, { items }) => sum + items, 0),
  least: totals.some(({ least }) => least),
});

/** What a list shows: how it is read, and how many rows there are. */
export interface Listing {
  readonly query: PageQuery;
  readonly total: Total;
}

export const allOf = (conditions: readonly Condition[]): RawBuilder<unknown> =>
  conditions.length ? sql`where ${sql.join([...conditions], sql` and `)}` : sql``;

/**
 * The ids of one page, in order. A page in the second half is read from the other end, so that the last page costs what the
 * first does (decision 005), unless nobody knows where the other end is.
 */
export async function pageIds(
  db: Database,
  query: PageQuery,
  page: { page: number; page_size: number },
  { items, least }: Total,
): Promise<number[]> {
  const start = (page.page - 1) * page.page_size;
  const rowsHere = Math.min(page.page_size, items - start);
  if (rowsHere <= 0) return [];
  const backwards = !least && start > items / 2;
  const offset = backwards ? items - start - rowsHere : start;
  const order = query.order.map(
    ([column, descending]) => sql`${column} ${descending !== backwards ? sql`desc` : sql`asc`}`,
  );
  const { rows } = await sql<{ id: number }>`
    ${planOf(query)}select ${query.key} as id from ${query.from} ${allOf(query.where)}
     order by ${sql.join(order)} limit ${rowsHere} offset ${offset}`.execute(db);
  const ids = rows.map((r) => r.id);
  return backwards ? ids.reverse() : ids;
}

/**
 * The ids of all rows in the list's order, `size` at a time, through a cursor: however many there are, only one such piece
 * is held. Must run in a transaction, once in each.
 */
export async function* allIds(db: Database, query: PageQuery, size: number): AsyncGenerator<number[]> {
  const order = query.order.map(([column, descending]) => sql`${column} ${descending ? sql`desc` : sql`asc`}`);
  await sql`declare listing no scroll cursor for
    select ${query.key} as id from ${query.from} ${allOf(query.where)} order by ${sql.join(order)}`.execute(db);
  for (;;) {
    const { rows } = await sql<{ id: number }>`fetch ${sql.lit(size)} from listing`.execute(db);
    if (rows.length > 0) yield rows.map((r) => r.id);
    if (rows.length < size) return;
  }
}

/** Counts what the tally does not hold, as far as `MOST_COUNTED`: its cost grows with what matches, up to there. */
export async function countRows(db: Database, query: Pick<PageQuery, 'from' | 'where'>): Promise<Total> {
  const { rows } = await sql<{ n: number }>`
    ${planOf(query)}select count(*) as n
      from (select from ${query.from} ${allOf(query.where)} ${upToMost}) counted`.execute(db);
  const n = rows[0]?.n ?? 0;
  return { items: Math.min(n, MOST_COUNTED), least: n > MOST_COUNTED };
}

/** Of what is counted: one row more than is told, which tells that there are more. */
export const upToMost = sql`limit ${sql.lit(MOST_COUNTED + 1)}`;

/** How many rows a listing has, to the last: for what holds them all, a file. */
export async function wholeTotal(db: Database, { query, total }: Listing): Promise<number> {
  if (!total.least) return total.items;
  const { rows } = await sql<{
    n: number;
  }>`${planOf(query)}select count(*) as n from ${query.from} ${allOf(query.where)}`.execute(db);
  return rows[0]?.n ?? 0;
}

// What a list is narrowed by may be rare or frequent, and the best way to it another.
const planOf = ({ where }: Pick<PageQuery, 'where'>) => (where.length > 0 ? plannedByValues : sql``);

/** `LIKE` pattern that finds `text` anywhere, its own wildcards taken literally, folded as `fold_text` does. */
export const containing = (text: string): RawBuilder<string> =>
  sql<string>`'%' || replace(replace(replace(fold_text(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;

/** The list answer of domain §8. */
export const listAnswer = <T>(results: T[], total: Total, page_size: number) => ({
  results,
  ...totalOf(total),
  total_pages: Math.ceil(total.items / page_size),
});

/** A total as it is sent: that it is the least is said only where it is. */
export const totalOf = ({ items, least }: Total) => ({
  total_items: items,
  ...(least ? { total_is_least: true as const } : {}),
});
