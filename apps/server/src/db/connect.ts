import { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, types, type ClientConfig, type CustomTypesConfig } from 'pg';
import { parse as parseArray } from 'postgres-array';
import { toInstant } from './driver/instant.ts';
import { wrapPool } from './driver/pool-wrapper.ts';
import { nameFrequentStatements } from './driver/prepared.ts';
import type { DB } from './types.ts';

export type Database = Kysely<DB>;

export interface ConnectOptions {
  databaseUrl: string;
  dbPool?: number;
  /** Time limit of a statement in ms. 0 means no limit, for bulk inserts. */
  statementLimitMs?: number;
  /** Time limit of waiting for a lock in ms. 0 means only the limit of the statement. */
  lockLimitMs?: number;
  /** True if frequent statements are prepared. False behind a pooler that changes connections between statements. */
  prepare?: boolean;
  /** Receives errors of idle connections. The pool replaces these connections. */
  onError?: (error: Error) => void;
}

/** Longest time for which a request can use a connection. */
const MAX_STATEMENT_MS = 30_000;
/** Time after PostgreSQL's own limit of a statement. Without a response by then, the server is gone. */
const ANSWER_GRACE_MS = 2_000;
/** Lifetime of a connection, so that connections to a replaced server end. */
const MAX_CONNECTION_SECONDS = 3600;
const MAX_CONNECT_MS = 10_000;

// Set for each connection and not for the role, so that it also applies to an external PostgreSQL. Compiling (JIT) and
// parallel processes slow down short index reads.
const SESSION_OPTIONS =
  '-c jit=off -c max_parallel_workers_per_gather=0 -c timezone=UTC -c datestyle=ISO -c intervalstyle=iso_8601';

/** Opens the pool of the application. `db.destroy()` closes it. */
export function connect(options: ConnectOptions): Database {
  const limit = options.statementLimitMs ?? MAX_STATEMENT_MS;
  const sockets = new Map<Socket, number>();
  const pool = new Pool({
    ...clientConfig(options.databaseUrl),
    // Stored, so that connections that do not respond can be closed.
    stream: () => {
      const socket = new Socket();
      sockets.set(socket, performance.now());
      return socket.once('close', () => sockets.delete(socket));
    },
    application_name: 'darkroom',
    // Statements of a transaction can be sent before earlier ones have a result (`pipelined`).
    pipeline: true,
    max: options.dbPool ?? 10,
    statement_timeout: limit,
    lock_timeout: options.lockLimitMs ?? 0,
    ...(limit === 0 ? {} : { query_timeout: limit + ANSWER_GRACE_MS }),
    idle_in_transaction_session_timeout: limit,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: MAX_CONNECTION_SECONDS,
  });
  // Without a listener, an error of an idle connection would end the process.
  pool.on('error', (error) => options.onError?.(error));
  // A connection can also break between two statements of a transaction. The next statement fails, and its caller handles the error.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: wrapPool(pool, options.prepare === false ? () => undefined : nameFrequentStatements()),
    }),
  });
  usageReaders.set(db, () => ({
    borrowed: pool.totalCount - pool.idleCount,
    max: pool.options.max,
    waiting: pool.waitingCount,
  }));
  breakers.set(db, (before) => {
    for (const [socket, since] of sockets) if (since < before) socket.destroy();
  });
  return db;
}

/** State of a pool: connections in use, the maximum, and waiting callers. */
export interface PoolUsage {
  readonly borrowed: number;
  readonly max: number;
  readonly waiting: number;
}
const usageReaders = new WeakMap<Database, () => PoolUsage>();

/** Returns the current state of the pool of a database. */
export const getPoolUsage = (db: Database): PoolUsage =>
  usageReaders.get(db)?.() ?? { borrowed: 0, max: 0, waiting: 0 };

const breakers = new WeakMap<Database, (before: number) => void>();

/**
 * Closes a pool's connections that were opened before an instant (`performance.now`). Waiting requests then fail at
 * once, and new connections are opened.
 */
export const breakConnections = (db: Database, before: number): void => breakers.get(db)?.(before);

/**
 * Opens one connection outside of the pool without a time limit: for migrations, for creating databases and for LISTEN.
 * The caller closes the connection.
 */
export async function connectAdmin(databaseUrl: string, withinMs = MAX_CONNECT_MS): Promise<Client> {
  const client = new Client({
    ...clientConfig(databaseUrl),
    application_name: 'darkroom admin',
    connectionTimeoutMillis: withinMs,
  });
  // When a connection breaks, its running query fails, and the caller handles the error.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function clientConfig(databaseUrl: string): ClientConfig {
  return {
    connectionString: databaseUrl,
    options: SESSION_OPTIONS,
    types: wireTypes,
    connectionTimeoutMillis: MAX_CONNECT_MS,
    keepAlive: true,
  };
}

type Parse = (text: string) => unknown;

const { builtins } = types;
const PARSERS = new Map<number, Parse>([
  [builtins.INT8, parseInteger],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
  [builtins.TIMESTAMPTZ, toInstant],
  // Array types. The driver has no names for their numbers.
  [1016, parseArrayOf(parseInteger)],
  [1231, parseArrayOf(Number)],
  [1182, parseArrayOf(String)],
  [1185, parseArrayOf(toInstant)],
]);

// Columns are read in the form in which they are sent: numbers, and days and instants as text. `Date` would apply the
// machine's zone to days.
const wireTypes: CustomTypesConfig = {
  getTypeParser: (id: number, format: 'text' | 'binary' = 'text') =>
    (format === 'text' ? PARSERS.get(id) : undefined) ?? types.getTypeParser(id, format),
};

function parseInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a JavaScript number exactly`);
  return number;
}

function parseArrayOf(parse: Parse): Parse {
  return (text) => parseArray(text, parse);
}
