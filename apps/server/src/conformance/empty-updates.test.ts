import { allEndpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBuiltIn } from '../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';

let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  boss = await bureau.as({ is_superuser: true });
}, 60_000);
afterAll(() => bureau.close());

/** Fields that name the record or give the reason, without a change. */
const IDENTIFYING_FIELDS = { job_id: 1, job_detail_id: 1, task_id: 1, version: 1, reason: 'why', over: true };

/** Updates of one record in which absent fields stay unchanged. */
const UPDATES = allEndpoints.flatMap((endpoint) => {
  if (!endpoint.path.endsWith('/update') || !('shape' in endpoint.input)) return [];
  const shape = endpoint.input.shape as Record<string, unknown>;
  if (!('version' in shape)) return [];
  const names = { ...IDENTIFYING_FIELDS, ...('id' in shape ? { id: 1 } : { group_id: 1 }) };
  const identifyingInput = Object.fromEntries(Object.entries(names).filter(([field]) => field in shape));
  const hasOtherFields = Object.keys(shape).some((field) => !(field in names));
  return hasOtherFields && endpoint.input.safeParse(identifyingInput).success
    ? [[endpoint.name, endpoint, identifyingInput] as const]
    : [];
});

it('the updates of one record are found', () => {
  expect(UPDATES.map(([name]) => name)).toEqual(
    expect.arrayContaining(['job.update', 'job.updateDetail', 'staff.update', 'team.update', 'task.adminUpdate']),
  );
});

it.each(UPDATES)('%s without a field is refused and adds no version', async (_name, endpoint, identifyingInput) => {
  const { problem } = await boss.send(endpoint, identifyingInput);
  expect(problem).toMatchObject({ status: 422, code: 'no_fields_to_change' });
});
