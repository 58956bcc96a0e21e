import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { emit } from '../../live/emit.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCus1, buildPrice } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { buildCustomerWithLogins, type Tenant } from '../../testing/factories/tenants.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { openStream, type ReceivedEvent, type LiveStream } from '../../testing/live-stream.ts';

let bureau: TestApp;
let boss: ApiClient;
let firstTenant: Tenant;
let otherTenant: Tenant;
const open: LiveStream[] = [];

const { portal, job, task, price, request, customer, quote } = endpoints;
/** A request in progress, whose status stays when a quote is sent. */
const quoteRequest = { type: 'QUOTES', status: 'PROCESSING', board: 'ADMIN_BOARD' } as const;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  await bureau.app.listen({ host: '127.0.0.1', port: 0 });
  boss = await bureau.as({ is_superuser: true });
  firstTenant = await buildCustomerWithLogins(bureau.db);
  otherTenant = await buildCustomerWithLogins(bureau.db);
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => bureau.close());

const openCustomerStream = async (client: ApiClient) => {
  const stream = await openStream(bureau.app, client.token);
  open.push(stream);
  await stream.next(({ event }) => event === 'ready');
  return stream;
};
/** Opens the streams of a customer 1 and of the customer 0 above it. */
const subscribeBoth = async ({ login, topLogin }: Tenant) => ({
  own: await openCustomerStream(await bureau.as(login)),
  top: await openCustomerStream(await bureau.as(topLogin)),
});
/** Returns the events of each stream until now. An article event to all customers marks the end. */
const takeEvents = async (...streams: LiveStream[]) => {
  await waitForEvents(...streams);
  return streams.map(takeTopics);
};
const waitForEvents = async (...streams: LiveStream[]) => {
  await emit({ db: bureau.db }, 'portal_article', []);
  const isLastEvent = ({ event, data }: ReceivedEvent) => event === 'change' && data.topic === 'portal_article';
  await Promise.all(streams.map((stream) => stream.next(isLastEvent)));
};
const takeTopics = (stream: LiveStream) => {
  const events = stream.received.splice(0).filter(({ event }: ReceivedEvent) => event !== 'ping');
  return [...new Set(events.map(({ event, data }) => `${event} ${data.topic} ${data.ids?.join(' ')}`))].sort();
};

const createPrice = ({ service_cat2_id }: Tenant, version: number) => ({
  service_cat2_id,
  version,
  retail_price: 3,
  wholesale_price: 2,
  estimate_minutes: 10,
  visible: true,
  enabled: true,
});

