import { job } from '@darkroom/contract/job/job';
import { task, taskRow } from '@darkroom/contract/task/task';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '@darkroom/server/testing/app';
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

it('a step of the bare server returns a task', () => {
  expect(STEP.update.text).toContain(
    JOBS.tasks.text.slice('select '.length, JOBS.tasks.text.indexOf(' from task t where')),
  );
});
