import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildPrice } from '../../testing/factories/customers.ts';
import { buildJob, buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
});
afterAll(() => bureau.close());

it('the first steps of a new bureau are done when their data exists', async () => {
  const boss = await bureau.as({ is_superuser: true });
  const listDone = async () => {
    const { results } = await boss.call(endpoints.setting.firstSteps, {});
    return results.filter(({ done }) => done).map(({ step }) => step);
  };
  expect((await boss.call(endpoints.setting.firstSteps, {})).results).toHaveLength(9);
  // The account of this test has a group.
  expect(await listDone()).toEqual(['groups']);
  await buildPrice(bureau.db);
  await buildTask(bureau.db);
  expect(await listDone()).toEqual(['catalogue', 'customers', 'groups', 'prices', 'orders']);
  const { results } = await boss.call(endpoints.setting.metadata, { data_type: 'JOB_TASK' });
  const { version } = results.find(({ key }) => key === 'mail')!;
  const value = { bureau_name: 'Lumen', reply_to: null };
  await boss.call(endpoints.setting.updateMetadata, { data_type: 'JOB_TASK', key: 'mail', version, value });
  expect(await listDone()).toContain('name');
});

it('the first steps are limited to the permissions of the caller, and end with 100 jobs', async () => {
  const admin = await bureau.as(['npn_admin', 'npn_add_member']);
  const { results } = await admin.call(endpoints.setting.firstSteps, {});
  expect(results).toEqual([
    { step: 'name', done: true },
    { step: 'members', done: true },
    { step: 'email', done: false },
    { step: 'backup', done: false },
  ]);
  for (let n = 0; n < 100; n += 1) await buildJob(bureau.db);
  expect((await admin.call(endpoints.setting.firstSteps, {})).results).toEqual([]);
});
