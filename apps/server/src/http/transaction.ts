import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Database } from '../db/connect.ts';

const MAX_ATTEMPTS = 6;
/** Serialization failure and deadlock: PostgreSQL expects a repeat of the whole transaction. */
const RETRY_CODES = new Set(['40001', '40P01']);

/** Runs a write in one transaction, and repeats it after a serialization failure or a deadlock. */
export async function inTransaction<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const canRetry = error instanceof DatabaseError && RETRY_CODES.has(error.code ?? '');
      if (!canRetry || attempt === MAX_ATTEMPTS) throw error;
      // A random delay prevents the same transactions from colliding again.
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
