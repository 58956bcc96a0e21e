import { job } from '@darkroom/contract/job/job';
import { task, taskRow } from '@darkroom/contract/task/task';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '@darkroom/server/testing/app';
import { buildTask } from '@darkroom/server/testing/factories/work';
import { JOBS, STEP, createTaskStatements, type Statement } from './bare-statements.ts';

let bureau: TestApp;
beforeAll(async () => {
  bureau = await createTestApp();
});
afterAll(() => bureau.close());

/** Returns the columns of a statement's result. They come from a view of the statement, so no rows are needed. */
async function readColumns(name: string, { text }: Statement): Promise<string[]> {
  const plain = text.replace(/\$\d+/g, 'null');
  await sql.raw(`create view ${name} as ${plain}`).execute(bureau.db);
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_name = ${name}`.execute(bureau.db);
  return rows.map(({ column_name }) => column_name).sort();
}

const listKeys = ({ shape }: { shape: object }, without: readonly string[] = []): string[] =>
  Object.keys(shape)
    .filter((key) => !without.includes(key))
    .sort();

it('the bare server reads the columns of the list of tasks', async () => {
  expect(await readColumns('bare_tasks', createTaskStatements([]).page)).toEqual(listKeys(taskRow));
});

it('the bare server reads the columns of the list of jobs', async () => {
  expect(await readColumns('bare_jobs', JOBS.page)).toEqual(listKeys(job, ['job_details']));
  expect(await readColumns('bare_details', JOBS.details)).toEqual(
    // Both are computed from the tasks.
    listKeys(job.shape.job_details.element, ['tasks', 'done_quantity']),
  );
  expect(await readColumns('bare_cells', JOBS.tasks)).toEqual(listKeys(task));
});

it('a step of the bare server writes the rows of a step', async () => {
  const { task_id, job_id, version } = await buildTask(bureau.db, { workstream: 'PTE', status: 4, x1: 1 });
  const run = async ({ text }: Statement, values: readonly unknown[]) => {
    const { rows } = await bureau.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]));
    return rows;
  };
  const { user_id } = await bureau.as([]);
  const [row] = await run(STEP.write, [task_id, version, 5, user_id, user_id, 'start_qc1']);
  expect(listKeys(task).filter((key) => !(key in row!))).toEqual([]);
  await run(STEP.statuses, [job_id]);
  await run(STEP.respond, [user_id, row!['key'], '{}']);
  const { rows } = await sql`
    select t.status, t.first_qc, h.action, a.action as audited, i.response from task t
      join task_history h on h.task_id = t.task_id
      join audit a on a.entity = 'task' and a.entity_id = t.task_id::text
      join idempotency i on i.actor_id = ${user_id} and i.path = '/step'
     where t.task_id = ${task_id}`.execute(bureau.db);
  expect(rows).toEqual([{ status: 5, first_qc: user_id, action: 'start_qc1', audited: 'start_qc1', response: '{}' }]);
});
