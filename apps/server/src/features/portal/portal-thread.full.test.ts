import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildServiceType } from '../../testing/factories/catalogue.ts';
import { buildCus1 } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';

let bureau: TestApp;
let office: ApiClient;

const { portal, request: calls } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp();
  await buildServiceType(bureau.db);
  office = await bureau.as(['npn_admin_customer_request', 'npn_review_customer_request']);
});
afterAll(() => bureau.close());

const REQUEST_INPUT = {
  type: 'FAULTS',
  subject: 'Horizon',
  full_name: 'Ada Chan',
  description: 'It leans',
  /** The first service type. */
  service_type_id: 1,
  job_name: 'Lakeside',
  shared_link: 'https://files.example/lakeside',
  image_link: 'https://files.example/lakeside/3.jpg',
} as const;

/** Creates a customer 1 and its customer 0, both signed in. */
async function buildCustomer() {
  const { id: cus_id1, cus_id0 } = await buildCus1(bureau.db);
  return {
    cus_id1,
    customer: await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1 })),
    top: await bureau.as(await buildCustomerAccount(bureau.db, { cus_id0 })),
  };
}
const countUnread = async (customer: ApiClient, id: number) =>
  (await customer.call(portal.listRequests, { id })).results[0]?.unread;
const countBureauUnread = async (id: number) => (await office.call(calls.list, { id })).results[0]?.unread;

