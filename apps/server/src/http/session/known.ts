import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { sharedAnswer } from '../shared-answer.ts';
import type { Locks } from '../context.ts';
import { findSessions, hashOfToken, livesAt } from './session.ts';
import type { Session } from './found.ts';
import { findWalls, isTvBoardToken } from './tv-board.ts';

/** Most sessions a process knows at once; who called longest ago is forgotten first. */
const MAX_KNOWN = 2000;

/** A session, and the locks that stand. */
export interface Known {
  readonly session: Session;
  readonly locks: Locks;
}

/** What a process knows of sessions and locks, and may believe. */
export interface KnownSessions {
  /** The living session of a token, or null. Holds as of the moment it is asked, whatever was changed by which process. */
  find(token: string | null, now: Instant): Promise<Known | null>;
}

/** Caches sessions until the epoch in the database changes (decision 118). The epoch is read once for all calls that wait. */
export function knowSessions(db: Database): KnownSessions {
  let epoch = 0;
  let locks: Locks | null = null;
  const known = new Map<string, Session>();
  const ask = sharedAnswer(() => readEpoch(db));

  /** What is known is of an older epoch: none of it is believed any more. */
  const startAnew = (at: number) => {
    epoch = at;
    locks = null;
    known.clear();
  };

  async function read(hash: Buffer, now: Instant, wall: boolean) {
    const found = await (wall ? findWalls : findSessions)(db, [hash], now);
    const key = hash.toString('hex');
    const session = found.sessions.get(key);
    if (found.epoch > epoch) startAnew(found.epoch);
    if (found.epoch < epoch) return { session, locks: found.locks };
    locks = found.locks;
    if (session) {
      const [oldest] = known.size >= MAX_KNOWN ? known.keys() : [];
      if (oldest !== undefined) known.delete(oldest);
      known.set(key, session);
    }
    return { session, locks: found.locks };
  }

  return {
    find: async (token, now) => {
      if (!token) return null;
      const hash = hashOfToken(token);
      const key = hash.toString('hex');
      if (known.has(key)) {
        const at = await ask();
        if (at > epoch) startAnew(at);
      }
      const held = known.get(key);
      if (held) {
        // The one used last stands last.
        known.delete(key);
        known.set(key, held);
      }
      // Of one that has run out another process may know that it was used.
      const { session, locks: standing } =
        held && locks && livesAt(held, now) ? { session: held, locks } : await read(hash, now, isTvBoardToken(token));
      return session ? { session, locks: standing } : null;
    },
  };
}

async function readEpoch(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select n from access_epoch`.execute(db);
  return rows[0]?.n ?? 0;
}
