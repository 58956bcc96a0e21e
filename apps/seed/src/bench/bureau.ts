import type { Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { connect, connectAdmin, type Database } from '@darkroom/server/db/connect';
import { schemaHash } from '@darkroom/server/db/migrations';
import { seedBuiltIn } from '@darkroom/server/db/built-in';
import { seedLarge } from '../large/large.ts';
import { DEMO_PASSWORD } from '../demo/people.ts';
import { cloneTemplate, dropClone, type TestServer } from '@darkroom/server/testing/test-server';
import { findBusiest, findNewest, findOwn, type Busiest, type Known } from './known.ts';
import { askOnce, type Sent } from './load.ts';
import { processorOf, startProcess, type Served } from './processes.ts';
import { ROLES } from './roles.ts';

/** Signed-in member of the demo bureau. */
export interface Caller {
  readonly known: Known;
  readonly user_id: number;
  /** A call of this person, as it goes over the wire. */
  sent: (endpoint: Endpoint, input: object) => Sent;
  call: <T>(endpoint: Endpoint, input: object) => Promise<T>;
  /**
   * Tokens of this number of sessions. Equal calls of one session at the same time share one read (decision 122), which
   * would distort the measurement.
   */
  readonly sessions: (count: number) => Promise<readonly string[]>;
}

export interface Bureau {
  readonly name: string;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly server: Served;
  readonly busiest: Busiest;
  as: (username: string) => Caller;
  /** Processor time of the database for a program that calls it, by process, in nanoseconds. */
  databaseUsed: (program: string) => Promise<Map<number, number>>;
  close: () => Promise<void>;
}

interface Options {
  readonly jobs: number;
  /** True if the database is kept for the next run, and an existing one is used. */
  readonly keep: boolean;
  /** Customers, categories and people to use, so that two bureaus are compared with the same ones. */
  readonly busiest?: Busiest;
}

/** Creates a bureau with this number of jobs in its own database, and starts the built server in its own process. */
export async function makeBureau(server: TestServer, name: string, options: Options): Promise<Bureau> {
  const databaseUrl = await findDatabase(server, options);
  const db = connect({ databaseUrl, dbPool: 2, statementLimitMs: 0 });
  const busiest = options.busiest ?? (await findBusiest(db));
  const known = { ...busiest, ...(await findNewest(db, busiest.customer1)) };
  // Production settings: log lines are created and discarded. Only the limits of calls are off.
  const env = { DATABASE_URL: databaseUrl, NODE_ENV: 'production', CALL_LIMITS: 'off', DB_POOL: '10' };
  const served = await startProcess('main.js', env, '/health/ready');
  const callers = new Map<string, Caller>();
  for (const { username, subject } of ROLES) {
    const signIn = { path: endpoints.user.login.path, body: { username, password: DEMO_PASSWORD } };
    const openSession = async () => (await askOnce<{ access_token: string }>(served.port, signIn)).access_token;
    const opened = [await openSession()];
    const sessions = async (count: number) => {
      while (opened.length < count) opened.push(await openSession());
      return opened;
    };
    const sent = ({ path, kind }: Endpoint, body: object): Sent => ({
      path,
      body,
      token: opened[0],
      keyed: kind === 'write',
    });
    const call = <T>(endpoint: Endpoint, input: object) => askOnce<T>(served.port, sent(endpoint, input));
    const { id } = await db
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const own = await findOwn(subject, call);
    callers.set(username, { known: { ...known, ...own }, user_id: id, sent, call, sessions });
  }
  return {
    name,
    db,
    databaseUrl,
    server: served,
    busiest,
    as: (username) => {
      const caller = callers.get(username);
      if (!caller) throw new Error(`${username} is nobody who asks.`);
      return caller;
    },
    databaseUsed: async (program) => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity where datname = current_database() and application_name = ${program}
           and pid <> pg_backend_pid()`.execute(db);
      return new Map(rows.flatMap(({ pid }) => [[pid, processorOf([pid]) ?? Number.NaN] as const]));
    },
    close: async () => {
      await served.stop();
      await db.destroy();
      if (!options.keep) await dropClone(server.adminUrl, databaseUrl);
    },
  };
}

/** Finds a database with this number of jobs from an earlier run of the same migrations, or creates one. */
async function findDatabase(server: TestServer, { jobs, keep }: Options): Promise<string> {
  const kept = `darkroom_bench_${jobs}_${schemaHash}`;
  const url = new URL(server.adminUrl);
  url.pathname = `/${kept}`;
  const admin = await connectAdmin(server.adminUrl);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [kept]);
    if (keep && rowCount) {
      await cleanUp(url.href);
      return url.href;
    }
    const made = await cloneTemplate(server);
    const db = connect({ databaseUrl: made, dbPool: 2, statementLimitMs: 0 });
    await seedBuiltIn(db);
    await seedLarge(db, { log: console.log, jobs });
    await db.destroy();
    if (!keep) return made;
    await admin.query(`alter database ${new URL(made).pathname.slice(1)} rename to ${kept}`);
    return url.href;
  } finally {
    await admin.end();
  }
}

/**
 * Vacuums what the steps of earlier runs left. Autovacuum does this in production, but it is off in this database
 * server for tests. 1.5 million summed-up rows of the ledger made superusers' lists 40 % slower.
 */
async function cleanUp(databaseUrl: string): Promise<void> {
  const db = connect({ databaseUrl, dbPool: 1, statementLimitMs: 0 });
  await sql`vacuum (analyze)`.execute(db);
  await db.destroy();
}
