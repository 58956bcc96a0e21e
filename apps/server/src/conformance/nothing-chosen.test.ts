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

/** What names the record, and gives the reason: nothing of it changes by that. */
const NAMING = { job_id: 1, job_detail_id: 1, task_id: 1, version: 1, reason: 'why', over: true };

/** Updates of one record whose fields are each left as they are when they are not named. */
const UPDATES = allEndpoints.flatMap((endpoint) => {
  if (!endpoint.path.endsWith('/update') || !('shape' in endpoint.input)) return [];
  const shape = endpoint.input.shape as Record<string, unknown>;
  if (!('version' in shape)) return [];
  const names = { ...NAMING, ...('id' in shape ? { id: 1 } : { group_id: 1 }) };
  const naming = Object.fromEntries(Object.entries(names).filter(([field]) => field in shape));
  const free = Object.keys(shape).some((field) => !(field in names));
  return free && endpoint.input.safeParse(naming).success ? [[endpoint.name, endpoint, naming] as const] : [];
});

it('finds the updates of one record', () => {
  expect(UPDATES.map(([name]) => name)).toEqual(
    expect.arrayContaining(['job.update', 'job.updateDetail', 'staff.update', 'team.update', 'task.adminUpdate']),
  );
});

it.each(UPDATES)('%s that names no field is refused and makes no version', async (_name, endpoint, naming) => {
  const { problem } = await boss.send(endpoint, naming);
  expect(problem).toMatchObject({ status: 422, code: 'nothing_chosen' });
});
