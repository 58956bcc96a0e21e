import { endpoints } from '@darkroom/contract/endpoints';
import type { NewJob } from '@darkroom/contract/job/job';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer, buildPrice } from '../../testing/factories/customers.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let boss: ApiClient;
let category: { id: number; cat1_id: number };

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as(['npn_view_job', 'npn_add_job', 'npn_change_job', 'npn_change_job_detail']);
  category = await buildCategory(bureau.db);
}, 60_000);
afterAll(() => bureau.close());

const createJobInput = (customer2_id: number): NewJob => ({
  job_date: '2026-11-20',
  customer2_id,
  job_name: 'Ảnh cưới Hạnh Phúc',
  job_details: [{ service_cat1_id: category.cat1_id, service_cat2_id: category.id, quantity: 12 }],
});
const readJob = async (job_id: number) => (await boss.call(endpoints.job.list, { job_id })).results[0]!;

describe('prices of a job', () => {
  it('a job has its first prices after a move to another customer and back', async () => {
    const ownCustomer = await buildCustomer(bureau.db);
    const otherCustomer = await buildCustomer(bureau.db);
    const sales = await bureau.as(['npn_change_customer_price']);
    const setPrice = (cus_id1: number, version: number | null, retail_price: number) => {
      const terms = {
        retail_price,
        wholesale_price: retail_price - 1,
        estimate_minutes: 5,
        visible: true,
        enabled: true,
      };
      return sales.call(endpoints.price.update, {
        cus_id1,
        prices: [{ service_cat2_id: category.id, version, ...terms }],
      });
    };
    await setPrice(ownCustomer.cus_id1, null, 7);
    await setPrice(otherCustomer.cus_id1, null, 3);
    bureau.clock.advance(1000);
    const [job] = (await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput(ownCustomer.id)] })).results;
    bureau.clock.advance(1000);
    await setPrice(ownCustomer.cus_id1, 1, 8);
    await setPrice(ownCustomer.cus_id1, 2, 9);
    await setPrice(otherCustomer.cus_id1, 1, 4);
    let version = 1;
    const moveTo = async (customer2_id: number) => {
      const moved = await boss.call(endpoints.job.update, { job_id: job!.job_id, version, customer2_id });
      ({ version } = moved);
      const { job_detail_id, unit_price } = moved.job_details[0]!;
      const { wholesale_price } = await bureau.db
        .selectFrom('job_detail')
        .select('wholesale_price')
        .where('job_detail_id', '=', job_detail_id)
        .executeTakeFirstOrThrow();
      return [unit_price, Number(wholesale_price)];
    };
    expect(await moveTo(otherCustomer.id)).toEqual([3, 2]);
    expect(await moveTo(ownCustomer.id)).toEqual([7, 6]);
    // A customer without a price on that day has the current price. The job was corrected to a customer that was added
    // later.
    const laterCustomer = await buildCustomer(bureau.db);
    await setPrice(laterCustomer.cus_id1, null, 5);
    expect(await moveTo(laterCustomer.id)).toEqual([5, 4]);
  });

  it('a move is refused when prices have changed since the user saw them', async () => {
    const ownCustomer = await buildCustomer(bureau.db);
    const otherCustomer = await buildCustomer(bureau.db);
    const [job] = (await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput(ownCustomer.id)] })).results;
    const { job_id, version } = job!;
    const readJob = async () =>
      (await boss.call(endpoints.job.previewMovePrices, { job_id, customer2_id: otherCustomer.id })).results;
    const prices_seen = await readJob();
    expect(prices_seen).toMatchObject([{ unit_price: null }]);
    await buildPrice(bureau.db, { cus_id1: otherCustomer.cus_id1, service_cat2_id: category.id, retail_price: 99 });
    const move = { job_id, version, customer2_id: otherCustomer.id };
    const refused = await boss.send(endpoints.job.update, { ...move, prices_seen });
    expect(refused.problem).toMatchObject({ status: 409, code: 'prices_changed' });
    const moved = await boss.call(endpoints.job.update, { ...move, prices_seen: await readJob() });
    expect(moved).toMatchObject({
      customer2_id: otherCustomer.id,
      version: version + 1,
      job_details: [{ unit_price: 99 }],
    });
  });

  it("a job shows new prices before a move, and each detail's history records them", async () => {
    const ownCustomer = await buildCustomer(bureau.db);
    const otherCustomer = await buildCustomer(bureau.db);
    const otherCategory = await buildCategory(bureau.db);
    await buildPrice(bureau.db, { cus_id1: ownCustomer.cus_id1, service_cat2_id: category.id, retail_price: 7 });
    await buildPrice(bureau.db, { cus_id1: otherCustomer.cus_id1, service_cat2_id: category.id, retail_price: 3.5 });
    const unpriced = { service_cat1_id: otherCategory.cat1_id, service_cat2_id: otherCategory.id, quantity: 1 };
    const { job_details, ...rest } = createJobInput(ownCustomer.id);
    const [job] = (
      await boss.call(endpoints.job.bulkAdd, { jobs: [{ ...rest, job_details: [...job_details, unpriced] }] })
    ).results;
    const [detail, otherDetail] = job!.job_details;
    const { job_id } = job!;
    const moveQuote = await boss.call(endpoints.job.previewMovePrices, { job_id, customer2_id: otherCustomer.id });
    expect(moveQuote.results.map(({ unit_price }) => unit_price)).toEqual([3.5, null]);

    const moved = await boss.call(endpoints.job.update, { job_id, version: 1, customer2_id: otherCustomer.id });
    expect(moved.job_details.map((d) => [d.unit_price, d.version])).toEqual([
      [3.5, 2],
      [null, 1],
    ]);
    const readHistory = async (entity_id: number) =>
      (await boss.call(endpoints.history.list, { entity: 'job_detail', entity_id })).results;
    const [historyRows, ...older] = await readHistory(detail!.job_detail_id);
    expect(historyRows).toMatchObject({
      action: 'job.update',
      actor: boss.user_id,
      changes: expect.arrayContaining([{ field: 'unit_price', before: 7, after: 3.5 }]),
    });
    expect(older).toEqual([]);
    expect(await readHistory(otherDetail!.job_detail_id)).toEqual([]);
    // A user with the old state of the detail gets a conflict.
    const staleInput = { job_detail_id: detail!.job_detail_id, version: 1, quantity: 11 };
    expect((await boss.send(endpoints.job.updateDetail, staleInput)).problem).toMatchObject({
      status: 409,
      code: 'stale',
    });
  });

  it('the preview has unchanged prices when the job stays with its customer 1', async () => {
    const ownCustomer = await buildCustomer(bureau.db);
    await buildPrice(bureau.db, { cus_id1: ownCustomer.cus_id1, service_cat2_id: category.id, retail_price: 7 });
    const [job] = (await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput(ownCustomer.id)] })).results;
    const { job_id } = job!;
    const moveQuote = await boss.call(endpoints.job.previewMovePrices, { job_id, customer2_id: ownCustomer.id });
    expect(moveQuote.results.map(({ unit_price }) => unit_price)).toEqual([7]);
    const { problem } = await boss.send(endpoints.job.previewMovePrices, { job_id, customer2_id: 999_999 });
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'customer2_id', code: 'unknown' }] });
  });

  it('a new category brings its price, also after a move and back', async () => {
    const [ownCustomer, otherCustomer] = [await buildCustomer(bureau.db), await buildCustomer(bureau.db)];
    const otherCategory = await buildCategory(bureau.db);
    const sales = await bureau.as(['npn_change_customer_price']);
    const terms = { wholesale_price: 1, estimate_minutes: 5, visible: true, enabled: true };
    const setPrice = (version: number | null, retail_price: number) =>
      sales.call(endpoints.price.update, {
        cus_id1: ownCustomer.cus_id1,
        prices: [{ service_cat2_id: otherCategory.id, version, retail_price, ...terms }],
      });
    await setPrice(null, 2);
    const [job] = (await boss.call(endpoints.job.bulkAdd, { jobs: [createJobInput(ownCustomer.id)] })).results;
    bureau.clock.advance(1000);
    await setPrice(1, 3);
    const { job_detail_id } = (await readJob(job!.job_id)).job_details[0]!;
    const changed = await boss.call(endpoints.job.updateDetail, {
      job_detail_id,
      version: 1,
      service_cat1_id: otherCategory.cat1_id,
      service_cat2_id: otherCategory.id,
    });
    expect(changed.unit_price).toBe(3);
    bureau.clock.advance(1000);
    await setPrice(2, 4);
    await boss.call(endpoints.job.update, { job_id: job!.job_id, version: 1, customer2_id: otherCustomer.id });
    const back = await boss.call(endpoints.job.update, {
      job_id: job!.job_id,
      version: 2,
      customer2_id: ownCustomer.id,
    });
    expect(back.job_details[0]!.unit_price).toBe(3);
  });

  it('a detail keeps category and price after an editor has taken a task', async () => {
    const { user_id: editor } = await bureau.as(['npn_editor_pte']);
    const { job_id } = await buildTask(bureau.db, { status: 2, editor, workstream: 'PTE' });
    const { job_detail_id, version } = (await readJob(job_id)).job_details[0]!;
    const { cat1_id: service_cat1_id, id: service_cat2_id } = category;
    const change = { job_detail_id, version, service_cat1_id, service_cat2_id };
    expect((await boss.send(endpoints.job.updateDetail, change)).problem).toMatchObject({
      status: 409,
      code: 'job_detail_started',
      errors: [{ field: 'service_cat2_id' }],
    });
  });
});

