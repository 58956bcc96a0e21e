import type { Instant } from '@darkroom/domain/calendar/day';
import type { Actor } from '@darkroom/domain/task/decide';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { allIds, wholeTotal, type Listing } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';

/** Source of a file: the number of rows, and the rows in pieces. */
export interface Source<Row> {
  readonly total: number;
  readonly pieces: () => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** Person whose data it is, as a word of the file name. Files of several people then have different names. */
  readonly whose?: string | undefined;
  /** Instant from which stored data is fixed. The file is then the same, byte for byte, at each download. */
  readonly keptSince?: Instant | null;
}

/** Function that gives the source of an export for a filter. */
export type SourceOf<Filter, Row> = (ctx: Ctx, filter: Filter) => Promise<Source<Row>>;

/** Rows read at a time. */
const PIECE = 250;

/** Source of a list of any length, read like its screen: first the ids, then the rows of each piece. */
export const paged = <Filter, Row>(
  listing: (ctx: Ctx, filter: Filter) => Promise<Listing> | Listing,
  read: (db: Database, ids: readonly number[], actor: Actor) => Promise<Row[]>,
): SourceOf<Filter & Selected, Row> => pagedFor(listing, (ctx, ids) => read(ctx.db, ids, ctx.actor));

/** The same for rows that depend on the caller. */
export const pagedFor =
  <Filter, Row>(
    listing: (ctx: Ctx, filter: Filter) => Promise<Listing> | Listing,
    read: (ctx: Ctx, ids: readonly number[]) => Promise<Row[]>,
  ): SourceOf<Filter & Selected, Row> =>
  async (ctx, filter) => {
    // The list itself has no selection.
    const listed = selectedOf(await listing(ctx, { ...filter, only: undefined }), filter.only);
    async function* pieces() {
      for await (const ids of allIds(ctx.db, listed.query, PIECE)) yield await read(ctx, ids);
    }
    return { total: await wholeTotal(ctx.db, listed), pieces };
  };

/** Filter with selected rows, for lists with a selection. */
interface Selected {
  readonly only?: readonly number[] | undefined;
}

/** The selected rows that are still in the list. */
function selectedOf(listed: Listing, only: Selected['only']): Listing {
  if (!only) return listed;
  const query = {
    ...listed.query,
    where: [...listed.query.where, sql<boolean>`${listed.query.key} = any(${only}::int[])`],
  };
  return { query, total: [{ rows: query }] };
}

/** Source of a short list (hundreds of rows) that is read at once. Totals are not counted as rows. */
export const whole =
  <Filter, Row>(
    read: (ctx: Ctx, filter: Filter) => Promise<readonly Row[]>,
    addsUp: (row: Row) => boolean = () => false,
  ): SourceOf<Filter, Row> =>
  async (ctx, filter) => {
    const rows = await read(ctx, filter);
    return { total: rows.filter((row) => !addsUp(row)).length, pieces: () => [rows] };
  };
