import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import type { FillIn } from '@darkroom/contract/price/price';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer, buildPrice } from '../../testing/factories/customers.ts';
import { buildDetail, buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let accountant: ApiClient;
let reader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  accountant = await bureau.as(['npn_change_customer_price']);
  reader = await bureau.as(['npn_view_customer', 'npn_view_job', 'npn_change_job', 'npn_change_job_detail']);
}, 60_000);
afterAll(() => bureau.close());

const terms = { retail_price: 1.25, wholesale_price: 1, estimate_minutes: 10, visible: true, enabled: true };

interface OrderFields {
  customer2_id: number;
  service_cat2_id: number;
  unit_price?: number | null;
  quantity?: number;
  done?: number;
  job_date?: string;
}

/** Creates a detail in a new job, by default without a price, with some completed pieces. */
async function buildOrder({ customer2_id, service_cat2_id, unit_price = null, done = 0, ...of }: OrderFields) {
  const { quantity = 10, job_date = '2026-11-10' } = of;
  const detail = await buildDetail(bureau.db, {
    service_cat2_id,
    unit_price,
    quantity,
    job: { customer2_id, job_date },
  });
  await buildTask(bureau.db, { job_detail_id: detail.job_detail_id, ...(done > 0 ? { status: 9, x1: done } : {}) });
  return detail;
}

const readPrices = async (...details: readonly { job_detail_id: number }[]) => {
  const rows = await bureau.db
    .selectFrom('job_detail')
    .select(['unit_price', 'wholesale_price', 'estimate_minutes', 'version'])
    .where(
      'job_detail_id',
      'in',
      details.map(({ job_detail_id }) => job_detail_id),
    )
    .orderBy('job_detail_id')
    .execute();
  return rows.map((row) => [row.unit_price, row.wholesale_price, row.estimate_minutes, row.version]);
};

type FillInInput = InputOf<typeof endpoints.price.previewFillIn>;
const previewFillIn = (of: FillInInput) => accountant.call(endpoints.price.previewFillIn, of);
const toSeen = ({ details, amount, results }: FillIn) => ({
  details,
  amount,
  prices: results.flatMap(({ service_cat2_id, unit_price }) =>
    unit_price === null ? [] : [{ service_cat2_id, unit_price }],
  ),
});
/** Fills in prices with the figures of a preview. */
async function fillIn(of: FillInInput, who = accountant) {
  return who.send(endpoints.price.fillIn, { ...of, confirmed_preview: toSeen(await previewFillIn(of)) });
}
const readReport = (cus_id1: number) =>
  reader.call(endpoints.price.report, {
    date_from: '2026-11-01',
    date_to: '2026-11-30',
    customer1_id: [cus_id1],
  });

it('completed work without a price gets the current one, and the report charges it', async () => {
  const cus2 = await buildCustomer(bureau.db);
  const [pricedCategory, off, none] = [
    await buildCategory(bureau.db),
    await buildCategory(bureau.db),
    await buildCategory(bureau.db),
  ];
  const of = { customer2_id: cus2.id };
  const first = await buildOrder({ ...of, service_cat2_id: pricedCategory.id, done: 5, quantity: 8 });
  const agreed = await buildOrder({ ...of, service_cat2_id: pricedCategory.id, unit_price: 0.5, done: 4 });
  const open = await buildOrder({ ...of, service_cat2_id: pricedCategory.id, quantity: 3 });
  const switchedOff = await buildOrder({ ...of, service_cat2_id: off.id, done: 2 });
  const unknown = await buildOrder({ ...of, service_cat2_id: none.id, done: 1 });
  await buildPrice(bureau.db, { ...terms, cus_id1: cus2.cus_id1, service_cat2_id: pricedCategory.id });
  await buildPrice(bureau.db, { ...terms, cus_id1: cus2.cus_id1, service_cat2_id: off.id, enabled: false });
  expect(await readReport(cus2.cus_id1)).toMatchObject({ quantity: 12, amount: 2, unpriced: 8 });

  const customerPreview = await previewFillIn({ cus_id1: cus2.cus_id1 });
  expect(customerPreview).toMatchObject({
    cus_id1: cus2.cus_id1,
    currency: 'USD',
    details: 2,
    jobs: 2,
    quantity: 11,
    done_quantity: 5,
    amount: 13.75,
    done_amount: 6.25,
    without: { details: 2, jobs: 2, quantity: 20, done_quantity: 3 },
  });
  expect(customerPreview.results.find((line) => line.service_cat2_id === pricedCategory.id)).toMatchObject({
    unit_price: 1.25,
    details: 2,
    quantity: 11,
    amount: 13.75,
  });
  expect(customerPreview.results.find((line) => line.service_cat2_id === off.id)).toMatchObject({
    unit_price: null,
    amount: null,
  });

  const { status, body } = await fillIn({ cus_id1: cus2.cus_id1 });
  expect([status, body]).toEqual([200, customerPreview]);
  expect(await readPrices(first, agreed, open, switchedOff, unknown)).toEqual([
    [1.25, 1, 10, 2],
    [0.5, null, null, 1],
    [1.25, 1, 10, 2],
    [null, null, null, 1],
    [null, null, null, 1],
  ]);
  expect(await readReport(cus2.cus_id1)).toMatchObject({ quantity: 12, amount: 8.25, unpriced: 3 });

  const { results } = await reader.call(endpoints.history.list, {
    entity: 'job_detail',
    entity_id: first.job_detail_id,
  });
  expect(results).toMatchObject([
    {
      action: 'price.fillIn',
      actor: accountant.user_id,
      changes: expect.arrayContaining([{ field: 'unit_price', before: null, after: 1.25 }]),
    },
  ]);
  // A user with the old version of the detail cannot overwrite it.
  const { problem } = await reader.send(endpoints.job.updateDetail, {
    job_detail_id: first.job_detail_id,
    version: 1,
    note: 'x',
  });
  expect(problem.code).toBe('stale');
  // A later price change leaves these details unchanged.
  expect(await previewFillIn({ cus_id1: cus2.cus_id1 })).toMatchObject({
    details: 0,
    amount: 0,
    without: { details: 2 },
  });
});

