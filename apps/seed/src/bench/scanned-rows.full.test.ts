import type { Endpoint } from '@darkroom/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { CompiledQuery, sql } from 'kysely';
import { escapeLiteral } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '@darkroom/server/app';
import { readConfig } from '@darkroom/server/config';
import type { Database } from '@darkroom/server/db/connect';
import { isPlannedOnce } from '@darkroom/server/db/driver/statement-marks';
import { seedBuiltIn } from '@darkroom/server/db/built-in-data';
import { seedLarge } from '../large/large.ts';
import { createTestDatabase } from '@darkroom/server/testing/database';
import { openSession } from '@darkroom/server/testing/session-makers';
import { recordStatements, type Statement } from '@darkroom/server/testing/statements';
import {
  findBusiestRecords,
  findNewestRecords,
  findCallerRecords,
  type BusiestRecords,
  type KnownRecords,
} from './known-records.ts';
import { MEASURED_LISTS, type MeasuredList } from './lists.ts';
import { ROLES, getRoles } from './roles.ts';

/** Four times the work. Reading a whole table grows fourfold, and reading an index for one page stays the same. */
const JOBS = [800, 3_200] as const;
/** In the middle of a working day, because at night hardly any job is due. */
const NOW = '2026-11-18T08:00:00.000Z';
/** Limit for the rows in the large bureau, as a multiple of the small one, and rows that can be added by chance. */
const LIMIT = 2;
const NOISE_ROWS = 150;
/** Limit for the rows of one entry (a job with its details and tasks) when the small bureau's page is empty. */
const OF_A_ROW = 60;

/** One role of each kind. Others read the same: a second leader, editor or QC, and roles equal to the superuser. */
const KINDS = ROLES.filter(
  ({ name }) => !['Boss', 'Customer service', 'Leader PTE', 'Editor OTS', 'QC PTE'].includes(name),
);
/** Roles with each order of their lists. For the others only the totals differ. */
const SORTED_NODES = ['Superuser', 'Customer'];

/**
 * Lists that count their total over an index, at one read per match (decisions 005 and 121). Patterns name several
 * lists, because the growth of one depends on the statistics.
 */
const COUNT_NODES: readonly RegExp[] = [
  // The rows of a job decide whether it has such a task or detail.
  /^(jobs|details), with completed tasks/,
  /^jobs, of a (service|category)/,
  /^(jobs|details), priced/,
  /^(jobs|details|tasks), by a frequent text/,
  // Two filters at the same time. A filter by workstream or own tasks counts as one more.
  /^tasks, of an editor and a category 2/,
  /^tasks, (of|urgent).*(Editor|QC)/,
  // Several customers can be read by date, past the rows of others. The cost depends on the share of their work, not on
  // the amount of work.
  /^(jobs|details), of a customer 1/,
  /^tasks, of a customer 1, Leader/,
  /^own jobs, .*, Customer 0$/,
  /^tasks, waiting for a day, (Editor|QC)/,
  // Values of few tasks are counted and subtracted from the total.
  /^tasks, with(out)? support/,
  // Each customer with work in a month is a row. Bureaus of this size do not have work for every customer.
  /^quality of a year, by customer/,
  // The total is a count of all entries, of a kind, or of a type of record.
  /^the audit, (first page|of a kind|of jobs)/,
  // Every id, up to the limit of the request.
  /^all matching tasks/,
];
/** In filtered lists a few rows differ by chance, because their pages are not full in the small bureau. */
const NARROW = /^(tasks, waiting$|rework,)/;

interface Bureau {
  db: Database;
  app: FastifyInstance;
  busiest: BusiestRecords;
  known: Map<string, KnownRecords>;
  tokens: Map<string, string>;
  /** Rows that each statement scans, by text and values, because many lists use the same statements. */
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

async function open(jobs: number, shared: BusiestRecords | undefined): Promise<Bureau> {
  const { db, databaseUrl, drop } = await createTestDatabase();
  await seedBuiltIn(db);
  await seedLarge(db, { log: () => undefined, jobs, now: NOW });
  const config = { ...readConfig({}), logLevel: 'silent' as const, callLimits: false, databaseUrl };
  const app = await createApp({ db, clock: () => NOW, config });
  const busiest = shared ?? (await findBusiestRecords(db));
  const found = { ...busiest, ...(await findNewestRecords(db, busiest.customer1, NOW)) };
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
    const own = await findCallerRecords(subject, (endpoint, input) => callApi(bureau, username, endpoint, input));
    bureau.known.set(username, { ...found, ...own });
  }
  return bureau;
}

