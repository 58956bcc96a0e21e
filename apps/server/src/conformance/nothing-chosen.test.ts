import { allEndpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBuiltIn } from '../db/built-in.ts';
import { testApp, type Client, type TestApp } from '../testing/app.ts';

let bureau: TestApp;
let boss: Client;

beforeAll(async () => {
  bureau = await testApp();
  await seedBuiltIn(bureau.db);
  boss = await bureau.as({ is_superuser: true });
}, 60_000);
afterAll(() => bureau.close());

/** Fields that name the record or give the reason, without a change. */
const NAMING = { job_id: 1, job_detail_id: 1, task_id: 1, version: 1, reason: 'why', over: true };

/** Updates of one record in which absent fields stay unchanged. */
const UPDATES = allEndpoints.flatMap((endpoint) => {
  if (!endpoint.path.endsWith('/update') || !('shape' in endpoint.input)) return [];
  const shape = endpoint.input.shape as Record<string, unknown>;
  if (!('version' in shape)) return [];
  const names = { ...NAMING, ...('id' in shape ? { id: 1 } : { group_id: 1 }) };
  const naming = Object.fromEntries(Object.entries(names).filter(([field]) => field in shape));
  const free = Object.keys(shape).some((field) => !(field in names));
  return free && endpoint.input.safeParse(naming).success ? [[endpoint.name, endpoint, naming] as const] : [];
});

it('the updates of one record are found', () => {
  expect(UPDATES.map(([name]) => name)).toEqual(
    expect.arrayContaining(['job.update', 'job.updateDetail', 'staff.update', 'team.update', 'task.adminUpdate']),
  );
});

it.each(UPDATES)('%s without a field is refused and adds no version', async (_name, endpoint, naming) => {
  const { problem } = await boss.send(endpoint, naming);
  expect(problem).toMatchObject({ status: 422, code: 'nothing_chosen' });
});
