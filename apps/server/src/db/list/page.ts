import { sql, type RawBuilder } from 'kysely';
import { asWritten, type Written } from '../../http/answer/written.ts';
import { allOf, isPlannedSeldom, planOf, type Narrowed } from './condition.ts';
import { asText, plannedOnce } from '../driver/marks.ts';
import type { Database } from '../connect.ts';
import type { RowWriter, TextRow } from '../driver/json-text.ts';
import { exactly, ledgerSum, readTotal, type Total, type TotalPart } from './total.ts';

/** One list's way of being read: the table, its key, and its order as a list of columns. */
export interface PageQuery extends Narrowed {
  readonly key: RawBuilder<unknown>;
  /** `[column, descending]`, ending with the key so that pages never overlap. */
  readonly order: readonly (readonly [RawBuilder<unknown>, boolean])[];
  /** From so many rows on it is read along its order, whatever its values are: the first page is met soon, and planning would take longer. */
  readonly frequent?: number;
}

/** What a list shows: how it is read, and what adds up to how many rows there are. */
export interface Listing {
  readonly query: PageQuery;
  readonly total: readonly TotalPart[];
}

/** One page of a listing as ids in order, with the total. A total from the ledger comes along with the first page's ids. */
export async function readPage(
  db: Database,
  { query, total }: Listing,
  { page, page_size }: { page: number; page_size: number },
  found?: Total,
): Promise<{ ids: number[]; total: Total }> {
  const sum = page === 1 ? ledgerSum(total) : null;
  if (sum && !found) {
    // As many as there are: who looks for one more walks past everything else in vain. Never fewer than none, should a ledger ever be wrong.
    const { rows } = await sql<{ id: number; total: number }>`
      ${planOf(query)}select first.id, ${sum} as total
        from (${rowsOf(query, { limit: page_size, offset: 0 })}) first limit greatest(${sum}, 0)`.execute(db);
    return { ids: rows.map(({ id }) => id), total: exactly(rows[0]?.total ?? 0) };
  }
  const known = found ?? (await readTotal(db, total));
  const start = (page - 1) * page_size;
  const limit = Math.min(page_size, known.items - start);
  if (limit <= 0) return { ids: [], total: known };
  // A page in the second half is read from the other end, so that the last page costs what the first does (decision 005), unless nobody
  // knows where the other end is.
  const backwards = !known.least && start > known.items / 2;
  const offset = backwards ? known.items - start - limit : start;
  const ids = await idsOf(db, query, { limit, offset, backwards });
  return { ids: backwards ? ids.reverse() : ids, total: known };
}

/** How the rows of a page are written (decision 139): each as JSON, read by joining to the ids of the `page (id, place)`. */
export interface WrittenRows extends RowWriter {
  readonly joined: RawBuilder<unknown>;
}

/**
 * One page of a listing as the text of its answer. Where the ledger knows the total and the way to the rows hangs on no values, the first page is
 * one statement; where what is listed is frequent, it is one more than its total; elsewhere the rows are written by the ids, for what is planned each time should be little.
 */
export async function writePage<T>(
  db: Database,
  { query, total }: Listing,
  { page, page_size }: { page: number; page_size: number },
  { columns, write, joined }: WrittenRows,
): Promise<Written<T>> {
  const sum = page === 1 && isPlannedSeldom(query) ? ledgerSum(total) : null;
  if (sum) {
    // The limit stands in the text: with one that is not known, the plan would be for a tenth of the table.
    const first = rowsOf(query, { limit: sql.lit(page_size), offset: sql.lit(0) });
    const { rows } = await sql<TextRow>`
      ${planOf(query)}select ${columns}, known.total
        from (select ${sum} as total offset 0) known
        cross join lateral (select first.id, row_number() over () as place from (${first}) first
                             limit greatest(known.total, 0)) page
        ${joined}
       order by page.place${asText}`.execute(db);
    return asList(rows.map(write), exactly(Number(rows[0]?.at(-1) ?? 0)), page_size);
  }
  const found = page === 1 && query.frequent !== undefined ? await readTotal(db, total) : undefined;
  if (found && query.frequent !== undefined && found.items >= query.frequent) {
    const first = rowsOf(query, { limit: sql.lit(page_size), offset: sql.lit(0) });
    const { rows } = await sql<TextRow>`
      ${plannedOnce}select ${columns}
        from (select first.id, row_number() over () as place from (${first}) first) page
        ${joined}
       order by page.place${asText}`.execute(db);
    return asList(rows.map(write), found, page_size);
  }
  const { ids, total: known } = await readPage(db, { query, total }, { page, page_size }, found);
  const rows = await rowsById(db, ids, { columns, joined });
  return asList(rows.map(write), known, page_size);
}

/** Rows by their ids, in that order. */
async function rowsById(
  db: Database,
  ids: readonly number[],
  { columns, joined }: Pick<WrittenRows, 'columns' | 'joined'>,
): Promise<TextRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TextRow>`
    select ${columns} from unnest(${ids}::int[]) with ordinality as page (id, place)
      ${joined}
     order by page.place${asText}`.execute(db);
  return rows;
}

/** The list answer of domain §8, of rows that are written. */
function asList<T>(rows: readonly string[], total: Total, page_size: number): Written<T> {
  const { total_pages } = listAnswer([], total, page_size);
  const totals = JSON.stringify({ total_pages, ...totalOf(total) });
  return asWritten(`{"results":[${rows.join(',')}],${totals.slice(1)}`);
}

interface Part {
  readonly limit: number | RawBuilder<number>;
  readonly offset: number | RawBuilder<number>;
  readonly backwards?: boolean;
}

const rowsOf = (query: PageQuery, { limit, offset, backwards = false }: Part) => {
  const order = query.order.map(
    ([column, descending]) => sql`${column} ${descending !== backwards ? sql`desc` : sql`asc`}`,
  );
  return sql`select ${query.key} as id from ${query.from} ${allOf(query.where)}
     order by ${sql.join(order)} limit ${limit} offset ${offset}`;
};

async function idsOf(db: Database, query: PageQuery, part: Part): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${planOf(query)}${rowsOf(query, part)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** All ids of the list in order, `size` at a time, through a cursor. Must run in a transaction, once in each. */
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

/** How many rows a listing has, to the last: for what holds them all, a file. */
export async function wholeTotal(db: Database, { query, total }: Listing): Promise<number> {
  const { items, least } = await readTotal(db, total);
  if (!least) return items;
  const { rows } = await sql<{
    n: number;
  }>`${planOf(query)}select count(*) as n from ${query.from} ${allOf(query.where)}`.execute(db);
  return rows[0]?.n ?? 0;
}

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
