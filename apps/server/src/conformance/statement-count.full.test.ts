import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { randomBytes, randomUUID } from 'node:crypto';
import type { Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { VIEW_SCREENS } from '@darkroom/contract/view';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldAllQuality } from '../features/quality/fold.service.ts';
import { seedBuiltIn } from '../seed/built-in.ts';
import { testApp, type Client, type TestApp } from '../testing/app.ts';
import { buildCus0, buildPrice } from '../testing/factories/customers.ts';
import { buildCustomerAccount, buildStaff, buildTeam } from '../testing/factories/people.ts';
import { buildQuote } from '../testing/factories/quotes.ts';
import { buildDelivery, buildWebhook } from '../testing/factories/webhooks.ts';
import { buildDetail, buildTask } from '../testing/factories/work.ts';
import { openSession, openToken } from '../testing/session-makers.ts';
import { statementsOf, type Statement } from '../testing/statements.ts';
import { READ_INPUTS, type Input, type Made } from './read-inputs.ts';

/** A few rows of everything, and many: what a call sends to the database must not depend on it (quality 14). */
const FEW = 5;
const MANY = 60;
/** Nobody needs more statements than this for one answer, however they ask. */
const MOST = 12;
/** What was promised to need fewer. */
const FEWER: Readonly<Record<string, number>> = { 'allowance.list': 8, 'work.list': 4 };

const BASIS = {
  task_id: 1,
  likeness: 'category2',
  seen: 9,
  from_minutes: 60,
  to_minutes: 90,
  ahead: 1,
  people: 2,
  open: 3,
};
const made: Made = { self: 0, tasks: [], jobs: [], customers: [], prices: [] };

/** Calls whose answer is one thing, however much there is. All others must be seen to answer more when there is more. */
const ANSWERS_ONE = new Set([
  'job.quoteMove',
  // Its rows are the jobs that were asked about.
  'job.importSame',
  'user.me',
  'permission.own',
  'task.counts',
  'staff.info',
  'staff.suggest',
  'task.history',
  'task.editorFaults',
  'appeal.waiting',
  'calibration.mine',
  'task.adviceReport',
  // Its rows are the editors of a workstream, whatever work there is.
  'task.advice',
  'calibration.agreement',
  'setting.xToggle',
  'setting.metadata',
  'setting.locks',
  'view.preferences',
  'notice.preferences',
  'customer.values',
  'request.jobs',
  'quote.choices',
  'request.complaint',
  'request.complaints',
  'promise.report',
  'promise.forecasts',
  'portal.quotes',
  'history.list',
  'allowance.year',
  'allowance.closings',
  'work.list',
  'portal.requestCounts',
  'group.losing',
  'portal.article',
]);

let bureau: TestApp;
let boss: Client;
/** The customer 0 above every customer there is: whom the portal's calls are asked by. */
let customer: Client;
let cus_id0: number;
const askerOf = ({ path }: Endpoint): Client =>
  path.startsWith('/api/customer-portal/') && !/view-as/.test(path) ? customer : boss;

const ARTICLE = {
  title: { vi: 'Bài viết', en: 'An article' },
  body: { vi: 'Nội dung', en: 'Its text' },
  published: true,
  published_on: '2026-11-01',
  pinned: false,
  place: null,
};

