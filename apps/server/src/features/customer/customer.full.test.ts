import type { CustomerRow } from '@darkroom/contract/customer/customer';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildJob } from '../../testing/factories/work.ts';

const { detailAdd, detailList, detailUpdate } = endpoints.customer;

type Cus2 = CustomerRow['cus2_list'][number];

let bureau: TestApp;
let office: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  office = await bureau.as(['npn_view_customer', 'npn_add_customer', 'npn_change_customer', 'npn_delete_customer']);
});
afterAll(() => bureau.close());

const getErrorFields = ({ problem }: { problem: { errors?: { field: string; code: string }[] } }) =>
  (problem.errors ?? []).map(({ field, code }) => [field, code]);
const readCustomer = async (cus_id1: number) => (await office.call(detailList, { cus_id1 })).results[0]!;
const toUpdateInput = ({ cus_id1, cus_detail_id, cus0, version }: CustomerRow) => ({
  cus_detail_id,
  cus_id1,
  cus_id0: cus0.id,
  version,
});

/** Adds a customer with the levels below it through the API. */
const addCustomer = (name: string, cus2_names = ['Wedding desk']) =>
  office.call(detailAdd, { cus0_name: `${name} Group`, cus1_name: name, cus2_names });

describe('a new customer', () => {
  it('one request adds every missing level of the customer, with the detail record', async () => {
    const createdCustomer = await office.call(detailAdd, {
      cus0_name: 'Ánh Dương Group',
      cus1_name: 'Ánh Dương Huế',
      cus2_names: ['Cưới', 'Sự kiện'],
      details: { company_name: ' Ánh Dương Co. ', country: '', tier: 'Gold', billing_email: 'tien@anhduong.example' },
    });
    expect(createdCustomer).toMatchObject({
      cus1_name: 'Ánh Dương Huế',
      cus0: { name: 'Ánh Dương Group', cus1_count: 1, login: null },
      details: { company_name: 'Ánh Dương Co.', country: null, tier: 'Gold', contract_status: 'Unsigned' },
      job_count: 0,
    });
    expect(createdCustomer.cus2_list.map(({ name }) => name)).toEqual(['Cưới', 'Sự kiện']);
    const second = await office.call(detailAdd, {
      cus_id0: createdCustomer.cus0.id,
      cus1_name: 'Ánh Dương Hội An',
      cus2_names: ['Cưới'],
    });
    expect(second.cus0).toMatchObject({ id: createdCustomer.cus0.id, cus1_count: 2 });
    const third = await office.call(detailAdd, {
      cus_id0: createdCustomer.cus0.id,
      cus_id1: createdCustomer.cus_id1,
      cus2_names: ['Chân dung'],
    });
    expect(third.cus2_list.map(({ name }) => name)).toEqual(['Chân dung', 'Cưới', 'Sự kiện']);
    const lists = await office.call(endpoints.customer.list, {});
    expect(lists.cus2_list.filter(({ cus_id1 }) => cus_id1 === createdCustomer.cus_id1)).toHaveLength(3);
  });

  it('a new customer requires Customer ID 0 first, and the error names every missing level', async () => {
    const addCustomerWith = (input: object) => office.send(detailAdd, input);
    const first = await addCustomerWith({ cus1_name: 'Nowhere', cus2_names: ['x'] });
    expect(first.problem).toMatchObject({ status: 422, code: 'cus0_first', title: 'Customer ID 0 first' });
    expect(getErrorFields(await addCustomerWith({ cus2_names: ['x'] }))).toEqual([
      ['cus_id0', 'cus0_first'],
      ['cus_id1', 'required'],
    ]);
    expect(getErrorFields(await addCustomerWith({}))).toEqual([
      ['cus_id0', 'required'],
      ['cus_id1', 'required'],
      ['cus2_names', 'required'],
    ]);
    expect(getErrorFields(await addCustomerWith({ cus0_name: 'New', cus2_names: ['x'] }))).toEqual([
      ['cus_id1', 'required'],
    ]);
    expect(getErrorFields(await addCustomerWith({ cus0_name: 'New', cus1_name: 'New' }))).toEqual([
      ['cus2_names', 'required'],
    ]);
  });

  it('levels that do not belong together are refused, and no customer is added', async () => {
    const [firstCustomer, secondCustomer] = [await addCustomer('Together'), await addCustomer('Apart')];
    const addCustomerWith = (input: object) => office.send(detailAdd, { cus2_names: ['x'], ...input });
    expect(
      getErrorFields(await addCustomerWith({ cus_id0: firstCustomer.cus0.id, cus_id1: secondCustomer.cus_id1 })),
    ).toEqual([['cus_id1', 'unknown']]);
    expect(getErrorFields(await addCustomerWith({ cus_id0: 2_000_000, cus1_name: 'y' }))).toEqual([
      ['cus_id0', 'unknown'],
    ]);
    expect(
      getErrorFields(await addCustomerWith({ cus_id0: firstCustomer.cus0.id, cus0_name: 'z', cus1_name: 'y' })),
    ).toEqual([['cus0_name', 'invalid']]);
    const details = { tier: 'Gold' };
    expect(
      getErrorFields(
        await addCustomerWith({ cus_id0: firstCustomer.cus0.id, cus_id1: firstCustomer.cus_id1, details }),
      ),
    ).toEqual([['details', 'invalid']]);
    const twice = await office.send(detailAdd, { cus0_name: 'Half made', cus1_name: 'Half', cus2_names: ['a', 'A'] });
    expect(getErrorFields(twice)).toEqual([['cus2_names.1', 'duplicate']]);
    expect((await office.call(detailList, { text: 'half made' })).total_items).toBe(0);
  });

  it('an existing name is reported in the specification’s words', async () => {
    const createdCustomer = await addCustomer('Exists');
    const zero = await office.send(detailAdd, { cus0_name: 'EXISTS group', cus1_name: 'b', cus2_names: ['c'] });
    expect(zero.problem).toMatchObject({ status: 409, title: 'Customer ID 0 exists' });
    expect(getErrorFields(zero)).toEqual([['cus0_name', 'exists']]);
    const pair = await office.send(detailAdd, {
      cus_id0: createdCustomer.cus0.id,
      cus1_name: 'exists',
      cus2_names: ['c'],
    });
    expect(pair.problem).toMatchObject({ status: 409, title: 'The Customer ID 0 and 1 pair exists' });
    expect(getErrorFields(pair)).toEqual([['cus1_name', 'exists']]);
    const secondResponse = await office.send(detailAdd, {
      cus_id0: createdCustomer.cus0.id,
      cus_id1: createdCustomer.cus_id1,
      cus2_names: ['new', 'wedding DESK'],
    });
    expect(secondResponse.problem).toMatchObject({ status: 409, code: 'exists' });
    expect(getErrorFields(secondResponse)).toEqual([['cus2_names.1', 'exists']]);
    expect((await readCustomer(createdCustomer.cus_id1)).cus2_list).toHaveLength(1);
  });

  it('one of a hundred parallel requests adds the customer', async () => {
    const addTogether = async (input: object) => {
      const responses = await Promise.all(
        Array.from({ length: 100 }, (_, n) => office.send(detailAdd, { cus2_names: [`desk ${n}`], ...input })),
      );
      const won = responses.filter(({ status }) => status === 200);
      const codes = new Set(responses.filter(({ status }) => status !== 200).map(({ problem }) => problem.code));
      return { won: won.length, codes: [...codes], row: won[0]?.body };
    };
    const zero = await addTogether({ cus0_name: 'One of a hundred', cus1_name: 'Only one' });
    expect(zero).toMatchObject({ won: 1, codes: ['cus0_exists'] });
    const pair = await addTogether({ cus_id0: zero.row?.cus0.id, cus1_name: 'Second of a hundred' });
    expect(pair).toMatchObject({ won: 1, codes: ['cus_pair_exists'] });
    const rows = (await office.call(detailList, { text: 'of a hundred' })).results;
    expect(rows.map(({ cus1_name, cus2_list }) => [cus1_name, cus2_list.length])).toEqual([
      ['Only one', 1],
      ['Second of a hundred', 1],
    ]);
  });

  it('the error names every bad field of the record together', async () => {
    const refused = await office.send(detailAdd, {
      cus0_name: 'Bad',
      cus1_name: 'x'.repeat(101),
      cus2_names: ['y'],
      details: {
        post_code: '12345678901',
        billing_email: 'not an address',
        join_date: '2026-02-30',
        tier: 'Diamond',
        city: 'c'.repeat(101),
      },
    });
    expect(Object.fromEntries(getErrorFields(refused))).toEqual(
      Object.fromEntries([
        ['cus1_name', 'too_long'],
        ['details.billing_email', 'not_email'],
        ['details.city', 'too_long'],
        ['details.join_date', 'not_a_day'],
        ['details.post_code', 'too_long'],
        ['details.tier', 'invalid'],
      ]),
    );
  });
});

