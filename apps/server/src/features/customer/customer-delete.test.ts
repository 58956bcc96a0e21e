import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildPrice } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
import { buildJob } from '../../testing/factories/work.ts';
const { detailAdd, detailList } = endpoints.customer;
const remove = endpoints.customer.delete;

let bureau: TestApp;
let office: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  office = await bureau.as(['npn_view_customer', 'npn_add_customer', 'npn_change_customer', 'npn_delete_customer']);
});
afterAll(() => bureau.close());

const readCustomer = async (cus_id1: number) => (await office.call(detailList, { cus_id1 })).results[0]!;
/** Adds a customer with the levels below it through the API. */
const addCustomer = (name: string) =>
  office.call(detailAdd, { cus0_name: `${name} Group`, cus1_name: name, cus2_names: ['Wedding desk'] });

describe('deletion of a customer', () => {
  it('a customer with jobs is kept, and the refusal counts them', async () => {
    const row = await addCustomer('Busy');
    for (let n = 0; n < 3; n++) await buildJob(bureau.db, { customer2_id: row.cus2_list[0]!.id });
    const refused = await office.send(remove, { cus_id1: row.cus_id1 });
    expect(refused.problem).toMatchObject({ status: 409, code: 'in_use', current: { job_count: 3 } });
    expect(await readCustomer(row.cus_id1)).toMatchObject({ job_count: 3, cus1_name: 'Busy' });
  });

  it('the deletion removes prices, requests and login, and keeps a shared customer 0', async () => {
    const row = await addCustomer('Gone');
    const sibling = await office.call(detailAdd, { cus_id0: row.cus0.id, cus1_name: 'Stays', cus2_names: ['x'] });
    const { cus_id1 } = row;
    await buildPrice(bureau.db, { cus_id1 });
    const account = await buildCustomerAccount(bureau.db, { cus_id1 });
    await bureau.db
      .insertInto('customer_request')
      .values({ cus_id1, type: 'QUOTES', board: 'ADMIN_BOARD', subject: 'How much?', full_name: 'Gone' })
      .execute();
    expect(await readCustomer(cus_id1)).toMatchObject({ price_count: 1, request_count: 1, login: { active: true } });
    const customer = await bureau.as(account);
    expect((await customer.send(endpoints.user.me)).status).toBe(200);
    expect((await office.send(remove, { cus_id1, version: row.version + 1 })).problem.code).toBe('stale');
    await office.call(remove, { cus_id1 });
    expect((await customer.send(endpoints.user.me)).status).toBe(401);
    expect((await office.send(remove, { cus_id1 })).status).toBe(404);
    expect(await readCustomer(sibling.cus_id1)).toMatchObject({ cus0: { id: row.cus0.id, cus1_count: 1 } });
  });

  it('the deletion removes a customer 0 that becomes empty', async () => {
    const row = await addCustomer('Last');
    const account = await buildCustomerAccount(bureau.db, { cus_id0: row.cus0.id });
    const customer = await bureau.as(account);
    await office.call(remove, { cus_id1: row.cus_id1 });
    const { cus0_list } = await office.call(endpoints.customer.list, {});
    expect(cus0_list.map(({ id }) => id)).not.toContain(row.cus0.id);
    expect((await customer.send(endpoints.user.me)).status).toBe(401);
  });
});