/** Makes rows until there are so many, each with parents of its own: customers, categories, groups, people. */
async function fill(until: number): Promise<void> {
  const { db } = bureau;
  const rework = { rework_at: bureau.clock(), rework_quantity: 1, rework_notes: 'làm lại', x1: 2 };
  for (let n = made.tasks.length; n < until; n++) {
    const editor = (await buildStaff(db, { permissions: ['npn_editor_pte'] })).user_id;
    await buildTeam(db, { leader_id: editor });
    await openSession(db, boss.user_id, bureau.clock());
    // Of everything the lists tell apart: in one's own hands, waiting for one, to be taken, in rework, reworked in the past.
    const turns = [
      { status: 3, editor: boss.user_id },
      { status: 2, editor: boss.user_id },
      { status: 1 },
      { status: 13, editor, ...rework },
      { status: 9, editor, ...rework },
    ];
    const task = await buildTask(db, { workstream: 'PTE', supporters: [editor], ...turns[n % turns.length] });
    const { job_detail_id } = await buildDetail(db, { job_id: task.job_id });
    await buildTask(db, { job_detail_id });
    // More work without a price of the first customer, each of a category of its own.
    await buildDetail(db, { job_id: made.jobs[0] ?? task.job_id });
    const { customer2_id, service_cat2_id } = task;
    const customer = db.selectFrom('cus2').select('cus_id1').where('id', '=', customer2_id);
    const { cus_id1 } = await customer.executeTakeFirstOrThrow();
    await db.updateTable('cus1').set({ cus_id0 }).where('id', '=', cus_id1).execute();
    await buildPrice(db, { cus_id1, service_cat2_id });
    await db
      .insertInto('metadata')
      .values({ data_type: 'INFO_HUB', key: `article-${n}`, value: JSON.stringify(ARTICLE) })
      .execute();
    await db
      .insertInto('saved_view')
      .values(VIEW_SCREENS.map((screen) => ({ owner_id: boss.user_id, screen, name: `View ${n}`, search: '{}' })))
      .execute();
    await db
      .insertInto('job_import')
      .values({
        import_id: randomUUID(),
        created_by: boss.user_id,
        touched_at: bureau.clock(),
        added_at: bureau.clock(),
        outcome: '{}',
      })
      .execute();
    await db
      .insertInto('customer_request')
      .values({ cus_id1, type: 'FAULTS', board: 'CS_BOARD', subject: `Request ${n}`, full_name: 'Customer' })
      .execute();
    await db
      .insertInto('wall_link')
      .values({ token_hash: randomBytes(32), name: `Wall ${n}`, names: false, made_at: bureau.clock() })
      .execute();
    await buildQuote(db, { request_id: 1, status: 'DECLINED' });
    const message = { request_id: 1, side: 'customer', text: 'Một tin nhắn', at: bureau.clock() };
    await db.insertInto('request_message').values(message).execute();
    await db
      .insertInto('notice')
      .values({
        user_id: boss.user_id,
        event: 'fault',
        at: bureau.clock(),
        task_ids: [task.task_id],
        title: `N${n}`,
      })
      .execute();
    for (const staff_id of n === 0 ? [editor, boss.user_id] : [editor])
      await boss.call(endpoints.allowance.dailyAdd, {
        entries: ['2026-08-03', '2026-11-05'].map((date) => ({ staff_id, date, ...NO_FEES, online_fee: 1 as const })),
      });
    await fillAppeal(task.task_id, editor);
    await db
      .insertInto('job_forecast')
      .values({
        job_id: task.job_id,
        made_at: bureau.clock(),
        p50: bureau.clock(),
        p80: bureau.clock(),
        at_risk: true,
        basis: JSON.stringify(BASIS),
      })
      .execute();
    await buildWebhook(db);
    await buildDelivery(db, { webhook_id: 1 });
    await openToken(db, boss.user_id, { scope: ['npn_view_job'], may_write: false }, bureau.clock());
    const judged = {
      task_id: task.task_id,
      action: 'qc1_done',
      from_status: 5,
      to_status: 6,
      user_id: boss.user_id,
      editor,
    };
    await db
      .insertInto('task_history')
      .values({ ...judged, at: bureau.clock(), x1: 2, x2: 0, x3: 0 })
      .execute();
    made.tasks.push(task.task_id);
    made.jobs.push(task.job_id);
    made.customers.push(cus_id1);
    made.prices.push({ customer2_id, service_cat2_id });
  }
  await foldAllQuality(db, bureau.clock());
}

/** A fault of a task that its editor has answered. */
async function fillAppeal(task_id: number, editor: number): Promise<void> {
  const at = bureau.clock();
  const step = { task_id, action: 'qc1_fault', from_status: 5, to_status: 10, at, x1: 2, x2: 0, x3: 0 };
  const { id: fault_id } = await bureau.db
    .insertInto('task_history')
    .values({ ...step, fault_kinds: ['colour'], editor })
    .returning('id')
    .executeTakeFirstOrThrow();
  await bureau.db
    .insertInto('fault_appeal')
    .values({
      fault_id,
      task_id,
      workstream: 'PTE',
      reason: 'No fault',
      made_by: editor,
      made_at: at,
      barred: [editor],
    })
    .execute();
}

