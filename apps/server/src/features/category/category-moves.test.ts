import { categoryUses } from '@darkroom/contract/category';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCat1, buildCategory, buildServiceType } from '../../testing/factories/catalogue.ts';
import { buildTaskWithParents } from '../../testing/factories/work.ts';

let bureau: TestApp;
let keeper: ApiClient;

const { update, delete: remove } = endpoints.category;

beforeAll(async () => {
  bureau = await createTestApp();
  keeper = await bureau.as(['npn_change_category', 'npn_delete_category']);
});
afterAll(() => bureau.close());

describe('moves of a category', () => {
  const readWorkstream = (task_id: number) =>
    bureau.db
      .selectFrom('task as t')
      .innerJoin('job_detail as d', 'd.job_detail_id', 't.job_detail_id')
      .select(['t.workstream', 't.service_cat2_id', 'd.service_cat1_id'])
      .where('t.task_id', '=', task_id)
      .executeTakeFirstOrThrow();

  it('a move within the workstream keeps orders and exact totals', async () => {
    const work = await buildTaskWithParents(bureau.db);
    const otherCat1 = await buildCat1(bureau.db, { workstream: 'PTE' });
    await keeper.call(update, { type: 'cat2', id: work.cat2_id, version: 1, cat1_id: otherCat1.id });
    expect(await readWorkstream(work.task_id)).toEqual({
      workstream: 'PTE',
      service_cat2_id: work.cat2_id,
      service_cat1_id: otherCat1.id,
    });
    const leader = await bureau.as(['npn_view_all_tasks']);
    const found = await leader.call(endpoints.task.list, { service_cat1_id: [otherCat1.id] });
    expect(found).toMatchObject({
      total_items: 1,
      results: [{ task_id: work.task_id, service_cat1_id: otherCat1.id }],
    });
    const all = await leader.call(endpoints.task.list, {});
    expect(all.total_items).toBe(all.results.length);
    const type = await buildServiceType(bureau.db, { workstream: 'PTE' });
    await keeper.call(update, { type: 'cat1', id: otherCat1.id, version: 1, service_type_id: type.id });
  });

  it('a move to the other workstream is refused with the number of orders', async () => {
    const work = await buildTaskWithParents(bureau.db);
    const elsewhere = await buildCat1(bureau.db, { workstream: 'OTS' });
    const moves = [
      [{ type: 'cat2', id: work.cat2_id, cat1_id: elsewhere.id }, 'cat1_id'],
      [{ type: 'cat1', id: work.cat1_id, service_type_id: elsewhere.service_type_id }, 'service_type_id'],
      [{ type: 'service_type', id: work.service_type_id, workstream: 'OTS' }, 'workstream'],
    ] as const;
    for (const [move, field] of moves) {
      const { problem } = await keeper.send(update, { ...move, version: 1 });
      expect(problem).toMatchObject({
        status: 409,
        code: 'workstream_in_use',
        errors: [{ field, code: 'workstream_in_use' }],
        current: { job_details: 1 },
      });
    }
    expect((await readWorkstream(work.task_id)).workstream).toBe('PTE');
  });

  it('a category without orders can move to the other workstream', async () => {
    const empty = await buildCategory(bureau.db, { workstream: 'PTE' });
    const elsewhere = await buildCat1(bureau.db, { workstream: 'OTS' });
    const after = await keeper.call(update, { type: 'cat2', id: empty.id, version: 1, cat1_id: elsewhere.id });
    expect(after.cat2[`${elsewhere.name}.${empty.name}`]?.cat1.id).toBe(elsewhere.id);
    await keeper.call(update, { type: 'service_type', id: elsewhere.service_type_id, version: 1, workstream: 'PTE' });
    expect(
      (await keeper.send(update, { type: 'cat2', id: empty.id, version: 2, cat1_id: 1_000_000 })).problem,
    ).toMatchObject({ status: 422, errors: [{ field: 'cat1_id', code: 'unknown' }] });
  });

  it('a move keeps tasks in their category’s workstream when orders arrive at once', async () => {
    const boss = await bureau.as(['npn_add_job', 'npn_view_job']);
    const { customer2_id } = await buildTaskWithParents(bureau.db);
    for (let round = 0; round < 8; round += 1) {
      const category = await buildCategory(bureau.db, { workstream: 'PTE' });
      const cat1 = await bureau.db
        .selectFrom('service_cat1')
        .selectAll()
        .where('id', '=', category.cat1_id)
        .executeTakeFirstOrThrow();
      const line = { service_cat1_id: cat1.id, service_cat2_id: category.id, quantity: 1 };
      const jobs = [{ job_date: '2026-11-20', customer2_id, job_name: 'x', job_details: [line] }];
      await Promise.all([
        boss.send(endpoints.job.bulkAdd, { jobs }),
        keeper.send(update, { type: 'service_type', id: cat1.service_type_id, version: 1, workstream: 'OTS' }),
        boss.send(endpoints.job.bulkAdd, { jobs }),
      ]);
    }
    const astray = await bureau.db
      .selectFrom('task as t')
      .innerJoin('service_cat2 as c2', 'c2.id', 't.service_cat2_id')
      .innerJoin('service_cat1 as c1', 'c1.id', 'c2.cat1_id')
      .innerJoin('service_type as s', 's.id', 'c1.service_type_id')
      .select('t.task_id')
      .whereRef('s.workstream', '<>', 't.workstream')
      .execute();
    expect(astray).toEqual([]);
  });
});

describe('deletion of a category', () => {
  it('a used record is kept, and the refusal counts its uses', async () => {
    const work = await buildTaskWithParents(bureau.db);
    const expectRefusal = async (type: string, id: number) => {
      const { problem } = await keeper.send(remove, { type, id });
      expect(problem).toMatchObject({ status: 409, code: 'in_use' });
      return categoryUses.parse(problem.current);
    };
    const none = { cat1: 0, cat2: 0, job_details: 0, customer_prices: 0, customer_requests: 0, quotes: 0 };
    expect(await expectRefusal('cat2', work.cat2_id)).toEqual({ ...none, job_details: 1 });
    expect(await expectRefusal('cat1', work.cat1_id)).toEqual({ ...none, cat2: 1, job_details: 1 });
    expect(await expectRefusal('service_type', work.service_type_id)).toEqual({
      ...none,
      cat1: 1,
      cat2: 1,
      job_details: 1,
    });
    const priced = await buildCategory(bureau.db);
    const { cus_id1 } = await bureau.db
      .selectFrom('cus2')
      .select('cus_id1')
      .where('id', '=', work.customer2_id)
      .executeTakeFirstOrThrow();
    await bureau.db
      .insertInto('customer_price')
      .values({ cus_id1, service_cat2_id: priced.id, retail_price: 1, wholesale_price: 1 })
      .execute();
    expect(await expectRefusal('cat2', priced.id)).toEqual({ ...none, customer_prices: 1 });
  });

  it('unused records are removed from the bottom up', async () => {
    const category = await buildCategory(bureau.db);
    const stale = await keeper.send(remove, { type: 'cat2', id: category.id, version: 9 });
    expect(stale.problem.code).toBe('stale');
    await keeper.call(remove, { type: 'cat2', id: category.id, version: 1 });
    const after = await keeper.call(remove, { type: 'cat1', id: category.cat1_id });
    expect(Object.values(after.cat1).some((cat1) => cat1.id === category.cat1_id)).toBe(false);
    expect((await keeper.send(remove, { type: 'cat2', id: category.id })).status).toBe(404);
  });
});
