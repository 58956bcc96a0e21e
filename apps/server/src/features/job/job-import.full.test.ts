import { randomUUID } from 'node:crypto';
import { endpoints } from '@darkroom/contract/endpoints';
import { duplicateJobs } from '@darkroom/contract/job/bulk';
import { MAX_ORDER_ROWS } from '@darkroom/domain/order-sheet/fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp } from '../../http/background.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { createImportFixture, type ImportFixture } from '../../testing/fixtures/import-fixture.ts';

const { findImportDuplicates, importStage, importUndo, bulkAdd } = endpoints.job;

let bureau: TestApp;
let boss: ApiClient;
let desk: ImportFixture;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as(['npn_view_job', 'npn_add_job', 'npn_view_all_tasks', 'npn_assign_task', 'npn_view_task']);
  desk = await createImportFixture(bureau, boss);
});
afterAll(() => bureau.close());

describe('an import in parts', () => {
  it('the commit adds all jobs in order, each with a task', async () => {
    const date = desk.ownDay();
    const import_id = await desk.stage([desk.orders(date, 3, 'A'), desk.orders(date, 2, 'B')]);
    expect(await desk.jobsOn(date)).toEqual([]);
    const { body } = await desk.commit(import_id, { parts: 2 });
    expect(body).toMatchObject({ jobs: 5, details: 5, skipped: [], days: [{ job_date: date, jobs: 5 }] });
    const jobs = await desk.jobsOn(date);
    expect(jobs.map((job) => job.job_name).sort()).toEqual(['A 0', 'A 1', 'A 2', 'B 0', 'B 1']);
    expect(jobs.every((job) => job.job_details[0]?.tasks.length === 1)).toBe(true);
  });

  it('a repeated part is ignored, and a repeated commit returns the first result', async () => {
    const date = desk.ownDay();
    const import_id = await desk.stage([desk.orders(date, 2), desk.orders(date, 2, 'wrong')]);
    await boss.call(importStage, { import_id, part: 2, jobs: desk.orders(date, 3, 'right') });
    const first = await desk.commit(import_id, { parts: 2 });
    const again = await desk.commit(import_id, { parts: 2 });
    expect(again.body).toEqual(first.body);
    expect((await desk.jobsOn(date)).length).toBe(5);
  });

  it('an added or undone import refuses further parts', async () => {
    const date = desk.ownDay();
    const import_id = await desk.stage([desk.orders(date, 1)]);
    await desk.commit(import_id);
    const latePart = { import_id, part: 2, jobs: desk.orders(date, 3, 'late') };
    expect((await boss.send(importStage, latePart)).problem).toMatchObject({ status: 409, code: 'import_added' });
    await boss.call(importUndo, { import_id });
    expect((await boss.send(importStage, latePart)).problem).toMatchObject({ status: 409, code: 'import_undone' });
    expect(await desk.jobsOn(date)).toEqual([]);
  });

  it('a missing part or one bad job refuses the whole import', async () => {
    const date = desk.ownDay();
    const missing = await desk.stage([desk.orders(date, 2)]);
    expect((await desk.commit(missing, { parts: 2 })).problem).toMatchObject({
      status: 409,
      code: 'import_incomplete',
    });
    const refusedResponse = await desk.stage([
      desk.orders(date, 2),
      [desk.order(date), desk.order(date, { customer2_id: 2_000_000_000 })],
    ]);
    const { problem } = await desk.commit(refusedResponse, { parts: 2 });
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'jobs.3.customer2_id', code: 'unknown' }] });
    expect(await desk.jobsOn(date)).toEqual([]);
  });

  it('the parts can be sent to two server processes', async () => {
    const otherServer = await createTestApp({ database: bureau, clock: bureau.clock });
    try {
      const there = otherServer.withToken(boss.token, boss.user_id);
      const date = desk.ownDay();
      const import_id = await desk.stage([desk.orders(date, 2)]);
      await there.call(importStage, { import_id, part: 2, jobs: desk.orders(date, 2, 'B') });
      const responses = await Promise.all([
        desk.commit(import_id, { parts: 2 }),
        desk.commit(import_id, { parts: 2 }, there),
        desk.commit(import_id, { parts: 2 }),
      ]);
      expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
      expect(new Set(responses.map((response) => response.text)).size).toBe(1);
      expect((await desk.jobsOn(date)).length).toBe(4);
    } finally {
      await otherServer.close();
    }
  });

  it('an import is unknown to everyone except its creator', async () => {
    const date = desk.ownDay();
    const import_id = await desk.stage([desk.orders(date, 1)]);
    const otherUser = await bureau.as(['npn_add_job', 'npn_delete_job']);
    expect((await desk.commit(import_id, {}, otherUser)).status).toBe(404);
    const part = { import_id, part: 1, jobs: desk.orders(date, 5, 'theirs') };
    expect((await otherUser.send(importStage, part)).status).toBe(404);
    expect((await otherUser.send(importUndo, { import_id })).status).toBe(404);
    expect((await desk.commit(import_id)).body.jobs).toBe(1);
  });

  it('an import has limits for rows and stages, and is deleted after an hour', async () => {
    const date = desk.ownDay();
    const detail = desk.order(date).job_details[0];
    if (!detail) throw new Error('no detail');
    const wide = desk.order(date, { job_details: Array.from({ length: 200 }, () => detail) });
    const import_id = randomUUID();
    const half = Array.from({ length: MAX_ORDER_ROWS / 400 }, () => wide);
    await boss.call(importStage, { import_id, part: 1, jobs: half });
    await boss.call(importStage, { import_id, part: 2, jobs: half });
    const { problem } = await boss.send(importStage, { import_id, part: 3, jobs: [desk.order(date)] });
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'jobs', code: 'too_many_items' }] });

    const countStagedParts = async () =>
      (await bureau.db.selectFrom('job_import_part').select('import_id').execute()).length;
    for (let n = 0; n < 8; n++) await desk.stage([desk.orders(date, 1)]);
    expect(await countStagedParts()).toBe(5);
    bureau.clock.advance(3_600_000);
    const fresh = await desk.stage([desk.orders(date, 1)]);
    await cleanUp(bureau);
    expect(await countStagedParts()).toBe(1);
    expect((await desk.commit(fresh)).status).toBe(200);
  });
});

