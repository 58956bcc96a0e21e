import type { AddressInfo } from 'node:net';
import { endpoints, type Endpoint, type Task } from '@darkroom/contract';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { connect, type Database } from '../db/connect.ts';
import { seedBuiltIn } from '../seed/built-in.ts';
import { seedLarge } from '../seed/large.ts';
import { openSession } from '../testing/session-makers.ts';
import { statementsOf, type Statement } from '../testing/statements.ts';
import { cloneTemplate, dropClone, startTestServer } from '../testing/test-server.ts';
import { startBareServer, type BareServer } from '../testing/bare-server.ts';

// `npm run bench`: what each list costs at 10,000 and at 1,000,000 tasks, through HTTP on a real PostgreSQL, side by side in
// one run (quality 13, 14), beside a bare server that runs the same SQL. The work must grow with the page, not with the
// table. `-- --jobs N` takes another large size.

const SMALL_JOBS = 2_000;
const jobsFlag = process.argv.indexOf('--jobs');
const LARGE_JOBS = jobsFlag < 0 ? 200_000 : Number(process.argv[jobsFlag + 1]);
const ROUNDS = 30;
const LIMIT = 2;

interface Bureau {
  name: string;
  db: Database;
  call: <T>(endpoint: Endpoint, input: object) => Promise<T>;
  /** What a call sends to the database. */
  statements: (endpoint: Endpoint, input: object) => Promise<Statement[]>;
  bare: BareServer;
  /** The customer 2 with most jobs: their page is full at either size. */
  busiest: number;
  close: () => Promise<void>;
}

interface Answer {
  total_items: number;
  total_pages: number;
  results: Task[];
}

const server = await startTestServer();
const bureaus = [await makeBureau('small', SMALL_JOBS), await makeBureau('large', LARGE_JOBS)] as const;
try {
  const lines = await measureLists(bureaus);
  console.log('\nmedian of', ROUNDS, 'calls, milliseconds\n');
  console.table(lines);
  console.table(await measureSteps(bureaus));
  const uneven = lines.filter((line) => line.rows.includes('/'));
  if (uneven.length > 0) console.log(`pages not equally full: ${uneven.map((line) => line.list).join('; ')}`);
  const over = lines.filter((line) => line.ratio > LIMIT);
  console.log(over.length === 0 ? `every list is within ${LIMIT}×` : `${over.length} lists cost more than ${LIMIT}×`);
} finally {
  for (const bureau of bureaus) await bureau.close();
  await server.stop();
}

async function makeBureau(name: string, jobs: number): Promise<Bureau> {
  const databaseUrl = await cloneTemplate(server);
  const loader = connect({ databaseUrl, dbPool: 2, statementLimitMs: 0 });
  await seedBuiltIn(loader);
  await seedLarge(loader, { log: console.log, jobs });
  await loader.destroy();
  const db = connect({ databaseUrl, dbPool: 10 });
  const config = { ...readConfig({}), logLevel: 'silent' as const, databaseUrl };
  const app = await createApp({ db, clock: () => new Date().toISOString(), config });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { id } = await db
    .selectFrom('user_account')
    .select('id')
    .where('is_superuser', '=', true)
    .executeTakeFirstOrThrow();
  const { customer2_id } = await db
    .selectFrom('job')
    .select('customer2_id')
    .groupBy('customer2_id')
    .orderBy((row) => row.fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const token = await openSession(db, id, new Date().toISOString());
  // Not compressed: that would cost the same again and again, and hide the rest.
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  };
  const bare = await startBareServer(db);
  return {
    name,
    db,
    call: async <T>(endpoint: Endpoint, input: object) => {
      const answer = await fetch(origin + endpoint.path, { method: 'POST', headers, body: JSON.stringify(input) });
      if (!answer.ok) throw new Error(`${endpoint.name}: ${await answer.text()}`);
      return (await answer.json()) as T;
    },
    statements: async (endpoint, payload) => {
      const ask = () => app.inject({ method: 'POST', url: endpoint.path, headers, payload });
      return (await statementsOf(ask)).statements;
    },
    bare,
    busiest: customer2_id,
    close: async () => {
      await bare.close();
      await app.close();
      await db.destroy();
      await dropClone(server.adminUrl, databaseUrl);
    },
  };
}

