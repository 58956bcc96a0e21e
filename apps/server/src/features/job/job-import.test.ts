import { randomUUID } from 'node:crypto';
import { begunJobs, endpoints, sameJobs, type InputOf, type NewJob } from '@darkroom/contract';
import { MAX_ORDER_ROWS } from '@darkroom/domain/order-sheet/fields';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweep } from '../../http/sweeper.ts';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildStaff } from '../../testing/factories/people.ts';

const { importStage, importCommit, importUndo, imports, bulkAdd, list } = endpoints.job;

let house: TestApp;
let boss: Client;
let customer: { id: number; cus_id1: number };
let category: { id: number; cat1_id: number };

beforeAll(async () => {
  house = await testApp();
  boss = await house.as(['npn_view_job', 'npn_add_job', 'npn_view_all_tasks', 'npn_assign_task', 'npn_view_task']);
  customer = await buildCustomer(house.db);
  category = await buildCategory(house.db);
}, 60_000);
afterAll(() => house.close());

let day = 0;
/** A day no other test uses. */
const ownDay = () => `2027-01-${String(++day).padStart(2, '0')}`;
const order = (job_date: string, over: Partial<NewJob> = {}): NewJob => ({
  job_date,
  customer2_id: customer.id,
  job_name: 'Ảnh cưới Hạnh Phúc',
  job_details: [{ service_cat1_id: category.cat1_id, service_cat2_id: category.id, quantity: 12 }],
  ...over,
});
const orders = (job_date: string, count: number, name = 'Đèn') =>
  Array.from({ length: count }, (_, i) => order(job_date, { job_name: `${name} ${i}` }));

async function stage(parts: readonly NewJob[][], client = boss, import_id: string = randomUUID()): Promise<string> {
  house.clock.advance(1000);
  for (const [at, jobs] of parts.entries()) await client.call(importStage, { import_id, part: at + 1, jobs });
  return import_id;
}
const commit = (import_id: string, over: Partial<InputOf<typeof importCommit>> = {}, client = boss) =>
  client.send(importCommit, { import_id, parts: 1, file_name: 'W47.xlsx', ...over });
const jobsOn = async (job_date: string) =>
  (await boss.call(list, { job_date_from: job_date, job_date_to: job_date, page_size: 200 })).results;

describe('an import in parts', () => {
  it('adds nothing until it is committed, and then everything in order, with a task each', async () => {
    const date = ownDay();
    const import_id = await stage([orders(date, 3, 'A'), orders(date, 2, 'B')]);
    expect(await jobsOn(date)).toEqual([]);
    const { body } = await commit(import_id, { parts: 2 });
    expect(body).toMatchObject({ jobs: 5, details: 5, skipped: [], days: [{ job_date: date, jobs: 5 }] });
    const jobs = await jobsOn(date);
    expect(jobs.map((job) => job.job_name).sort()).toEqual(['A 0', 'A 1', 'A 2', 'B 0', 'B 1']);
    expect(jobs.every((job) => job.job_details[0]?.tasks.length === 1)).toBe(true);
  });

  it('takes a part that comes twice once, and answers a repeated commit what it did', async () => {
    const date = ownDay();
    const import_id = await stage([orders(date, 2), orders(date, 2, 'wrong')]);
    await boss.call(importStage, { import_id, part: 2, jobs: orders(date, 3, 'right') });
    const first = await commit(import_id, { parts: 2 });
    // A part whose answer was lost comes once more, after all was added.
    await boss.call(importStage, { import_id, part: 2, jobs: orders(date, 3, 'right') });
    const again = await commit(import_id, { parts: 2 });
    expect(again.body).toEqual(first.body);
    expect((await jobsOn(date)).length).toBe(5);
  });

  it('is refused whole when a part is missing, or one job of one part is bad, which is named by its place in the whole', async () => {
    const date = ownDay();
    const missing = await stage([orders(date, 2)]);
    expect((await commit(missing, { parts: 2 })).problem).toMatchObject({ status: 409, code: 'import_incomplete' });
    const bad = await stage([orders(date, 2), [order(date), order(date, { customer2_id: 2_000_000_000 })]]);
    const { problem } = await commit(bad, { parts: 2 });
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'jobs.3.customer2_id', code: 'unknown' }] });
    expect(await jobsOn(date)).toEqual([]);
  });

  it('goes through two server processes as through one', async () => {
    const other = await testApp({ database: house, clock: house.clock });
    try {
      const there = other.withToken(boss.token, boss.user_id);
      const date = ownDay();
      const import_id = await stage([orders(date, 2)]);
      await there.call(importStage, { import_id, part: 2, jobs: orders(date, 2, 'B') });
      const answers = await Promise.all([
        commit(import_id, { parts: 2 }),
        commit(import_id, { parts: 2 }, there),
        commit(import_id, { parts: 2 }),
      ]);
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
      expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
      expect((await jobsOn(date)).length).toBe(4);
    } finally {
      await other.close();
    }
  });

  it('belongs to whoever began it: for anybody else it is not there', async () => {
    const date = ownDay();
    const import_id = await stage([orders(date, 1)]);
    const other = await house.as(['npn_add_job', 'npn_delete_job']);
    expect((await commit(import_id, {}, other)).status).toBe(404);
    const part = { import_id, part: 1, jobs: orders(date, 5, 'theirs') };
    expect((await other.send(importStage, part)).status).toBe(404);
    expect((await other.send(importUndo, { import_id })).status).toBe(404);
    expect((await commit(import_id)).body.jobs).toBe(1);
  });

  it('is bounded: in rows, and in what one person leaves staged; what is left is swept after an hour', async () => {
    const date = ownDay();
    const detail = order(date).job_details[0];
    if (!detail) throw new Error('no detail');
    const wide = order(date, { job_details: Array.from({ length: 200 }, () => detail) });
    const import_id = randomUUID();
    const half = Array.from({ length: MAX_ORDER_ROWS / 400 }, () => wide);
    await boss.call(importStage, { import_id, part: 1, jobs: half });
    await boss.call(importStage, { import_id, part: 2, jobs: half });
    const { problem } = await boss.send(importStage, { import_id, part: 3, jobs: [order(date)] });
    expect(problem).toMatchObject({ status: 422, errors: [{ field: 'jobs', code: 'too_many_items' }] });

    const staged = async () => (await house.db.selectFrom('job_import_part').select('import_id').execute()).length;
    for (let n = 0; n < 8; n++) await stage([orders(date, 1)]);
    expect(await staged()).toBe(5);
    house.clock.advance(3_600_000);
    const fresh = await stage([orders(date, 1)]);
    await sweep(house);
    expect(await staged()).toBe(1);
    expect((await commit(fresh)).status).toBe(200);
  });
});