describe('the thread of a request', () => {
  it('the thread names the writing customer, but hides staff names', async () => {
    const { customer, top, cus_id1 } = await buildCustomer();
    const { name: own, cus_id0 } = await bureau.db
      .selectFrom('cus1')
      .select(['name', 'cus_id0'])
      .where('id', '=', cus_id1)
      .executeTakeFirstOrThrow();
    const { name: above } = await bureau.db
      .selectFrom('cus0')
      .select('name')
      .where('id', '=', cus_id0)
      .executeTakeFirstOrThrow();
    const { id } = await customer.call(portal.addRequest, REQUEST_INPUT);
    await office.call(calls.reply, { id, text: 'Which photo is it?' });
    await customer.call(portal.reply, { id, text: 'The third one.' });
    await top.call(portal.reply, { id, text: 'And the fourth.' });
    const readThreadNames = async (reader: ApiClient) => ({
      made: (await reader.call(portal.listRequests, { id })).results[0]?.by,
      wrote: (await reader.call(portal.messages, { id })).results.map(({ by }) => by),
    });
    expect(await readThreadNames(customer)).toEqual({ made: null, wrote: [null, null, above] });
    expect(await readThreadNames(top)).toEqual({ made: own, wrote: [null, own, null] });
    const { results } = await office.call(calls.messages, { id });
    expect(results.every((message) => !('by' in message))).toBe(true);
  });

  it('the thread shows each side the other’s messages as unread until read', async () => {
    const { customer, top } = await buildCustomer();
    const { id } = await customer.call(portal.addRequest, REQUEST_INPUT);
    expect(await countUnread(customer, id)).toBe(0);

    const answered = await office.call(calls.reply, { id, text: 'Which photo is it?' });
    expect(answered).toMatchObject({ side: 'bureau', author: office.user_id });
    expect([await countUnread(customer, id), await countUnread(top, id)]).toEqual([1, 1]);
    expect(await customer.call(portal.requestCounts, {})).toEqual({ open: 1, unread: 1 });
    expect((await customer.call(portal.listRequests, { unread: true })).results.map((row) => row.id)).toEqual([id]);

    const { results } = await customer.call(portal.messages, { id });
    expect(results).toEqual([
      { id: answered.id, at: bureau.clock(), side: 'bureau', by: null, text: 'Which photo is it?' },
    ]);
    expect(await customer.call(portal.seen, { id, message_id: answered.id })).toEqual({ unread: 0 });
    expect([await countUnread(customer, id), await countUnread(top, id)]).toEqual([0, 0]);

    const addedMessage = await customer.call(portal.reply, { id, text: 'The third one.' });
    expect(addedMessage).toMatchObject({ side: 'customer', text: 'The third one.' });
    expect([await countBureauUnread(id), await countUnread(customer, id)]).toEqual([1, 0]);
    const { results: read } = await office.call(calls.messages, { id });
    expect(read.map(({ side, author }) => [side, author])).toEqual([
      ['bureau', office.user_id],
      ['customer', null],
    ]);
    expect(await office.call(calls.seen, { id, message_id: addedMessage.id })).toEqual({ unread: 0 });
    expect(await countBureauUnread(id)).toBe(0);
  });

  it('staff of its board, and reviewers until the review, can reply', async () => {
    const { customer } = await buildCustomer();
    const { id } = await customer.call(portal.addRequest, { ...REQUEST_INPUT, type: 'QUOTES' });
    const addedMessage = await customer.call(portal.reply, { id, text: 'By Friday, please' });
    const cs = await bureau.as([
      'npn_cs_customer_request',
      'npn_view_all_customer_request',
      'npn_review_customer_request',
    ]);
    expect((await cs.call(calls.counts, {})).unread).toBeGreaterThan(0);
    expect((await cs.send(calls.reply, { id, text: 'We shall see' })).status).toBe(200);
    const [{ version } = { version: 0 }] = (await office.call(calls.list, { id })).results;
    await office.call(calls.review, { id, version, accept: true, board: 'ADMIN_BOARD' });
    const { unread } = await cs.call(calls.counts, {});
    await customer.call(portal.reply, { id, text: 'Or Monday' });
    expect((await cs.send(calls.reply, { id, text: 'Monday it is' })).status).toBe(403);
    expect((await cs.send(calls.seen, { id, message_id: addedMessage.id })).status).toBe(403);
    expect((await cs.call(calls.counts, {})).unread).toBe(unread);
    expect((await office.send(calls.reply, { id, text: 'Monday it is' })).status).toBe(200);
  });

  it('the thread stays unread for messages after the last shown one', async () => {
    const { customer } = await buildCustomer();
    const { id } = await customer.call(portal.addRequest, REQUEST_INPUT);
    const first = await office.call(calls.reply, { id, text: 'One' });
    await office.call(calls.reply, { id, text: 'Two' });
    expect(await customer.call(portal.seen, { id, message_id: first.id })).toEqual({ unread: 1 });
    expect(await customer.call(portal.seen, { id, message_id: first.id })).toEqual({ unread: 1 });
    // A reply marks nothing as read, because a message can have arrived since.
    await customer.call(portal.reply, { id, text: 'About the first' });
    expect(await countUnread(customer, id)).toBe(1);
    await office.call(calls.reply, { id, text: 'Three' });
    expect(await countBureauUnread(id)).toBe(1);
  });

  it("the thread has the review's reply as the first message of the bureau", async () => {
    const { customer } = await buildCustomer();
    const { id } = await customer.call(portal.addRequest, REQUEST_INPUT);
    const { version } = (await office.call(calls.list, { id })).results[0]!;
    await office.call(calls.review, { id, version, accept: false, reply: 'Please send the original.' });
    const { results } = await customer.call(portal.messages, { id });
    expect(results.map(({ side, text }) => [side, text])).toEqual([['bureau', 'Please send the original.']]);
    const row = (await customer.call(portal.listRequests, { id })).results[0];
    expect(row).toMatchObject({ status: 'DONE', reply: 'Please send the original.', unread: 1 });
  });

  it('the thread accepts the same saved reply twice', async () => {
    const { customer } = await buildCustomer();
    const { id } = await customer.call(portal.addRequest, REQUEST_INPUT);
    const readVersion = async () => (await office.call(calls.list, { id })).results[0]!.version;
    await office.call(calls.review, { id, version: await readVersion(), accept: true, board: 'ADMIN_BOARD' });
    const changeStatus = async (status: 'PROCESSING' | 'DONE', reply?: string) =>
      office.call(calls.changeStatus, { id, version: await readVersion(), status, ...(reply ? { reply } : {}) });
    await changeStatus('PROCESSING');
    await changeStatus('DONE', 'It is redone.');
    await changeStatus('PROCESSING');
    await changeStatus('DONE', 'It is redone.');
    const { results } = await customer.call(portal.messages, { id });
    expect(results.map(({ text }) => text)).toEqual(['It is redone.', 'It is redone.']);
    expect(await countUnread(customer, id)).toBe(2);
  });

  it('the thread refuses an empty message', async () => {
    const { customer } = await buildCustomer();
    const { id } = await customer.call(portal.addRequest, REQUEST_INPUT);
    const unseen = await customer.send(portal.reply, { id, text: ' \u200b\u2060\n\ufe0f' });
    expect(unseen.problem).toMatchObject({ status: 422, errors: [{ field: 'text', code: 'required' }] });
    const empty = await customer.send(portal.reply, { id, text: '   ' });
    expect(empty.problem).toMatchObject({ status: 422, errors: [{ field: 'text', code: 'required' }] });
    expect((await customer.call(portal.messages, { id })).results).toEqual([]);
  });
});

