import type { Endpoint } from '@darkroom/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { CompiledQuery, sql } from 'kysely';
import { escapeLiteral } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '@darkroom/server/app';
import { readConfig } from '@darkroom/server/config';
import type { Database } from '@darkroom/server/db/connect';
import { isPlannedOnce } from '@darkroom/server/db/driver/marks';
import { seedBuiltIn } from '@darkroom/server/db/built-in';
import { seedLarge } from '../large/large.ts';
import { createTestDatabase } from '@darkroom/server/testing/database';
import { openSession } from '@darkroom/server/testing/session-makers';
import { statementsOf, type Statement } from '@darkroom/server/testing/statements';
import { findBusiest, findNewest, findOwn, type Busiest, type Known } from './known.ts';
import { ASKED_LISTS, type AskedList } from './lists.ts';
import { ROLES, rolesOf } from './roles.ts';

/** Four times the work: what is read off the whole table grows fourfold, what is read off an index for a page does not. */
const JOBS = [800, 3_200] as const;
/** In the middle of a working day, whenever it is run: at night hardly anything is due. */
const NOW = '2026-11-18T08:00:00.000Z';
/** Most that may be read in the large bureau of what is in the small one; and rows that chance may add. */
const LIMIT = 2;
const CHANCE = 150;
/** What one row of a page (a job with its details and tasks) may be read with where the small bureau's page is empty: that says nothing of what a row costs. */
const OF_A_ROW = 60;

/** One of each kind: a second leader, editor or checker, and those who see the whole floor as the superuser does, ask what these do. */
const KINDS = ROLES.filter(
  ({ name }) => !['Boss', 'Customer service', 'Leader PTE', 'Editor OTS', 'QC PTE'].includes(name),
);
/** Whose lists are read in each of their orders: with the others only what is counted differs. */
const IN_ORDERS = ['Superuser', 'Customer'];

/**
 * Whose total is counted over an index, which costs what matches (decision 005), as far as is counted: more than there is in bureaus
 * as small as these (decision 121). Each names lists that are asked. (Whether one of them grows here hangs on the plan that the
 * statistics of two small bureaus happen to give.)
 */
const COUNTED: readonly RegExp[] = [
  // Whether a job has such a task or detail is told by its rows.
  /^(jobs|details), with completed tasks/,
  /^jobs, of a (service|category)/,
  /^(jobs|details), priced/,
  /^(jobs|details|tasks), by a frequent text/,
  // Two ways of narrowing at once; what is seen of a filter by a workstream or by own parts is one more.
  /^tasks, of an editor and a category 2/,
  /^tasks, (of|urgent).*(Editor|QC)/,
  // Several customers at once may be read by date, past what others have: how far hangs on how rare their work is, not on how much there is.
  /^(jobs|details), of a customer 1/,
  /^tasks, of a customer 1, Leader/,
  /^own jobs, .*, Customer 0$/,
  /^tasks, waiting for a day, (Editor|QC)/,
  // What few tasks have is counted, and taken from what all are.
  /^tasks, with(out)? support/,
  // Each customer with work in a month is a row: no more than there are customers, which bureaus as small as these do not fill.
  /^quality of a year, by customer/,
  // Every id there is, up to the bound of the call.
  /^all matching tasks/,
];
/** Of narrow lists a handful more or less is chance: their pages are not full in the small bureau. */
const NARROW = /^(tasks, waiting$|rework,)/;

interface Bureau {
  db: Database;
  app: FastifyInstance;
  busiest: Busiest;
  known: Map<string, Known>;
  tokens: Map<string, string>;
  /** Rows each statement scans, by its text and values: many lists ask the same. */
  scanned: Map<string, number>;
  drop: () => Promise<void>;
}

const bureaus: Bureau[] = [];
beforeAll(async () => {
  for (const jobs of JOBS) bureaus.push(await open(jobs, bureaus[0]?.busiest));
});
afterAll(async () => {
  for (const { drop } of bureaus) await drop();
});

async function open(jobs: number, shared: Busiest | undefined): Promise<Bureau> {
  const { db, databaseUrl, drop } = await createTestDatabase();
  await seedBuiltIn(db);
  await seedLarge(db, { log: () => undefined, jobs, now: NOW });
  const config = { ...readConfig({}), logLevel: 'silent' as const, callLimits: false, databaseUrl };
  const app = await createApp({ db, clock: () => NOW, config });
  const busiest = shared ?? (await findBusiest(db));
  const found = { ...busiest, ...(await findNewest(db, busiest.customer1, NOW)) };
  const bureau: Bureau = {
    db,
    app,
    busiest,
    known: new Map(),
    tokens: new Map(),
    scanned: new Map(),
    drop: async () => {
      await app.close();
      await drop();
    },
  };
  for (const { username, subject } of KINDS) {
    const { id } = await db
      .selectFrom('user_account')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow();
    bureau.tokens.set(username, await openSession(db, id, NOW));
    const own = await findOwn(subject, (endpoint, input) => ask(bureau, username, endpoint, input));
    bureau.known.set(username, { ...found, ...own });
  }
  return bureau;
}

