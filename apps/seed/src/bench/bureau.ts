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

/** One of the demo bureau's people at work, signed in. */
export interface Caller {
  readonly known: Known;
  readonly user_id: number;
  /** A call of theirs as it goes over the wire. */
  sent: (endpoint: Endpoint, input: object) => Sent;
  call: <T>(endpoint: Endpoint, input: object) => Promise<T>;
  /** So many sessions of theirs: what one session asks twice at once is read once (decision 122), and would be no measure. */
  readonly sessions: (count: number) => Promise<readonly string[]>;
}

export interface Bureau {
  readonly name: string;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly server: Served;
  readonly busiest: Busiest;
  as: (username: string) => Caller;
  /** What the database has used of the processors for one of the programs that call it, by process, in nanoseconds. */
  databaseUsed: (program: string) => Promise<Map<number, number>>;
  close: () => Promise<void>;
}

interface Options {
  readonly jobs: number;
  /** Whether the database stays for the next run, and one that is there is taken. */
  readonly keep: boolean;
  /** One that is compared with another is asked about the same customers, categories and people. */
  readonly busiest?: Busiest;
}

/** A bureau of so many jobs in a database of its own, with the built server in a process of its own. */
export async function makeBureau(server: TestServer, name: string, options: Options): Promise<Bureau> {
  const databaseUrl = await findDatabase(server, options);
  const db = connect({ databaseUrl, dbPool: 2, statementLimitMs: 0 });
  const busiest = options.busiest ?? (await findBusiest(db));
  const known = { ...busiest, ...(await findNewest(db, busiest.customer1)) };
  // As it runs for real, its log lines made and thrown away; only the limits of calls are off.
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

/** A database of so many jobs: kept from an earlier run of the same migrations, or made. */
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
 * What the steps of earlier runs left behind is cleaned away, as autovacuum does in a bureau at work and this database server, for throw-away
 * data, does not: a million and a half of folded rows of the ledger cost superusers' lists two fifths.
 */
async function cleanUp(databaseUrl: string): Promise<void> {
  const db = connect({ databaseUrl, dbPool: 1, statementLimitMs: 0 });
  await sql`vacuum (analyze)`.execute(db);
  await db.destroy();
}
