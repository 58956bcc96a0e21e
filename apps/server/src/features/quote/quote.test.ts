import { endpoints } from '@darkroom/contract/endpoints';
import type { InputOf } from '@darkroom/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCus1, buildCustomer, buildPrice } from '../../testing/factories/customers.ts';
import { buildQuote } from '../../testing/factories/quotes.ts';
import { buildRequest } from '../../testing/factories/requests.ts';

let bureau: TestApp;
let maker: ApiClient;
let reader: ApiClient;
let cs: ApiClient;

const { quote: calls, request: requests, history } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  maker = await bureau.as(['npn_admin_customer_request']);
  reader = await bureau.as(['npn_view_all_customer_request']);
  cs = await bureau.as(['npn_cs_customer_request']);
  const boss = await bureau.as({ is_superuser: true });
  const { results } = await boss.call(endpoints.setting.metadata, { data_type: 'JOB_TASK' });
  const version = results.find(({ key }) => key === 'quote_guard')?.version ?? 0;
  await boss.call(endpoints.setting.updateMetadata, {
    data_type: 'JOB_TASK',
    key: 'quote_guard',
    version,
    value: { below_percent: 10, cost_per_minute: 0.1 },
  });
});
afterAll(() => bureau.close());

/** Creates a customer with a request for a quote, and a list price of 2 for a piece of 10 minutes. */
async function buildRequestOfCustomer(fields: Parameters<typeof buildRequest>[1] = {}) {
  const cus_id1 = (await buildCus1(bureau.db)).id;
  const customer2_id = (await buildCustomer(bureau.db, { cus_id1 })).id;
  const category = await buildCategory(bureau.db);
  const service_cat2_id = category.id;
  await buildPrice(bureau.db, { cus_id1, service_cat2_id, retail_price: 2, estimate_minutes: 10 });
  const { id: request_id } = await buildRequest(bureau.db, { type: 'QUOTES', status: 'TODO', cus_id1, ...fields });
  return { cus_id1, customer2_id, service_cat2_id, service_cat1_id: category.cat1_id, request_id };
}

type Draft = InputOf<typeof calls.save>;
const createDraft = (
  { request_id, service_cat2_id }: { request_id: number; service_cat2_id: number },
  over: Partial<Draft> = {},
): Draft => ({ request_id, valid_until: '2026-11-30', lines: [{ service_cat2_id, quantity: 40 }], ...over });

const readRequest = async (id: number) => (await maker.call(requests.list, { id })).results[0];