const AUGUST = { year: 2026, month: 8 };
/** Closes a month over whom there is now, or opens it again. */
async function moveAugust(action: 'close' | 'reopen'): Promise<void> {
  const { month } = await boss.call(endpoints.allowance.list, AUGUST);
  const { version } = month;
  await boss.call(endpoints.allowance.moveMonth, { ...AUGUST, version, action, reason: 'Hết tháng' });
}

/** Everything a call is asked: in as long pages as it gives, and for its last page, which is read from the other end. */
async function waysOf(endpoint: Endpoint): Promise<Record<string, Input>> {
  const ways = READ_INPUTS[endpoint.name]?.(made) ?? { whole: {} };
  const [first] = Object.values(ways);
  if (!first || !endpoint.input.safeParse(first).success) {
    throw new Error(`${endpoint.name} does not answer when nothing is said: give it a line in read-inputs.`);
  }
  if (!endpoint.input.safeParse({ ...first, page: 1, page_size: 200 }).success) return ways;
  const paged: Record<string, Input> = {};
  for (const [way, input] of Object.entries(ways)) {
    paged[way] = { ...input, page: 1, page_size: 200 };
    const { body } = await askerOf(endpoint).send(endpoint, { ...input, page: 1, page_size: 1 });
    const { total_pages: pages } = body as { total_pages: number };
    paged[`${way}, last page`] = { ...input, page: Math.max(1, pages), page_size: 1 };
  }
  return paged;
}

interface Asked {
  statements: Statement[];
  size: number;
}

/** What each way of asking a call sends to the database. Asked once before, so that what is kept for later is kept. */
async function ask(endpoint: Endpoint): Promise<Map<string, Asked>> {
  const asked = new Map<string, Asked>();
  for (const [way, input] of Object.entries(await waysOf(endpoint))) {
    await askerOf(endpoint).send(endpoint, input);
    const { result, statements } = await statementsOf(() => askerOf(endpoint).send(endpoint, input));
    expect(result.status, `${endpoint.name}, ${way}: ${result.text.slice(0, 300)}`).toBe(200);
    // Whether permissions have changed is asked once in a while, by the clock: it is of no call.
    const own = statements.filter(({ text }) => text !== 'select n from access_epoch');
    asked.set(way, { statements: own, size: result.text.length });
  }
  return asked;
}

const reads = allEndpoints.filter((endpoint) => endpoint.kind === 'read');
const few = new Map<string, Map<string, Asked>>();
const table: string[] = [];

beforeAll(async () => {
  bureau = await testApp();
  boss = await bureau.as({ is_superuser: true });
  made.self = boss.user_id;
  await seedBuiltIn(bureau.db);
  cus_id0 = (await buildCus0(bureau.db)).id;
  customer = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id0 }));
  await fill(FEW);
  await moveAugust('close');
  for (const endpoint of reads) few.set(endpoint.name, await ask(endpoint));
  await moveAugust('reopen');
  await fill(MANY);
  await moveAugust('close');
});
afterAll(async () => {
  process.stdout.write(`\nStatements per call, with ${FEW} and with ${MANY} rows of everything\n${table.join('\n')}\n`);
  await bureau.close();
});

describe('what a call sends to the database', () => {
  it.each(reads.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s: as many statements for many rows as for few',
    async (name, endpoint) => {
      for (const [way, { statements, size }] of await ask(endpoint)) {
        const before = few.get(name)?.get(way);
        const counts = [before?.statements.length ?? 0, statements.length];
        table.push(`${`${name}, ${way}`.padEnd(40)} ${counts.map((count) => String(count).padStart(4)).join('')}`);
        expect(
          counts,
          `${name}, ${way} sends, for many rows:\n${statements.map(({ text }) => text).join(';\n')}`,
        ).toEqual([counts[1], counts[1]]);
        expect(statements.length, `${name}, ${way}`).toBeLessThanOrEqual(FEWER[name] ?? MOST);
        if (ANSWERS_ONE.has(name) || /narrowed|last page/.test(way)) continue;
        if (size <= (before?.size ?? 0)) {
          throw new Error(`${name}, ${way} answers no more with ${MANY} rows: make some in fill, or see ANSWERS_ONE.`);
        }
      }
    },
  );
});
