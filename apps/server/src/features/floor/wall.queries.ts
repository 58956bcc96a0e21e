import type { Workstream } from '@darkroom/domain/customer/enums';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { WallLink } from '../../db/types.ts';

const COLUMNS = [
  'id',
  'name',
  'workstream',
  'names',
  'made_at',
  'made_by',
  'ends_at',
  'last_used_at',
  'address',
  'user_agent',
] as const;

export interface WallRow extends Omit<Selectable<WallLink>, 'token_hash' | 'workstream'> {
  workstream: Workstream | null;
}

/** The wall links that stand; those made last come first. */
export const listWalls = (db: Database, now: Instant): Promise<WallRow[]> =>
  db
    .selectFrom('wall_link')
    .select(COLUMNS)
    .$narrowType<Pick<WallRow, 'workstream'>>()
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export interface NewWall {
  token_hash: Buffer;
  name: string;
  workstream: Workstream | null;
  names: boolean;
  made_at: Instant;
  made_by: number;
  ends_at: Instant | null;
}

export const insertWall = (db: Database, wall: NewWall): Promise<WallRow> =>
  db
    .insertInto('wall_link')
    .values(wall)
    .returning(COLUMNS)
    .$narrowType<Pick<WallRow, 'workstream'>>()
    .executeTakeFirstOrThrow();

/** Deletes a link; answers what it was. */
export const deleteWall = (db: Database, id: number): Promise<WallRow | undefined> =>
  db
    .deleteFrom('wall_link')
    .where('id', '=', id)
    .returning(COLUMNS)
    .$narrowType<Pick<WallRow, 'workstream'>>()
    .executeTakeFirst();

/** Links that have come to their end. */
export const deleteEndedWalls = (db: Database, now: Instant) =>
  db.deleteFrom('wall_link').where('ends_at', '<=', now).execute();
