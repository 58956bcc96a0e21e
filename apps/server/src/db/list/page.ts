import { sql, type RawBuilder } from 'kysely';
import { markWritten, type WrittenJson } from '../../http/response/written-json.ts';
import { joinConditions, hasReusablePlan, getPlanMark, type FilteredRows } from './condition.ts';
import { asText, plannedOnce } from '../driver/statement-marks.ts';
import type { Database } from '../connect.ts';
import type { RowWriter, TextRow } from '../driver/json-text.ts';
import { exactTotal, getCounterSum, readTotal, type Total, type TotalPart } from './total.ts';

/** Query of a list: the table, its key, and its order as a list of columns. */
export interface PageQuery extends FilteredRows {
  readonly key: RawBuilder<unknown>;
  /** `[column, descending]`, ending with the key so that pages never overlap. */
  readonly order: readonly (readonly [RawBuilder<unknown>, boolean])[];
  /** Above this number of rows, use one prepared plan that reads the index in sort order. Planning each query would cost more. */
  readonly frequent?: number;
}

/** A list: its query, and the parts of its total. */
export interface Listing {
  readonly query: PageQuery;
  readonly total: readonly TotalPart[];
}

/**
 * Reads one page of a list as ids in order, and the total. If the counters have the total, the first page reads both in
 * one statement.
 */
export async function readPage(
  db: Database,
  { query, total }: Listing,
  { page, page_size }: { page: number; page_size: number },
  found?: Total,
): Promise<{ ids: number[]; total: Total }> {
  const counterTotal = page === 1 ? getCounterSum(total) : null;
  if (counterTotal && !found) {
    // Limited by the total, because a search for one more row would read all other rows. `greatest` protects against a
    // negative total.
    const { rows } = await sql<{ id: number; total: number }>`
      ${getPlanMark(query)}select first.id, ${counterTotal} as total
        from (${selectIds(query, { limit: page_size, offset: 0 })}) first limit greatest(${counterTotal}, 0)`.execute(
      db,
    );
    return { ids: rows.map(({ id }) => id), total: exactTotal(rows[0]?.total ?? 0) };
  }
  const knownTotal = found ?? (await readTotal(db, total));
  const start = (page - 1) * page_size;
  const limit = Math.min(page_size, knownTotal.items - start);
  if (limit <= 0) return { ids: [], total: knownTotal };
  // A page in the second half is read from the other end, so that the last page costs the same as the first (decision
  // 005). An inexact total has no end.
  const backwards = !knownTotal.least && start > knownTotal.items / 2;
  const offset = backwards ? knownTotal.items - start - limit : start;
  const ids = await readIds(db, query, { limit, offset, backwards });
  return { ids: backwards ? ids.reverse() : ids, total: knownTotal };
}

/** Text of a page's rows as JSON (decision 139), with the join to the ids of `page (id, position)`. */
export interface WrittenRows extends RowWriter {
  readonly joins: RawBuilder<unknown>;
}

/**
 * Reads one page of a list as the text of its response. A first page with a known total takes one or two statements.
 * Other pages read rows by ids.
 */