describe('limits of requests and messages', () => {
  it('a customer 1 can send twenty requests an hour, without refused ones', async () => {
    const { cus_id1, customer, top } = await buildCustomer();
    for (let n = 0; n < 3; n++)
      expect((await customer.send(portal.addRequest, { ...REQUEST_INPUT, job_id: 9 })).status).toBe(422);
    for (let n = 0; n < 20; n++) await (n % 2 ? top : customer).call(portal.addRequest, { ...REQUEST_INPUT, cus_id1 });
    for (const who of [customer, top]) {
      const lateResponse = await who.send(portal.addRequest, { ...REQUEST_INPUT, cus_id1 });
      expect(lateResponse.problem).toMatchObject({ status: 429, code: 'too_many_attempts' });
      expect(lateResponse.problem.retry_after).toBeGreaterThan(0);
      expect(lateResponse.problem.retry_after).toBeLessThanOrEqual(3600);
      expect(lateResponse.headers['retry-after']).toBe(String(lateResponse.problem.retry_after));
    }
    expect((await customer.call(portal.requestCounts, {})).open).toBe(20);
    const { customer: neighbour } = await buildCustomer();
    expect((await neighbour.send(portal.addRequest, REQUEST_INPUT)).status).toBe(200);
    bureau.clock.advance(3_600_000);
    expect((await customer.send(portal.addRequest, REQUEST_INPUT)).status).toBe(200);
  });

  it('a login can send sixty messages an hour, and learns the waiting time', async () => {
    const { customer, top, cus_id1 } = await buildCustomer();
    const { id } = await customer.call(portal.addRequest, REQUEST_INPUT);
    const { id: second } = await top.call(portal.addRequest, { ...REQUEST_INPUT, cus_id1 });
    for (let n = 0; n < 60; n++) await customer.call(portal.reply, { id: n % 2 ? id : second, text: `No. ${n}` });
    const lateResponse = await customer.send(portal.reply, { id, text: 'One more' });
    expect(lateResponse.problem).toMatchObject({ status: 429, code: 'too_many_attempts' });
    expect(lateResponse.problem.retry_after).toBeGreaterThan(0);
    expect(lateResponse.headers['retry-after']).toBe(String(lateResponse.problem.retry_after));
    expect((await customer.call(portal.messages, { id })).results.map(({ text }) => text)).not.toContain('One more');
    expect((await top.send(portal.reply, { id, text: 'Another login' })).status).toBe(200);
    bureau.clock.advance(lateResponse.problem.retry_after! * 1000);
    expect((await customer.send(portal.reply, { id, text: 'One more' })).status).toBe(200);
  });

  it('the limits apply to twenty-five parallel requests', async () => {
    const { customer } = await buildCustomer();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => customer.send(portal.addRequest, REQUEST_INPUT)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('a customer can have two hundred open requests', async () => {
    const { cus_id1, customer } = await buildCustomer();
    const row = { ...REQUEST_INPUT, cus_id1, board: 'CS_BOARD', status: 'TODO', job_name: '' };
    await bureau.db
      .insertInto('customer_request')
      .values(Array.from({ length: 200 }, () => row))
      .execute();
    const lateResponse = await customer.send(portal.addRequest, REQUEST_INPUT);
    expect(lateResponse.problem).toMatchObject({ status: 429, code: 'too_many_open' });
  });
});
