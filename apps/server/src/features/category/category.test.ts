import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCat1, buildCategory, buildServiceType } from '../../testing/factories/catalogue.ts';
import { buildTaskWithParents } from '../../testing/factories/work.ts';

let bureau: TestApp;
let keeper: ApiClient;
let n = 0;

const { add, update, delete: remove, list } = endpoints.category;
const createName = (word: string) => `${word} ${(n += 1)}`;

beforeAll(async () => {
  bureau = await createTestApp();
  keeper = await bureau.as(['npn_add_category', 'npn_change_category', 'npn_delete_category', 'npn_view_job']);
});
afterAll(() => bureau.close());

describe('new categories', () => {
  it('category.add adds a category 2 with its new parents', async () => {
    const [type, cat1Name, cat2Name] = [createName('Drone'), createName('Orbit'), createName('Roof')];
    const after = await keeper.call(add, {
      type: 'cat2',
      name: cat2Name,
      level: 3,
      estimate_minutes: 25,
      new_cat1: cat1Name,
      new_service_type: type,
      workstream: 'OTS',
    });
    expect(after.service_type[type]).toMatchObject({ name: type, workstream: 'OTS', version: 1 });
    expect(after.cat1[cat1Name]).toMatchObject({ name: cat1Name, service_type_id: after.service_type[type]?.id });
    expect(after.cat2[`${cat1Name}.${cat2Name}`]).toEqual({
      id: expect.any(Number) as number,
      name: cat2Name,
      enabled: true,
      level: 3,
      estimate_minutes: 25,
      version: 1,
      cat1: { id: after.cat1[cat1Name]?.id, name: cat1Name },
    });
    expect(await keeper.call(list, {})).toEqual(after);
    const auditRows = await bureau.db
      .selectFrom('audit')
      .select(['entity', 'action'])
      .where('actor_id', '=', keeper.user_id)
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    expect(auditRows.map((row) => row.entity)).toEqual(['service_cat2', 'service_cat1', 'service_type']);
  });

  it('a new category has an existing or a new parent, but not both', async () => {
    const cat1 = await buildCat1(bureau.db);
    const newCat2 = { type: 'cat2', name: createName('x'), level: 1 } as const;
    expect(
      (await keeper.send(add, { ...newCat2, cat1_id: cat1.id, service_type_id: cat1.service_type_id })).status,
    ).toBe(200);
    const readRefusal = async (input: object) => {
      const { problem } = await keeper.send(add, { ...newCat2, name: createName('y'), ...input });
      return [problem.status, ...(problem.errors ?? []).map((e) => `${e.field} ${e.code}`)];
    };
    expect(await readRefusal({})).toEqual([422, 'service_type_id required', 'cat1_id required']);
    expect(await readRefusal({ cat1_id: cat1.id, new_cat1: 'z' })).toEqual([422, 'new_cat1 invalid']);
    expect(await readRefusal({ cat1_id: cat1.id, service_type_id: 1_000_000 })).toEqual([422, 'cat1_id invalid']);
    expect(await readRefusal({ cat1_id: 1_000_000 })).toEqual([422, 'cat1_id unknown']);
    expect(await readRefusal({ new_cat1: 'z' })).toEqual([422, 'service_type_id required']);
    expect(await readRefusal({ new_cat1: 'z', service_type_id: 1_000_000 })).toEqual([422, 'service_type_id unknown']);
    expect(await readRefusal({ new_cat1: 'z', new_service_type: 'z' })).toEqual([422, 'workstream required']);
    const bare = await keeper.send(add, { type: 'cat2', name: ' ', cat1_id: cat1.id });
    expect(bare.problem.errors?.map((e) => [e.field, e.code])).toEqual([
      ['name', 'required'],
      ['level', 'required'],
    ]);
  });

  it('an unknown type is refused with "Invalid category type"', async () => {
    for (const type of ['cat3', '', 1, null, undefined]) {
      for (const call of [add, update, remove]) {
        const response = await keeper.send(call, {
          type,
          id: 1,
          version: 1,
          ...(call === remove ? {} : { name: 'x' }),
        });
        expect(response.problem).toMatchObject({
          status: 422,
          errors: [{ field: 'type', code: 'invalid_category_type', message: 'Invalid category type' }],
        });
      }
    }
  });

  it('a used name is refused on its field, in any case', async () => {
    const type = await buildServiceType(bureau.db, { name: createName('Phim') });
    const cat1 = await buildCat1(bureau.db, { name: createName('Màu'), service_type_id: type.id });
    const cat2 = await buildCategory(bureau.db, { name: createName('Nền'), cat1_id: cat1.id });
    const readRefusal = async (input: object) => {
      const { problem } = await keeper.send(add, input);
      return [problem.status, problem.code, ...(problem.errors ?? []).map((e) => `${e.field} ${e.code}`)];
    };
    const createExistsRefusal = (field: string) => [409, 'exists', `${field} exists`];
    expect(await readRefusal({ type: 'service_type', name: type.name.toUpperCase(), workstream: 'OTS' })).toEqual(
      createExistsRefusal('name'),
    );
    expect(await readRefusal({ type: 'cat1', name: cat1.name.toUpperCase(), service_type_id: type.id })).toEqual(
      createExistsRefusal('name'),
    );
    expect(await readRefusal({ type: 'cat2', name: cat2.name.toLowerCase(), level: 1, cat1_id: cat1.id })).toEqual(
      createExistsRefusal('name'),
    );
    const above = { type: 'cat2', name: 'x', level: 1 };
    expect(await readRefusal({ ...above, new_cat1: cat1.name, service_type_id: type.id })).toEqual(
      createExistsRefusal('new_cat1'),
    );
    expect(
      await readRefusal({ ...above, new_cat1: createName('n'), new_service_type: type.name, workstream: 'PTE' }),
    ).toEqual(createExistsRefusal('new_service_type'));
    const otherCat1 = await buildCat1(bureau.db, { service_type_id: type.id });
    expect((await keeper.send(add, { ...above, name: cat2.name, cat1_id: otherCat1.id })).status).toBe(200);
  });

  it('each category 2 has a unique key, with or without dots', async () => {
    const base = createName('A');
    const cat1 = await buildCat1(bureau.db, { name: base });
    const dotted = await buildCat1(bureau.db, { name: `${base}.B` });
    await keeper.call(add, { type: 'cat2', name: 'B.C', level: 1, cat1_id: cat1.id });
    const response = await keeper.send(add, { type: 'cat2', name: 'C', level: 1, cat1_id: dotted.id });
    // The new record does not exist, so the response names both categories that would share the key.
    expect(response.problem).toMatchObject({
      status: 409,
      code: 'category_name_exists',
      detail: `“${base}” / “B.C”, “${base}.B” / “C”`,
      errors: [{ field: 'name', code: 'category_name_exists' }],
    });
  });

  it('a hundred parallel requests with one name add one category', async () => {
    const cat1 = await buildCat1(bureau.db);
    const name = createName('Race');
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => keeper.send(add, { type: 'cat2', name, level: 1, cat1_id: cat1.id })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const others = responses.filter(({ status }) => status !== 200);
    expect(new Set(others.map(({ problem }) => `${problem.code} ${problem.errors?.[0]?.field}`))).toEqual(
      new Set(['exists name']),
    );
    const { rows } = { rows: Object.values((await keeper.call(list, {})).cat2).filter((c) => c.name === name) };
    expect(rows).toHaveLength(1);
  });
});