it('the fill-in of prices can be limited to one customer, category and period', async () => {
  const [ownCustomer, otherCustomer] = [await buildCustomer(bureau.db), await buildCustomer(bureau.db)];
  const sister = await buildCustomer(bureau.db, { cus_id1: ownCustomer.cus_id1 });
  const [firstCategory, secondCategory] = [await buildCategory(bureau.db), await buildCategory(bureau.db)];
  for (const [cus2, retail_price] of [
    [ownCustomer, 2],
    [otherCustomer, 7],
  ] as const)
    for (const { id } of [firstCategory, secondCategory])
      await buildPrice(bureau.db, { ...terms, cus_id1: cus2.cus_id1, service_cat2_id: id, retail_price });
  const before = await buildOrder({
    customer2_id: ownCustomer.id,
    service_cat2_id: firstCategory.id,
    job_date: '2026-10-31',
  });
  const begins = await buildOrder({
    customer2_id: ownCustomer.id,
    service_cat2_id: firstCategory.id,
    job_date: '2026-11-01',
  });
  const ends = await buildOrder({ customer2_id: sister.id, service_cat2_id: firstCategory.id, job_date: '2026-11-30' });
  const otherOrder = await buildOrder({ customer2_id: ownCustomer.id, service_cat2_id: secondCategory.id });
  const foreign = await buildOrder({ customer2_id: otherCustomer.id, service_cat2_id: firstCategory.id });
  const all = [before, begins, ends, otherOrder, foreign];
  const readUnitPrices = async () => (await readPrices(...all)).map(([unit_price]) => unit_price);

  const of = {
    cus_id1: ownCustomer.cus_id1,
    service_cat2_id: firstCategory.id,
    date_from: '2026-11-01',
    date_to: '2026-11-30',
  };
  expect((await fillIn(of)).body).toMatchObject({ details: 2, amount: 40 });
  expect(await readUnitPrices()).toEqual([null, 2, 2, null, null]);
  expect((await fillIn({ cus_id1: ownCustomer.cus_id1 })).body).toMatchObject({ details: 2 });
  expect(await readUnitPrices()).toEqual([2, 2, 2, 2, null]);

  expect((await accountant.send(endpoints.price.previewFillIn, { cus_id1: 999_999 })).status).toBe(404);
  const turned = { ...of, date_to: '2026-10-01' };
  expect((await accountant.send(endpoints.price.previewFillIn, turned)).problem.errors).toMatchObject([
    { field: 'date_to', code: 'ends_before' },
  ]);
});

it('the fill-in needs permission for prices, while prices and jobs are unlocked', async () => {
  const cus2 = await buildCustomer(bureau.db);
  const { id } = await buildCategory(bureau.db);
  const detail = await buildOrder({ customer2_id: cus2.id, service_cat2_id: id });
  await buildPrice(bureau.db, { ...terms, cus_id1: cus2.cus_id1, service_cat2_id: id });
  const of = { cus_id1: cus2.cus_id1 };
  expect((await fillIn(of, reader)).status).toBe(403);
  expect((await reader.send(endpoints.price.previewFillIn, of)).status).toBe(403);
  const admin = await bureau.as({ is_superuser: true });
  const changeLock = async (screen_name: 'price' | 'job', locked: boolean) => {
    const { results } = await admin.call(endpoints.setting.locks, {});
    const version = results.find((row) => row.screen_name === screen_name && row.month === null)?.version;
    await admin.call(endpoints.setting.changeLock, {
      screen_name,
      locked,
      reason: 'Chốt sổ',
      ...(version === undefined ? {} : { version }),
    });
  };
  for (const screen of ['price', 'job'] as const) {
    await changeLock(screen, true);
    expect((await fillIn(of)).problem).toMatchObject({ status: 423, code: 'locked', detail: 'Chốt sổ' });
    await changeLock(screen, false);
  }
  expect(await readPrices(detail)).toEqual([[null, null, null, 1]]);
  expect((await fillIn(of)).status).toBe(200);
});

