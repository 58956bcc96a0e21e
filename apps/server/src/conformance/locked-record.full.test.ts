import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../db/connect.ts';
import { createTestApp, type ApiClient, type TestApp } from '../testing/app.ts';
import { buildTask } from '../testing/factories/work.ts';

const { task: tasks } = endpoints;
let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as({ is_superuser: true });
});
afterAll(() => bureau.close());

const updateNotes = (task_id: number, version: number, notes: string) =>
  boss.send(tasks.updateNotes, { task_id, version, notes });

describe('a task that an outside transaction has locked', () => {
  it('only requests for the locked task are delayed and refused, and other tasks change', async () => {
    const lockedTask = await buildTask(bureau.db, { status: 1 });
    const others = await Promise.all(Array.from({ length: 20 }, () => buildTask(bureau.db, { status: 1 })));
    const foreignDb = connect({ databaseUrl: bureau.directUrl, dbPool: 1 });
    try {
      await foreignDb.transaction().execute(async (outside) => {
        await sql`select from task where task_id = ${lockedTask.task_id} for update`.execute(outside);
        const callers = Array.from({ length: 40 }, () => updateNotes(lockedTask.task_id, lockedTask.version, 'Mine'));
        const responses = await Promise.all(
          others.map(({ task_id, version }) => updateNotes(task_id, version, 'Theirs')),
        );
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
        expect((await boss.send(tasks.list, {})).status).toBe(200);
        for (const refused of await Promise.all(callers)) {
          expect(refused.problem).toMatchObject({ status: 503, code: 'record_busy', retry_after: 2 });
          expect(refused.headers['retry-after']).toBe('2');
        }
      });
    } finally {
      await foreignDb.destroy();
    }
    // The refused changes are not made later, and the task can change after its release.
    const { task } = await boss.call(tasks.history, { task_id: lockedTask.task_id });
    expect(task).toMatchObject({ version: lockedTask.version });
    expect((await updateNotes(lockedTask.task_id, lockedTask.version, 'Mine')).status).toBe(200);
  });

  it('of simultaneous changes of one task, one succeeds and the others conflict', async () => {
    const { task_id, version } = await buildTask(bureau.db, { status: 1 });
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => updateNotes(task_id, version, `Race ${index}`)),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(29);
  });
});
