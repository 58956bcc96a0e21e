import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { sharedAnswer } from '../shared-answer.ts';
import type { Locks } from '../context.ts';
import { findSessions, hashOfToken, livesAt } from './session.ts';
import type { Session } from './found.ts';
import { findTvBoards, isTvBoardToken } from './tv-board.ts';

/** Limit of cached sessions. The one unused for the longest time is deleted first. */
const MAX_KNOWN = 2000;

/** A session, and the current locks. */
export interface Known {
  readonly session: Session;
  readonly locks: Locks;
}

/** The cache of sessions and locks in a process. */
export interface KnownSessions {
  /** The valid session of a token, or null. It is current at the time of the call, including changes by all processes. */
  find(token: string | null, now: Instant): Promise<Known | null>;
}

/** Caches sessions until the epoch in the database changes (decision 118). The epoch is read once for all waiting calls. */
export function knowSessions(db: Database): KnownSessions {
  let epoch = 0;
  let locks: Locks | null = null;
  const known = new Map<string, Session>();
  const ask = sharedAnswer(() => readEpoch(db));

  /** The cache has an older epoch and is emptied. */
  const startAnew = (at: number) => {
    epoch = at;
    locks = null;
    known.clear();
  };

  async function read(hash: Buffer, now: Instant, wall: boolean) {
    const found = await (wall ? findTvBoards : findSessions)(db, [hash], now);
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
        // The last used entry comes last.
        known.delete(key);
        known.set(key, held);
      }
      // Another process can have recorded later use of an expired session.
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
