import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Database } from '../db/connect.ts';

const ATTEMPTS = 6;
/** Serialization failure and deadlock: PostgreSQL asks for the whole transaction again. */
const AGAIN = new Set(['40001', '40P01']);

/** Runs a write in one transaction, from the beginning again when it got into another's way. */
export async function inTransaction<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      const again = error instanceof DatabaseError && AGAIN.has(error.code ?? '');
      if (!again || attempt === ATTEMPTS) throw error;
      // Apart by chance, so that those who met do not meet again.
      await sleep(Math.random() * 20 * 2 ** attempt);
    }
  }
}
