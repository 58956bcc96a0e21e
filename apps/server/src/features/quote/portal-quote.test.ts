import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClock, createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer, buildPrice } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildSentQuote, buildQuote } from '../../testing/factories/quotes.ts';
import { buildJob } from '../../testing/factories/work.ts';

let bureau: TestApp;
let maker: ApiClient;
let reader: ApiClient;

const { quote: calls, portal, request: requests, job: jobs, notification, task: tasks, history } = endpoints;
const clock = makeClock();

beforeAll(async () => {
  bureau = await createTestApp({ clock });
  maker = await bureau.as(['npn_admin_customer_request']);
  reader = await bureau.as(['npn_view_job', 'npn_view_all_tasks']);
});
afterAll(() => bureau.close());

const offerQuote = async (fields: Parameters<typeof buildSentQuote>[2] = {}) => {
  const offer = await buildSentQuote(bureau.db, maker.user_id, fields);
  return { ...offer, customer: await bureau.as(offer.account) };
};

const listJobs = (customer2_id: number) =>
  bureau.db.selectFrom('job').select('job_id').where('customer2_id', '=', customer2_id).execute();
const getOutcome = (response: { status: number; problem: { code: string } }) =>
  response.status === 200 ? 'done' : response.problem.code;

describe('quotes of a customer', () => {
  it('quotes have total and lines, without the bureau’s internal values', async () => {
    const { id, request_id, cus_id1, customer2_id, service_cat2_id, customer } = await offerQuote();
    const { results, total_items } = await customer.call(portal.quotes, { request_id });
    expect(total_items).toBe(1);
    const line = {
      service_cat1: expect.any(String) as string,
      service_cat2: expect.any(String) as string,
      service_cat2_id,
    };
    expect(results).toEqual([
      {
        id,
        request_id,
        subject: 'Twilight package',
        cus_id1,
        status: 'SENT',
        valid_until: '2026-11-30',
        note: 'In five days',
        customer2_id,
        lines: [
          { ...line, quantity: 40, unit_price: 1.75, amount: 70, note: 'Fronts' },
          { ...line, quantity: 2, unit_price: 0.5, amount: 1, note: '' },
        ],
        quantity: 42,
        amount: 71,
        currency: 'USD',
        sent_at: '2026-11-18T03:00:00.000Z',
        decided_at: null,
        answered_by: null,
        reason: null,
        job_id: null,
        prod_id: null,
      },
    ]);
  });

  it('the list leaves out drafts, and shows expired quotes as expired', async () => {
    const { request_id, customer } = await offerQuote({ valid_until: '2026-11-19' });
    await buildQuote(bureau.db, { request_id });
    await buildQuote(bureau.db, { request_id, status: 'WITHDRAWN', sent_at: null });
    const { results } = await customer.call(portal.quotes, { request_id });
    expect(results.map(({ status }) => status)).toEqual(['EXPIRED']);
    expect((await customer.call(portal.quotes, { request_id, status: ['EXPIRED'] })).total_items).toBe(1);
    expect((await customer.call(portal.quotes, { request_id, status: ['SENT'] })).total_items).toBe(0);
  });

  it('another customer’s quote looks missing, and a customer 0 sees all below it', async () => {
    const { id, request_id, cus_id0, customer } = await offerQuote();
    const draft = await buildQuote(bureau.db, { request_id });
    const { customer: stranger } = await offerQuote();
    const responses = [
      await stranger.send(portal.acceptQuote, { id }),
      await stranger.send(portal.declineQuote, { id, reason: 'No' }),
      await stranger.send(portal.acceptQuote, { id: 2_000_000_000 }),
      await customer.send(portal.acceptQuote, { id: draft.id }),
      await (await bureau.as({ is_superuser: true })).send(portal.acceptQuote, { id }),
    ];
    const plain = responses.map(({ problem: { request_id: _id, ...problem } }) => problem);
    expect(plain[0]).toMatchObject({ status: 404, code: 'not_found' });
    expect(plain).toEqual(plain.map(() => plain[0]));
    expect((await stranger.call(portal.quotes, { id })).results).toEqual([]);
    const top = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id0 }));
    expect((await top.call(portal.quotes, {})).results.map((quote) => quote.id)).toEqual([id]);
    expect((await top.send(portal.acceptQuote, { id })).status).toBe(200);
  });
});