describe('live events of a customer', () => {
  it('events have the customer’s own records by portal names, and no others', async () => {
    const fresh = await buildTask(bureau.db, { status: 1, job: { customer2_id: firstTenant.customer2_id } });
    const { own, top } = await subscribeBoth(firstTenant);
    const otherStreams = await subscribeBoth(otherTenant);
    const all = [own, top, otherStreams.own, otherStreams.top] as const;
    const expectOwnEvents = (topic: string, id: number) => [
      [`change ${topic} ${id}`],
      [`change ${topic} ${id}`],
      [],
      [],
    ];

    await boss.call(task.assign, { tasks: [{ task_id: fresh.task_id, version: 1 }], editor: boss.user_id });
    await boss.call(task.act, { task_id: fresh.task_id, version: 2, action: 'start' });
    expect(await takeEvents(...all)).toEqual(expectOwnEvents('portal_job', fresh.job_id));

    const { version: job_version } = await bureau.db
      .selectFrom('job')
      .select('version')
      .where('job_id', '=', firstTenant.job_id)
      .executeTakeFirstOrThrow();
    await boss.call(job.update, { job_id: firstTenant.job_id, version: job_version, job_notes: 'Mind the sky' });
    expect(await takeEvents(...all)).toEqual(expectOwnEvents('portal_job', firstTenant.job_id));

    await boss.call(price.update, { cus_id1: firstTenant.cus_id1, prices: [createPrice(firstTenant, 1)] });
    expect(await takeEvents(...all)).toEqual(expectOwnEvents('portal_price', firstTenant.cus_id1));
    // Only a customer 0 receives a wholesale price. Hidden prices are sent to no customer.
    const changePrice = (version: number, input: object) =>
      boss.call(price.update, {
        cus_id1: firstTenant.cus_id1,
        prices: [{ ...createPrice(firstTenant, version), ...input }],
      });
    await changePrice(2, { wholesale_price: 1 });
    expect(await takeEvents(...all)).toEqual([[], [`change portal_price ${firstTenant.cus_id1}`], [], []]);
    await changePrice(3, { wholesale_price: 1, visible: false });
    expect(await takeEvents(...all)).toEqual(expectOwnEvents('portal_price', firstTenant.cus_id1));
    await changePrice(4, { wholesale_price: 1, visible: false, retail_price: 9 });
    expect(await takeEvents(...all)).toEqual([[], [], [], []]);

    await boss.call(request.reply, { id: firstTenant.request_id, text: 'Soon' });
    expect(await takeEvents(...all)).toEqual(expectOwnEvents('portal_request', firstTenant.request_id));

    const [row] = (await boss.call(customer.detailList, { cus_id1: firstTenant.cus_id1 })).results;
    const { cus_detail_id, version } = row!;
    const { cus_id1, cus_id0 } = firstTenant;
    await boss.call(customer.detailUpdate, { cus_detail_id, cus_id1, cus_id0, version, details: { city: 'Hue' } });
    expect(await takeEvents(...all)).toEqual(expectOwnEvents('portal_detail', firstTenant.cus_id1));
  });

  it('a new name of customer 0 reaches all customers below it', async () => {
    const { id: sister } = await buildCus1(bureau.db, { cus_id0: firstTenant.cus_id0 });
    const siblingStream = await openCustomerStream(
      await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1: sister })),
    );
    const { own, top } = await subscribeBoth(firstTenant);
    const { own: stranger } = await subscribeBoth(otherTenant);
    const [row] = (await boss.call(customer.detailList, { cus_id1: firstTenant.cus_id1 })).results;
    const { cus_detail_id, version, cus0 } = row!;
    await boss.call(customer.detailUpdate, {
      cus_detail_id,
      cus_id1: firstTenant.cus_id1,
      cus_id0: cus0.id,
      version,
      cus0_version: cus0.version,
      details: { cus0_name: `${cus0.name} Group` },
    });
    const eventsByPerson = await takeEvents(own, top, siblingStream, stranger);
    const listDetailIds = (events: string[]) =>
      events.flatMap((event) => /^change portal_detail (.*)$/.exec(event)?.[1]?.split(' ').map(Number) ?? []);
    expect(eventsByPerson.map((events) => listDetailIds(events).sort((a, b) => a - b))).toEqual([
      [firstTenant.cus_id1],
      [firstTenant.cus_id1, sister].sort((a, b) => a - b),
      [sister],
      [],
    ]);
  });

  it("staff with the open portal receive the customer's events too", async () => {
    const service = await bureau.as(['npn_view_customer', 'npn_change_customer']);
    const { view_as } = await service.call(portal.viewAs, { user_id: firstTenant.login.user_id });
    const viewing = await openStream(bureau.app, service.token, { 'x-view-as': view_as });
    open.push(viewing);
    await viewing.next(({ event }) => event === 'ready');
    const { own } = await subscribeBoth(firstTenant);
    await boss.call(request.reply, { id: firstTenant.request_id, text: 'Tomorrow' });
    const expectedEvents = [`change portal_request ${firstTenant.request_id}`];
    expect(await takeEvents(viewing, own)).toEqual([expectedEvents, expectedEvents]);
    await boss.call(customer.setLoginActive, { user_id: firstTenant.login.user_id, active: false });
    await viewing.ended;
    expect((await openStream(bureau.app, service.token, { 'x-view-as': view_as })).status).toBe(403);
    await boss.call(customer.setLoginActive, { user_id: firstTenant.login.user_id, active: true });
    // The event of this change is sent before the next stream opens.
    await takeEvents((await subscribeBoth(firstTenant)).own);
  });

  it("an event names the request's author as own login, and skips siblings", async () => {
    const { own, top } = await subscribeBoth(firstTenant);
    const { own: stranger } = await subscribeBoth(otherTenant);
    const all = [own, top, stranger] as const;
    const client = await bureau.as(firstTenant.login);
    const requestFields = { subject: 'x', full_name: 'Ada', description: 'y', job_name: 'z' } as const;
    const requestInput = { type: 'CHANGE_REQUESTS', ...requestFields, service_type_id: 1 } as const;
    const { id } = await client.call(portal.addRequest, requestInput);
    expect(await takeEvents(...all)).toEqual([[`change portal_request ${id}`], [`change portal_request ${id}`], []]);
  });

  it('an accepted quote refreshes all pages of jobs', async () => {
    const { id: request_id } = await buildRequest(bureau.db, { ...quoteRequest, cus_id1: firstTenant.cus_id1 });
    const { service_cat2_id, customer2_id } = firstTenant;
    const lines = [{ service_cat2_id, quantity: 2 }];
    const { id, version } = await boss.call(quote.save, { request_id, customer2_id, valid_until: '2026-12-31', lines });
    await boss.call(quote.send, { id, version });
    const tvBoard = await openCustomerStream(await bureau.as(['npn_view_job']));
    const customer1 = await bureau.as(firstTenant.login);
    const stranger = await openCustomerStream(await bureau.as(otherTenant.login));
    await customer1.call(portal.acceptQuote, { id });
    const { data } = await tvBoard.next(
      ({ event, data: { topic, ids } }) => event === 'change' && topic === 'job' && String(ids) === '',
    );
    expect(data).toMatchObject({ topic: 'job', ids: [] });
    expect(await takeEvents(stranger)).toEqual([[]]);
  });

  it('events follow a quote after it is sent, and leave out drafts', async () => {
    const { id: request_id } = await buildRequest(bureau.db, { ...quoteRequest, cus_id1: firstTenant.cus_id1 });
    const { own, top } = await subscribeBoth(firstTenant);
    const { own: stranger } = await subscribeBoth(otherTenant);
    const all = [own, top, stranger] as const;
    const word = [`change portal_request ${request_id}`];
    const line = { service_cat2_id: firstTenant.service_cat2_id, quantity: 2 };
    const draft = { request_id, customer2_id: firstTenant.customer2_id, valid_until: '2026-12-31', lines: [line] };
    const saveDraft = async () => boss.call(quote.save, draft);
    const sendQuote = async () => {
      const { id, version } = await saveDraft();
      return boss.call(quote.send, { id, version });
    };

    const { id: thrown, version: currentVersion } = await saveDraft();
    await boss.call(quote.withdraw, { id: thrown, version: currentVersion });
    expect(await takeEvents(...all)).toEqual([[], [], []]);

    const { id, version } = await sendQuote();
    expect(await takeEvents(...all)).toEqual([word, word, []]);
    await boss.call(quote.withdraw, { id, version, reason: 'Our artist has left' });
    expect(await takeEvents(...all)).toEqual([word, word, []]);

    const { id: again } = await sendQuote();
    await takeEvents(...all);
    await (await bureau.as(firstTenant.login)).call(portal.declineQuote, { id: again, reason: 'Too dear' });
    expect(await takeEvents(...all)).toEqual([word, word, []]);
  });

  it('events report a deleted or moved job, and tell its new customer', async () => {
    const [deletedTask, moved] = [
      await buildTask(bureau.db, { status: 1, job: { customer2_id: firstTenant.customer2_id } }),
      await buildTask(bureau.db, { status: 1, job: { customer2_id: firstTenant.customer2_id } }),
    ];
    const { own, top } = await subscribeBoth(firstTenant);
    const { own: stranger } = await subscribeBoth(otherTenant);
    const all = [own, top, stranger] as const;
    await boss.call(job.delete, { jobs: [{ job_id: deletedTask.job_id, version: 1 }] });
    expect(await takeEvents(...all)).toEqual([
      [`change portal_job ${deletedTask.job_id}`],
      [`change portal_job ${deletedTask.job_id}`],
      [],
    ]);
    await boss.call(job.update, { job_id: moved.job_id, version: 1, customer2_id: otherTenant.customer2_id });
    const came = [`change portal_job ${moved.job_id}`];
    expect(await takeEvents(...all)).toEqual([came, came, came]);
  });

  it('events report a deleted customer 1, with its prices and requests', async () => {
    const { top } = await subscribeBoth(firstTenant);
    const extra = await bureau.db
      .insertInto('cus1')
      .values({ cus_id0: firstTenant.cus_id0, name: 'To be closed' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await buildPrice(bureau.db, { cus_id1: extra.id });
    await buildRequest(bureau.db, { cus_id1: extra.id });
    const { own: stranger } = await subscribeBoth(otherTenant);
    await boss.call(customer.delete, { cus_id1: extra.id });
    expect(await takeEvents(top, stranger)).toEqual([
      [`change portal_detail ${extra.id}`, `change portal_price ${extra.id}`, 'change portal_request '],
      [],
    ]);
  });

  it('five hundred staff actions send only portal names and own ids', async () => {
    const third = await buildCustomerWithLogins(bureau.db);
    const fourth = await buildCustomerWithLogins(bureau.db);
    const jobs = await Promise.all([third, fourth].map((tenant) => buildTasks(tenant, 5)));
    const { own, top } = await subscribeBoth(third);
    const ownIds = new Set([third.cus_id1, third.request_id, ...jobs[0]!.map(({ job_id }) => job_id), third.job_id]);
    await takeEvents(own, top);
    const acts = await Promise.all([third, fourth].map((tenant, index) => moveTasks(tenant, jobs[index]!, 11)));
    expect(acts[0]! + acts[1]!).toBeGreaterThanOrEqual(500);
    await waitForEvents(own, top);
    for (const { received } of [own, top]) {
      // Without the event that marked the end.
      const events = received.filter(({ event, data }) => event === 'change' && data.topic !== 'portal_article');
      const topics = new Set(events.map(({ data }) => data.topic));
      expect(topics).toEqual(new Set(['portal_detail', 'portal_job', 'portal_price', 'portal_request']));
      expect(events.flatMap(({ data }) => data.ids ?? []).filter((id) => !ownIds.has(id))).toEqual([]);
    }
  });
});

