import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeClock, createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildSentQuote } from '../../testing/factories/quotes.ts';

let bureau: TestApp;
let maker: ApiClient;

const { portal, request: requests, notification } = endpoints;

beforeAll(async () => {
  bureau = await createTestApp({ clock: makeClock() });
  maker = await bureau.as(['npn_admin_customer_request']);
});
afterAll(() => bureau.close());

const offerQuote = async () => {
  const offer = await buildSentQuote(bureau.db, maker.user_id);
  return { ...offer, customer: await bureau.as(offer.account) };
};

describe('a declined quote', () => {
  it('a refusal needs a reason, returns the request, and notifies the author', async () => {
    const { id, request_id, customer } = await offerQuote();
    const silent = await customer.send(portal.declineQuote, { id, reason: ' ' });
    expect(silent.problem).toMatchObject({ status: 422, code: 'quote_reason_required', errors: [{ field: 'reason' }] });
    const reason = 'We found somebody cheaper';
    expect(await customer.call(portal.declineQuote, { id, reason })).toMatchObject({ status: 'DECLINED', reason });
    expect((await maker.call(requests.list, { id: request_id })).results[0]).toMatchObject({ status: 'PROCESSING' });
    const { results } = await maker.call(notification.list, {});
    expect(results[0]).toMatchObject({ event: 'quote_declined', note: reason, request_id });
  });

  it('a refusal hides the customer’s names from users who cannot see the request', async () => {
    const sender = await bureau.as(['npn_admin_customer_request']);
    const offer = await buildSentQuote(bureau.db, sender.user_id);
    await (await bureau.as(offer.account)).call(portal.declineQuote, { id: offer.id, reason: 'Too dear' });
    await bureau.db.updateTable('staff').set({ group_id: null }).where('id', '=', sender.user_id).execute();
    const { results } = await sender.call(notification.list, {});
    expect(results[0]).toMatchObject({
      event: 'quote_declined',
      request_id: null,
      note: null,
      actor_id: null,
      actor_name: null,
    });
  });
});
