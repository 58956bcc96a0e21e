import { endpoints } from '@darkroom/contract/endpoints';
import { MAX_ORDER_ROWS } from '@darkroom/domain/order-sheet/fields';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { createImportFixture, type ImportFixture } from '../../testing/fixtures/import-fixture.ts';

const { importUndo, list } = endpoints.job;

let bureau: TestApp;
let boss: ApiClient;
let desk: ImportFixture;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as(['npn_view_job', 'npn_add_job', 'npn_view_all_tasks', 'npn_assign_task', 'npn_view_task']);
  desk = await createImportFixture(bureau, boss);
});
afterAll(() => bureau.close());

it('an import of 20,000 rows is staged, added and undone', async () => {
  const date = desk.ownDay();
  const all = desk.orders(date, MAX_ORDER_ROWS);
  const parts = Array.from({ length: 20 }, (_, index) => all.slice(index * 1000, (index + 1) * 1000));
  const started = performance.now();
  const import_id = await desk.stage(parts);
  const staged = performance.now();
  const { body, status, text } = await desk.commit(import_id, { parts: parts.length });
  expect(status, text).toBe(200);
  const added = performance.now();
  expect(body.jobs).toBe(MAX_ORDER_ROWS);
  expect((await boss.call(list, { job_date_from: date, job_date_to: date })).total_items).toBe(MAX_ORDER_ROWS);
  const again = await desk.stage(parts);
  const asking = performance.now();
  expect((await desk.commit(again, { parts: parts.length })).problem.code).toBe('jobs_exist');
  const requestedAt = performance.now();
  expect((await boss.call(importUndo, { import_id })).deleted_jobs).toBe(MAX_ORDER_ROWS);
  const undone = performance.now();
  const formatTime = (from: number, to: number) => `${(to - from).toFixed(0)} ms`;
  process.stdout.write(
    `20,000 rows: staged in ${formatTime(started, staged)}, added in ${formatTime(staged, added)}, asked about in ${formatTime(asking, requestedAt)}, undone in ${formatTime(requestedAt, undone)}\n`,
  );
});