export async function writePage<T>(
  db: Database,
  { query, total }: Listing,
  { page, page_size }: { page: number; page_size: number },
  { columns, write, joins }: WrittenRows,
): Promise<WrittenJson<T>> {
  const counterTotal = page === 1 && hasReusablePlan(query) ? getCounterSum(total) : null;
  if (counterTotal) {
    // The limit is part of the text. With an unknown limit, the plan would be for a tenth of the table.
    const first = selectIds(query, { limit: sql.lit(page_size), offset: sql.lit(0) });
    const { rows } = await sql<TextRow>`
      ${getPlanMark(query)}select ${columns}, known.total
        from (select ${counterTotal} as total offset 0) known
        cross join lateral (select first.id, row_number() over () as position from (${first}) first
                             limit greatest(known.total, 0)) page
        ${joins}
       order by page.position${asText}`.execute(db);
    return writeList(rows.map(write), exactTotal(Number(rows[0]?.at(-1) ?? 0)), page_size);
  }
  const found = page === 1 && query.frequent !== undefined ? await readTotal(db, total) : undefined;
  if (found && query.frequent !== undefined && found.items >= query.frequent) {
    const first = selectIds(query, { limit: sql.lit(page_size), offset: sql.lit(0) });
    const { rows } = await sql<TextRow>`
      ${plannedOnce}select ${columns}
        from (select first.id, row_number() over () as position from (${first}) first) page
        ${joins}
       order by page.position${asText}`.execute(db);
    return writeList(rows.map(write), found, page_size);
  }
  const { ids, total: knownTotal } = await readPage(db, { query, total }, { page, page_size }, found);
  const rows = await rowsById(db, ids, { columns, joins });
  return writeList(rows.map(write), knownTotal, page_size);
}

/** Selects the rows of these ids, in the order of the ids. */
async function rowsById(
  db: Database,
  ids: readonly number[],
  { columns, joins }: Pick<WrittenRows, 'columns' | 'joins'>,
): Promise<TextRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<TextRow>`
    select ${columns} from unnest(${ids}::int[]) with ordinality as page (id, position)
      ${joins}
     order by page.position${asText}`.execute(db);
  return rows;
}

/** Writes the response of a list (domain §8) from written rows. */
function writeList<T>(rows: readonly string[], total: Total, page_size: number): WrittenJson<T> {
  const { total_pages } = toListResponse([], total, page_size);
  const totals = JSON.stringify({ total_pages, ...toTotalFields(total) });
  return markWritten(`{"results":[${rows.join(',')}],${totals.slice(1)}`);
}

interface PagePart {
  readonly limit: number | RawBuilder<number>;
  readonly offset: number | RawBuilder<number>;
  readonly backwards?: boolean;
}

const selectIds = (query: PageQuery, { limit, offset, backwards = false }: PagePart) => {
  const order = query.order.map(
    ([column, descending]) => sql`${column} ${descending !== backwards ? sql`desc` : sql`asc`}`,
  );
  return sql`select ${query.key} as id from ${query.from} ${joinConditions(query.where)}
     order by ${sql.join(order)} limit ${limit} offset ${offset}`;
};

async function readIds(db: Database, query: PageQuery, part: PagePart): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${getPlanMark(query)}${selectIds(query, part)}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Yields the ids of all rows in the list's order, `size` at a time in memory, through a cursor. Must run in a
 * transaction, once in each.
 */
export async function* streamIds(db: Database, query: PageQuery, size: number): AsyncGenerator<number[]> {
  const order = query.order.map(([column, descending]) => sql`${column} ${descending ? sql`desc` : sql`asc`}`);
  await sql`declare listing no scroll cursor for
    select ${query.key} as id from ${query.from} ${joinConditions(query.where)} order by ${sql.join(order)}`.execute(
    db,
  );
  for (;;) {
    const { rows } = await sql<{ id: number }>`fetch ${sql.lit(size)} from listing`.execute(db);
    if (rows.length > 0) yield rows.map((r) => r.id);
    if (rows.length < size) return;
  }
}

/** Counts the rows of a list exactly, for an export with all rows. */
export async function countAll(db: Database, { query, total }: Listing): Promise<number> {
  const { items, least } = await readTotal(db, total);
  if (!least) return items;
  const { rows } = await sql<{
    n: number;
  }>`${getPlanMark(query)}select count(*) as n from ${query.from} ${joinConditions(query.where)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Returns the response of a list (domain §8). */
export const toListResponse = <T>(results: T[], total: Total, page_size: number) => ({
  results,
  ...toTotalFields(total),
  total_pages: Math.ceil(total.items / page_size),
});

/** Returns the total as it is sent. `least` is included only if it is true. */
export const toTotalFields = ({ items, least }: Total) => ({
  total_items: items,
  ...(least ? { total_is_least: true as const } : {}),
});