describe('a draft of a quote', () => {
  it('a draft takes list price and estimate for empty fields, and adds up', async () => {
    const to = await buildRequestOfCustomer();
    const lines = [
      { service_cat2_id: to.service_cat2_id, quantity: 40 },
      { service_cat2_id: to.service_cat2_id, quantity: 3, unit_price: 1.905, estimate_minutes: null, note: 'Rush' },
    ];
    const savedQuote = await maker.call(
      calls.save,
      createDraft(to, { lines, customer2_id: to.customer2_id, note: 'In 5 days' }),
    );
    expect(savedQuote).toMatchObject({
      status: 'DRAFT',
      version: 1,
      customer2_id: to.customer2_id,
      note: 'In 5 days',
      created_by: maker.user_id,
      quantity: 43,
      amount: 85.715,
      lines: [
        {
          service_cat1_id: to.service_cat1_id,
          quantity: 40,
          unit_price: 2,
          list_price: 2,
          estimate_minutes: 10,
          amount: 80,
        },
        { quantity: 3, unit_price: 1.905, list_price: 2, estimate_minutes: null, note: 'Rush', amount: 5.715 },
      ],
    });
    expect((await reader.call(calls.list, { request_id: to.request_id })).results).toEqual([savedQuote]);
    expect(await readRequest(to.request_id)).toMatchObject({ status: 'TODO', version: 1 });
  });

  it("a draft changes only in its current version, and is its request's only one", async () => {
    const to = await buildRequestOfCustomer();
    const savedQuote = await maker.call(calls.save, createDraft(to));
    expect((await maker.send(calls.save, createDraft(to))).problem).toMatchObject({ status: 409, code: 'quote_open' });
    const { id, version } = savedQuote;
    const changed = await maker.call(
      calls.save,
      createDraft(to, { id, version, note: 'Net 14 days', valid_until: '2026-12-24' }),
    );
    expect(changed).toMatchObject({ id, version: 2, note: 'Net 14 days', valid_until: '2026-12-24' });
    const lateResponse = await maker.send(calls.save, createDraft(to, { id, version, note: 'Other' }));
    expect(lateResponse.problem).toMatchObject({
      status: 409,
      code: 'stale',
      current: { version: 2, note: 'Net 14 days' },
    });
    expect((await maker.send(calls.save, { ...createDraft(to), id })).problem).toMatchObject({
      status: 422,
      errors: [{ field: 'version', code: 'required' }],
    });
    const elsewhere = await buildRequestOfCustomer();
    expect((await maker.send(calls.save, createDraft(elsewhere, { id, version: 2 }))).problem.status).toBe(404);
  });

  it('a draft reports all bad lines and a foreign customer 2 at once', async () => {
    const to = await buildRequestOfCustomer();
    const off = await buildCategory(bureau.db, { enabled: false });
    const unpriced = await buildCategory(bureau.db);
    const refused = await maker.send(
      calls.save,
      createDraft(to, {
        customer2_id: (await buildCustomer(bureau.db)).id,
        lines: [
          { service_cat2_id: off.id, quantity: 1, unit_price: 1 },
          { service_cat2_id: to.service_cat2_id, quantity: 1 },
          { service_cat2_id: unpriced.id, quantity: 1 },
          { service_cat2_id: 2_000_000_000, quantity: 1 },
        ],
      }),
    );
    expect(refused.problem.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['customer2_id', 'unknown'],
      ['lines.0.service_cat2_id', 'unknown'],
      ['lines.2.unit_price', 'required'],
      ['lines.3.service_cat2_id', 'unknown'],
    ]);
  });

  it('a draft has today or a later last day, by the Bangkok calendar', async () => {
    const to = await buildRequestOfCustomer();
    const past = await maker.send(calls.save, createDraft(to, { valid_until: '2026-11-19' }));
    expect(past.problem).toMatchObject({
      status: 422,
      code: 'quote_already_expired',
      errors: [{ field: 'valid_until' }],
    });
    expect((await maker.send(calls.save, createDraft(to, { valid_until: '2026-11-20' }))).status).toBe(200);
  });

  it('a draft needs a reviewed open quote request on the administrators’ board', async () => {
    const saveAndReadCode = async (fields: Parameters<typeof buildRequest>[1]) =>
      (await maker.send(calls.save, createDraft(await buildRequestOfCustomer(fields)))).problem.code;
    expect(await saveAndReadCode({ status: 'NEED_REVIEW' })).toBe('request_needs_review');
    expect(await saveAndReadCode({ status: 'DONE' })).toBe('request_done');
    expect(await saveAndReadCode({ board: 'CS_BOARD' })).toBe('not_quotable');
    expect(await saveAndReadCode({ type: 'FAULTS', board: 'ADMIN_BOARD' })).toBe('not_quotable');
  });

  it('quote.choices returns all choices of a draft: prices, customers 2, limits', async () => {
    const to = await buildRequestOfCustomer();
    const off = await buildCategory(bureau.db);
    await buildPrice(bureau.db, { cus_id1: to.cus_id1, service_cat2_id: off.id, enabled: false });
    const shown = await maker.call(calls.choices, { request_id: to.request_id });
    expect(shown).toEqual({
      prices: [{ service_cat2_id: to.service_cat2_id, unit_price: 2, estimate_minutes: 10 }],
      customers2: [{ id: to.customer2_id, name: expect.any(String) as string }],
      guard: { below_percent: 10, cost_per_minute: 0.1 },
      currency: 'USD',
    });
  });
});

