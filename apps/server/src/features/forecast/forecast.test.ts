import { endpoints } from '@darkroom/contract/endpoints';
import type { Instant } from '@darkroom/domain/calendar/day';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildCustomerAccount, buildStaff } from '../../testing/factories/people.ts';
import { buildDueJob, type DueJobFields } from '../../testing/factories/due-dates.ts';
import { lockRun } from './forecast.queries.ts';
import { runForecast } from './forecast.service.ts';

let bureau: TestApp;
let leader: ApiClient;
let category: { id: number };
let lumen: { id: number; cus_id1: number };
let editor: number;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_job', 'npn_view_all_tasks', 'npn_change_job']);
  category = await buildCategory(bureau.db, { workstream: 'PTE' });
  lumen = await buildCustomer(bureau.db);
  editor = (await buildStaff(bureau.db, { permissions: ['npn_editor_pte'] })).user_id;
});
afterAll(() => bureau.close());

const buildWork = (work: Omit<DueJobFields, 'editor'>) => buildDueJob(bureau.db, { editor, ...work });
const runNow = () => runForecast(bureau.db, bureau.clock());

describe('forecasts', () => {
  const findForecast = async (job_id: number) =>
    (await bureau.db.selectFrom('job_forecast').selectAll().where('job_id', '=', job_id).execute())[0];

  it('a forecast uses similar work, is stored when it changes, and gets a result', async () => {
    // 20 November 2026, 09:00 in Bangkok.
    const job_id = await buildWork({
      customer: lumen,
      cat2: category.id,
      createdAt: '2026-11-20T01:30:00.000Z',
      moves: [[3, '2026-11-20T01:45:00.000Z']],
      due: '2026-11-20T02:10:00.000Z',
    });
    expect(await runNow()).toMatchObject({ forecast: 1, news: 1 });
    expect(await runNow()).toMatchObject({ forecast: 1, news: 0 });
    const kept = await findForecast(job_id);
    expect(kept).toMatchObject({ at_risk: true, basis: { open: 1, ahead: 0 } });
    expect(kept!.p80 >= kept!.p50).toBe(true);
    await sql`update task set status = 9 where job_id = ${job_id}`.execute(bureau.db);
    await sql`insert into task_history (task_id, action, from_status, to_status, user_id, at, x1, x2, x3)
      select task_id, 'complete', 3, 9, ${editor}, '2026-11-20T02:05:00Z', 0, 0, 0 from task where job_id = ${job_id}`.execute(
      bureau.db,
    );
    await sql`update job set job_status = 'COMPLETED', completed_at = '2026-11-20T02:05:00Z' where job_id = ${job_id}`.execute(
      bureau.db,
    );
    expect(await runNow()).toMatchObject({ completed: 1 });
    expect(await findForecast(job_id)).toBeUndefined();
    const scores = await leader.call(endpoints.dueDate.forecasts, {
      by: 'month',
      month_from: '2026-11',
      month_to: '2026-11',
    });
    expect(scores).toMatchObject({ scored: 1, inside_p80: 1, first_scored: 1, first_inside_p80: 1 });
    const [logged] = await bureau.db.selectFrom('forecast_log').selectAll().where('job_id', '=', job_id).execute();
    expect(logged).toMatchObject({ completed_at: '2026-11-20T02:05:00.000Z', first: true });
  });

  it('a forecast gets no result, and learns nothing, from work completed in the evening', async () => {
    const job_id = await buildWork({
      customer: lumen,
      cat2: category.id,
      createdAt: '2026-11-20T01:30:00.000Z',
      moves: [[3, '2026-11-20T01:45:00.000Z']],
      due: null,
    });
    await runNow();
    const readSimilarWork = () => sql`select * from forecast_similar order by 1, 2, 3`.execute(bureau.db);
    const readTuning = () => sql`select tuning from forecast_tuning`.execute(bureau.db);
    const before = [await readSimilarWork(), await readTuning()];
    // 20:00 in Bangkok. It is reopened, and completed in working hours on the next day.
    const completeTask = async (at: Instant) => {
      await sql`update task set status = 9 where job_id = ${job_id}`.execute(bureau.db);
      await sql`insert into task_history (task_id, action, from_status, to_status, user_id, at, x1, x2, x3)
        select task_id, 'complete', 3, 9, ${editor}, ${at}, 0, 0, 0 from task where job_id = ${job_id}`.execute(
        bureau.db,
      );
      await sql`update job set job_status = 'COMPLETED', completed_at = ${at} where job_id = ${job_id}`.execute(
        bureau.db,
      );
      expect(await runNow()).toMatchObject({ completed: 1 });
    };
    const readScores = async () => {
      const period = { month_from: '2026-11', month_to: '2026-11' } as const;
      const { scored, outside_hours_count } = await leader.call(endpoints.dueDate.forecasts, {
        by: 'month',
        ...period,
      });
      return { scored, outside_hours_count };
    };
    await completeTask('2026-11-20T13:00:00.000Z');
    expect([await readSimilarWork(), await readTuning()]).toEqual(before);
    expect(await readScores()).toEqual({ scored: 1, outside_hours_count: 1 });
    await sql`update job set job_status = 'PENDING', completed_at = null where job_id = ${job_id}`.execute(bureau.db);
    await completeTask('2026-11-21T03:00:00.000Z');
    expect(await readScores(), 'it is not scored by a later completion').toEqual({ scored: 1, outside_hours_count: 1 });
  });

  it('one process at a time makes forecasts, without a change of jobs or tasks', async () => {
    const job_id = await buildWork({
      customer: lumen,
      cat2: category.id,
      createdAt: '2026-11-20T01:00:00.000Z',
      moves: [],
      due: null,
    });
    const before = await sql`select xmin, version from task where job_id = ${job_id}`.execute(bureau.db);
    // Other processes skip the run while one process runs it. Simultaneous runs do the work of one.
    await bureau.db.transaction().execute(async (other) => {
      expect(await lockRun(other)).toBe(true);
      expect(await Promise.all([runNow(), runNow()])).toEqual([null, null]);
    });
    const rounds = await Promise.all([runNow(), runNow(), runNow()]);
    expect(rounds.filter((round) => round !== null).length).toBeGreaterThan(0);
    expect(
      (await bureau.db.selectFrom('forecast_log').select('id').where('job_id', '=', job_id).execute()).length,
    ).toBe(1);
    expect(await sql`select xmin, version from task where job_id = ${job_id}`.execute(bureau.db)).toEqual(before);
  });

  it('lists of jobs, details and tasks filter those at risk but not late', async () => {
    const addOpenWork = (came: Instant, due: Instant) =>
      buildWork({ customer: lumen, cat2: category.id, createdAt: came, moves: [[3, '2026-11-20T01:55:00.000Z']], due });
    const risky = await addOpenWork('2026-11-20T01:50:00.000Z', '2026-11-20T02:05:00.000Z');
    const lateJob = await addOpenWork('2026-11-20T01:50:00.000Z', '2026-11-20T01:58:00.000Z');
    const easy = await addOpenWork('2026-11-20T01:50:00.000Z', '2026-12-20T02:00:00.000Z');
    await runNow();
    const readAtRisk = async () => ({
      jobs: (await leader.call(endpoints.job.list, { due: 'at_risk' })).results.map(({ job_id }) => job_id),
      details: (await leader.call(endpoints.job.details, { due: 'at_risk' })).results.map(({ job_id }) => job_id),
      tasks: (await leader.call(endpoints.task.list, { due: 'at_risk' })).results.map(({ job_id }) => job_id),
    });
    expect(await readAtRisk()).toEqual({ jobs: [risky], details: [risky], tasks: [risky] });
    const forecastRows = await leader.call(endpoints.dueDate.forecastsOf, { job_ids: [risky, lateJob, easy] });
    expect(forecastRows.results.map(({ job_id, at_risk }) => [job_id, at_risk])).toEqual([
      [risky, true],
      [lateJob, false],
      [easy, false],
    ]);
    bureau.clock.advance(6 * 60_000);
    expect(await readAtRisk(), 'what is late by now is late').toEqual({ jobs: [], details: [], tasks: [] });
  });

  it('a forecast is shown to users who see the job or one of its tasks', async () => {
    const editorUser = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    const own = await buildWork({
      customer: lumen,
      cat2: category.id,
      createdAt: '2026-11-20T01:00:00.000Z',
      moves: [[3, '2026-11-20T01:30:00.000Z']],
      due: null,
    });
    const foreign = await buildWork({
      customer: lumen,
      cat2: category.id,
      createdAt: '2026-11-20T01:00:00.000Z',
      moves: [[3, '2026-11-20T01:30:00.000Z']],
      due: null,
    });
    await sql`update task set editor = ${editorUser.user_id} where job_id = ${own}`.execute(bureau.db);
    await runNow();
    const job_ids = [own, foreign, 2_000_000_000];
    expect(
      (await editorUser.call(endpoints.dueDate.forecastsOf, { job_ids })).results.map(({ job_id }) => job_id),
    ).toEqual([own]);
    expect((await leader.call(endpoints.dueDate.forecastsOf, { job_ids })).results.map(({ job_id }) => job_id)).toEqual(
      [own, foreign],
    );
    const customer = await bureau.as(await buildCustomerAccount(bureau.db, { cus_id1: lumen.cus_id1 }));
    expect((await customer.send(endpoints.dueDate.forecastsOf, { job_ids })).status).toBe(403);
    const portal = await customer.call(endpoints.portal.job, {});
    expect(JSON.stringify(portal)).not.toMatch(/p50|p80|at_risk|forecast/);
  });
});
