import { WORKSTREAMS, type Workstream } from '@darkroom/domain/customer/enums';
import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { NOBODY, type Locks } from '../context.ts';
import type { FoundSessions } from './found-sessions.ts';

/** Prefix of a TV board link's token, which selects the lookup. A session's token is one character shorter. */
export const TV_BOARD_MARK = 'w';
const TOKEN_LENGTH = 44;
/** End time of a link that does not expire. */
const NEVER: Instant = '9999-12-31T00:00:00.000Z';

export const asTvBoardToken = (token: string): string => TV_BOARD_MARK + token;
export const isTvBoardToken = (token: string): boolean => token.length === TOKEN_LENGTH;

export interface RequestOrigin {
  readonly address: string;
  readonly user_agent: string;
}

/**
 * Finds the valid TV board links of some token hashes, as sessions with the TV board as actor. They are read with the
 * cache version.
 */
export async function findTvBoards(db: Database, hashes: readonly Buffer[], now: Instant): Promise<FoundSessions> {
  const { rows } = await sql<{
    epoch: number;
    locks: Locks;
    hash: string | null;
    id: number;
    workstream: Workstream | null;
    names: boolean;
    ends_at: Instant | null;
    last_used_at: Instant | null;
  }>`
    select e.n as epoch,
      coalesce((select json_object_agg(l.screen_name, l.reason) from system_lock l where l.month is null and l.locked), '{}') as locks,
      encode(w.token_hash, 'hex') as hash, w.id, w.workstream, w.names, w.ends_at, w.last_used_at
    from access_epoch e
    left join tv_board_link w on w.token_hash = any(${hashes}::bytea[]) and (w.ends_at is null or w.ends_at > ${now})`.execute(
    db,
  );
  const sessions = new Map(
    rows.flatMap(({ hash, id, workstream, names, ends_at, last_used_at }) => {
      if (hash === null) return [];
      const tvBoard = { workstreams: workstream === null ? WORKSTREAMS : [workstream], names };
      const actor = { ...NOBODY, account: 'tv_board' as const, session_id: id, tvBoard };
      return [[hash, { actor, expires_at: ends_at ?? NEVER, last_used_at: last_used_at ?? '' }]];
    }),
  );
  return { sessions, locks: rows[0]?.locks ?? {}, epoch: rows[0]?.epoch ?? 0 };
}

/** Records time and origin of the last use of a TV board link. */
export async function touchTvBoard(db: Database, id: number, now: Instant, from: RequestOrigin): Promise<void> {
  await db
    .updateTable('tv_board_link')
    .set({ last_used_at: now, address: from.address, user_agent: from.user_agent })
    .where('id', '=', id)
    .execute();
}
