import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeClock, createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildSentQuote } from '../../testing/factories/quotes.ts';

let bureau: TestApp;
let maker: ApiClient;

const { quote: calls, portal } = endpoints;
const clock = makeClock();

beforeAll(async () => {
  bureau = await createTestApp({ clock });
  maker = await bureau.as(['npn_admin_customer_request']);
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

const ROUNDS = 8;

it('two parallel acceptances make one job, and the second is refused as accepted', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, cus_id0, customer2_id, customer } = await offerQuote();
    const top = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id0 }));
    const responses = await Promise.all(
      [customer, top, customer, top].map((who) => who.send(portal.acceptQuote, { id })),
    );
    expect(responses.map(getOutcome).sort()).toEqual(['done', 'quote_accepted', 'quote_accepted', 'quote_accepted']);
    expect(await listJobs(customer2_id)).toHaveLength(1);
  }
});

it('either acceptance or withdrawal succeeds, and the other request gets the result', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, version, request_id, customer2_id, customer } = await offerQuote();
    const acceptQuote = () => customer.send(portal.acceptQuote, { id });
    const withdrawQuote = () => maker.send(calls.withdraw, { id, version, reason: 'Out of artists' });
    const responses = round % 2 ? [acceptQuote(), withdrawQuote()] : [withdrawQuote(), acceptQuote()];
    const [firstOutcome, secondOutcome] = (
      await Promise.all<{ status: number; problem: { code: string } }>(responses)
    ).map(getOutcome);
    const [accepted, withdrawn] = round % 2 ? [firstOutcome, secondOutcome] : [secondOutcome, firstOutcome];
    const { results } = await maker.call(calls.list, { request_id });
    const status = results[0]?.status;
    expect([accepted, withdrawn, status, (await listJobs(customer2_id)).length]).toEqual(
      // A withdrawal has the version that the user saw.
      accepted === 'done' ? ['done', 'stale', 'ACCEPTED', 1] : ['quote_withdrawn', 'done', 'WITHDRAWN', 0],
    );
  }
});

it('either acceptance or decline of a quote succeeds, never both', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, customer2_id, customer } = await offerQuote();
    const responses = await Promise.all([
      customer.send(portal.acceptQuote, { id }),
      customer.send(portal.declineQuote, { id, reason: 'Changed my mind' }),
    ]);
    const resultCodes = responses.map((response) => getOutcome(response));
    expect(resultCodes).toEqual(resultCodes[0] === 'done' ? ['done', 'quote_accepted'] : ['quote_declined', 'done']);
    expect(await listJobs(customer2_id)).toHaveLength(resultCodes[0] === 'done' ? 1 : 0);
  }
});

it('a quote can be accepted to the last millisecond of its last Bangkok day', async () => {
  const MIDNIGHT = Date.parse('2026-11-20T17:00:00.000Z');
  clock.advance(MIDNIGHT - 1 - Date.parse(clock()));
  const quotes = await Promise.all([1, 2, 3].map(() => offerQuote({ valid_until: '2026-11-20' })));
  const [first, second, third] = quotes as [(typeof quotes)[0], (typeof quotes)[0], (typeof quotes)[0]];
  expect(getOutcome(await first.customer.send(portal.acceptQuote, { id: first.id }))).toBe('done');
  const before = third.customer.send(portal.acceptQuote, { id: third.id });
  clock.advance(1);
  const after = third.customer.send(portal.acceptQuote, { id: third.id });
  const resultCodes = (await Promise.all([before, after])).map(getOutcome);
  const jobCount = (await listJobs(third.customer2_id)).length;
  expect(resultCodes.filter((resultCode) => resultCode === 'done')).toHaveLength(jobCount);
  expect(resultCodes.every((resultCode) => ['done', 'quote_accepted', 'quote_expired'].includes(resultCode))).toBe(
    true,
  );
  const lateResponse = await second.customer.send(portal.acceptQuote, { id: second.id });
  expect(lateResponse.problem).toMatchObject({ status: 409, code: 'quote_expired', current: { status: 'EXPIRED' } });
  expect(getOutcome(await second.customer.send(portal.declineQuote, { id: second.id, reason: 'No' }))).toBe(
    'quote_expired',
  );
  expect(await listJobs(second.customer2_id)).toEqual([]);
});
