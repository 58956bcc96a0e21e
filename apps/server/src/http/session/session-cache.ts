import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { shareRunning } from '../request-coalescing.ts';
import type { Locks } from '../context.ts';
import { findSessions, hashToken, isLive } from './session.ts';
import type { FoundSession } from './found-sessions.ts';
import { findTvBoards, isTvBoardToken } from './tv-board.ts';

/** Limit of cached sessions. The session that was unused for the longest time is deleted first. */
const MAX_CACHED = 2000;

/** A session, and the current locks. */
export interface CachedSession {
  readonly session: FoundSession;
  readonly locks: Locks;
}

/** The cache of sessions and locks in a process. */
export interface SessionCache {
  /** Finds the valid session of a token, or null. It includes changes by all processes until the request. */
  find(token: string | null, now: Instant): Promise<CachedSession | null>;
}

/**
 * Caches sessions until the cache version (`epoch`) in the database changes (decision 118). It is read once for all
 * waiting requests.
 */
export function createSessionCache(db: Database): SessionCache {
  let epoch = 0;
  let locks: Locks | null = null;
  const cached = new Map<string, FoundSession>();
  const readSharedEpoch = shareRunning(() => readEpoch(db));

  /** Empties the cache, which has an older version. */
  const resetCache = (at: number) => {
    epoch = at;
    locks = null;
    cached.clear();
  };

  async function read(hash: Buffer, now: Instant, isTvBoard: boolean) {
    const found = await (isTvBoard ? findTvBoards : findSessions)(db, [hash], now);
    const key = hash.toString('hex');
    const session = found.sessions.get(key);
    if (found.epoch > epoch) resetCache(found.epoch);
    if (found.epoch < epoch) return { session, locks: found.locks };
    locks = found.locks;
    if (session) {
      const [oldest] = cached.size >= MAX_CACHED ? cached.keys() : [];
      if (oldest !== undefined) cached.delete(oldest);
      cached.set(key, session);
    }
    return { session, locks: found.locks };
  }

  return {
    find: async (token, now) => {
      if (!token) return null;
      const hash = hashToken(token);
      const key = hash.toString('hex');
      if (cached.has(key)) {
        const at = await readSharedEpoch();
        if (at > epoch) resetCache(at);
      }
      const cachedSession = cached.get(key);
      if (cachedSession) {
        // The last used entry comes last.
        cached.delete(key);
        cached.set(key, cachedSession);
      }
      // Another process can have recorded later use of an expired session.
      const { session, locks: currentLocks } =
        cachedSession && locks && isLive(cachedSession, now)
          ? { session: cachedSession, locks }
          : await read(hash, now, isTvBoardToken(token));
      return session ? { session, locks: currentLocks } : null;
    },
  };
}

async function readEpoch(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select n from access_epoch`.execute(db);
  return rows[0]?.n ?? 0;
}
