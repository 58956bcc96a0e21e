import { sql } from 'kysely';
import { connect, type ConnectOptions, type Database } from './connect.ts';

const CHECK_INTERVAL_MS = 2_000;
/** Age of the replica's data from which the primary responds instead. */
const MAX_LAG_MS = 10_000;
/** Number of kept positions of the primary, about a minute. */
const MAX_POSITIONS = 30;
/** Without a response by then, the replica counts as unreachable. */
const MAX_ANSWER_MS = 3_000;

export interface Replica {
  /** Returns the connections of the replica. Null while it is late or unreachable, so that the primary responds. */
  current(): Database | null;
  /** Age of the replica's data in ms. Null while it is unreachable. */
  lag(): number | null;
  close(): Promise<void>;
}

interface ReplicaOptions extends ConnectOptions {
  /** Connections to the primary, for its newest position. */
  primary: Database;
  log: (message: string) => void;
}

/**
 * Connects to a hot standby for reads that may be some seconds old (decision 169). The age of its data is the time since
 * the newest position of the primary's log that the standby has replayed.
 */
export function createReplica({ primary, log, ...options }: ReplicaOptions): Replica {
  const replica = connect(options);
  /** Positions of the primary's log with the time at which they were read, oldest first. */
  let positions: LogPosition[] = [];
  let lag: number | null = null;
  let isUsed = false;

  async function check(): Promise<void> {
    const at = performance.now();
    lag = await Promise.race([
      measureLag(at),
      new Promise<null>((resolve) => setTimeout(resolve, MAX_ANSWER_MS, null).unref()),
    ]).catch(() => null);
    const canUse = lag !== null && lag <= MAX_LAG_MS;
    if (canUse !== isUsed) log(`reports: ${canUse ? 'read from the replica' : describeReason(lag)}`);
    isUsed = canUse;
  }

  async function measureLag(at: number): Promise<number> {
    positions = [...positions, { at, position: await readPosition(primary) }].slice(-MAX_POSITIONS);
    const replayed = await readPosition(replica);
    // Older positions are not needed again.
    positions = positions.slice(findReplayed(positions, replayed) ?? 0);
    return calculateLag(positions, replayed, at);
  }

  void check();
  const timer = setInterval(() => void check(), CHECK_INTERVAL_MS);
  timer.unref();
  return {
    current: () => (isUsed ? replica : null),
    lag: () => lag,
    close: async () => {
      clearInterval(timer);
      await replica.destroy();
    },
  };
}

const describeReason = (lag: number | null): string =>
  lag === null
    ? 'the replica does not answer, the primary is read'
    : `the replica is over ${MAX_LAG_MS / 1000} s late, the primary is read`;

/** Reads the newest position of the log that a server has written or replayed, for example `0/3000148`. */
async function readPosition(db: Database): Promise<string> {
  const { rows } = await sql<{ position: string }>`
    select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end)::text as position`.execute(
    db,
  );
  return rows[0]?.position ?? '0/0';
}

/** A position of the primary's log, and the time at which it was the newest (`performance.now`). */
export interface LogPosition {
  readonly at: number;
  readonly position: string;
}

/** Finds the index of the newest position that the replica has replayed. Null if it has replayed none. */
function findReplayed(positions: readonly LogPosition[], replayed: string): number | null {
  const index = positions.findLastIndex(({ position }) => toNumber(position) <= toNumber(replayed));
  return index === -1 ? null : index;
}

/** Calculates the age of a replica's data in ms from the positions of the primary, oldest first. */
export function calculateLag(positions: readonly LogPosition[], replayed: string, now: number): number {
  const index = findReplayed(positions, replayed);
  // Older than everything that was seen of the primary, so its age is unknown.
  if (index === null) return Infinity;
  return now - (positions[index]?.at ?? now);
}

const toNumber = (position: string): bigint => {
  const [high = '0', low = '0'] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
};
