import { Socket } from 'node:net';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, types, type ClientConfig, type CustomTypesConfig } from 'pg';
import { parse as parseArray } from 'postgres-array';
import { instantOf } from './driver/instant.ts';
import { lending } from './driver/lending.ts';
import { nameOften } from './driver/prepared.ts';
import type { DB } from './types.ts';

export type Database = Kysely<DB>;

export interface ConnectOptions {
  databaseUrl: string;
  /** Most connections open at once. */
  dbPool?: number;
  /** How long one statement may take; 0 is without end, for making data in bulk. */
  statementLimitMs?: number;
  /** How long a statement may wait for what another transaction holds; 0 is as long as it may take. */
  lockLimitMs?: number;
  /** Whether statements that come often are prepared; not through a pooler that changes connections between statements. */
  prepare?: boolean;
  /** Told of connections that broke while idle; the pool replaces them by itself. */
  onError?: (error: Error) => void;
}

/** No request may hold a connection longer than this. */
const STATEMENT_LIMIT_MS = 30_000;
/** PostgreSQL stops a statement by itself; who has heard nothing this much later has nobody at the other end. */
const ANSWER_LIMIT_MS = 2_000;
/** A connection is made anew after this long, so that those to a server that was replaced run out. */
const LIFE_SECONDS = 3600;
const CONNECT_WITHIN_MS = 10_000;

// Set per connection and not on the role, so that they hold on a PostgreSQL that is not ours too. The lists are short
// indexed reads, which compiling (JIT) or spreading over processes only slows down.
const SESSION =
  '-c jit=off -c max_parallel_workers_per_gather=0 -c timezone=UTC -c datestyle=ISO -c intervalstyle=iso_8601';

/** Opens the pool the app works with. `db.destroy()` closes it. */
export function connect(options: ConnectOptions): Database {
  const limit = options.statementLimitMs ?? STATEMENT_LIMIT_MS;
  const sockets = new Map<Socket, number>();
  const pool = new Pool({
    ...clientConfig(options.databaseUrl),
    // Kept here, so that those behind which nobody answers can be broken off.
    stream: () => {
      const socket = new Socket();
      sockets.set(socket, performance.now());
      return socket.once('close', () => sockets.delete(socket));
    },
    application_name: 'darkroom',
    // Statements of a transaction may follow each other before the first is answered (`sentAhead`).
    pipeline: true,
    max: options.dbPool ?? 10,
    statement_timeout: limit,
    lock_timeout: options.lockLimitMs ?? 0,
    ...(limit === 0 ? {} : { query_timeout: limit + ANSWER_LIMIT_MS }),
    idle_in_transaction_session_timeout: limit,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: LIFE_SECONDS,
  });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (error) => options.onError?.(error));
  // The same for one that breaks while it is lent out but has no query running, between two statements of a transaction:
  // the next statement fails, and that is where it is dealt with.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: lending(pool, options.prepare === false ? () => undefined : nameOften()) }),
  });
  uses.set(db, () => ({ lent: pool.totalCount - pool.idleCount, most: pool.options.max, waiting: pool.waitingCount }));
  breakers.set(db, (before) => {
    for (const [socket, since] of sockets) if (since < before) socket.destroy();
  });
  return db;
}

/** How a pool stands: connections lent out, how many there may be, and who waits for one. */
export interface PoolUse {
  readonly lent: number;
  readonly most: number;
  readonly waiting: number;
}
const uses = new WeakMap<Database, () => PoolUse>();

/** How the pool of a database stands now. */
export const poolUse = (db: Database): PoolUse => uses.get(db)?.() ?? { lent: 0, most: 0, waiting: 0 };

const breakers = new WeakMap<Database, (before: number) => void>();

/** Breaks connections that were opened before an instant (`performance.now`): calls on them fail at once, and new ones are opened. */
export const breakConnections = (db: Database, before: number): void => breakers.get(db)?.(before);

/** Opens one connection outside the pool without a statement limit: for migrations, new databases and LISTEN. The caller ends it. */
export async function connectAdmin(databaseUrl: string, withinMs = CONNECT_WITHIN_MS): Promise<Client> {
  const client = new Client({
    ...clientConfig(databaseUrl),
    application_name: 'darkroom admin',
    connectionTimeoutMillis: withinMs,
  });
  // A connection that breaks makes the query that runs on it fail; that is where it is dealt with.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

function clientConfig(databaseUrl: string): ClientConfig {
  return {
    connectionString: databaseUrl,
    options: SESSION,
    types: wireTypes,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
  };
}

type Parse = (text: string) => unknown;

const { builtins } = types;
const PARSERS = new Map<number, Parse>([
  [builtins.INT8, wholeNumber],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
  [builtins.TIMESTAMPTZ, instantOf],
  // Their arrays, whose numbers the driver does not name.
  [1016, arrayOf(wholeNumber)],
  [1231, arrayOf(Number)],
  [1182, arrayOf(String)],
  [1185, arrayOf(instantOf)],
]);

// What a column gives is what the wire carries: numbers, days as text, instants as ISO text. `Date` would drag the
// machine's zone into days and lose the difference between the two.
const wireTypes: CustomTypesConfig = {
  getTypeParser: (id: number, format: 'text' | 'binary' = 'text') =>
    (format === 'text' ? PARSERS.get(id) : undefined) ?? types.getTypeParser(id, format),
};

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} does not fit a JavaScript number exactly`);
  return number;
}

function arrayOf(parse: Parse): Parse {
  return (text) => parseArray(text, parse);
}