/** Every list: first and last page, filtered, searched, sorted. */
async function measureLists([small, large]: readonly [Bureau, Bureau]) {
  const variants: [string, Endpoint, object | ((bureau: Bureau) => object)][] = [
    ['jobs, first page', endpoints.job.list, {}],
    ['jobs, last page', endpoints.job.list, { page: -1 }],
    ['jobs, completed', endpoints.job.list, { job_status: ['COMPLETED'] }],
    ['jobs, pending', endpoints.job.list, { job_status: ['PENDING'] }],
    ['jobs of a customer', endpoints.job.list, ({ busiest }) => ({ customer2_id: [busiest], page_size: 5 })],
    ['jobs, urgent', endpoints.job.list, { job_priority: 'Urgent' }],
    ['jobs, text', endpoints.job.list, { text: 'floor lamps' }],
    ['jobs by name', endpoints.job.list, { sort: 'job_name' }],
    ['jobs by status', endpoints.job.list, { sort: 'job_status' }],
    ['details, first page', endpoints.job.details, {}],
    ['details, last page', endpoints.job.details, { page: -1 }],
    ['details, completed', endpoints.job.details, { status: [9] }],
    ['details of jobs under way', endpoints.job.details, { job_status: ['PENDING'] }],
    ['details of a customer', endpoints.job.details, ({ busiest }) => ({ customer2_id: [busiest], page_size: 5 })],
    ['details, text', endpoints.job.details, { text: 'floor lamps' }],
    ['details by status', endpoints.job.details, { sort: 'status' }],
    ['tasks, first page', endpoints.task.list, {}],
    ['tasks, last page', endpoints.task.list, { page: -1 }],
    ['tasks, waiting for QC', endpoints.task.list, { status: [4], page_size: 10 }],
    ['tasks, completed', endpoints.task.list, { status: [9] }],
    ['tasks, PTE', endpoints.task.list, { workstream: 'PTE' }],
    ['tasks of a customer', endpoints.task.list, ({ busiest }) => ({ customer2_id: [busiest], page_size: 5 })],
    ['tasks, text', endpoints.task.list, { text: 'floor lamps' }],
    ['tasks by status', endpoints.task.list, { sort: 'status' }],
    ['tasks by since', endpoints.task.list, { sort: '-status_since' }],
    ['tasks one could take', endpoints.task.list, { scope: 'pool' }],
    ['counts', endpoints.task.counts, {}],
    ['rework', endpoints.redo.list, { state: 'all', page_size: 10 }],
  ];
  const lines = [];
  for (const [name, endpoint, asked] of variants) {
    const inputFor = (bureau: Bureau) => (typeof asked === 'function' ? asked(bureau) : asked);
    const a = await timers(small, endpoint, inputFor(small));
    const b = await timers(large, endpoint, inputFor(large));
    const [ours, oursLarge, bare, bareLarge] = await inTurn([a.call, b.call, a.bare, b.bare]);
    lines.push({
      list: name,
      rows: a.rows === b.rows ? `${a.rows}` : `${a.rows}/${b.rows}`,
      small: round(ours),
      large: round(oursLarge),
      ratio: round(oursLarge / ours),
      'bare, large': round(bareLarge),
      'ours to bare': `${round(ours / bare)} · ${round(oursLarge / bareLarge)}`,
    });
  }
  return lines;
}

type Timer = () => Promise<number>;

/** A call and the bare server's doing of it, each timed; and how many rows its page holds. */
async function timers(bureau: Bureau, endpoint: Endpoint, input: object) {
  const whole = 'page' in input ? { page: (await bureau.call<Answer>(endpoint, {})).total_pages } : input;
  const { results } = await bureau.call<Partial<Answer>>(endpoint, whole);
  const address = bureau.bare.serve(await bureau.statements(endpoint, whole));
  const timed =
    (work: () => Promise<unknown>): Timer =>
    async () => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
  return {
    rows: results?.length ?? 1,
    call: timed(() => bureau.call(endpoint, whole)),
    bare: timed(async () => {
      const answer = await fetch(address, { method: 'POST', body: JSON.stringify(whole) });
      if (!answer.ok) throw new Error(`${endpoint.name}: ${answer.status} of the bare server`);
      return answer.json();
    }),
  };
}

/** The median of each, called in turn, so that whatever else the machine does hits all alike. */
async function inTurn<const T extends readonly Timer[]>(all: T): Promise<{ [K in keyof T]: number }> {
  const times = all.map((): number[] => []);
  for (let round = 0; round < ROUNDS + 3; round++) {
    for (const [at, timer] of all.entries()) {
      const ms = await timer();
      if (round >= 3) times[at]?.push(ms);
    }
  }
  return times.map(median) as { [K in keyof T]: number };
}

/** One step of a task: taking it. */
async function measureSteps(all: readonly Bureau[]) {
  const lines = [];
  for (const { name, db, call } of all) {
    const editor = await db
      .selectFrom('task')
      .select('editor')
      .where('editor', 'is not', null)
      .where('workstream', '=', 'PTE')
      .limit(1)
      .executeTakeFirstOrThrow();
    const { results } = await call<Answer>(endpoints.task.list, { status: [1], workstream: 'PTE', page_size: ROUNDS });
    const times = [];
    for (const { task_id, version } of results) {
      const start = performance.now();
      await call(endpoints.task.assign, { tasks: [{ task_id, version }], editor: editor.editor });
      times.push(performance.now() - start);
    }
    lines.push({ step: `assign one task (${name})`, median: round(median(times)), slowest: round(Math.max(...times)) });
  }
  return lines;
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
