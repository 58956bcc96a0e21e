import { endpoints } from '@darkroom/contract/endpoints';
import { WEBHOOK_EVENTS } from '@darkroom/domain/webhook/events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { GROUPS } from '../../testing/groups.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildSentQuote } from '../../testing/factories/quotes.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { recordStatements } from '../../testing/statements.ts';

let bureau: TestApp;
let admin: ApiClient;
let boss: ApiClient;
let editor: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  admin = await bureau.as({ permissions: ['npn_admin'] });
  boss = await bureau.as({ is_superuser: true });
  editor = await bureau.as({ permissions: [...GROUPS['Editor PTE']] });
});
afterAll(() => bureau.close());
beforeEach(async () => {
  await bureau.db.deleteFrom('webhook').where('kind', '=', 'webhook').execute();
  await bureau.db.deleteFrom('webhook_event').execute();
});

let nameCounter = 0;
const createWebhookInput = (fields: object = {}) => ({
  name: `Kế toán ${++nameCounter}`,
  url: 'https://hooks.example/darkroom',
  events: [...WEBHOOK_EVENTS],
  ...fields,
});
const addWebhook = (fields?: object) => admin.call(endpoints.webhook.add, createWebhookInput(fields));

const readEvents = () =>
  bureau.db.selectFrom('webhook_event').select(['type', 'at', 'data']).orderBy('id').execute() as Promise<
    { type: string; at: string; data: Record<string, unknown> }[]
  >;

const startTask = async (headers?: Record<string, string>) => {
  const { task_id } = await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: editor.user_id });
  return editor.send(endpoints.task.act, { task_id, version: 1, action: 'start' }, headers);
};

describe('events', () => {
  it('events are written only if a webhook wants them', async () => {
    await startTask();
    expect(await readEvents()).toEqual([]);
    await addWebhook({ events: ['quote.accepted'] });
    const off = await addWebhook({ enabled: false });
    await startTask();
    expect(await readEvents()).toEqual([]);
    await admin.call(endpoints.webhook.update, { id: off.id, version: off.version, enabled: true });
    await startTask();
    expect((await readEvents()).map(({ type }) => type)).toContain('task.status_changed');
  });

  it('events cost a move no extra statement, with or without webhooks', async () => {
    const countStatements = async () => {
      const { result, statements } = await recordStatements(() =>
        startTask({ 'idempotency-key': `move-${++nameCounter}` }),
      );
      expect(result.status).toBe(200);
      return statements.length;
    };
    await startTask();
    const without = await countStatements();
    await addWebhook();
    await startTask();
    expect(await countStatements()).toBe(without);
  });

  it('events follow a job from its creation to its end, in order', async () => {
    await addWebhook();
    const customer2 = await buildCustomer(bureau.db);
    const category = await buildCategory(bureau.db);
    const { results } = await boss.call(endpoints.job.bulkAdd, {
      jobs: [
        {
          job_date: '2026-11-20',
          customer2_id: customer2.id,
          job_name: 'Ảnh cưới',
          job_link: null,
          job_priority: 'Urgent',
          job_notes: 'nội bộ: khách khó tính',
          job_details: [{ service_cat1_id: category.cat1_id, service_cat2_id: category.id, quantity: 3, note: '' }],
        },
      ],
    });
    const [job] = results as [(typeof results)[number]];
    const [task] = job.job_details[0]?.tasks ?? [];
    await boss.call(endpoints.task.adminUpdate, {
      task_id: task?.task_id ?? 0,
      version: 1,
      status: 9,
      editor: editor.user_id,
      x1: 3,
      reason: 'đã giao',
    });
    const all = await readEvents();
    expect(all.map(({ type }) => type)).toEqual([
      'job.created',
      'task.status_changed',
      'job.status_changed',
      'job.completed',
    ]);
    expect(all[0]?.data).toEqual({
      job_id: job.job_id,
      prod_id: job.prod_id,
      job_name: 'Ảnh cưới',
      job_date: '2026-11-20',
      job_priority: 'Urgent',
      job_status: 'TO_DO',
      customer2_id: customer2.id,
      cus_id1: customer2.cus_id1,
      cus_id0: expect.any(Number) as number,
    });
    expect(all[2]?.data).toMatchObject({ job_status: 'COMPLETED', previous_status: 'TO_DO' });
    expect(new Set(all.map(({ at }) => at))).toEqual(new Set([bureau.clock()]));
    expect(JSON.stringify(all)).not.toMatch(/nội bộ|đã giao/);
  });

  it("events follow requests and accepted quotes, after the quote's job", async () => {
    await addWebhook();
    const offer = await buildSentQuote(bureau.db, boss.user_id);
    const [createdEvent] = await readEvents();
    expect(createdEvent?.data).toEqual({
      request_id: offer.request_id,
      type: 'QUOTES',
      board: expect.any(String) as string,
      subject: 'Twilight package',
      job_id: null,
      cus_id1: offer.cus_id1,
      cus_id0: offer.cus_id0,
    });
    const customer = await bureau.as(offer.account);
    await customer.call(endpoints.portal.acceptQuote, { id: offer.id });
    const all = await readEvents();
    expect(all.map(({ type }) => type)).toEqual(['request.created', 'job.created', 'quote.accepted']);
    expect(all[2]?.data).toEqual({
      quote_id: offer.id,
      request_id: offer.request_id,
      job_id: all[1]?.data.job_id,
      customer2_id: offer.customer2_id,
      cus_id1: offer.cus_id1,
      cus_id0: offer.cus_id0,
      amount: 71,
    });
  });

  it('events of another customer are hidden from a customer’s webhook', async () => {
    const customer = await buildCustomer(bureau.db);
    const hook = await addWebhook({ cus_id1: customer.cus_id1, events: ['task.status_changed'] });
    await startTask();
    expect(await readEvents()).toEqual([]);
    const { task_id } = await buildTask(bureau.db, {
      workstream: 'PTE',
      status: 2,
      editor: editor.user_id,
      job: { customer2_id: customer.id },
    });
    await editor.call(endpoints.task.act, { task_id, version: 1, action: 'start' });
    expect((await readEvents()).map(({ data }) => data.cus_id1)).toEqual([customer.cus_id1]);
    const log = await admin.call(endpoints.webhook.deliveries, { id: hook.id });
    expect(log).toMatchObject({ total_items: 1, results: [{ state: 'waiting', attempts: 0, next_at: null }] });
  });
});