describe('jobs that are here already', () => {
  it('are asked about, named by place and number, and skipped or added as is said', async () => {
    const date = ownDay();
    await commit(await stage([orders(date, 2)]));
    const here = await jobsOn(date);
    const again = [order(date, { job_name: 'Mới' }), order(date, { job_name: '  ĐÈN  1 ' }), ...orders(date, 1)];
    const import_id = await stage([again]);
    const { problem } = await commit(import_id);
    expect(problem).toMatchObject({ status: 409, code: 'jobs_exist' });
    const numberOf = (name: string) => here.find((job) => job.job_name === name)?.prod_id;
    expect(sameJobs.parse(problem.current).jobs).toEqual([
      { index: 1, prod_id: numberOf('Đèn 1') },
      { index: 2, prod_id: numberOf('Đèn 0') },
    ]);
    expect((await jobsOn(date)).length).toBe(2);
    const { body } = await commit(import_id, { same_jobs: 'skip' });
    expect(body).toMatchObject({ jobs: 1, skipped: [{ index: 1 }, { index: 2 }] });
    expect((await jobsOn(date)).length).toBe(3);

    const meant = await stage([orders(date, 2)]);
    expect((await commit(meant, { same_jobs: 'add', told: 2 })).body.jobs).toBe(2);
    expect((await jobsOn(date)).length).toBe(5);
  });

  it('are asked about again when there are others by now than the person was told of', async () => {
    const date = ownDay();
    await commit(await stage([orders(date, 1)]));
    const import_id = await stage([orders(date, 3)]);
    expect((await commit(import_id)).problem.code).toBe('jobs_exist');
    await boss.call(bulkAdd, { jobs: [order(date, { job_name: 'Đèn 2' })] });
    expect((await commit(import_id, { same_jobs: 'add', told: 1 })).problem.code).toBe('jobs_exist');
    expect((await commit(import_id, { same_jobs: 'add', told: 2 })).status).toBe(200);
  });

  it('of two people who import the same file at the same moment, one adds it and the other is asked', async () => {
    const colleague = await house.as(['npn_add_job']);
    for (let round = 0; round < 5; round++) {
      const date = ownDay();
      const ids = await Promise.all([stage([orders(date, 20)]), stage([orders(date, 20)], colleague)]);
      const answers = await Promise.all([commit(ids[0]), commit(ids[1], {}, colleague)]);
      expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409]);
      const asked = answers.find((answer) => answer.status === 409);
      expect(sameJobs.parse(asked?.problem.current).jobs.length).toBe(20);
      expect((await jobsOn(date)).length).toBe(20);
    }
  });

  it('a refusal names the place in the whole import, skipped jobs counted', async () => {
    const date = ownDay();
    await commit(await stage([orders(date, 2)]));
    const [taken] = await jobsOn(date);
    const import_id = await stage([[...orders(date, 2), order(date, { job_name: 'Khác', prod_id: taken?.prod_id })]]);
    const { problem } = await commit(import_id, { same_jobs: 'skip' });
    expect(problem.errors).toMatchObject([{ field: 'jobs.2.prod_id', code: 'exists' }]);
  });
});