describe('sending a quote', () => {
  it('a sent quote starts the request, and records user and time', async () => {
    const to = await buildRequestOfCustomer();
    const { id, version } = await maker.call(calls.save, createDraft(to));
    const sent = await maker.call(calls.send, { id, version });
    expect(sent).toMatchObject({
      status: 'SENT',
      version: 2,
      sent_by: maker.user_id,
      sent_at: bureau.clock(),
      low_price_confirmed: false,
    });
    expect(await readRequest(to.request_id)).toMatchObject({ status: 'PROCESSING', processing_by: maker.user_id });
    const again = await maker.send(calls.send, { id, version: 2 });
    expect(again.problem).toMatchObject({ status: 409, code: 'quote_sent' });
    const change = await maker.send(calls.save, createDraft(to, { id, version: 2 }));
    expect(change.problem).toMatchObject({ status: 409, code: 'quote_sent' });
  });

  it('prices below list or cost need one confirmation, which is stored', async () => {
    const to = await buildRequestOfCustomer();
    const { service_cat2_id } = to;
    const lines = [
      { service_cat2_id, quantity: 1, unit_price: 1.8 },
      { service_cat2_id, quantity: 1, unit_price: 1.799 },
      { service_cat2_id, quantity: 1, unit_price: 1.9, estimate_minutes: 20 },
    ];
    const { id, version, ...made } = await maker.call(calls.save, createDraft(to, { lines }));
    expect(made.lines.map(({ warnings }) => warnings)).toEqual([[], ['below_list'], ['below_cost']]);
    const asking = await maker.send(calls.send, { id, version });
    expect(asking.problem).toMatchObject({ status: 422, code: 'quote_below_list_price' });
    expect(asking.problem.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['lines.1.unit_price', 'below_list'],
      ['lines.2.unit_price', 'below_cost'],
    ]);
    expect(await readRequest(to.request_id)).toMatchObject({ status: 'TODO' });
    expect(await maker.call(calls.send, { id, version, low_price_confirmed: true })).toMatchObject({
      status: 'SENT',
      low_price_confirmed: true,
    });
  });

  it('a sent quote compares prices with the list of the moment', async () => {
    const to = await buildRequestOfCustomer();
    const { id, version } = await maker.call(calls.save, createDraft(to));
    const prices = bureau.db.updateTable('customer_price').set({ retail_price: 3 });
    await prices.where('cus_id1', '=', to.cus_id1).execute();
    expect((await maker.send(calls.send, { id, version })).problem.code).toBe('quote_below_list_price');
    const sent = await maker.call(calls.send, { id, version, low_price_confirmed: true });
    expect(sent.lines).toMatchObject([{ unit_price: 2, list_price: 3 }]);
  });

  it('a quote is refused for each line with a disabled category', async () => {
    const to = await buildRequestOfCustomer();
    const lines = [{ service_cat2_id: to.service_cat2_id, quantity: 1, unit_price: 0.001 }];
    const { id, version } = await maker.call(calls.save, createDraft(to, { lines }));
    await bureau.db.updateTable('service_cat2').set({ enabled: false }).where('id', '=', to.service_cat2_id).execute();
    const response = await maker.send(calls.send, { id, version, low_price_confirmed: true });
    expect(response.problem.errors).toMatchObject([{ field: 'lines.0.service_cat2_id', code: 'unknown' }]);
  });

  it('a sent quote keeps its request open until it is answered or expires', async () => {
    const to = await buildRequestOfCustomer();
    const { id, version } = await maker.call(calls.save, createDraft(to));
    const sent = await maker.call(calls.send, { id, version });
    const finishRequest = async () => {
      const request = (await readRequest(to.request_id))!;
      return maker.send(requests.changeStatus, { id: request.id, version: request.version, status: 'DONE' });
    };
    expect((await finishRequest()).problem.code).toBe('quote_open');
    await maker.call(calls.withdraw, { id, version: sent.version, reason: 'Made by hand' });
    expect((await finishRequest()).body).toMatchObject({ status: 'DONE' });
  });

  it('an open quote keeps its request on the administrators’ board', async () => {
    const to = await buildRequestOfCustomer({ board: 'ADMIN_BOARD' });
    const moveRequest = async (board: 'CS_BOARD' | 'ADMIN_BOARD') => {
      const request = (await readRequest(to.request_id))!;
      if (request.status !== 'TODO') {
        const { id, version } = request;
        await maker.call(requests.changeStatus, { id, version, status: 'TODO' });
      }
      const { id, version } = (await readRequest(to.request_id))!;
      const response = await maker.send(requests.changeBoard, { id, version, board });
      return response.status === 200 ? response.body.board : response.problem.code;
    };
    const { id, version } = await maker.call(calls.save, createDraft(to));
    expect(await moveRequest('CS_BOARD')).toBe('quote_open');
    const sent = await maker.call(calls.send, { id, version });
    expect(await moveRequest('CS_BOARD')).toBe('quote_open');
    await maker.call(calls.withdraw, { id, version: sent.version, reason: 'Another offer comes' });
    expect(await moveRequest('CS_BOARD')).toBe('CS_BOARD');
  });

  it('a quote waits while another quote of the request can be accepted', async () => {
    const to = await buildRequestOfCustomer();
    const old = await buildQuote(bureau.db, { request_id: to.request_id, status: 'SENT', valid_until: '2026-11-20' });
    expect((await maker.send(calls.save, createDraft(to))).problem.code).toBe('quote_open');
    await bureau.db.updateTable('quote').set({ valid_until: '2026-11-19' }).where('id', '=', old.id).execute();
    const { id, version } = await maker.call(calls.save, createDraft(to));
    expect(await maker.call(calls.send, { id, version })).toMatchObject({ status: 'SENT' });
    const { results } = await maker.call(calls.list, { request_id: to.request_id });
    expect(results.map(({ status }) => status)).toEqual(['SENT', 'EXPIRED']);
  });

  it('a draft whose last day has passed is refused', async () => {
    const { id, version } = await buildQuote(bureau.db, { valid_until: '2026-11-19' });
    const refused = await maker.send(calls.send, { id, version });
    expect(refused.problem).toMatchObject({ status: 422, code: 'quote_already_expired' });
  });
});