describe('jobs that already exist', () => {
  it('existing jobs are listed by position and number, then skipped or added', async () => {
    const date = desk.ownDay();
    await desk.commit(await desk.stage([desk.orders(date, 2)]));
    const here = await desk.jobsOn(date);
    const again = [
      desk.order(date, { job_name: 'Mới' }),
      desk.order(date, { job_name: '  ĐÈN  1 ' }),
      ...desk.orders(date, 1),
    ];
    const import_id = await desk.stage([again]);
    const { problem } = await desk.commit(import_id);
    expect(problem).toMatchObject({ status: 409, code: 'jobs_exist' });
    const numberOf = (name: string) => here.find((job) => job.job_name === name)?.prod_id;
    expect(duplicateJobs.parse(problem.current).jobs).toEqual([
      { index: 1, prod_id: numberOf('Đèn 1') },
      { index: 2, prod_id: numberOf('Đèn 0') },
    ]);
    expect((await desk.jobsOn(date)).length).toBe(2);
    const { body } = await desk.commit(import_id, { same_jobs: 'skip' });
    expect(body).toMatchObject({ jobs: 1, skipped: [{ index: 1 }, { index: 2 }] });
    expect((await desk.jobsOn(date)).length).toBe(3);

    const meant = await desk.stage([desk.orders(date, 2)]);
    expect((await desk.commit(meant, { same_jobs: 'add', confirmed_existing_jobs: 2 })).body.jobs).toBe(2);
    expect((await desk.jobsOn(date)).length).toBe(5);
  });

  it('existing jobs are found before staging, in any spelling of their names', async () => {
    const date = desk.ownDay();
    await desk.commit(await desk.stage([desk.orders(date, 2)]));
    const [first] = await desk.jobsOn(date);
    const importedJobs = [
      desk.order(date, { job_name: 'new' }),
      desk.order(date, { job_name: ` ${first?.job_name.toUpperCase()}` }),
    ];
    const jobs = importedJobs.map(({ job_date, customer2_id, job_name }) => ({ job_date, customer2_id, job_name }));
    expect(await boss.call(findImportDuplicates, { jobs })).toEqual({ jobs: [{ index: 1, prod_id: first?.prod_id }] });
  });

  it('existing jobs are listed again when more exist than the user has seen', async () => {
    const date = desk.ownDay();
    await desk.commit(await desk.stage([desk.orders(date, 1)]));
    const import_id = await desk.stage([desk.orders(date, 3)]);
    expect((await desk.commit(import_id)).problem.code).toBe('jobs_exist');
    await boss.call(bulkAdd, { jobs: [desk.order(date, { job_name: 'Đèn 2' })] });
    expect((await desk.commit(import_id, { same_jobs: 'add', confirmed_existing_jobs: 1 })).problem.code).toBe(
      'jobs_exist',
    );
    expect((await desk.commit(import_id, { same_jobs: 'add', confirmed_existing_jobs: 2 })).status).toBe(200);
  });

  it('two users who import the same file add its jobs once', async () => {
    const colleague = await bureau.as(['npn_add_job']);
    for (let round = 0; round < 5; round++) {
      const date = desk.ownDay();
      const ids = await Promise.all([
        desk.stage([desk.orders(date, 20)]),
        desk.stage([desk.orders(date, 20)], colleague),
      ]);
      const responses = await Promise.all([desk.commit(ids[0]), desk.commit(ids[1], {}, colleague)]);
      expect(responses.map((response) => response.status).sort((a, b) => a - b)).toEqual([200, 409]);
      const conflict = responses.find((response) => response.status === 409);
      expect(duplicateJobs.parse(conflict?.problem.current).jobs.length).toBe(20);
      expect((await desk.jobsOn(date)).length).toBe(20);
    }
  });

  it('skipped jobs count in the positions of a refusal', async () => {
    const date = desk.ownDay();
    await desk.commit(await desk.stage([desk.orders(date, 2)]));
    const [existingJob] = await desk.jobsOn(date);
    const import_id = await desk.stage([
      [...desk.orders(date, 2), desk.order(date, { job_name: 'Khác', prod_id: existingJob?.prod_id })],
    ]);
    const { problem } = await desk.commit(import_id, { same_jobs: 'skip' });
    expect(problem.errors).toMatchObject([{ field: 'jobs.2.prod_id', code: 'exists' }]);
  });
});

describe('production IDs', () => {
  it('a production ID belongs to one job in any spelling, also in parallel', async () => {
    const date = desk.ownDay();
    const addJobs = (...prod_ids: string[]) =>
      boss.send(bulkAdd, { jobs: prod_ids.map((prod_id) => desk.order(date, { prod_id })) });
    expect((await addJobs('Lumen-7')).body.results[0]?.prod_id).toBe('Lumen-7');
    expect((await addJobs('LUMEN-7')).problem.errors).toMatchObject([{ field: 'jobs.0.prod_id', code: 'exists' }]);
    const twice = await addJobs('Đèn-1', 'đèn-1');
    expect(twice.problem.errors).toMatchObject([{ field: 'jobs.1.prod_id', code: 'duplicate' }]);
    const race = await Promise.all([addJobs('B-2', 'a-1'), addJobs('b-2', 'A-1')]);
    expect(race.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200);
    expect(['prod_id_exists', 'validation']).toContain(race.find(({ status }) => status !== 200)?.problem.code);
  });
});
