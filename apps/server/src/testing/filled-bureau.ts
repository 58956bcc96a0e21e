import { randomBytes, randomUUID } from 'node:crypto';
import type { Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { VIEW_SCREENS } from '@darkroom/contract/view';
import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { rollUpAllQuality } from '../features/quality/rollup.service.ts';
import { seedBuiltIn } from '../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from './app.ts';
import { buildCus0, buildPrice } from './factories/customers.ts';
import { buildCustomerAccount, buildStaff, buildTeam } from './factories/people.ts';
import { buildQuote } from './factories/quotes.ts';
import { MAIL_TARGET } from '@darkroom/domain/mail/mail';
import { buildDelivery, buildWebhook } from './factories/webhooks.ts';
import { buildDetail, buildTask } from './factories/work.ts';
import { openSession, openToken } from './session-makers.ts';

/** Ids of rows that requests can ask for. */
export interface CreatedRecords {
  /** User id of the caller. */
  self: number;
  tasks: number[];
  jobs: number[];
  customers: number[];
  prices: { customer2_id: number; service_cat2_id: number }[];
}

/** A bureau with rows of all kinds, so that each read has a result. */
export interface FilledBureau {
  readonly bureau: TestApp;
  readonly boss: ApiClient;
  readonly created: CreatedRecords;
  /**
   * Returns the caller of an endpoint: the superuser, or for endpoints of the portal the customer 0 above all
   * customers.
   */
  getCaller(endpoint: Endpoint): ApiClient;
  /** Adds rows until there are this many of each, with their own customers, categories, groups and people. */
  fill(until: number): Promise<void>;
}

export async function fillBureau(): Promise<FilledBureau> {
  const bureau = await createTestApp();
  const boss = await bureau.as({ is_superuser: true });
  const created: CreatedRecords = { self: boss.user_id, tasks: [], jobs: [], customers: [], prices: [] };
  await seedBuiltIn(bureau.db);
  const cus_id0 = (await buildCus0(bureau.db)).id;
  const customer = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id0 }));
  return {
    bureau,
    boss,
    created,
    getCaller: ({ path }) => (path.startsWith('/api/customer-portal/') && !/view-as/.test(path) ? customer : boss),
    fill: (until) => fillRecords({ bureau, boss, created, cus_id0 }, until),
  };
}

const BASIS = {
  task_id: 1,
  similarity: 'category2',
  sample_size: 9,
  from_minutes: 60,
  to_minutes: 90,
  ahead: 1,
  people: 2,
  open: 3,
};
const ARTICLE = {
  title: { vi: 'Bài viết', en: 'An article' },
  body: { vi: 'Nội dung', en: 'Its text' },
  published: true,
  published_on: '2026-11-01',
  pinned: false,
  display_order: null,
};

type FillContext = Pick<FilledBureau, 'bureau' | 'boss' | 'created'> & { readonly cus_id0: number };

async function fillRecords({ bureau, boss, created, cus_id0 }: FillContext, until: number): Promise<void> {
  const { db } = bureau;
  const rework = { rework_at: bureau.clock(), rework_quantity: 1, rework_notes: 'làm lại', x1: 2 };
  for (let n = created.tasks.length; n < until; n++) {
    const editor = (await buildStaff(db, { permissions: ['npn_editor_pte'] })).user_id;
    await buildTeam(db, { leader_id: editor });
    await openSession(db, boss.user_id, bureau.clock());
    const days = { first_day: '2026-11-18', last_day: '2026-11-20', part: 'day', kind: 'planned' };
    await db
      .insertInto('leave')
      .values({ ...days, member_id: editor })
      .execute();
    // Tasks for all lists: in progress, waiting, in the pool, in rework, reworked before.
    const statuses = [
      { status: 3, editor: boss.user_id },
      { status: 2, editor: boss.user_id },
      { status: 1 },
      { status: 13, editor, ...rework },
      { status: 9, editor, ...rework },
    ];
    const task = await buildTask(db, { workstream: 'PTE', supporters: [editor], ...statuses[n % statuses.length] });
    const { job_detail_id } = await buildDetail(db, { job_id: task.job_id });
    await buildTask(db, { job_detail_id });
    // More work of the first customer without a price, each with its own category.
    await buildDetail(db, { job_id: created.jobs[0] ?? task.job_id });
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
      .insertInto('record_import')
      .values({
        import_id: randomUUID(),
        kind: 'member',
        file_name: `members-${n}.xlsx`,
        added_at: bureau.clock(),
        added: 1,
        updated: 0,
        records: '[]',
      })
      .execute();
    await db
      .insertInto('customer_request')
      .values({ cus_id1, type: 'FAULTS', board: 'CS_BOARD', subject: `Request ${n}`, full_name: 'Customer' })
      .execute();
    await db
      .insertInto('tv_board_link')
      .values({ token_hash: randomBytes(32), name: `TV board ${n}`, names: false, created_at: bureau.clock() })
      .execute();
    await buildQuote(db, { request_id: 1, status: 'DECLINED' });
    const message = { request_id: 1, side: 'customer', text: 'Một tin nhắn', at: bureau.clock() };
    await db.insertInto('request_message').values(message).execute();
    await db
      .insertInto('notification')
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
    await fillAppeal(bureau, task.task_id, editor);
    await db
      .insertInto('job_forecast')
      .values({
        job_id: task.job_id,
        calculated_at: bureau.clock(),
        p50: bureau.clock(),
        p80: bureau.clock(),
        at_risk: true,
        basis: JSON.stringify(BASIS),
      })
      .execute();
    await buildWebhook(db);
    await buildDelivery(db, { webhook_id: 1 });
    const data = JSON.stringify({ user_id: null, to: 'boss@bureau.example', language: 'vi', items: [] });
    const mail = { webhook_id: MAIL_TARGET, event: { type: 'mail.test', data } };
    await buildDelivery(db, mail);
    await buildDelivery(db, { ...mail, state: 'delivered', ended_at: bureau.clock() });
    await openToken(db, boss.user_id, { scope: ['npn_view_job'], can_write: false }, bureau.clock());
    const checkStep = {
      task_id: task.task_id,
      action: 'qc1_done',
      from_status: 5,
      to_status: 6,
      user_id: boss.user_id,
      editor,
    };
    await db
      .insertInto('task_history')
      .values({ ...checkStep, at: bureau.clock(), x1: 2, x2: 0, x3: 0 })
      .execute();
    created.tasks.push(task.task_id);
    created.jobs.push(task.job_id);
    created.customers.push(cus_id1);
    created.prices.push({ customer2_id, service_cat2_id });
  }
  await rollUpAllQuality(db, bureau.clock());
}

/** Adds a fault with an appeal of its editor. */
async function fillAppeal(bureau: TestApp, task_id: number, editor: number): Promise<void> {
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
      created_by: editor,
      created_at: at,
      excluded_users: [editor],
    })
    .execute();
}
