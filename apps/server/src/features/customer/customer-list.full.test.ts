import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCus0, buildCus1, buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount } from '../../testing/factories/people.ts';
const { detailList } = endpoints.customer;

let bureau: TestApp;
let office: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  office = await bureau.as(['npn_view_customer', 'npn_add_customer', 'npn_change_customer', 'npn_delete_customer']);
});
afterAll(() => bureau.close());

describe('the list of customers', () => {
  it('the search covers names, company, email and login, without marks', async () => {
    const { id: cus_id0 } = await buildCus0(bureau.db, { name: 'Đông Phương' });
    const { id: cus_id1 } = await buildCus1(bureau.db, {
      cus_id0,
      name: 'Ảnh viện Thủy',
      company_name: 'Thủy & Sons 100%',
      billing_email: 'ke.toan@thuy.example',
      country: 'Việt Nam',
      tier: 'Platinum',
      contract_status: 'Signed',
    });
    await buildCustomer(bureau.db, { cus_id1, name: 'Kỷ yếu' });
    await buildCustomerAccount(bureau.db, { cus_id1, username: 'customer.thuy' });
    for (const text of ['dong phuong', 'ANH VIEN', 'ky yeu', '100%', 'ke.toan@', 'customer.thuy']) {
      const { results } = await office.call(detailList, { text });
      expect([text, results.map((row) => row.cus_id1)]).toEqual([text, [cus_id1]]);
    }
    expect((await office.call(detailList, { text: 'thuy_' })).total_items).toBe(0);
    const countCustomers = async (filter: object) =>
      (await office.call(detailList, { cus_id0: [cus_id0], ...filter })).results.length;
    expect(await countCustomers({ tier: ['Platinum', 'Gold'], country: ['việt nam'], contract_status: 'Signed' })).toBe(
      1,
    );
    expect(await countCustomers({ tier: ['Silver'] })).toBe(0);
    expect(await countCustomers({ has_login: true })).toBe(1);
    expect(await countCustomers({ has_login: false })).toBe(0);
    expect((await office.call(endpoints.customer.values, {})).country).toContain('Việt Nam');
  });

  it('the list has pages, with each order from both ends', async () => {
    const { id: cus_id0 } = await buildCus0(bureau.db, { name: 'Pages' });
    const createRecord = (n: number) => ({ tier: ['Gold', 'Bronze'][n % 2]!, join_date: n ? `2026-11-0${n}` : null });
    for (let n = 0; n < 7; n++) await buildCus1(bureau.db, { cus_id0, name: `Page ${n}`, ...createRecord(n) });
    for (const sort of [
      'name',
      '-name',
      'tier',
      '-tier',
      'join_date',
      '-join_date',
      'country',
      '-company_name',
    ] as const) {
      const names: string[] = [];
      for (let page = 1; page <= 4; page++) {
        const response = await office.call(detailList, { cus_id0: [cus_id0], sort, page, page_size: 2 });
        expect(response).toMatchObject({ total_items: 7, total_pages: 4 });
        names.push(...response.results.map(({ cus1_name }) => cus1_name.slice(5)));
      }
      expect([sort, new Set(names).size]).toEqual([sort, 7]);
      if (sort === 'name') expect(names.join('')).toBe('0123456');
      if (sort === '-name') expect(names.join('')).toBe('6543210');
      if (sort === 'tier') expect(names.join('')).toBe('1350246');
      if (sort === 'join_date') expect(names.join('')).toBe('1234560');
    }
  });

  it('a page of three thousand customers is read fast, also page twenty', async () => {
    await bureau.db
      .insertInto('cus0')
      .values(Array.from({ length: 300 }, (_, n) => ({ name: `Crowd ${n}` })))
      .execute();
    const tops = await bureau.db.selectFrom('cus0').select('id').where('name', 'like', 'Crowd %').execute();
    const middles = await bureau.db
      .insertInto('cus1')
      .values(tops.flatMap(({ id }) => Array.from({ length: 10 }, (_, n) => ({ cus_id0: id, name: `Studio ${n}` }))))
      .returning('id')
      .execute();
    await bureau.db
      .insertInto('cus2')
      .values(middles.flatMap(({ id }) => [1, 2].map((n) => ({ cus_id1: id, name: `Bench ${n}` }))))
      .execute();
    const searchCustomers = async (text: string) => {
      const start = performance.now();
      const { total_items } = await office.call(detailList, { text, page_size: 50, page: 20 });
      return { total_items, ms: performance.now() - start };
    };
    await searchCustomers('bench');
    const found = await searchCustomers('bench 2');
    expect(found.total_items).toBe(3000);
    // A limit for a busy machine. An idle one needs a tenth of it.
    expect(found.ms).toBeLessThan(1000);
  });
});
