import type { Endpoint } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCustomerWithLogins, type Tenant } from '../../testing/factories/tenants.ts';

let bureau: TestApp;
let service: ApiClient;
let tenant: Tenant;

const { portal, customer: customers } = endpoints;
const NOVEMBER = { date_from: '2026-11-01', date_to: '2026-11-30' };

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  tenant = await buildCustomerWithLogins(bureau.db);
  service = await bureau.as(['npn_view_customer', 'npn_change_customer', 'npn_delete_customer']);
});
afterAll(() => bureau.close());

const openViewAs = async ({ user_id }: { user_id: number }, who = service) => ({
  'x-view-as': (await who.call(portal.viewAs, { user_id })).view_as,
});

/** All endpoints with a session. Break-glass recovery is missing unless it is open. */
const allEndpoints = Object.values(endpoints)
  .flatMap((group) => Object.values(group) as Endpoint[])
  .filter((endpoint) => endpoint.access.kind !== 'public' && endpoint !== endpoints.user.backdoor);

describe('the portal opened by staff', () => {
  it("the view has that login's data, with wholesale prices only for customer 0", async () => {
    const { login, topLogin, request_id: id } = tenant;
    for (const account of [login, topLogin]) {
      const own = await bureau.as(account);
      const portalView = await openViewAs(account);
      for (const [endpoint, input] of [
        [portal.customer2, {}],
        [portal.catalogue, {}],
        [portal.detail, {}],
        [portal.price, {}],
        [portal.job, {}],
        [portal.report, NOVEMBER],
        [portal.reportChart, NOVEMBER],
        [portal.listRequests, {}],
        [portal.requestCounts, {}],
        [portal.messages, { id }],
        [endpoints.article.list, {}],
      ] as [Endpoint, object][]) {
        expect([endpoint.name, await service.call(endpoint, input, portalView)]).toEqual([
          endpoint.name,
          await own.call(endpoint, input),
        ]);
      }
      const prices = (await service.call(portal.price, {}, portalView)).results;
      expect(prices.map(({ wholesale_price }) => wholesale_price)).toEqual([account === topLogin ? 1.2 : undefined]);
    }
    expect((await service.send(portal.job, {})).status).toBe(403);
  });

  it('the view allows reads of the portal and nothing else', async () => {
    const portalView = await openViewAs(tenant.login);
    const superuser = await bureau.as({ is_superuser: true });
    const seenBySuperuser = await openViewAs(tenant.login, superuser);
    const { request_id: id, message_id, quote_id } = tenant;
    const refused = allEndpoints.filter((candidate) => candidate.kind === 'write' || !candidate.viewedBy);
    expect(refused.length).toBeGreaterThan(50);
    const responses = [];
    for (const endpoint of refused) {
      const input = endpoint === portal.declineQuote ? { id: quote_id, reason: 'No' } : { id, message_id, text: 'x' };
      for (const [who, header] of [
        [service, portalView],
        [superuser, seenBySuperuser],
      ] as const) {
        const { status, problem } = await who.send(endpoint, input, header);
        responses.push([endpoint.name, status, problem.code]);
      }
    }
    expect(responses).toEqual(responses.map(([name]) => [name, 403, 'forbidden']));
    const { results } = await service.call(portal.messages, { id }, portalView);
    expect(results).toHaveLength(1);
    expect((await service.call(portal.requestCounts, {}, portalView)).unread).toBe(1);
  });

  it('the view is limited to the session that opened it, for an hour', async () => {
    const portalView = await openViewAs(tenant.login);
    const elsewhere = await bureau.as(service.user_id);
    const closed = { status: 403, code: 'view_closed' };
    expect((await elsewhere.send(portal.job, {}, portalView)).problem).toMatchObject(closed);
    const colleague = await bureau.as(['npn_view_customer', 'npn_change_customer']);
    expect((await colleague.send(portal.job, {}, portalView)).problem).toMatchObject(closed);
    const invented = { 'x-view-as': '6a0f5d3e-1c2b-4d5e-8f90-123456789abc' };
    expect((await service.send(portal.job, {}, invented)).problem).toMatchObject(closed);
    expect((await service.send(portal.job, {}, { 'x-view-as': 'x' })).status).toBe(400);
    // Customers and staff without permission to change customers.
    const customer = await bureau.as(tenant.login);
    expect((await customer.send(portal.job, {}, portalView)).status).toBe(403);
    const reader = await bureau.as(['npn_view_customer']);
    expect((await reader.send(portal.job, {}, portalView)).status).toBe(403);
    const changer = await bureau.as(['npn_change_customer']);
    for (const who of [customer, reader, changer]) {
      expect((await who.send(portal.viewAs, { user_id: tenant.login.user_id })).status).toBe(403);
    }
    bureau.clock.advance(3_600_000);
    expect((await service.send(portal.job, {}, portalView)).problem).toMatchObject(closed);
  });

  it('the view needs an active customer login, and ends with it', async () => {
    const { login } = await buildCustomerWithLogins(bureau.db);
    const portalView = await openViewAs(login);
    await service.call(customers.setLoginActive, { user_id: login.user_id, active: false });
    expect((await service.send(portal.job, {}, portalView)).problem).toMatchObject({
      status: 403,
      code: 'view_closed',
    });
    for (const user_id of [login.user_id, service.user_id, 2_000_000_000]) {
      expect((await service.send(portal.viewAs, { user_id })).problem).toMatchObject({ status: 404 });
    }
  });

  it('the view is audited once, with its user, on the customer', async () => {
    const { login, cus_id1 } = await buildCustomerWithLogins(bureau.db);
    const portalView = await openViewAs(login);
    for (const endpoint of [portal.job, portal.price, portal.detail]) await service.call(endpoint, {}, portalView);
    const entries = await bureau.db
      .selectFrom('audit')
      .select(['action', 'actor_id', 'entity', 'entity_id'])
      .where('subject_id', '=', login.user_id)
      .execute();
    expect(entries).toEqual([
      { action: 'portal.viewAs', actor_id: service.user_id, entity: 'cus1', entity_id: String(cus_id1) },
    ]);
  });
});

describe('portal sessions', () => {
  it('a portal session ends at the next request when its login is deactivated', async () => {
    const { login } = await buildCustomerWithLogins(bureau.db);
    const customer = await bureau.as(login);
    expect((await customer.send(portal.job, {})).status).toBe(200);
    await service.call(customers.setLoginActive, { user_id: login.user_id, active: false });
    for (const endpoint of [portal.job, portal.listRequests])
      expect((await customer.send(endpoint, {})).status).toBe(401);
  });

  it('a portal session ends with its customer 1, while customer 0 continues', async () => {
    const { cus_id0, cus_id1, job_id, login, topLogin } = await buildCustomerWithLogins(bureau.db);
    const sister = await buildCustomerWithLogins(bureau.db);
    await bureau.db.updateTable('cus1').set({ cus_id0 }).where('id', '=', sister.cus_id1).execute();
    await bureau.db.deleteFrom('task').where('job_id', '=', job_id).execute();
    await bureau.db.deleteFrom('job').where('job_id', '=', job_id).execute();
    const [customer, top] = [await bureau.as(login), await bureau.as(topLogin)];
    expect((await top.call(portal.detail, {})).results).toHaveLength(2);
    await service.call(customers.delete, { cus_id1 });
    expect((await customer.send(portal.detail, {})).status).toBe(401);
    expect((await top.call(portal.detail, {})).results.map((row) => row.cus_id1)).toEqual([sister.cus_id1]);
  });
});
