import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import type { PriceRow } from '@darkroom/contract/price/price';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCus1, buildCustomer, buildPrice } from '../../testing/factories/customers.ts';
import { buildDetail } from '../../testing/factories/work.ts';

let bureau: TestApp;
let accountant: ApiClient;
let reader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  accountant = await bureau.as(['npn_view_customer', 'npn_change_customer_price']);
  reader = await bureau.as(['npn_view_customer']);
});
afterAll(() => bureau.close());

type Price = InputOf<typeof endpoints.price.update>['prices'][number];

const terms = { retail_price: 1.25, wholesale_price: 1, estimate_minutes: 10, visible: true, enabled: true };
const setPrices = (cus_id1: number, prices: readonly { [K in keyof Price]?: unknown }[], who = accountant) =>
  who.send(endpoints.price.update, { cus_id1, prices: prices.map((price) => ({ version: null, ...terms, ...price })) });
const readRows = async (cus_id1: number) =>
  new Map(
    (await reader.call(endpoints.price.detail, { id: cus_id1 })).results.map((row) => [row.service_cat2_id, row]),
  );
const readRow = async (cus_id1: number, service_cat2_id: number): Promise<PriceRow> =>
  (await readRows(cus_id1)).get(service_cat2_id)!;

describe('a customer’s price list', () => {
  it('the list has each category, with its price if any', async () => {
    const cus1 = await buildCus1(bureau.db);
    const [priced, bare] = [await buildCategory(bureau.db), await buildCategory(bureau.db)];
    await buildPrice(bureau.db, { cus_id1: cus1.id, service_cat2_id: priced.id, retail_price: 2.125 });
    const response = await reader.call(endpoints.price.detail, { id: cus1.id });
    expect(response).toMatchObject({ cus_id1: cus1.id, cus1_name: cus1.name, currency: 'USD', last_month: '2026-10' });
    const rows = new Map(response.results.map((row) => [row.service_cat2_id, row]));
    expect(rows.get(priced.id)).toMatchObject({ version: 1, retail_price: 2.125, warnings: [] });
    expect(rows.get(bare.id)).toMatchObject({ id: null, version: null, retail_price: null, enabled: null });
    expect((await reader.send(endpoints.price.detail, { id: 999_999 })).status).toBe(404);
  });

  it('the list warns of retail below wholesale, and of sold categories without a price', async () => {
    const cus2 = await buildCustomer(bureau.db);
    const [low, off, sold] = [
      await buildCategory(bureau.db),
      await buildCategory(bureau.db),
      await buildCategory(bureau.db),
    ];
    const of = { cus_id1: cus2.cus_id1 };
    await buildPrice(bureau.db, { ...of, service_cat2_id: low.id, retail_price: 1, wholesale_price: 1.001 });
    await buildPrice(bureau.db, { ...of, service_cat2_id: off.id, enabled: false });
    const addOrder = (service_cat2_id: number, job_date: string) =>
      buildDetail(bureau.db, { service_cat2_id, job: { customer2_id: cus2.id, job_date } });
    await addOrder(off.id, '2026-10-31');
    await addOrder(off.id, '2026-10-01');
    // Sales of this month and of the month before last do not count.
    await addOrder(sold.id, '2026-11-01');
    await addOrder(sold.id, '2026-09-30');
    expect(await readRow(cus2.cus_id1, low.id)).toMatchObject({ warnings: ['retail_below_wholesale'] });
    expect(await readRow(cus2.cus_id1, off.id)).toMatchObject({ sold_last_month: 2, warnings: ['sold_without_price'] });
    expect(await readRow(cus2.cus_id1, sold.id)).toMatchObject({ sold_last_month: 0, warnings: [] });
  });
});