describe('changes of a category', () => {
  it('a change renames, sets levels and disables for new orders only', async () => {
    const work = await buildTaskWithParents(bureau.db);
    const boss = await bureau.as(['npn_add_job', 'npn_add_job_detail', 'npn_view_job']);
    const name = createName('Skin');
    const after = await keeper.call(update, {
      type: 'cat2',
      id: work.cat2_id,
      version: 1,
      name,
      level: 4,
      enabled: false,
    });
    expect(Object.values(after.cat2).find((c) => c.id === work.cat2_id)).toMatchObject({
      name,
      level: 4,
      enabled: false,
      version: 2,
    });
    const line = { service_cat1_id: work.cat1_id, service_cat2_id: work.cat2_id, quantity: 1 };
    const job = { job_date: '2026-11-20', customer2_id: work.customer2_id, job_name: 'x', job_details: [line] };
    expect((await boss.send(endpoints.job.bulkAdd, { jobs: [job] })).problem.errors).toMatchObject([
      { field: 'jobs.0.job_details.0.service_cat2_id', code: 'unknown' },
    ]);
    const { results } = await boss.call(endpoints.job.list, { service_cat2_id: [work.cat2_id] });
    expect(results[0]?.job_details[0]?.service_cat2_id).toBe(work.cat2_id);
    const detail = await boss.send(endpoints.job.addDetail, { job_id: results[0]?.job_id, ...line });
    expect(detail.problem.errors).toMatchObject([{ field: 'service_cat2_id', code: 'unknown' }]);
    await keeper.call(update, { type: 'cat2', id: work.cat2_id, version: 2, enabled: true });
    expect((await boss.send(endpoints.job.bulkAdd, { jobs: [job] })).status).toBe(200);
  });

  it('an old version is refused with the current record', async () => {
    const type = await buildServiceType(bureau.db);
    await keeper.call(update, { type: 'service_type', id: type.id, version: 1, name: createName('First') });
    const staleResponse = await keeper.send(update, {
      type: 'service_type',
      id: type.id,
      version: 1,
      name: createName('Late'),
    });
    expect(staleResponse.problem).toMatchObject({ status: 409, code: 'stale', current: { id: type.id, version: 2 } });
    const nothing = await keeper.send(update, { type: 'service_type', id: type.id, version: 2 });
    expect(nothing.problem.title).toBe('Please fill at least one field to proceed!');
    expect((await keeper.send(update, { type: 'cat1', id: 1_000_000, version: 1, name: 'x' })).status).toBe(404);
  });

  it('a used name is refused on its field', async () => {
    const cat1 = await buildCat1(bureau.db);
    const a = await buildCategory(bureau.db, { cat1_id: cat1.id });
    const b = await buildCategory(bureau.db, { cat1_id: cat1.id });
    const response = await keeper.send(update, { type: 'cat2', id: b.id, version: 1, name: a.name.toUpperCase() });
    expect(response.problem).toMatchObject({ code: 'exists', errors: [{ field: 'name', code: 'exists' }] });
  });
});

it('a locked category screen refuses adding, changing and deleting', async () => {
  const admin = await bureau.as(['npn_change_permission']);
  const lock = await admin.call(endpoints.setting.changeLock, { screen_name: 'category', locked: true, reason: 'r' });
  for (const [call, input] of [
    [add, { type: 'service_type', name: 'x', workstream: 'OTS' }],
    [update, { type: 'service_type', id: 1, version: 1, name: 'x' }],
    [remove, { type: 'service_type', id: 1 }],
  ] as const) {
    expect((await keeper.send(call, input)).problem).toMatchObject({ status: 423, detail: 'r' });
  }
  await admin.call(endpoints.setting.changeLock, { screen_name: 'category', locked: false, version: lock.version });
});
