import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../db/connect.ts';
import { testApp, type Client, type TestApp } from '../testing/app.ts';
import { buildTask } from '../testing/factories/work.ts';

const { task: tasks } = endpoints;
let bureau: TestApp;
let boss: Client;

beforeAll(async () => {
  bureau = await testApp();
  boss = await bureau.as({ is_superuser: true });
});
afterAll(() => bureau.close());

const note = (task_id: number, version: number, notes: string) =>
  boss.send(tasks.updateNotes, { task_id, version, notes });

describe('a task that something outside holds and does not let go', () => {
  it('takes nobody’s time but its own callers’: they are told to come again, and every other task is changed as ever', async () => {
    const held = await buildTask(bureau.db, { status: 1 });
    const others = await Promise.all(Array.from({ length: 20 }, () => buildTask(bureau.db, { status: 1 })));
    const foreign = connect({ databaseUrl: bureau.databaseUrl, dbPool: 1 });
    try {
      await foreign.transaction().execute(async (outside) => {
        await sql`select from task where task_id = ${held.task_id} for update`.execute(outside);
        const callers = Array.from({ length: 40 }, () => note(held.task_id, held.version, 'Mine'));
        const answers = await Promise.all(others.map(({ task_id, version }) => note(task_id, version, 'Theirs')));
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
        expect((await boss.send(tasks.list, {})).status).toBe(200);
        for (const refused of await Promise.all(callers)) {
          expect(refused.problem).toMatchObject({ status: 503, code: 'held', retry_after: 2 });
          expect(refused.headers['retry-after']).toBe('2');
        }
      });
    } finally {
      await foreign.destroy();
    }
    // Nothing of what was refused came after all; and once it is free it is changed as ever.
    const { task } = await boss.call(tasks.history, { task_id: held.task_id });
    expect(task).toMatchObject({ version: held.version });
    expect((await note(held.task_id, held.version, 'Mine')).status).toBe(200);
  });

  it('lets those who race for one task go in turn: one wins, the others are told it has changed', async () => {
    const { task_id, version } = await buildTask(bureau.db, { status: 1 });
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => note(task_id, version, `Race ${at}`)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(29);
  });
});
