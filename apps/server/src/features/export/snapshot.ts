import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** The database as it is at one moment, to read from for as long as a file takes. */
export interface Snapshot {
  readonly db: Database;
  /** Lets go of it; more than once does no harm. */
  readonly close: () => void;
}

/** A reader that takes longer than this for what has been written counts as gone; its connection is needed elsewhere. */
const SLOWEST_READER_MS = 120_000;

/** Opens a snapshot: one read-only transaction that sees nothing that is committed after it began. */
export async function openSnapshot(db: Database): Promise<Snapshot> {
  let close: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  return new Promise((resolve, reject) => {
    db.transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (within) => {
        await sql`set local idle_in_transaction_session_timeout = ${sql.lit(SLOWEST_READER_MS)}`.execute(within);
        resolve({ db: within, close });
        await closed;
      })
      // Once it is open nobody awaits this promise: a broken connection shows in the reads through it.
      .catch(reject);
  });
}
