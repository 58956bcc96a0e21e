import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let boss: ApiClient;
beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as(['npn_view_all_tasks']);
  await buildTask(bureau.db);
});
afterAll(() => bureau.close());

const BACKGROUND = { 'x-background': '1' };
const listTasks = (headers = {}, input: object = {}) => boss.send(endpoints.task.list, input, headers);

describe('lists in a background read', () => {
  it('a list has an ETag and returns 304 while it is unchanged', async () => {
    const first = await listTasks(BACKGROUND);
    expect([first.status, first.headers['etag']]).toEqual([200, expect.stringMatching(/^W\/"[\w-]{43}"$/)]);
    const known = { ...BACKGROUND, 'if-none-match': first.headers['etag']! };
    const again = await listTasks(known);
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', first.headers['etag']]);

    const { task_id } = await buildTask(bureau.db);
    const changed = await listTasks(known);
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(first.headers['etag']);
    expect(changed.body.results.map((task) => task.task_id)).toContain(task_id);
  });

  it('a list has another ETag for another page or filter', async () => {
    const { headers } = await listTasks(BACKGROUND);
    const otherResponse = await listTasks({ ...BACKGROUND, 'if-none-match': headers['etag']! }, { page_size: 1 });
    expect([otherResponse.status, otherResponse.body.results.length]).toEqual([200, 1]);
  });

  it('a list is sent for a missing, invalid or foreign ETag', async () => {
    for (const tag of ['', '*', 'W/"no"', 'W/"'.padEnd(5000, 'x')]) {
      expect((await listTasks({ ...BACKGROUND, 'if-none-match': tag })).status).toBe(200);
    }
  });

  it('a list is refused without permission, even with a valid ETag', async () => {
    const { headers } = await listTasks(BACKGROUND);
    const nobody = await bureau.as([]);
    const refused = await nobody.send(endpoints.task.list, {}, { 'if-none-match': headers['etag']! });
    expect(refused.status).toBe(403);
    const refusedResponse = await bureau
      .withToken(null)
      .send(endpoints.task.list, {}, { 'if-none-match': headers['etag']! });
    expect(refusedResponse.status).toBe(401);
  });
});

it('a read by a user has no ETag', async () => {
  expect((await listTasks()).headers['etag']).toBeUndefined();
});