describe('a change of a customer', () => {
  it('a change sets the given fields and records their earlier values', async () => {
    const row = await addCustomer('Changed');
    const { customer, login } = await office.call(detailUpdate, {
      ...toUpdateInput(row),
      details: { cus1_name: 'Changed again', city: 'Huế', contract_status: 'Signed', join_date: '2026-11-01' },
    });
    expect(login).toBeNull();
    expect(customer).toMatchObject({
      cus1_name: 'Changed again',
      version: row.version + 1,
      details: { city: 'Huế', contract_status: 'Signed', join_date: '2026-11-01', tier: 'Bronze' },
    });
    const rows = await bureau.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('entity', '=', 'cus1')
      .where('entity_id', '=', String(row.cus_id1))
      .where('action', '=', 'customer.detailUpdate')
      .execute();
    expect(rows).toEqual([
      {
        before: { cus1_name: 'Changed', city: null, contract_status: 'Unsigned', join_date: null },
        after: { cus1_name: 'Changed again', city: 'Huế', contract_status: 'Signed', join_date: '2026-11-01' },
      },
    ]);
  });

  it('a change refuses an old version with the current record', async () => {
    const row = await addCustomer('Twice');
    const changeCity = (city: string) => office.send(detailUpdate, { ...toUpdateInput(row), details: { city } });
    const responses = await Promise.all([changeCity('Paris'), changeCity('Lyon')]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const staleResponse = responses.find(({ status }) => status === 409)!;
    expect(staleResponse.problem.code).toBe('stale');
    const now = await readCustomer(row.cus_id1);
    expect(staleResponse.problem.current).toEqual(now);
    expect(['Paris', 'Lyon']).toContain(now.details.city);
  });

  it('a change refuses ids of different customers and a request without fields', async () => {
    const [row, secondCustomer] = [await addCustomer('Mine'), await addCustomer('Theirs')];
    const mixed = await office.send(detailUpdate, {
      ...toUpdateInput(row),
      cus_id0: secondCustomer.cus0.id,
      cus_detail_id: secondCustomer.cus_detail_id,
      details: { city: 'x' },
    });
    expect(getErrorFields(mixed)).toEqual([
      ['cus_detail_id', 'unknown'],
      ['cus_id0', 'parent_cannot_change'],
    ]);
    const nowhere = await office.send(detailUpdate, {
      ...toUpdateInput(row),
      cus_id0: 2_000_000,
      details: { city: 'x' },
    });
    expect(getErrorFields(nowhere)).toEqual([['cus_id0', 'unknown']]);
    const nothing = await office.send(detailUpdate, { ...toUpdateInput(row), details: { tier: 'Bronze', city: '' } });
    expect(nothing.problem).toMatchObject({ status: 422, code: 'no_fields_to_change' });
    expect((await office.send(detailUpdate, { ...toUpdateInput(row), cus_id1: 2_000_000 })).status).toBe(404);
  });

  it('a change renames customer 0 for all customers below it, by its version', async () => {
    const row = await addCustomer('Below');
    await office.call(detailAdd, { cus_id0: row.cus0.id, cus1_name: 'Sibling', cus2_names: ['x'] });
    const renameCustomer = (cus0_name: string, cus0_version?: number) =>
      office.send(detailUpdate, { ...toUpdateInput(row), cus0_version, details: { cus0_name } });
    expect((await renameCustomer('Top', row.cus0.version)).body.customer).toMatchObject({
      version: row.version,
      cus0: { name: 'Top', version: row.cus0.version + 1 },
    });
    expect((await renameCustomer('Top again', row.cus0.version)).problem).toMatchObject({ code: 'stale', status: 409 });
    expect((await office.call(detailList, { text: 'top' })).results.map(({ cus1_name }) => cus1_name)).toEqual([
      'Below',
      'Sibling',
    ]);
    await addCustomer('Taken');
    expect((await renameCustomer('taken group', row.cus0.version + 1)).problem.code).toBe('cus0_exists');
    const pair = await office.send(detailUpdate, { ...toUpdateInput(row), details: { cus1_name: 'SIBLING' } });
    expect(pair.problem).toMatchObject({ status: 409, code: 'cus_pair_exists' });
  });

  it('a change adds, renames and deletes customers 2 without jobs', async () => {
    const row = await addCustomer('Three desks', ['One', 'Three', 'Two']);
    const [firstCus2, thirdCus2, secondCus2] = row.cus2_list as [Cus2, Cus2, Cus2];
    await buildJob(bureau.db, { customer2_id: secondCus2.id });
    const changeCity = async (cus2: object[]) =>
      office.send(detailUpdate, { ...toUpdateInput(await readCustomer(row.cus_id1)), details: { cus2 } });
    const refused = await changeCity([{ cus_id2: firstCus2.id }, { cus_id2: secondCus2.id, remove: true }]);
    expect(refused.problem).toMatchObject({ status: 409, code: 'in_use', current: { job_count: 1 } });
    expect(getErrorFields(refused)).toEqual([['details.cus2.1.name', 'in_use']]);
    const refusedResponse = await changeCity([
      { name: 'Four' },
      { name: 'four' },
      { cus_id2: 2_000_000, name: 'x' },
      { name: 'ONE' },
      {},
    ]);
    expect(getErrorFields(refusedResponse)).toEqual([
      ['details.cus2.0.name', 'exists'],
      ['details.cus2.1.name', 'exists'],
      ['details.cus2.2.name', 'unknown'],
      ['details.cus2.3.name', 'exists'],
      ['details.cus2.4.name', 'required'],
    ]);
    const { body } = await changeCity([
      { cus_id2: firstCus2.id, name: 'First' },
      { cus_id2: thirdCus2.id, remove: true },
      { name: 'Three' },
    ]);
    expect(body.customer.cus2_list).toMatchObject([
      { id: firstCus2.id, name: 'First', job_count: 0 },
      { name: 'Three' },
      { id: secondCus2.id, name: 'Two', job_count: 1 },
    ]);
    expect(body.customer.version).toBe(row.version + 1);
    expect(body.customer.cus2_list[1]?.id).not.toBe(thirdCus2.id);
  });
});