it('the fill-in sets only the previewed prices, and once in parallel', async () => {
  const cus2 = await buildCustomer(bureau.db);
  const { id } = await buildCategory(bureau.db);
  const details = [];
  for (let n = 0; n < 20; n += 1)
    details.push(await buildOrder({ customer2_id: cus2.id, service_cat2_id: id, quantity: 1 }));
  await buildPrice(bureau.db, { ...terms, cus_id1: cus2.cus_id1, service_cat2_id: id });
  const of = { cus_id1: cus2.cus_id1 };
  const viewed = toSeen(await previewFillIn(of));
  expect(viewed).toMatchObject({ details: 20, amount: 25 });
  // The price changes between preview and request.
  const price = { service_cat2_id: id, ...terms, retail_price: 3 };
  await accountant.call(endpoints.price.update, { ...of, prices: [{ ...price, version: 1 }] });
  const lateResponse = await accountant.send(endpoints.price.fillIn, { ...of, confirmed_preview: viewed });
  expect(lateResponse.problem).toMatchObject({ status: 409, code: 'stale', current: { details: 20, amount: 60 } });
  expect((await readPrices(...details)).every(([unit_price]) => unit_price === null)).toBe(true);

  // Two parallel requests, while a price and a detail change.
  const now = { ...of, confirmed_preview: toSeen(await previewFillIn(of)) };
  const responses = await Promise.all([
    accountant.send(endpoints.price.fillIn, now),
    accountant.send(endpoints.price.fillIn, now),
    reader.send(endpoints.job.updateDetail, { job_detail_id: details[7]!.job_detail_id, version: 1, note: 'Gấp' }),
  ]);
  const [firstResponse, secondResponse] = responses;
  expect([firstResponse.status, secondResponse.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  const rows = await readPrices(...details);
  expect(rows.every(([unit_price]) => unit_price === 3)).toBe(true);
  const rest = rows.filter((_row, index) => index !== 7);
  expect(rest.every(([, , , version]) => version === 2)).toBe(true);
  expect(rows[7]![3]).toBe(responses[2].status === 200 ? 3 : 2);
  const { results } = await reader.call(endpoints.history.list, {
    entity: 'job_detail',
    entity_id: details[0]!.job_detail_id,
  });
  expect(results).toHaveLength(1);
});

it('the detail keeps its price after moves to another customer and back', async () => {
  const [ownCustomer, otherCustomer] = [await buildCustomer(bureau.db), await buildCustomer(bureau.db)];
  const { id } = await buildCategory(bureau.db);
  const detail = await buildOrder({ customer2_id: ownCustomer.id, service_cat2_id: id });
  const setRetailPrice = (version: number | null, retail_price: number) =>
    accountant.call(endpoints.price.update, {
      cus_id1: ownCustomer.cus_id1,
      prices: [{ service_cat2_id: id, version, ...terms, retail_price }],
    });
  await setRetailPrice(null, 2);
  bureau.clock.advance(1000);
  await fillIn({ cus_id1: ownCustomer.cus_id1 });
  bureau.clock.advance(1000);
  await setRetailPrice(1, 9);
  const { job_id } = detail;
  const there = await reader.call(endpoints.job.update, { job_id, version: 1, customer2_id: otherCustomer.id });
  const back = await reader.call(endpoints.job.update, {
    job_id,
    version: there.version,
    customer2_id: ownCustomer.id,
  });
  expect([there.job_details[0]!.unit_price, back.job_details[0]!.unit_price]).toEqual([null, 2]);
});

it('the fill-in is refused for a changed price, also with the same total', async () => {
  const cus2 = await buildCustomer(bureau.db);
  const of = { cus_id1: cus2.cus_id1 };
  const categories = [await buildCategory(bureau.db), await buildCategory(bureau.db)];
  const prices = categories.map(({ id }, index) => ({ ...terms, service_cat2_id: id, retail_price: index + 2 }));
  for (const { id } of categories) await buildOrder({ customer2_id: cus2.id, service_cat2_id: id, quantity: 1 });
  for (const price of prices) await buildPrice(bureau.db, { ...of, ...price });
  const viewed = toSeen(await previewFillIn(of));
  const swapped = prices.map((price, index) => ({
    ...price,
    version: 1,
    retail_price: prices[1 - index]!.retail_price,
  }));
  await accountant.call(endpoints.price.update, { ...of, prices: swapped });
  const lateResponse = await accountant.send(endpoints.price.fillIn, { ...of, confirmed_preview: viewed });
  expect(lateResponse.problem).toMatchObject({
    status: 409,
    code: 'stale',
    current: { details: 2, amount: viewed.amount },
  });
});