describe('acceptance of a quote', () => {
  it('acceptance makes one job at the quote’s prices, and closes the request', async () => {
    const { id, request_id, customer2_id, cat1_id, service_cat2_id, customer } = await offerQuote();
    const accepted = await customer.call(portal.acceptQuote, { id });
    const today = '2026-11-20';
    expect(accepted).toMatchObject({
      status: 'ACCEPTED',
      decided_at: clock(),
      prod_id: expect.stringMatching(/^261120-/) as string,
    });
    const { results } = await reader.call(jobs.list, { customer2_id: [customer2_id] });
    const category = { service_cat1_id: cat1_id, service_cat2_id };
    expect(results).toMatchObject([
      {
        job_id: accepted.job_id,
        prod_id: accepted.prod_id,
        job_date: today,
        job_name: 'Twilight package',
        job_link: 'https://drive.example.com/q',
        job_notes: 'Forty fronts',
        job_status: 'TO_DO',
        created_by: customer.user_id,
        job_details: [
          { ...category, quantity: 40, unit_price: 1.75, estimate_minutes: 8, note: 'Fronts', tasks: [{ status: 1 }] },
          { ...category, quantity: 2, unit_price: 0.5, estimate_minutes: null, tasks: [{ status: 1 }] },
        ],
      },
    ]);
    const storedDetails = bureau.db
      .selectFrom('job_detail')
      .select(['wholesale_price', 'quoted'])
      .orderBy('job_detail_id');
    expect(await storedDetails.where('job_id', '=', accepted.job_id).execute()).toEqual([
      { wholesale_price: 1.75, quoted: true },
      { wholesale_price: 0.5, quoted: true },
    ]);
    const [request] = (await maker.call(requests.list, { id: request_id })).results;
    // The name of the accepting login is shown to users who see the request, as on the quote.
    const { full_name } = await bureau.db
      .selectFrom('user_account')
      .select('full_name')
      .where('id', '=', customer.user_id)
      .executeTakeFirstOrThrow();
    expect(request).toMatchObject({
      status: 'DONE',
      job_id: accepted.job_id,
      moved_by: customer.user_id,
      moved_by_name: full_name,
    });
    const [visibleQuotes] = (await maker.call(calls.list, { request_id })).results;
    expect(visibleQuotes).toMatchObject({
      status: 'ACCEPTED',
      decided_by: customer.user_id,
      decided_by_name: full_name,
    });
    const { results: notifications } = await maker.call(notification.list, {});
    expect(notifications[0]).toMatchObject({
      event: 'quote_accepted',
      title: 'Twilight package',
      request_id,
      actor_id: customer.user_id,
      actor_name: full_name,
    });
    // The job's history has the name of the accepting login, and only facts of its creation.
    const { results: historyRows } = await reader.call(history.list, { entity: 'job', entity_id: accepted.job_id! });
    expect(historyRows[0]).toMatchObject({
      actor: customer.user_id,
      named: { [customer.user_id]: expect.any(String) as string },
      changes: expect.arrayContaining([{ field: 'created_by', before: null, after: customer.user_id }]) as unknown,
    });
    expect(historyRows[0]!.changes.map(({ field }) => field)).not.toContain('quoted');
    const trail = bureau.db.selectFrom('audit').select(['entity', 'actor_id']).where('action', '=', 'quote.accept');
    const rows = await trail.where('actor_id', '=', customer.user_id).orderBy('entity').execute();
    expect(rows.map(({ entity }) => entity)).toEqual(['customer_request', 'job', 'quote']);
    const { total_items } = await reader.call(tasks.list, { customer2_id: [customer2_id] });
    expect(total_items).toBe(2);
  });

  it('the history records the request’s earlier job', async () => {
    const { id, request_id, customer2_id, customer } = await offerQuote();
    const named = await buildJob(bureau.db, { customer2_id });
    const [request] = (await maker.call(requests.list, { id: request_id })).results;
    await maker.call(requests.linkJob, { id: request_id, version: request?.version ?? 0, job_id: named.job_id });
    const { prod_id } = await customer.call(portal.acceptQuote, { id });
    const { results } = await maker.call(history.list, { entity: 'customer_request', entity_id: request_id });
    expect(results[0]?.changes).toContainEqual({ field: 'prod_id', before: named.prod_id, after: prod_id });
  });

  it('acceptance needs one of the customer’s customers 2 if the quote has none', async () => {
    const { id, customer2_id, customer } = await offerQuote({ customer2_id: null });
    const listFaultyFields = async (input: object) =>
      (await customer.send(portal.acceptQuote, { id, ...input })).problem.errors?.map((error) => [
        error.field,
        error.code,
      ]);
    expect(await listFaultyFields({})).toEqual([['customer2_id', 'required']]);
    const foreign = (await buildCustomer(bureau.db)).id;
    expect(await listFaultyFields({ customer2_id: foreign })).toEqual([['customer2_id', 'unknown']]);
    expect(await listFaultyFields({ customer2_id: 2_000_000_000 })).toEqual([['customer2_id', 'unknown']]);
    expect(await customer.call(portal.acceptQuote, { id, customer2_id })).toMatchObject({ customer2_id });
  });

  it('acceptance is refused for another customer 2 than the quote’s', async () => {
    const { id, cus_id1, customer2_id, customer } = await offerQuote();
    const { id: sister } = await buildCustomer(bureau.db, { cus_id1 });
    const { problem } = await customer.send(portal.acceptQuote, { id, customer2_id: sister });
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'customer2_id', code: 'unknown' }] });
    await customer.call(portal.acceptQuote, { id, customer2_id });
    expect([await listJobs(customer2_id), await listJobs(sister)].map((jobRows) => jobRows.length)).toEqual([1, 0]);
  });

  it('acceptance is refused without a reason while jobs are locked', async () => {
    const { id, customer2_id, customer } = await offerQuote();
    const lock = {
      screen_name: 'job',
      locked: true,
      reason: 'We count',
      changed_by: maker.user_id,
      changed_at: clock(),
    };
    await bureau.db.insertInto('system_lock').values(lock).execute();
    const { problem } = await customer.send(portal.acceptQuote, { id });
    await bureau.db.deleteFrom('system_lock').execute();
    expect(problem).toMatchObject({ status: 423, code: 'locked' });
    expect(JSON.stringify(problem)).not.toContain('We count');
    expect(await listJobs(customer2_id)).toEqual([]);
    expect(await customer.call(portal.acceptQuote, { id })).toMatchObject({ status: 'ACCEPTED' });
  });

  it('acceptance works after changes of prices, category and status', async () => {
    for (const status of ['TODO', 'DONE'] as const) {
      const { id, request_id, cus_id1, service_cat2_id, customer } = await offerQuote();
      await bureau.db.updateTable('customer_price').set({ retail_price: 9 }).where('cus_id1', '=', cus_id1).execute();
      await bureau.db.updateTable('service_cat2').set({ enabled: false }).where('id', '=', service_cat2_id).execute();
      await bureau.db.updateTable('customer_request').set({ status }).where('id', '=', request_id).execute();
      expect(await customer.call(portal.acceptQuote, { id })).toMatchObject({ status: 'ACCEPTED', amount: 71 });
      expect((await maker.call(requests.list, { id: request_id })).results[0]).toMatchObject({ status: 'DONE' });
    }
  });

  it('the job keeps the quote’s prices under another customer, except for new categories', async () => {
    const { id, request_id, service_cat2_id, customer } = await offerQuote();
    const { job_id } = await customer.call(portal.acceptQuote, { id });
    const otherCustomer = await buildCustomer(bureau.db);
    // The job stays with its customer until it is unlinked from their request.
    const { version: currentVersion = 0 } = (await maker.call(requests.list, { id: request_id })).results[0] ?? {};
    await maker.call(requests.linkJob, { id: request_id, version: currentVersion, job_id: null });
    await buildPrice(bureau.db, { cus_id1: otherCustomer.cus_id1, service_cat2_id, retail_price: 5 });
    const keeper = await bureau.as({ is_superuser: true });
    const moved = await keeper.call(jobs.update, { job_id: job_id ?? 0, version: 1, customer2_id: otherCustomer.id });
    expect(moved.job_details.map(({ unit_price }) => unit_price)).toEqual([1.75, 0.5]);
    const category = await buildCategory(bureau.db);
    await buildPrice(bureau.db, { cus_id1: otherCustomer.cus_id1, service_cat2_id: category.id, retail_price: 7 });
    const { job_detail_id = 0, version = 0 } = moved.job_details[0] ?? {};
    const changed = await keeper.call(jobs.updateDetail, {
      job_detail_id,
      version,
      service_cat1_id: category.cat1_id,
      service_cat2_id: category.id,
    });
    expect(changed.unit_price).toBe(7);
  });

  it('acceptance is refused with the cause: withdrawn, declined or accepted', async () => {
    const withdrawn = await offerQuote();
    const reason = 'The artist has left';
    await maker.call(calls.withdraw, { id: withdrawn.id, version: withdrawn.version, reason });
    const refused = await withdrawn.customer.send(portal.acceptQuote, { id: withdrawn.id });
    expect(refused.problem).toMatchObject({
      status: 409,
      code: 'quote_withdrawn',
      current: { status: 'WITHDRAWN', reason },
    });
    expect(refused.text).not.toMatch(/sent_by|decided_by|list_price|estimate|warnings|low_price_confirmed/);
    const declined = await offerQuote();
    await declined.customer.call(portal.declineQuote, { id: declined.id, reason: 'Too dear' });
    expect(getOutcome(await declined.customer.send(portal.acceptQuote, { id: declined.id }))).toBe('quote_declined');
    const accepted = await offerQuote();
    const { job_id } = await accepted.customer.call(portal.acceptQuote, { id: accepted.id });
    const again = await accepted.customer.send(portal.acceptQuote, { id: accepted.id });
    expect(again.problem).toMatchObject({ code: 'quote_accepted', current: { job_id } });
    const lateResponse = await maker.send(calls.withdraw, { id: accepted.id, version: 2, reason: 'Too late' });
    expect(lateResponse.problem).toMatchObject({ code: 'quote_accepted', current: { job_id } });
  });

  it('the quote stays readable after its job is deleted, and says so', async () => {
    const { id, request_id, customer2_id, customer } = await offerQuote();
    const { job_id, prod_id } = await customer.call(portal.acceptQuote, { id });
    const keeper = await bureau.as(['npn_delete_job', 'npn_view_job', 'npn_view_all_tasks']);
    const [job] = (await keeper.call(jobs.list, { customer2_id: [customer2_id] })).results;
    // The job counts as quoted. Its request for the quote does not count as a request about the job.
    expect(job).toMatchObject({ quoted: true, requested: false });
    expect((await keeper.call(jobs.ids, { customer2_id: [customer2_id] })).results[0]?.quoted).toBe(true);
    await keeper.call(jobs.delete, { jobs: [{ job_id: job_id ?? 0, version: job?.version ?? 0 }] });
    const [request] = (await maker.call(requests.list, { id: request_id })).results;
    expect(request).toMatchObject({
      status: 'DONE',
      job_id: null,
      quote: { status: 'ACCEPTED', is_job_deleted: true },
    });
    const [own] = (await customer.call(portal.quotes, { request_id })).results;
    expect(own).toMatchObject({ status: 'ACCEPTED', amount: 71, job_id: null, prod_id: null });
    for (const [entity, entity_id] of [
      ['quote', id],
      ['customer_request', request_id],
    ] as const) {
      const [last] = (await maker.call(history.list, { entity, entity_id })).results;
      expect(last).toMatchObject({ action: 'job.delete' });
      expect(last?.changes).toContainEqual({ field: 'prod_id', before: prod_id, after: null });
    }
  });

  it('a repeated acceptance returns the same result, and adds no second job', async () => {
    const { id, customer2_id, customer } = await offerQuote();
    const key = { 'idempotency-key': 'accept-once' };
    const responses = await Promise.all([1, 2, 3].map(() => customer.send(portal.acceptQuote, { id }, key)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await listJobs(customer2_id)).toHaveLength(1);
  });
});
