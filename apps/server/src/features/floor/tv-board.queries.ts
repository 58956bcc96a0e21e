import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { TvBoardLink } from '../../db/types.ts';

const COLUMNS = [
  'id',
  'name',
  'workstream',
  'names',
  'created_at',
  'created_by',
  'ends_at',
  'last_used_at',
  'address',
  'user_agent',
] as const;

export interface TvBoardRow extends Omit<Selectable<TvBoardLink>, 'token_hash' | 'workstream'> {
  workstream: Workstream | null;
}

/** Lists the valid links of TV boards, newest first. */
export const listTvBoards = (db: Database, now: Instant): Promise<TvBoardRow[]> =>
  db
    .selectFrom('tv_board_link')
    .select(COLUMNS)
    .$narrowType<Pick<TvBoardRow, 'workstream'>>()
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export interface NewTvBoard {
  token_hash: Buffer;
  name: string;
  workstream: Workstream | null;
  names: boolean;
  created_at: Instant;
  created_by: number;
  ends_at: Instant | null;
}

export const insertTvBoard = (db: Database, tvBoard: NewTvBoard): Promise<TvBoardRow> =>
  db
    .insertInto('tv_board_link')
    .values(tvBoard)
    .returning(COLUMNS)
    .$narrowType<Pick<TvBoardRow, 'workstream'>>()
    .executeTakeFirstOrThrow();

/** Deletes a link and returns it. */
export const deleteTvBoard = (db: Database, id: number): Promise<TvBoardRow | undefined> =>
  db
    .deleteFrom('tv_board_link')
    .where('id', '=', id)
    .returning(COLUMNS)
    .$narrowType<Pick<TvBoardRow, 'workstream'>>()
    .executeTakeFirst();

export const deleteEndedTvBoards = (db: Database, now: Instant) =>
  db.deleteFrom('tv_board_link').where('ends_at', '<=', now).execute();