describe('price previews', () => {
  it('previews are calculated per customer and category, with null for no price', async () => {
    const customer = await buildCustomer(bureau.db);
    await buildPrice(bureau.db, { cus_id1: customer.cus_id1, service_cat2_id: category.id, retail_price: 0.65 });
    const none = await buildCategory(bureau.db);
    const { results } = await boss.call(endpoints.job.quote, {
      lines: [category.id, none.id].map((service_cat2_id) => ({ customer2_id: customer.id, service_cat2_id })),
    });
    expect(results.map((r) => r.unit_price)).toEqual([0.65, null]);
  });
});

describe('unpriced jobs', () => {
  it('the filter finds jobs with a detail without a price', async () => {
    const customer = await buildCustomer(bureau.db);
    await buildPrice(bureau.db, { cus_id1: customer.cus_id1, service_cat2_id: category.id, retail_price: 0.65 });
    const unpriced = await buildCategory(bureau.db);
    const detail = { service_cat1_id: category.cat1_id, service_cat2_id: category.id, quantity: 1 };
    const without = { service_cat1_id: unpriced.cat1_id, service_cat2_id: unpriced.id, quantity: 1 };
    const job = { ...createJobInput(customer.id), job_name: 'Chưa rõ giá' };
    const { results } = await boss.call(endpoints.job.bulkAdd, {
      jobs: [job, { ...job, job_details: [detail, without] }],
    });
    const listJobs = async (is: boolean) =>
      (await boss.call(endpoints.job.list, { text: job.job_name, unpriced: is })).results.map(({ job_id }) => job_id);
    expect(await listJobs(true)).toEqual([results[1]?.job_id]);
    expect(await listJobs(false)).toEqual([results[0]?.job_id]);
  });
});