async function ask<T>({ app, tokens }: Bureau, username: string, { path }: Endpoint, payload: object): Promise<T> {
  const headers = { authorization: `Bearer ${tokens.get(username)}` };
  const answer = await app.inject({ method: 'POST', url: path, headers, payload });
  if (answer.statusCode !== 200) throw new Error(`${username}, ${path}: ${answer.body}`);
  return answer.json<T>();
}

interface Plan {
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Rows a plan took off tables and indexes, those that it then threw away among them. */
function rowsOf(plan: Plan): number {
  const reads = plan['Relation Name'] !== undefined || plan['Index Name'] !== undefined;
  const each =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = reads ? each * plan['Actual Loops'] : 0;
  return own + (plan.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
}

const READS = /^\s*(?:\/\*.*?\*\/)?\s*(?:select|with)\b/i;

async function scannedBy(bureau: Bureau, statements: readonly Statement[]): Promise<number> {
  let sum = 0;
  for (const { text, values } of statements) {
    // What writes (when a session was last used, how often was called) would do so again.
    if (!READS.test(text)) continue;
    const key = JSON.stringify([text, values]);
    sum += bureau.scanned.get(key) ?? (await explain(bureau, key, text, values));
  }
  return sum;
}

async function explain(bureau: Bureau, key: string, text: string, values: readonly unknown[]): Promise<number> {
  const explain = 'explain (analyze, timing off, format json)';
  const { rows } = await bureau.db.connection().execute(async (db) => {
    // Small tables are read whole for being small: whether there is an index that would do is what large ones hang on.
    await sql`set enable_seqscan = off`.execute(db);
    type Explained = { 'QUERY PLAN': { Plan: Plan }[] };
    const run = (what: string, given: readonly unknown[] = []) =>
      db.executeQuery<Explained>(CompiledQuery.raw(what, [...given]));
    // With a line after it: a plan's rows are read as values, whatever the statement's own are read as.
    if (!isPlannedOnce(text)) return run(`${explain} ${text}\n`, values);
    // By the plan that it is run by for all values.
    await sql`set plan_cache_mode = force_generic_plan`.execute(db);
    await run(`prepare once as ${text}`);
    const given = values.map((value) => escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)));
    const explained = await run(`${explain} execute once${given.length > 0 ? `(${given.join()})` : ''}`);
    await run('deallocate once');
    await sql`set plan_cache_mode = auto`.execute(db);
    return explained;
  });
  const scanned = rowsOf(rows[0]!['QUERY PLAN'][0]!.Plan);
  bureau.scanned.set(key, scanned);
  return scanned;
}

async function cost(bureau: Bureau, { endpoint, asked }: AskedList, username: string) {
  const input = typeof asked === 'function' ? asked(bureau.known.get(username)!) : asked;
  const { page, ...first } = { page: 1, ...input };
  const last = page < 0 ? (await ask<{ total_pages: number }>(bureau, username, endpoint, first)).total_pages : page;
  const whole = 'page' in input ? { ...first, page: Math.max(1, last) } : first;
  const { result, statements } = await statementsOf(() =>
    ask<{ results?: unknown[] }>(bureau, username, endpoint, whole),
  );
  return { rows: result.results?.length ?? 1, scanned: await scannedBy(bureau, statements) };
}

async function versionOf(db: Database): Promise<number> {
  const { rows } = await sql<{
    major: number;
  }>`select current_setting('server_version_num')::int / 10000 as major`.execute(db);
  return rows[0]!.major;
}

describe('a bureau of four times the work', () => {
  it('reads no more rows for any list of any role, but where what matches is counted', async ({ skip }) => {
    // The plans of the PostgreSQL that comes with it: by 15 bureaus as small as these are joined whole, which says nothing of large ones.
    if ((await versionOf(bureaus[0]!.db)) < 18) skip();
    const grown: string[] = [];
    const named = new Set<RegExp>();
    for (const list of ASKED_LISTS) {
      for (const { name, username } of KINDS.filter((role) => rolesOf(list.endpoint).includes(role))) {
        if (/, by \w+$/.test(list.name) && !IN_ORDERS.includes(name)) continue;
        const asked = `${list.name}, ${name}`;
        const known = COUNTED.find((one) => one.test(asked));
        if (known) named.add(known);
        const [small, large] = [await cost(bureaus[0]!, list, username), await cost(bureaus[1]!, list, username)];
        // A fuller page may be read with as many more rows.
        const fuller = Math.max(1, large.rows / Math.max(1, small.rows));
        const most = LIMIT * fuller * (small.rows === 0 ? Math.max(OF_A_ROW, small.scanned) : small.scanned) + CHANCE;
        if (large.scanned <= most || NARROW.test(list.name)) continue;
        if (!known) grown.push(`${asked}: ${small.scanned.toFixed(0)} to ${large.scanned.toFixed(0)} rows`);
      }
    }
    expect(grown).toEqual([]);
    expect(COUNTED.filter((one) => !named.has(one))).toEqual([]);
  });
});
