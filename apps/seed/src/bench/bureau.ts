import type { Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { connect, connectAdmin, type Database } from '@darkroom/server/db/connect';
import { schemaHash } from '@darkroom/server/db/migrations';
import { seedBuiltIn } from '@darkroom/server/db/built-in-data';
import { seedLarge } from '../large/large.ts';
import { DEMO_PASSWORD } from '../demo/people.ts';
import { cloneTemplate, dropClone, getDatabaseUrl, type TestServer } from '@darkroom/server/testing/test-server';
import {
  findBusiestRecords,
  findNewestRecords,
  findCallerRecords,
  type BusiestRecords,
  type KnownRecords,
} from './known-records.ts';
import { askOnce, type ApiRequest } from './load.ts';
import { readProcessorTime, startProcess, type ServerProcess } from './processes.ts';
import { ROLES } from './roles.ts';

/** Signed-in member of the demo bureau. */
export interface BenchCaller {
  readonly known: KnownRecords;
  readonly user_id: number;
  /** Creates a request of this person in the form in which it is sent. */
  makeRequest: (endpoint: Endpoint, input: object) => ApiRequest;
  call: <T>(endpoint: Endpoint, input: object) => Promise<T>;
  /**
   * Returns the tokens of this number of sessions. Equal requests of one session at the same time share one read
   * (decision 122), which would distort the measurement.
   */
  readonly sessions: (count: number) => Promise<readonly string[]>;
}

export interface BenchBureau {
  readonly name: string;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly server: ServerProcess;
  readonly busiest: BusiestRecords;
  as: (username: string) => BenchCaller;
  /** Returns the processor time of the database for a program, by process, in nanoseconds. */
  databaseUsed: (program: string) => Promise<Map<number, number>>;
  close: () => Promise<void>;
}

interface Options {
  readonly jobs: number;
  /** True if the database stays for the next run, and an existing one is used. */
  readonly keep: boolean;
  /** Customers, categories and people to use, so that two bureaus are compared with the same ones. */
  readonly busiest?: BusiestRecords;
  /** Address of a hot standby of the test server, from which the server reads reports and files. */
  readonly reportsUrl?: string | null;
}

/** Creates a bureau with this number of jobs in its own database, and starts the built server in its own process. */
export async function createBureau(server: TestServer, name: string, options: Options): Promise<BenchBureau> {
  const databaseUrl = await findDatabase(server, options);
  const db = connect({ databaseUrl, dbPool: 2, statementLimitMs: 0 });
  const busiest = options.busiest ?? (await findBusiestRecords(db));
  const known = { ...busiest, ...(await findNewestRecords(db, busiest.customer1)) };
  // Production settings: log lines are created and discarded. Only the request limits are off.
  const env = {
    DATABASE_URL: databaseUrl,
    REPORTS_DATABASE_URL: options.reportsUrl
      ? getDatabaseUrl(options.reportsUrl, new URL(databaseUrl).pathname.slice(1))
      : '',
    NODE_ENV: 'production',
    CALL_LIMITS: 'off',
    DB_POOL: '10',
  };
  const serverProcess = await startProcess('main.js', env, '/health/ready');
  const callers = new Map<string, BenchCaller>();
  for (const { username, subject } of ROLES) {
    const signIn = { path: endpoints.user.login.path, body: { username, password: DEMO_PASSWORD } };
    const openSession = async () => (await askOnce<{ access_token: string }>(serverProcess.port, signIn)).access_token;
    const tokens = [await openSession()];
    const sessions = async (count: number) => {
      while (tokens.length < count) tokens.push(await openSession());
      return tokens;
    };
    const makeRequest = ({ path, kind }: Endpoint, body: object): ApiRequest => ({
      path,
      body,
      token: tokens[0],
      keyed: kind === 'write',
    });
    const call = <T>(endpoint: Endpoint, input: object) => askOnce<T>(serverProcess.port, makeRequest(endpoint, input));
    const { id } = await db
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    const callerRecords = await findCallerRecords(subject, call);
    callers.set(username, { known: { ...known, ...callerRecords }, user_id: id, makeRequest, call, sessions });
  }
  return {
    name,
    db,
    databaseUrl,
    server: serverProcess,
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
      return new Map(rows.flatMap(({ pid }) => [[pid, readProcessorTime([pid]) ?? Number.NaN] as const]));
    },
    close: async () => {
      await serverProcess.stop();
      await db.destroy();
      if (!options.keep) await dropClone(server.adminUrl, databaseUrl);
    },
  };
}

/** Finds a database with this number of jobs from an earlier run of the same migrations, or creates one. */
async function findDatabase(server: TestServer, { jobs, keep }: Options): Promise<string> {
  const savedName = `darkroom_bench_${jobs}_${schemaHash}`;
  const url = getDatabaseUrl(server.adminUrl, savedName);
  const admin = await connectAdmin(server.adminUrl);
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [savedName]);
    if (keep && rowCount) {
      await cleanUp(url);
      return url;
    }
    const clonedUrl = await cloneTemplate(server);
    const db = connect({ databaseUrl: clonedUrl, dbPool: 2, statementLimitMs: 0 });
    await seedBuiltIn(db);
    await seedLarge(db, { log: console.log, jobs });
    await db.destroy();
    if (!keep) return clonedUrl;
    await admin.query(`alter database ${new URL(clonedUrl).pathname.slice(1)} rename to ${savedName}`);
    return url;
  } finally {
    await admin.end();
  }
}

/**
 * Vacuums the tables, because autovacuum is off in this test server. Without it, leftover rows of earlier runs made
 * superusers' lists 40 % slower.
 */
async function cleanUp(databaseUrl: string): Promise<void> {
  const db = connect({ databaseUrl, dbPool: 1, statementLimitMs: 0 });
  await sql`vacuum (analyze)`.execute(db);
  await db.destroy();
}