describe('undoing an import', () => {
  it('takes all its jobs and nothing else, and is remembered; a second undo is told so', async () => {
    const date = ownDay();
    await boss.call(bulkAdd, { jobs: [order(date, { job_name: 'Khác' })] });
    const import_id = await stage([orders(date, 3)]);
    await commit(import_id, { file_name: 'Tuần 47.xlsx' });
    expect((await boss.call(imports, {})).results[0]).toMatchObject({
      import_id,
      file_name: 'Tuần 47.xlsx',
      created_by: boss.user_id,
      jobs: 3,
      undone_at: null,
    });
    expect((await boss.call(importUndo, { import_id })).deleted_jobs).toBe(3);
    expect((await jobsOn(date)).map((job) => job.job_name)).toEqual(['Khác']);
    expect((await boss.call(imports, {})).results[0]).toMatchObject({ import_id, undone_by: boss.user_id });
    expect((await boss.send(importUndo, { import_id })).problem.code).toBe('import_undone');
    expect((await commit(import_id)).problem.code).toBe('import_undone');
    const kept = await house.db.selectFrom('audit').select('before').where('action', '=', 'job.importUndo').execute();
    expect(kept.filter(({ before }) => before !== null).length).toBe(3);
  });

  it('is refused with which jobs, when somebody has taken one up, and goes again when they have given it back', async () => {
    const date = ownDay();
    const import_id = await stage([orders(date, 3)]);
    await commit(import_id);
    const [job] = await jobsOn(date);
    const task = job?.job_details[0]?.tasks[0];
    if (!job || !task || !('version' in task)) throw new Error('no job');
    const editor = (await buildStaff(house.db, { permissions: ['npn_editor_pte', 'npn_editor_ots', 'npn_view_task'] }))
      .user_id;
    const { results } = await boss.call(endpoints.task.assign, {
      tasks: [{ task_id: task.task_id, version: task.version }],
      editor,
    });
    const { problem } = await boss.send(importUndo, { import_id });
    expect(problem).toMatchObject({ status: 409, code: 'import_begun' });
    expect(begunJobs.parse(problem.current)).toEqual({
      count: 1,
      jobs: [{ job_id: job.job_id, prod_id: job.prod_id }],
    });
    expect((await jobsOn(date)).length).toBe(3);
    const worker = await house.as(editor);
    const version = results[0]?.version ?? 0;
    await worker.call(endpoints.task.act, { task_id: task.task_id, version, action: 'reject' });
    expect((await boss.call(importUndo, { import_id })).deleted_jobs).toBe(3);
  });

  it('is one’s own to do, and anybody’s who may delete jobs', async () => {
    const date = ownDay();
    const import_id = await stage([orders(date, 1)]);
    await commit(import_id);
    const colleague = await house.as(['npn_add_job']);
    expect((await colleague.send(importUndo, { import_id })).problem.code).toBe('forbidden');
    const leader = await house.as(['npn_delete_job']);
    expect((await leader.call(importUndo, { import_id })).deleted_jobs).toBe(1);
  });

  it('and taking a task of it up at the same moment: one of the two happens, whole', async () => {
    for (let round = 0; round < 5; round++) {
      const date = ownDay();
      const import_id = await stage([orders(date, 2)]);
      await commit(import_id);
      const task = (await jobsOn(date))[0]?.job_details[0]?.tasks[0];
      if (!task || !('version' in task)) throw new Error('no task');
      const editor = (await buildStaff(house.db, { permissions: ['npn_editor_pte', 'npn_editor_ots'] })).user_id;
      const tasks = [{ task_id: task.task_id, version: task.version }];
      const answers = await Promise.all([
        boss.send(importUndo, { import_id }),
        boss.send(endpoints.task.assign, { tasks, editor }),
      ]);
      expect(answers.filter((answer) => answer.status === 200).length).toBe(1);
      expect((await jobsOn(date)).length).toBe(answers[0].status === 200 ? 0 : 2);
    }
  });
});

describe('the largest import', () => {
  it('of 20,000 rows is staged, added and undone', async () => {
    const date = ownDay();
    const all = orders(date, MAX_ORDER_ROWS);
    const parts = Array.from({ length: 20 }, (_, at) => all.slice(at * 1000, (at + 1) * 1000));
    const started = performance.now();
    const import_id = await stage(parts);
    const staged = performance.now();
    const { body, status, text } = await commit(import_id, { parts: parts.length });
    expect(status, text).toBe(200);
    const added = performance.now();
    expect(body.jobs).toBe(MAX_ORDER_ROWS);
    expect((await boss.call(list, { job_date_from: date, job_date_to: date })).total_items).toBe(MAX_ORDER_ROWS);
    const again = await stage(parts);
    const asking = performance.now();
    expect((await commit(again, { parts: parts.length })).problem.code).toBe('jobs_exist');
    const asked = performance.now();
    expect((await boss.call(importUndo, { import_id })).deleted_jobs).toBe(MAX_ORDER_ROWS);
    const undone = performance.now();
    const ms = (from: number, to: number) => `${(to - from).toFixed(0)} ms`;
    process.stdout.write(
      `20,000 rows: staged in ${ms(started, staged)}, added in ${ms(staged, added)}, asked about in ${ms(asking, asked)}, undone in ${ms(asked, undone)}\n`,
    );
  }, 120_000);
});
