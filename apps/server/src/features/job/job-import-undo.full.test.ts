import { endpoints } from '@darkroom/contract/endpoints';
import { jobsInTheWay } from '@darkroom/contract/job/bulk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { createImportFixture, type ImportFixture } from '../../testing/fixtures/import-fixture.ts';

const { importUndo, imports, bulkAdd, list } = endpoints.job;

let bureau: TestApp;
let boss: ApiClient;
let desk: ImportFixture;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as(['npn_view_job', 'npn_add_job', 'npn_view_all_tasks', 'npn_assign_task', 'npn_view_task']);
  desk = await createImportFixture(bureau, boss);
});
afterAll(() => bureau.close());

describe('the undo of an import', () => {
  it("an undo removes exactly the import's jobs and is refused the second time", async () => {
    const date = desk.ownDay();
    await boss.call(bulkAdd, { jobs: [desk.order(date, { job_name: 'Khác' })] });
    const import_id = await desk.stage([desk.orders(date, 3)]);
    await desk.commit(import_id, { file_name: 'Tuần 47.xlsx' });
    expect((await boss.call(imports, {})).results[0]).toMatchObject({
      import_id,
      file_name: 'Tuần 47.xlsx',
      created_by: boss.user_id,
      jobs: 3,
      undone_at: null,
    });
    expect((await boss.call(importUndo, { import_id })).deleted_jobs).toBe(3);
    expect((await desk.jobsOn(date)).map((job) => job.job_name)).toEqual(['Khác']);
    expect((await boss.call(imports, {})).results[0]).toMatchObject({ import_id, undone_by: boss.user_id });
    expect((await boss.send(importUndo, { import_id })).problem.code).toBe('import_undone');
    expect((await desk.commit(import_id)).problem.code).toBe('import_undone');
    const auditRows = await bureau.db
      .selectFrom('audit')
      .select('before')
      .where('action', '=', 'job.importUndo')
      .execute();
    expect(auditRows.filter(({ before }) => before !== null).length).toBe(3);
  });

  it('an undo is refused with the jobs that editors have taken, until they are released', async () => {
    const date = desk.ownDay();
    const import_id = await desk.stage([desk.orders(date, 3)]);
    await desk.commit(import_id);
    const [job] = await desk.jobsOn(date);
    const task = job?.job_details[0]?.tasks[0];
    if (!job || !task || !('version' in task)) throw new Error('no job');
    const editor = (await buildStaff(bureau.db, { permissions: ['npn_editor_pte', 'npn_editor_ots', 'npn_view_task'] }))
      .user_id;
    const { results } = await boss.call(endpoints.task.assign, {
      tasks: [{ task_id: task.task_id, version: task.version }],
      editor,
    });
    const { problem } = await boss.send(importUndo, { import_id });
    expect(problem).toMatchObject({ status: 409, code: 'import_work_started' });
    expect(jobsInTheWay.parse(problem.current)).toEqual({
      count: 1,
      jobs: [{ job_id: job.job_id, prod_id: job.prod_id }],
    });
    expect((await desk.jobsOn(date)).length).toBe(3);
    const worker = await bureau.as(editor);
    const version = results[0]?.version ?? 0;
    await worker.call(endpoints.task.act, { task_id: task.task_id, version, action: 'reject' });
    expect((await boss.call(importUndo, { import_id })).deleted_jobs).toBe(3);
  });

  it('an undo is refused after another user’s changes, but not the actor’s own', async () => {
    const date = desk.ownDay();
    const import_id = await desk.stage([desk.orders(date, 3)]);
    await desk.commit(import_id);
    const [ownJob, otherJobs] = await desk.jobsOn(date);
    if (!ownJob || !otherJobs) throw new Error('no jobs');
    const clerk = await bureau.as(['npn_view_job', 'npn_change_job', 'npn_change_job_detail', 'npn_delete_job']);
    const self = await bureau.as({ is_superuser: true });
    await self.call(endpoints.job.update, { job_id: ownJob.job_id, version: ownJob.version, job_notes: 'Gấp' });
    const [detail] = otherJobs.job_details;
    const { job_detail_id, version } = detail!;
    await clerk.call(endpoints.job.updateDetail, { job_detail_id, version, note: 'Giữ bóng' });
    const refused = await self.send(importUndo, { import_id });
    expect(refused.problem).toMatchObject({ status: 409, code: 'import_changed' });
    expect(jobsInTheWay.parse(refused.problem.current).jobs).toEqual([
      { job_id: otherJobs.job_id, prod_id: otherJobs.prod_id },
    ]);
    const now = (await desk.jobsOn(date)).find(({ job_id }) => job_id === otherJobs.job_id)!;
    await clerk.call(endpoints.job.delete, { jobs: [{ job_id: now.job_id, version: now.version }], job_details: [] });
    expect((await self.call(importUndo, { import_id })).deleted_jobs).toBe(2);
  });

  it('an undo is refused while requests are about one of its jobs', async () => {
    const date = desk.ownDay();
    const import_id = await desk.stage([desk.orders(date, 2)]);
    await desk.commit(import_id);
    const [asked] = await desk.jobsOn(date);
    const { job_id, prod_id } = asked!;
    await buildRequest(bureau.db, { job_id });
    const { problem } = await boss.send(importUndo, { import_id });
    expect(problem).toMatchObject({ status: 409, code: 'import_linked_to_request' });
    expect(jobsInTheWay.parse(problem.current).jobs).toEqual([{ job_id, prod_id }]);
    await bureau.db.updateTable('customer_request').set({ job_id: null }).where('job_id', '=', job_id).execute();
    expect((await boss.call(importUndo, { import_id })).deleted_jobs).toBe(2);
  });

  it('an undo succeeds when a supporter is planned for an untaken task', async () => {
    const date = desk.ownDay();
    const clerk = await bureau.as({ is_superuser: true });
    const import_id = await desk.stage([desk.orders(date, 1)]);
    await desk.commit(import_id);
    const task = (await desk.jobsOn(date))[0]?.job_details[0]?.tasks[0];
    if (!task || !('version' in task)) throw new Error('no task');
    const { user_id } = await buildStaff(bureau.db, { permissions: ['npn_editor_pte', 'npn_editor_ots'] });
    const supporters = [{ user_id, note: 'the masks' }];
    await clerk.call(endpoints.task.supporters, { task_id: task.task_id, version: task.version, supporters });
    expect((await boss.call(importUndo, { import_id })).deleted_jobs).toBe(1);
  });

  it('an undo is refused with the jobs that received details or tasks', async () => {
    const date = desk.ownDay();
    const clerk = await bureau.as({ is_superuser: true });
    const import_id = await desk.stage([desk.orders(date, 3)]);
    await desk.commit(import_id);
    bureau.clock.advance(1);
    const [first, second] = (await desk.jobsOn(date)).toSorted((a, b) => a.job_id - b.job_id);
    const job_detail_id = second?.job_details[0]?.job_detail_id;
    if (!first || !second || job_detail_id === undefined) throw new Error('no jobs');
    const category_ids = desk.category;
    const detail = await clerk.call(endpoints.job.addDetail, { job_id: first.job_id, ...category_ids, quantity: 2 });
    const [task] = (await clerk.call(endpoints.task.add, { job_detail_id, count: 1 })).results;
    if (!task) throw new Error('no task');
    const undoImport = async () => (await boss.send(importUndo, { import_id })).problem;
    const refusal = await undoImport();
    expect(refusal).toMatchObject({ status: 409, code: 'import_has_later_work' });
    const [a, b] = [first, second].map(({ job_id, prod_id }) => ({ job_id, prod_id }));
    expect(jobsInTheWay.parse(refusal.current)).toEqual({ count: 2, jobs: [a, b] });
    expect((await desk.jobsOn(date)).length).toBe(3);

    await clerk.call(endpoints.task.delete, { tasks: [{ task_id: task.task_id, version: task.version }] });
    expect(jobsInTheWay.parse((await undoImport()).current)).toEqual({ count: 1, jobs: [a] });
    await clerk.call(endpoints.job.delete, {
      job_details: [{ job_detail_id: detail.job_detail_id, version: detail.version }],
    });
    expect((await boss.call(importUndo, { import_id })).deleted_jobs).toBe(3);
  });

  it('the creator, and users who can delete jobs, can undo an import', async () => {
    const date = desk.ownDay();
    const import_id = await desk.stage([desk.orders(date, 1)]);
    await desk.commit(import_id);
    const colleague = await bureau.as(['npn_add_job']);
    expect((await colleague.send(importUndo, { import_id })).problem.code).toBe('forbidden');
    const leader = await bureau.as(['npn_delete_job']);
    expect((await leader.call(importUndo, { import_id })).deleted_jobs).toBe(1);
  });

  it('an undo succeeds or fails as a whole when an editor takes a task', async () => {
    for (let round = 0; round < 5; round++) {
      const date = desk.ownDay();
      const import_id = await desk.stage([desk.orders(date, 2)]);
      await desk.commit(import_id);
      const task = (await desk.jobsOn(date))[0]?.job_details[0]?.tasks[0];
      if (!task || !('version' in task)) throw new Error('no task');
      const editor = (await buildStaff(bureau.db, { permissions: ['npn_editor_pte', 'npn_editor_ots'] })).user_id;
      const tasks = [{ task_id: task.task_id, version: task.version }];
      const responses = await Promise.all([
        boss.send(importUndo, { import_id }),
        boss.send(endpoints.task.assign, { tasks, editor }),
      ]);
      expect(responses.filter((response) => response.status === 200).length).toBe(1);
      expect((await desk.jobsOn(date)).length).toBe(responses[0].status === 200 ? 0 : 2);
    }
  });
});

describe('the jobs of an import', () => {
  it('the import filters the lists of jobs and details', async () => {
    const date = desk.ownDay();
    await boss.call(bulkAdd, { jobs: [desk.order(date, { job_name: 'Khác' })] });
    const import_id = await desk.stage([desk.orders(date, 2)]);
    await desk.commit(import_id);
    const ownNames = ['Đèn 0', 'Đèn 1'];
    const jobs = await boss.call(list, { import_id });
    expect([jobs.total_items, jobs.results.map((job) => job.job_name).sort()]).toEqual([2, ownNames]);
    const details = await boss.call(endpoints.job.details, { import_id });
    expect([details.total_items, details.results.map((row) => row.job.job_name).sort()]).toEqual([2, ownNames]);
    expect((await boss.send(list, { import_id: 'W47.xlsx' })).status).toBe(422);
  });
});
