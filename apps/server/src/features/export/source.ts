import type { Instant } from '@darkroom/domain/calendar/day';
import type { Actor } from '@darkroom/domain/task/decide';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { allIds, wholeTotal, type Listing } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';

/** What a file is made of: how many rows the list has, and the rows, a piece at a time. */
export interface Source<Row> {
  readonly total: number;
  readonly pieces: () => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** Whose it is alone: a word of its file's name, so that the files of several people are told apart. */
  readonly whose?: string | undefined;
  /** Since when it has stood as it is, of what is kept for ever: its file is the same, byte for byte, whoever takes it when. */
  readonly keptSince?: Instant | null;
}

/** Where an export's rows come from, for a filter. */
export type SourceOf<Filter, Row> = (ctx: Ctx, filter: Filter) => Promise<Source<Row>>;

/** Rows read at a time. */
const PIECE = 250;

/** A list of any length, read the way its screen reads it: ids first, then the rows of a piece. */
export const paged = <Filter, Row>(
  listing: (ctx: Ctx, filter: Filter) => Promise<Listing> | Listing,
  read: (db: Database, ids: readonly number[], actor: Actor) => Promise<Row[]>,
): SourceOf<Filter & Selected, Row> => pagedFor(listing, (ctx, ids) => read(ctx.db, ids, ctx.actor));

/** The same of rows that read otherwise for each caller. */
export const pagedFor =
  <Filter, Row>(
    listing: (ctx: Ctx, filter: Filter) => Promise<Listing> | Listing,
    read: (ctx: Ctx, ids: readonly number[]) => Promise<Row[]>,
  ): SourceOf<Filter & Selected, Row> =>
  async (ctx, filter) => {
    // The list itself knows no selection.
    const listed = selectedOf(await listing(ctx, { ...filter, only: undefined }), filter.only);
    async function* pieces() {
      for await (const ids of allIds(ctx.db, listed.query, PIECE)) yield await read(ctx, ids);
    }
    return { total: await wholeTotal(ctx.db, listed), pieces };
  };

/** Rows that were selected, of a list where they can be. */
interface Selected {
  readonly only?: readonly number[] | undefined;
}

/** Of a list the selected rows it still has. */
function selectedOf(listed: Listing, only: Selected['only']): Listing {
  if (!only) return listed;
  const query = {
    ...listed.query,
    where: [...listed.query.where, sql<boolean>`${listed.query.key} = any(${only}::int[])`],
  };
  return { query, total: [{ rows: query }] };
}

/** A list that is kept rather than worked on: hundreds of rows, read at once. Those that add others up are not counted. */
export const whole =
  <Filter, Row>(
    read: (ctx: Ctx, filter: Filter) => Promise<readonly Row[]>,
    addsUp: (row: Row) => boolean = () => false,
  ): SourceOf<Filter, Row> =>
  async (ctx, filter) => {
    const rows = await read(ctx, filter);
    return { total: rows.filter((row) => !addsUp(row)).length, pieces: () => [rows] };
  };
