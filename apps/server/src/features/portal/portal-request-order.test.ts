import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeClock, createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildSentQuote, buildQuote } from '../../testing/factories/quotes.ts';
import { buildRequest } from '../../testing/factories/requests.ts';

const { portal } = endpoints;
const clock = makeClock();
const MINUTE = 60_000;

let bureau: TestApp;
let customer: ApiClient;
let offer: Awaited<ReturnType<typeof buildSentQuote>>;

beforeAll(async () => {
  bureau = await createTestApp({ clock });
  const maker = await bureau.as(['npn_admin_customer_request']);
  offer = await buildSentQuote(bureau.db, maker.user_id, {});
  customer = await bureau.as(offer.account);
});
afterAll(() => bureau.close());

it('own requests have the order of their shown time: creation, move, message or quote', async () => {
  const { db } = bureau;
  const toInstant = (hour: number) => `2026-11-19T0${hour}:00:00.000Z`;
  const createRequest = (fields: object) =>
    buildRequest(db, { cus_id1: offer.cus_id1, created_at: toInstant(1), status_since: toInstant(1), ...fields });
  await db
    .updateTable('customer_request')
    .set({ created_at: toInstant(0), status_since: toInstant(0) })
    .execute();
  const [quiet, moved, written, quoted] = [
    await createRequest({}),
    await createRequest({ status_since: toInstant(2) }),
    await createRequest({ last_message_at: toInstant(3) }),
    await createRequest({ type: 'QUOTES' }),
  ];
  await buildQuote(db, { request_id: quoted.id, status: 'SENT', created_at: toInstant(4) });
  // A draft is hidden from the customer.
  await buildQuote(db, { request_id: quiet.id, created_at: toInstant(5) });
  const listRequests = async () => (await customer.call(portal.listRequests, {})).results;
  const first = await listRequests();
  expect(first.map(({ id }) => id)).toEqual([quoted.id, written.id, moved.id, quiet.id, offer.request_id]);
  expect(first.map(({ changed_at }) => changed_at).slice(0, 4)).toEqual([
    toInstant(4),
    toInstant(3),
    toInstant(2),
    toInstant(1),
  ]);
  clock.advance(MINUTE);
  await customer.call(portal.declineQuote, { id: offer.id, reason: 'Too dear' });
  const [top] = await listRequests();
  expect(top).toMatchObject({ id: offer.request_id, changed_at: clock() });
});

it('a request has the status of its newest sent quote', async () => {
  const { request_id, cus_id1, customer2_id, service_cat2_id } = offer;
  const findQuoteState = async () => (await customer.call(portal.listRequests, { id: request_id })).results[0]?.quote;
  const lines = [{ service_cat2_id }];
  expect(await findQuoteState()).toBe('DECLINED');
  const { id } = await buildQuote(bureau.db, { request_id, customer2_id, status: 'SENT', lines });
  expect(await findQuoteState()).toBe('SENT');
  await bureau.db.updateTable('quote').set({ valid_until: '2026-11-01' }).where('id', '=', id).execute();
  expect(await findQuoteState()).toBe('EXPIRED');
  await buildQuote(bureau.db, { request_id, customer2_id });
  expect(await findQuoteState()).toBe('EXPIRED');
  const none = await buildRequest(bureau.db, { cus_id1 });
  expect((await customer.call(portal.listRequests, { id: none.id })).results[0]?.quote).toBeNull();
});
