import type { Instant } from '@darkroom/domain/calendar/day';
import type { Actor } from '@darkroom/domain/task/decide';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { streamIds, countAll, type Listing } from '../../db/list/page.ts';
import type { Ctx } from '../../http/context.ts';

/** Source of a file: the number of rows, and the rows in pieces. */
export interface Source<Row> {
  readonly total: number;
  readonly batches: () => AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;
  /** Word of the file name for the person whose data it is. Files of several people then have different names. */
  readonly ownerName?: string | undefined;
  /** Instant from which stored data is fixed. The file is then the same, byte for byte, at each download. */
  readonly storedAt?: Instant | null;
}

/** Function that returns the source of an export for a filter. */
export type SourceOf<Filter, Row> = (ctx: Ctx, filter: Filter) => Promise<Source<Row>>;

const BATCH_SIZE = 250;

/** Creates the source of a list of any length. It reads first the ids, then the rows of each piece, like the screen. */
export const pagedSource = <Filter, Row>(
  listing: (ctx: Ctx, filter: Filter) => Promise<Listing> | Listing,
  read: (db: Database, ids: readonly number[], actor: Actor) => Promise<Row[]>,
): SourceOf<Filter & SelectionFilter, Row> => pagedSourceForCaller(listing, (ctx, ids) => read(ctx.db, ids, ctx.actor));

/** Creates a source whose rows depend on the caller. */
export const pagedSourceForCaller =
  <Filter, Row>(
    listing: (ctx: Ctx, filter: Filter) => Promise<Listing> | Listing,
    read: (ctx: Ctx, ids: readonly number[]) => Promise<Row[]>,
  ): SourceOf<Filter & SelectionFilter, Row> =>
  async (ctx, filter) => {
    // The list itself has no selection.
    const selectedListing = applySelection(await listing(ctx, { ...filter, only: undefined }), filter.only);
    async function* batches() {
      for await (const ids of streamIds(ctx.db, selectedListing.query, BATCH_SIZE)) yield await read(ctx, ids);
    }
    return { total: await countAll(ctx.db, selectedListing), batches };
  };

/** Filter with selected rows, for lists with a selection. */
interface SelectionFilter {
  readonly only?: readonly number[] | undefined;
}

/** Returns the selected rows that are still in the list. */
function applySelection(selectedListing: Listing, only: SelectionFilter['only']): Listing {
  if (!only) return selectedListing;
  const query = {
    ...selectedListing.query,
    where: [...selectedListing.query.where, sql<boolean>`${selectedListing.query.key} = any(${only}::int[])`],
  };
  return { query, total: [{ rows: query }] };
}

/** Creates the source of a short list (hundreds of rows) that is read at once. Totals do not count as rows. */
export const shortSource =
  <Filter, Row>(
    read: (ctx: Ctx, filter: Filter) => Promise<readonly Row[]>,
    isTotalRow: (row: Row) => boolean = () => false,
  ): SourceOf<Filter, Row> =>
  async (ctx, filter) => {
    const rows = await read(ctx, filter);
    return { total: rows.filter((row) => !isTotalRow(row)).length, batches: () => [rows] };
  };
