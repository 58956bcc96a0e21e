import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildDetail } from '../../testing/factories/work.ts';

const PEOPLE = 60;
const TASKS = 200;
const JOBS = 20;
const TRIES = 100;

let bureau: TestApp;
let address: string;
let racers: { user_id: number; token: string }[];
let tasks: number[];

beforeAll(async () => {
  bureau = await createTestApp();
  await bureau.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(bureau.app.server.address() as AddressInfo).port}`;
  racers = [];
  for (let i = 0; i < PEOPLE; i++) {
    const { user_id, token } = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    racers.push({ user_id, token: token! });
  }
  const details = await Promise.all(Array.from({ length: JOBS }, () => buildDetail(bureau.db, { workstream: 'PTE' })));
  const insertedTasks = await sql<{ task_id: number }>`
    insert into task (job_detail_id)
    select d from unnest(${details.map((d) => d.job_detail_id)}::int[]) d, generate_series(1, ${TASKS / JOBS}::int) returning task_id`.execute(
    bureau.db,
  );
  tasks = insertedTasks.rows.map((r) => r.task_id);
});
afterAll(() => bureau.close());

const assignTask = (racer: { user_id: number; token: string }, task_id: number) =>
  fetch(address + endpoints.task.assign.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${racer.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tasks: [{ task_id, version: 1 }], editor: racer.user_id }),
  });

describe(`${PEOPLE} people racing for ${TASKS} tasks`, () => {
  it('each task goes to exactly one user, and the others get that user’s name', async () => {
    const won = new Map<number, number>();
    let stale = 0;
    await Promise.all(
      racers.map(async (racer, r) => {
        for (let i = 0; i < TRIES; i++) {
          // Neighbours want the same tasks at the same time.
          const task_id = tasks[(i * 2 + (r % 2)) % TASKS]!;
          const response = await assignTask(racer, task_id);
          const body = (await response.json()) as { code?: string; current?: { editor: number } };
          if (response.status === 200) {
            expect(won.has(task_id)).toBe(false);
            won.set(task_id, racer.user_id);
          } else {
            expect([response.status, body.code]).toEqual([409, 'stale']);
            expect(body.current?.editor).toBeTypeOf('number');
            stale++;
          }
        }
      }),
    );
    expect(won.size).toBe(TASKS);
    expect(won.size + stale).toBe(PEOPLE * TRIES);

    const rows = await bureau.db
      .selectFrom('task')
      .select(['task_id', 'editor', 'version', 'status'])
      .where('task_id', 'in', tasks)
      .execute();
    for (const row of rows)
      expect(row).toEqual({ task_id: row.task_id, editor: won.get(row.task_id), version: 2, status: 2 });
    const history = await bureau.db
      .selectFrom('task_history')
      .select(['task_id', 'user_id'])
      .where('task_id', 'in', tasks)
      .execute();
    expect(history).toHaveLength(TASKS);
    for (const move of history) expect(move.user_id).toBe(won.get(move.task_id));
    const { rows: counted } = await sql<{ n: number }>`
      select sum(n)::int as n from list_counter where list = 'task' and facet = 'workstream' and status = 2`.execute(
      bureau.db,
    );
    expect(counted[0]!.n).toBe(TASKS);
  });
});