describe('webhooks', () => {
  it('a webhook shows its secret once, and lists and audit leave it out', async () => {
    const hook = await addWebhook();
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const changed = await admin.call(endpoints.webhook.update, { id: hook.id, version: hook.version, name: 'Kho' });
    await admin.call(endpoints.webhook.rotate, { id: hook.id, version: changed.version });
    const list = await admin.call(endpoints.webhook.list, {});
    const history = await admin.call(endpoints.history.list, { entity: 'webhook', entity_id: hook.id });
    const audit = await bureau.db.selectFrom('audit').selectAll().where('entity', '=', 'webhook').execute();
    expect(JSON.stringify([list, history, audit])).not.toMatch(/whsec_|secret"/);
    expect(history.results.some(({ changes }) => changes.some(({ field }) => field === 'name'))).toBe(true);
  });

  it.each([
    ['job.created', [['events', 'invalid']]],
    [undefined, [['events', 'required']]],
    [null, [['events', 'invalid']]],
    [{}, [['events', 'invalid']]],
    [[], [['events', 'required']]],
    [['job.created', 'job.created'], [['events', 'duplicate']]],
    [
      ['job.created', 'job.lost', 7],
      [
        ['events.1', 'invalid'],
        ['events.2', 'invalid'],
      ],
    ],
  ])('a webhook is refused for the events %j, with the error', async (events, wrong) => {
    const { status, problem } = await admin.send(endpoints.webhook.add, createWebhookInput({ events }));
    expect(status).toBe(422);
    expect(problem.errors?.map(({ field, code }) => [field, code])).toEqual(wrong);
    const hook = await addWebhook();
    if (events === undefined) return;
    const changed = await admin.send(endpoints.webhook.update, {
      id: hook.id,
      version: hook.version,
      events: events as never,
    });
    expect(changed.problem.errors?.map(({ field, code }) => [field, code])).toEqual(wrong);
  });

  it('a repeated request returns the same webhook without its secret', async () => {
    const key = { 'idempotency-key': `hook-${++nameCounter}` };
    const input = createWebhookInput();
    const createdWebhook = await admin.call(endpoints.webhook.add, input, key);
    expect(await admin.call(endpoints.webhook.add, input, key)).toEqual({ ...createdWebhook, secret: null });
    const again = { id: createdWebhook.id, version: createdWebhook.version };
    const rotated = await admin.call(endpoints.webhook.rotate, again, key);
    expect(rotated.secret).not.toBe(createdWebhook.secret);
    expect(await admin.call(endpoints.webhook.rotate, again, key)).toEqual({ ...rotated, secret: null });
    const storedResponses = JSON.stringify(await bureau.db.selectFrom('idempotency').selectAll().execute());
    expect(storedResponses).toContain(createdWebhook.name);
    for (const { secret } of [createdWebhook, rotated]) expect(storedResponses).not.toContain(secret!.slice(6, 40));
  });

  it.each([
    ['ftp://hooks.example/', 'not_http'],
    ['https://name:word@hooks.example/', 'url_has_credentials'],
    ['https://hooks.example/#part', 'url_has_credentials'],
    ['http://hooks.example/', 'not_https'],
    ['https://169.254.169.254/latest', 'address_refused'],
    ['https://[::ffff:127.0.0.1]/', 'address_refused'],
    ['https://localhost:4000/', 'address_refused'],
    ['https://exa mple/', 'not_http'],
    ['https://[nowhere/', 'not_http'],
    ['https://internal', 'address_refused'],
    ['https://hooks.example/\u202egnp.exe', 'hostile_text'],
    ['https://hooks.exam\u200bple/', 'hostile_text'],
    ['https://hooks.example/\u0085x', 'hostile_text'],
  ])('a webhook is refused for %s', async (url, code) => {
    const { status, problem } = await admin.send(endpoints.webhook.add, createWebhookInput({ url }));
    expect(status).toBe(422);
    expect(problem.errors).toMatchObject([{ field: 'url', code }]);
  });

  it('a webhook has a unique name, events, and a version', async () => {
    const hook = await addWebhook();
    const same = await admin.send(endpoints.webhook.add, createWebhookInput({ name: hook.name.toUpperCase() }));
    expect(same.problem).toMatchObject({ code: 'exists', errors: [{ field: 'name' }] });
    const none = await admin.send(endpoints.webhook.add, createWebhookInput({ events: [] }));
    expect(none.problem.errors).toMatchObject([{ field: 'events', code: 'required' }]);
    const stale = await admin.send(endpoints.webhook.update, { id: hook.id, version: 9, name: 'Kho' });
    expect(stale.problem.code).toBe('stale');
    await admin.call(endpoints.webhook.delete, { id: hook.id, version: hook.version });
    expect((await admin.send(endpoints.webhook.deliveries, { id: hook.id })).status).toBe(404);
  });
});
