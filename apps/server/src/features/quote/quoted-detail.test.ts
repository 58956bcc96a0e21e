import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildPrice } from '../../testing/factories/customers.ts';
import { buildSentQuote } from '../../testing/factories/quotes.ts';

const { portal, job: jobs, quote: quotes } = endpoints;

let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as({ is_superuser: true });
});
afterAll(() => bureau.close());

describe('a detail of an accepted quote', () => {
  it('the detail has the current price in another category, and the agreed one again', async () => {
    const { id, cus_id1, account } = await buildSentQuote(bureau.db, boss.user_id);
    const otherCategory = await buildCategory(bureau.db);
    await buildPrice(bureau.db, { cus_id1, service_cat2_id: otherCategory.id, retail_price: 9.5 });
    const { job_id } = await (await bureau.as(account)).call(portal.acceptQuote, { id });
    const readDetails = async () => (await boss.call(jobs.list, { job_id: job_id! })).results[0]!.job_details;
    const moveDetail = async (at: number, to: { service_cat1_id: number; service_cat2_id: number }) => {
      const { job_detail_id, version } = (await readDetails())[at]!;
      const { service_cat1_id, service_cat2_id } = to;
      await boss.call(jobs.updateDetail, { job_detail_id, version, service_cat1_id, service_cat2_id });
    };
    const readPrices = async () =>
      (await readDetails()).map(({ unit_price, estimate_minutes }) => [unit_price, estimate_minutes]);
    const storedDetails = await readDetails();
    const agreed = await readPrices();
    // Two lines of one category: each has its own price back.
    expect(agreed.map(([price]) => price)).toEqual([1.75, 0.5]);
    for (const at of [0, 1]) {
      await moveDetail(at, { service_cat1_id: otherCategory.cat1_id, service_cat2_id: otherCategory.id });
      expect((await readPrices())[at]?.[0]).toBe(9.5);
      await moveDetail(at, storedDetails[at]!);
      expect(await readPrices()).toEqual(agreed);
    }
  });
});

describe('accepted quotes', () => {
  it('an accepted quote lists the differences of its job from the agreement', async () => {
    const { id, request_id, cat1_id, service_cat2_id, account } = await buildSentQuote(bureau.db, boss.user_id);
    const { job_id } = await (await bureau.as(account)).call(portal.acceptQuote, { id });
    const readDrift = async () => (await boss.call(quotes.list, { request_id })).results[0]!.drift;
    const readDetails = async () => (await boss.call(jobs.list, { job_id: job_id! })).results[0]!.job_details;
    const changeQuantity = async (quantity: number) => {
      const { job_detail_id, version } = (await readDetails())[0]!;
      await boss.call(jobs.updateDetail, { job_detail_id, version, quantity });
    };
    expect(await readDrift()).toBeNull();
    await changeQuantity(50);
    expect((await readDrift())?.lines).toEqual([
      { position: 0, now: { service_cat2_id, quantity: 50, unit_price: 1.75 } },
    ]);
    await changeQuantity(40);
    expect(await readDrift()).toBeNull();
    await changeQuantity(50);
    await boss.call(jobs.addDetail, { job_id: job_id!, service_cat1_id: cat1_id, service_cat2_id, quantity: 3 });
    expect(await readDrift()).toEqual({
      quantity: 55,
      amount: 94.5,
      lines: [
        { position: 0, now: { service_cat2_id, quantity: 50, unit_price: 1.75 } },
        { position: null, now: { service_cat2_id, quantity: 3, unit_price: 2 } },
      ],
    });
    const { job_detail_id, version } = (await readDetails())[0]!;
    await boss.call(jobs.delete, { jobs: [], job_details: [{ job_detail_id, version }] });
    expect((await readDrift())?.lines[0]).toEqual({ position: 0, now: null });
  });
});