async function callApi<T>({ app, tokens }: Bureau, username: string, { path }: Endpoint, payload: object): Promise<T> {
  const headers = { authorization: `Bearer ${tokens.get(username)}` };
  const response = await app.inject({ method: 'POST', url: path, headers, payload });
  if (response.statusCode !== 200) throw new Error(`${username}, ${path}: ${response.body}`);
  return response.json<T>();
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

/** Counts the rows that a plan read from tables and indexes, including discarded ones. */
function readRows(plan: Plan): number {
  const reads = plan['Relation Name'] !== undefined || plan['Index Name'] !== undefined;
  const each =
    plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = reads ? each * plan['Actual Loops'] : 0;
  return own + (plan.Plans ?? []).reduce((sum, child) => sum + readRows(child), 0);
}

const READS = /^\s*(?:\/\*.*?\*\/)?\s*(?:select|with)\b/i;

async function countScannedRows(bureau: Bureau, statements: readonly Statement[]): Promise<number> {
  let sum = 0;
  for (const { text, values } of statements) {
    // Writes (last use of a session, number of calls) would be repeated.
    if (!READS.test(text)) continue;
    const key = JSON.stringify([text, values]);
    sum += bureau.scanned.get(key) ?? (await explain(bureau, key, text, values));
  }
  return sum;
}

async function explain(bureau: Bureau, key: string, text: string, values: readonly unknown[]): Promise<number> {
  const explain = 'explain (analyze, timing off, format json)';
  const { rows } = await bureau.db.connection().execute(async (db) => {
    // Small tables are always scanned completely. For large tables it matters whether a usable index exists.
    await sql`set enable_seqscan = off`.execute(db);
    type Explained = { 'QUERY PLAN': { Plan: Plan }[] };
    const runQuery = (what: string, given: readonly unknown[] = []) =>
      db.executeQuery<Explained>(CompiledQuery.raw(what, [...given]));
    // The line break makes the text differ from the statement, so that the driver reads the plan's rows as values.
    if (!isPlannedOnce(text)) return runQuery(`${explain} ${text}\n`, values);
    // With the plan that is used for all values.
    await sql`set plan_cache_mode = force_generic_plan`.execute(db);
    await runQuery(`prepare once as ${text}`);
    const given = values.map((value) => escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value)));
    const explained = await runQuery(`${explain} execute once${given.length > 0 ? `(${given.join()})` : ''}`);
    await runQuery('deallocate once');
    await sql`set plan_cache_mode = auto`.execute(db);
    return explained;
  });
  const scanned = readRows(rows[0]!['QUERY PLAN'][0]!.Plan);
  bureau.scanned.set(key, scanned);
  return scanned;
}

async function measureCost(bureau: Bureau, { endpoint, asked }: MeasuredList, username: string) {
  const input = typeof asked === 'function' ? asked(bureau.known.get(username)!) : asked;
  const { page, ...first } = { page: 1, ...input };
  const last =
    page < 0 ? (await callApi<{ total_pages: number }>(bureau, username, endpoint, first)).total_pages : page;
  const whole = 'page' in input ? { ...first, page: Math.max(1, last) } : first;
  const { result, statements } = await recordStatements(() =>
    callApi<{ results?: unknown[] }>(bureau, username, endpoint, whole),
  );
  return { rows: result.results?.length ?? 1, scanned: await countScannedRows(bureau, statements) };
}

async function readVersion(db: Database): Promise<number> {
  const { rows } = await sql<{
    major: number;
  }>`select current_setting('server_version_num')::int / 10000 as major`.execute(db);
  return rows[0]!.major;
}

describe('scanned rows of two bureaus', () => {
  it('a bureau with four times the work reads no more rows, except for totals', async ({ skip }) => {
    // Version 15 plans full joins for bureaus of this size, so only the included PostgreSQL is measured.
    if ((await readVersion(bureaus[0]!.db)) < 18) skip();
    const grown: string[] = [];
    const named = new Set<RegExp>();
    for (const list of MEASURED_LISTS) {
      for (const { name, username } of KINDS.filter((role) => getRoles(list.endpoint).includes(role))) {
        if (/, by \w+$/.test(list.name) && !SORTED_NODES.includes(name)) continue;
        const plannedRead = `${list.name}, ${name}`;
        const known = COUNT_NODES.find((pattern) => pattern.test(plannedRead));
        if (known) named.add(known);
        const [small, large] = [
          await measureCost(bureaus[0]!, list, username),
          await measureCost(bureaus[1]!, list, username),
        ];
        // A page with more rows can read proportionally more.
        const fuller = Math.max(1, large.rows / Math.max(1, small.rows));
        const rowLimit =
          LIMIT * fuller * (small.rows === 0 ? Math.max(OF_A_ROW, small.scanned) : small.scanned) + NOISE_ROWS;
        if (large.scanned <= rowLimit || NARROW.test(list.name)) continue;
        if (!known) grown.push(`${plannedRead}: ${small.scanned.toFixed(0)} to ${large.scanned.toFixed(0)} rows`);
      }
    }
    expect(grown).toEqual([]);
    expect(COUNT_NODES.filter((pattern) => !named.has(pattern))).toEqual([]);
  });
});