describe('changes of prices', () => {
  it('price.update writes and records new and changed prices', async () => {
    const cus1 = await buildCus1(bureau.db);
    const [fresh, changed, same] = [
      await buildCategory(bureau.db),
      await buildCategory(bureau.db),
      await buildCategory(bureau.db),
    ];
    for (const { id } of [changed, same])
      await buildPrice(bureau.db, { ...terms, cus_id1: cus1.id, service_cat2_id: id });
    const { body } = await setPrices(cus1.id, [
      { service_cat2_id: fresh.id },
      { service_cat2_id: changed.id, version: 1, retail_price: 3.333, visible: false },
      { service_cat2_id: same.id, version: 1 },
    ]);
    expect(body.results.map((row) => [row.service_cat2_id, row.version, row.retail_price])).toEqual([
      [fresh.id, 1, 1.25],
      [changed.id, 2, 3.333],
      [same.id, 1, 1.25],
    ]);
    const records = await bureau.db
      .selectFrom('audit')
      .select(['entity_id', 'before', 'after'])
      .where('entity', '=', 'customer_price')
      .orderBy('id')
      .execute();
    const createKey = (service_cat2_id: number) => ({ cus_id1: cus1.id, service_cat2_id });
    expect(records).toEqual([
      { entity_id: String(body.results[0]?.id), before: null, after: { ...createKey(fresh.id), ...terms } },
      {
        entity_id: String(body.results[1]?.id),
        before: { ...createKey(changed.id), ...terms },
        after: { ...createKey(changed.id), ...terms, retail_price: 3.333, visible: false },
      },
    ]);
  });

  it('price.update reports each bad cell with its path, and writes nothing', async () => {
    const cus1 = await buildCus1(bureau.db);
    const category = await buildCategory(bureau.db);
    const refusedResponse = await setPrices(cus1.id, [
      { service_cat2_id: category.id },
      { service_cat2_id: category.id, retail_price: -1, wholesale_price: 0.0001 },
      { service_cat2_id: category.id, estimate_minutes: 1.5, retail_price: 1_000_001 },
      { service_cat2_id: category.id, retail_price: 'much' },
    ]);
    expect(refusedResponse.status).toBe(422);
    expect(refusedResponse.problem.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['prices.1.retail_price', 'too_small'],
      ['prices.1.wholesale_price', 'too_many_decimals'],
      ['prices.2.retail_price', 'too_big'],
      ['prices.2.estimate_minutes', 'not_a_whole_number'],
      ['prices.3.retail_price', 'not_a_number'],
    ]);
    const unknown = await setPrices(cus1.id, [
      { service_cat2_id: category.id },
      { service_cat2_id: 999_999 },
      { service_cat2_id: category.id },
    ]);
    expect(unknown.problem.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['prices.1.service_cat2_id', 'unknown'],
      ['prices.2.service_cat2_id', 'duplicate'],
    ]);
    expect(await readRow(cus1.id, category.id)).toMatchObject({ id: null });
    expect((await setPrices(cus1.id, [])).status).toBe(422);
    expect((await setPrices(999_999, [{ service_cat2_id: category.id }])).status).toBe(404);
  });

  it('price.update returns all stale rows with their current values', async () => {
    const cus1 = await buildCus1(bureau.db);
    const [firstCategory, secondCategory] = [await buildCategory(bureau.db), await buildCategory(bureau.db)];
    await setPrices(cus1.id, [{ service_cat2_id: firstCategory.id }, { service_cat2_id: secondCategory.id }]);
    const staleResponse = await setPrices(cus1.id, [
      { service_cat2_id: firstCategory.id, version: 1, retail_price: 9 },
      { service_cat2_id: secondCategory.id, version: null, retail_price: 9 },
    ]);
    expect(staleResponse.problem).toMatchObject({ status: 409, code: 'stale' });
    expect(staleResponse.problem.current).toMatchObject([
      { service_cat2_id: secondCategory.id, version: 1, retail_price: 1.25 },
    ]);
    expect(await readRow(cus1.id, firstCategory.id)).toMatchObject({ version: 1, retail_price: 1.25 });
  });

  it('parallel requests for a customer run in order, and one first price wins', async () => {
    const cus1 = await buildCus1(bureau.db);
    const category = await buildCategory(bureau.db);
    const responses = await Promise.all(
      [1, 2, 3, 4].map((retail_price) => setPrices(cus1.id, [{ service_cat2_id: category.id, retail_price }])),
    );
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    const won = responses.find(({ status }) => status === 200)!;
    expect(await readRow(cus1.id, category.id)).toMatchObject({
      version: 1,
      retail_price: won.body.results[0]?.retail_price,
    });
  });

  it('price.update accepts a catalogue of several hundred at once', async () => {
    const cus1 = await buildCus1(bureau.db);
    const { cat1_id } = await buildCategory(bureau.db);
    await sql`insert into service_cat2 (name, cat1_id, level) select 'Many ' || n, ${cat1_id}, 1 from generate_series(1, 400) n`.execute(
      bureau.db,
    );
    const missing = [...(await readRows(cus1.id)).values()];
    const { status, body } = await setPrices(
      cus1.id,
      missing.map(({ service_cat2_id }) => ({ service_cat2_id })),
    );
    expect([status, body.results.length]).toEqual([200, missing.length]);
  });

  it('price.update needs its own permission, and is refused while prices are locked', async () => {
    const cus1 = await buildCus1(bureau.db);
    const category = await buildCategory(bureau.db);
    expect((await setPrices(cus1.id, [{ service_cat2_id: category.id }], reader)).status).toBe(403);
    const admin = await bureau.as(['npn_change_permission']);
    const lock = { screen_name: 'price', locked: true, reason: 'chốt bảng giá' } as const;
    const { version } = await admin.call(endpoints.setting.changeLock, lock);
    expect((await setPrices(cus1.id, [{ service_cat2_id: category.id }])).problem).toMatchObject({ status: 423 });
    await admin.call(endpoints.setting.changeLock, { ...lock, locked: false, version });
  });
});