describe('withdrawal of a quote', () => {
  it('withdrawal needs a reason after sending, and ends the quote', async () => {
    const { id, version } = await buildQuote(bureau.db, { status: 'SENT' });
    for (const reason of [undefined, ' '])
      expect((await maker.send(calls.withdraw, { id, version, reason })).problem).toMatchObject({
        status: 422,
        code: 'quote_reason_required',
        errors: [{ field: 'reason' }],
      });
    const reason = 'The artist who does this has left.';
    const withdrawnQuote = await maker.call(calls.withdraw, { id, version, reason });
    expect(withdrawnQuote).toMatchObject({
      status: 'WITHDRAWN',
      reason,
      decided_by: maker.user_id,
      decided_at: bureau.clock(),
    });
    const twice = await maker.send(calls.withdraw, { id, version: withdrawnQuote.version, reason });
    expect(twice.problem).toMatchObject({ status: 409, code: 'quote_withdrawn' });
  });

  it('a withdrawn quote allows another draft', async () => {
    const to = await buildRequestOfCustomer();
    const { id, version } = await maker.call(calls.save, createDraft(to));
    expect(await maker.call(calls.withdraw, { id, version })).toMatchObject({ status: 'WITHDRAWN', reason: null });
    expect((await maker.send(calls.save, createDraft(to))).status).toBe(200);
  });
});

describe('permission for quotes', () => {
  it('permission follows the request: none without its board, no changes for readers', async () => {
    const to = await buildRequestOfCustomer();
    const { id, version } = await maker.call(calls.save, createDraft(to));
    expect((await cs.send(calls.list, { request_id: to.request_id })).status).toBe(404);
    expect((await reader.send(calls.send, { id, version })).status).toBe(403);
    expect((await cs.send(calls.save, createDraft(to))).status).toBe(403);
    expect((await reader.send(calls.choices, { request_id: to.request_id })).status).toBe(403);
  });

  it("permission also applies to the quotes' history, which has every change", async () => {
    const to = await buildRequestOfCustomer();
    const { id, version } = await maker.call(calls.save, createDraft(to));
    const { version: currentVersion } = await maker.call(calls.send, { id, version });
    await maker.call(calls.withdraw, { id, version: currentVersion, reason: 'Wrong category' });
    const { results } = await reader.call(history.list, { entity: 'quote', entity_id: id });
    expect(results.map(({ action, actor }) => [action, actor])).toEqual([
      ['quote.withdraw', maker.user_id],
      ['quote.send', maker.user_id],
      ['quote.save', maker.user_id],
    ]);
    expect(results[1]?.changes).toEqual([{ field: 'status', before: 'DRAFT', after: 'SENT' }]);
    expect((await cs.call(history.list, { entity: 'quote', entity_id: id })).results).toEqual([]);
    const ofRequest = await reader.call(history.list, { entity: 'customer_request', entity_id: to.request_id });
    expect(ofRequest.results.map(({ action }) => action)).toEqual(['quote.send']);
  });
});