const buildTasks = async ({ customer2_id }: Tenant, count: number) =>
  Promise.all(Array.from({ length: count }, () => buildTask(bureau.db, { status: 1, job: { customer2_id } })));

/** Repeats all staff actions on a customer. Returns the number of actions. */
async function moveTasks(
  tenant: Tenant,
  tasks: Awaited<ReturnType<typeof buildTasks>>,
  rounds: number,
): Promise<number> {
  let acts = 0;
  const callAndCount: ApiClient['call'] = async (endpoint, input) => {
    acts += 1;
    return boss.call(endpoint, input);
  };
  const { cus_id1, request_id } = tenant;
  const versions = new Map(tasks.map(({ task_id }) => [task_id, 1]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const { task_id, job_id } of tasks) {
      const toTaskVersion = () => ({ task_id, version: versions.get(task_id)! });
      const [assigned] = (await callAndCount(task.assign, { tasks: [toTaskVersion()], editor: boss.user_id })).results;
      versions.set(task_id, assigned!.version);
      const noted = await callAndCount(task.updateNotes, { ...toTaskVersion(), notes: `Round ${round}` });
      versions.set(task_id, noted.version);
      const { version } = (await boss.call(job.list, { job_id })).results[0]!;
      await callAndCount(job.update, { job_id, version, job_notes: `Round ${round}` });
      const rejectedTask = await callAndCount(task.act, { ...toTaskVersion(), action: 'reject' });
      versions.set(task_id, rejectedTask.version);
    }
    await callAndCount(price.update, { cus_id1, prices: [{ ...createPrice(tenant, round), retail_price: round }] });
    await callAndCount(request.reply, { id: request_id, text: `Round ${round}` });
    const [row] = (await boss.call(customer.detailList, { cus_id1 })).results;
    const { cus_detail_id, version, cus0 } = row!;
    const cus_id0 = cus0.id;
    await callAndCount(customer.detailUpdate, {
      cus_detail_id,
      cus_id1,
      cus_id0,
      version,
      details: { city: `City ${round}` },
    });
  }
  return acts;
}