describe('new prices', () => {
  it('a new price applies to new details, and earlier details keep their price', async () => {
    const cus2 = await buildCustomer(bureau.db);
    const category = await buildCategory(bureau.db);
    const cs = await bureau.as(['npn_add_job', 'npn_view_job']);
    const addOrder = async () => {
      const job = {
        job_date: '2026-11-20',
        customer2_id: cus2.id,
        job_name: 'Đơn',
        job_link: null,
        job_priority: null,
        job_notes: '',
        job_details: [{ service_cat1_id: category.cat1_id, service_cat2_id: category.id, quantity: 4, note: '' }],
      };
      const { results } = await cs.call(endpoints.job.bulkAdd, { jobs: [job] });
      return results[0]!.job_id;
    };
    const readCopiedPrices = async (job_id: number) =>
      bureau.db
        .selectFrom('job_detail')
        .select(['unit_price', 'wholesale_price', 'estimate_minutes'])
        .where('job_id', '=', job_id)
        .executeTakeFirstOrThrow();
    const without = await addOrder();
    await setPrices(cus2.cus_id1, [{ service_cat2_id: category.id }]);
    const first = await addOrder();
    await setPrices(cus2.cus_id1, [
      { service_cat2_id: category.id, version: 1, retail_price: 7, estimate_minutes: 20 },
    ]);
    const second = await addOrder();
    await setPrices(cus2.cus_id1, [{ service_cat2_id: category.id, version: 2, enabled: false }]);
    const third = await addOrder();
    expect(await readCopiedPrices(without)).toEqual({
      unit_price: null,
      wholesale_price: null,
      estimate_minutes: null,
    });
    expect(await readCopiedPrices(first)).toEqual({ unit_price: 1.25, wholesale_price: 1, estimate_minutes: 10 });
    expect(await readCopiedPrices(second)).toEqual({ unit_price: 7, wholesale_price: 1, estimate_minutes: 20 });
    expect(await readCopiedPrices(third)).toMatchObject({ unit_price: null });
  });
});
