import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { GROUPS } from '../../testing/groups.ts';
import { createTestApp, type ApiResponse, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { recordStatements } from '../../testing/statements.ts';

let bureau: TestApp;
let editor: ApiClient;
let leader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  editor = await bureau.as({ permissions: [...GROUPS['Editor PTE']] });
  leader = await bureau.as({ permissions: [...GROUPS['Leader PTE']] });
});
afterAll(() => bureau.close());

let keyCounter = 0;
const createKey = () => ({ 'idempotency-key': `step-${++keyCounter}` });

/** Records the database waits of a request, without the session lookup. */
async function recordRoundTrips(call: () => Promise<ApiResponse>): Promise<string[]> {
  const { result, statements } = await recordStatements(call);
  expect(result.status, result.text).toBe(200);
  return statements.filter(({ begins, text }) => begins && !/access_epoch/.test(text)).map(({ text }) => text.trim());
}

it('a step of a task waits for the database five times', async () => {
  const { task_id } = await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: editor.user_id });
  await editor.call(endpoints.task.list, {});
  const start = { task_id, version: 1, action: 'start' };
  const waits = await recordRoundTrips(() => editor.send(endpoints.task.act, start, createKey()));
  expect(waits.length, waits.join('\n')).toBeLessThanOrEqual(5);
});

it('assigning ten tasks waits as often as assigning one', async () => {
  const waits: number[] = [];
  for (const many of [1, 10]) {
    const tasks: { task_id: number; version: number }[] = [];
    for (let n = 0; n < many; n++)
      tasks.push({ task_id: (await buildTask(bureau.db, { workstream: 'PTE', status: 1 })).task_id, version: 1 });
    await leader.call(endpoints.task.list, {});
    const all = await recordRoundTrips(() =>
      leader.send(endpoints.task.assign, { tasks, editor: editor.user_id }, createKey()),
    );
    waits.push(all.length);
    expect(all.length, all.join('\n')).toBeLessThanOrEqual(9);
  }
  expect(waits[1]).toBe(waits[0]);
});
