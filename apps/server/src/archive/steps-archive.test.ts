import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBackup } from '../backup/archive.ts';
import { backUp } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';
import { verifyDatabase } from '../backup/verify.ts';
import { connectAdmin } from '../db/connect.ts';
import { foldAllQuality } from '../features/quality/fold.service.ts';
import { seedBuiltIn } from '../seed/built-in.ts';
import { makeClock, testApp, type Client, type TestApp } from '../testing/app.ts';
import { buildDetail, buildSupporter, buildTask } from '../testing/factories/work.ts';
import { holding, whoWaits } from '../testing/held-locks.ts';
import { printOf } from '../testing/table-prints.ts';
import { archiveSteps } from './steps-archive.ts';
import { holdsSteps, loadSteps } from './steps-load.ts';

const { task: tasks, redo, work } = endpoints;
const MINUTE = 60_000;
const NOW = '2026-11-20T02:00:00.000Z';

const ids = { editor: 0, helper: 0, one: 0, two: 0, leader: 0 };
let bureau: TestApp;
let folder: string;
const opened: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const close of opened) await close();
});

/** The people as they are signed in now. */
async function people(): Promise<Record<keyof typeof ids, Client>> {
  const [editor, helper, one, two, leader] = await Promise.all(Object.values(ids).map((id) => bureau.as(id)));
  return { editor: editor!, helper: helper!, one: one!, two: two!, leader: leader! };
}

const step = async (by: Client, task_id: number, action: string, more: object = {}) => {
  const { rows } = await sql<{ version: number }>`select version from task where task_id = ${task_id}`.execute(
    bureau.db,
  );
  bureau.clock.advance(MINUTE);
  return by.call(tasks.act, { task_id, version: rows[0]!.version, action, ...more } as never);
};

/** Work from To Do to Completed; `faulty` with a fault on the way. */
async function finish(task_id: number, { faulty = false } = {}): Promise<void> {
  const { editor, one, two, leader } = await people();
  await leader.call(tasks.assign, { tasks: [{ task_id, version: 1 }], editor: ids.editor });
  await step(editor, task_id, 'start');
  await step(editor, task_id, 'done', { x1: 4 });
  await step(one, task_id, 'start_qc1');
  if (faulty) {
    await step(one, task_id, 'qc1_fault', { note: 'Viền "trắng"\n', fault_kinds: ['halo'] });
    await step(editor, task_id, 'resolve');
    await step(one, task_id, 'start_qc1');
  }
  await step(one, task_id, 'qc1_done');
  await step(two, task_id, 'start_qc2');
  await step(two, task_id, 'qc2_done');
  await step(leader, task_id, 'complete');
  await foldAllQuality(bureau.db, bureau.clock());
}

async function rework(task_id: number): Promise<void> {
  const { editor, one, two, leader } = await people();
  await step(leader, task_id, 'rework', { rework_quantity: 2, rework_notes: 'Tối quá' });
  await step(editor, task_id, 'rework_done');
  await step(one, task_id, 'recheck');
  await step(two, task_id, 'recheck');
  await step(leader, task_id, 'complete');
}

const newTask = async () => (await buildTask(bureau.db, { workstream: 'PTE' })).task_id;
const historyOf = async (task_id: number) => (await people()).leader.call(tasks.history, { task_id });
const stepsOf = async (...of: number[]) =>
  (
    await sql<{ row: string }>`
      select to_jsonb(h)::text as row from task_history h where task_id = any(${of}::int[]) order by id`.execute(
      bureau.db,
    )
  ).rows.map(({ row }) => row);
const archive = (before = '2024-06') =>
  archiveSteps(bureau.databaseUrl, { before, folder, now: new Date(bureau.clock()) });
const broken = async () => (await verifyDatabase(bureau.databaseUrl)).filter((finding) => finding.ids.length > 0);
const load = (file: string) =>
  loadSteps(bureau.databaseUrl, { file: join(folder, file), now: new Date(bureau.clock()) });
const goTo = (instant: string) => bureau.clock.advance(Date.parse(instant) - Date.parse(bureau.clock()));

// Two of March 2024, the first with a fault; one of April. What stays: reworked, beside one that is not done, of this year.
let [faulty, plain, april, reworked, beside, young] = [0, 0, 0, 0, 0, 0];

beforeEach(async () => {
  const clock = makeClock('2024-03-20T02:00:00.000Z');
  bureau = await testApp({ clock });
  folder = mkdtempSync(join(tmpdir(), 'darkroom-test-'));
  const [mine, where] = [bureau, folder];
  opened.push(async () => {
    await mine.close();
    rmSync(where, { recursive: true });
  });
  await seedBuiltIn(bureau.db);
  const EDITS = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'] as const;
  const CHECKS = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'] as const;
  ids.editor = (await bureau.as({ full_name: 'Lan', permissions: EDITS })).user_id;
  ids.helper = (
    await bureau.as({ full_name: 'Nga', permissions: [...EDITS, ...CHECKS, 'npn_view_all_pte_tasks'] })
  ).user_id;
  ids.one = (await bureau.as({ full_name: 'Minh', permissions: CHECKS })).user_id;
  ids.two = (await bureau.as({ full_name: 'Tú', permissions: CHECKS })).user_id;
  ids.leader = (
    await bureau.as({
      full_name: 'Hoa',
      permissions: ['npn_view_all_tasks', 'npn_assign_task', 'npn_completed_task', 'npn_rework_task', 'npn_view_redo'],
    })
  ).user_id;
  faulty = await newTask();
  await buildSupporter(bureau.db, { task_id: faulty, user_id: ids.helper, created_at: bureau.clock() });
  await finish(faulty, { faulty: true });
  plain = await newTask();
  await finish(plain);
  reworked = await newTask();
  await finish(reworked);
  await rework(reworked);
  const { job_detail_id } = await buildDetail(bureau.db, { workstream: 'PTE' });
  beside = (await buildTask(bureau.db, { job_detail_id })).task_id;
  await buildTask(bureau.db, { job_detail_id });
  await finish(beside);
  goTo('2024-04-10T02:00:00.000Z');
  april = await newTask();
  await finish(april);
  goTo('2026-11-02T02:00:00.000Z');
  young = await newTask();
  await finish(young);
  goTo(NOW);
});

describe('archiving the steps of tasks', () => {
  it('moves those of whole tasks that were done before a month, and nothing of rework, unfinished jobs or later months', async () => {
    const kept = await stepsOf(reworked, beside, young);
    const gone = (await stepsOf(faulty, plain, april)).length;
    expect(await archive()).toEqual([
      { path: join(folder, 'steps-2024-03.jsonl.gz'), tasks: 2, steps: 19, stayed: 0 },
      { path: join(folder, 'steps-2024-04.jsonl.gz'), tasks: 1, steps: gone - 19, stayed: 0 },
    ]);
    expect(readdirSync(folder)).toEqual(['steps-2024-03.jsonl.gz', 'steps-2024-04.jsonl.gz']);
    expect(statSync(join(folder, 'steps-2024-03.jsonl.gz')).mode & 0o777).toBe(0o600);
    expect(await stepsOf(faulty, plain, april)).toEqual([]);
    expect(await stepsOf(reworked, beside, young)).toEqual(kept);
    const { rows } = await sql<{ note: string }>`select note from audit where action = 'steps.archive'`.execute(
      bureau.db,
    );
    expect(rows[0]?.note).toMatch(/^steps-2024-03\.jsonl\.gz: 2 tasks, SHA-256 [0-9a-f]{64}$/);
    expect(await broken()).toEqual([]);
    expect(await archive()).toEqual([]);
  });

  it('says what is not there, wherever it is asked for, and changes no figure of the days that stay', async () => {
    const asked = async () => {
      const { editor, leader } = await people();
      return {
        year: await editor.call(work.list, { by: 'month', date: '2026-11-20' }),
        redo: await leader.call(redo.list, { state: 'all', page: 1, page_size: 20 } as never),
        history: await leader.call(tasks.history, { task_id: reworked }),
        times: (await leader.call(tasks.times, { task_ids: [reworked, young] })).results,
      };
    };
    const before = await asked();
    expect(before.year.total.completed).toBe(1);
    await archive();
    expect(await asked()).toEqual(before);
    expect(before.year.archived_before).toBeNull();

    const { editor, leader } = await people();
    expect(await historyOf(faulty)).toMatchObject({ events: [], archived: { steps: 11, month: '2024-03' } });
    expect((await editor.call(work.list, { by: 'month', date: '2025-01-20' })).archived_before).toBe('2024-05');
    expect(await leader.call(tasks.times, { task_ids: [faulty, plain, young] })).toMatchObject({
      results: [{ task_id: young }],
      archived: 2,
    });
    expect(await leader.call(tasks.editorFaults, { task_id: young })).toEqual({
      results: [],
      archived_before: '2024-05',
    });
  });

  it('lets a task come back whose steps are archived, as if they were there', async () => {
    await archive();
    const { leader, helper } = await people();
    const version = (await historyOf(faulty)).task.version;
    // Who supported it while it was worked on does not check it, though no step says so any more.
    await leader.call(tasks.supporters, { task_id: faulty, version, supporters: [] });
    await step(leader, faulty, 'rework', { rework_quantity: 1, rework_notes: 'Lại' });
    const { editor, one, two } = await people();
    await step(editor, faulty, 'rework_done');
    const at = (await historyOf(faulty)).task.version;
    const refused = await helper.send(tasks.act, { task_id: faulty, version: at, action: 'recheck' });
    expect(refused.problem.code).toBe('four_eyes');
    await step(one, faulty, 'recheck');
    await step(two, faulty, 'recheck');
    await step(leader, faulty, 'complete');

    const { events, archived } = await historyOf(faulty);
    expect(events.map((event) => event.action)).toEqual([
      'supporters',
      'rework',
      'rework_done',
      'recheck',
      'recheck',
      'complete',
    ]);
    expect(archived).toEqual({ steps: 11, month: '2024-03' });
    // It was completed before: this month it came back, and is not completed for the first time.
    const { total } = await editor.call(work.list, { by: 'day', date: '2026-11-20' });
    expect(total).toMatchObject({ completed: 1, first_time_right: 1, rework: 1 });
    const story = await leader.call(redo.list, { state: 'all', page: 1, page_size: 20 } as never);
    expect(story.results.find((row) => row.task_id === faulty)).toMatchObject({ rework_count: 1 });
    expect(await broken()).toEqual([]);
    expect(await archive()).toEqual([]);
    // And its first steps come back before those.
    await load('steps-2024-03.jsonl.gz');
    expect((await historyOf(faulty)).events.map((event) => event.action).slice(9, 12)).toEqual([
      'qc2_done',
      'complete',
      'supporters',
    ]);
    expect((await editor.call(work.list, { by: 'day', date: '2026-11-20' })).total).toEqual(total);
    expect(await broken()).toEqual([]);
  });

  it('puts them back as they were, however often, beside tasks that are gone', async () => {
    const was = await printOf(bureau.databaseUrl);
    await archive();
    expect(await holdsSteps(join(folder, 'steps-2024-03.jsonl.gz'))).toBe(true);
    for (const month of ['2024-03', '2024-04']) await load(`steps-${month}.jsonl.gz`);
    const is = await printOf(bureau.databaseUrl);
    for (const table of ['task_history', 'task', 'archived_task', 'steps_archive']) expect(is[table]).toBe(was[table]);
    expect(await load('steps-2024-03.jsonl.gz')).toEqual({ steps: 0, gone: 0 });
    expect(await historyOf(faulty)).toMatchObject({ archived: null });
    expect(await broken()).toEqual([]);
    await archive();
    expect(readdirSync(folder)).toContain('steps-2024-03.2.jsonl.gz');
    await bureau.db.deleteFrom('task').where('task_id', '=', plain).execute();
    expect(await load('steps-2024-03.2.jsonl.gz')).toEqual({ steps: 11, gone: 1 });
  });

  it('puts nothing back of a file that was altered or cut short', async () => {
    await archive();
    const whole = readFileSync(join(folder, 'steps-2024-03.jsonl.gz'));
    writeFileSync(join(folder, 'cut'), whole.subarray(0, 400));
    writeFileSync(join(folder, 'altered'), gzipSync(gunzipSync(whole).toString().replace('trắng', 'đen')));
    for (const file of ['cut', 'altered']) await expect(load(file)).rejects.toThrow(/cut short|altered/);
    expect(await stepsOf(faulty, plain)).toEqual([]);
  });

  it('loses nothing when it is cut off between file and deleting, and finishes when it is run again', async () => {
    const was = await stepsOf(faulty, plain, april);
    const letGo = await holding(bureau.databaseUrl, 'lock table archived_task in exclusive mode');
    const running = archive().catch((error: Error) => error.message);
    const pid = await whoWaits(bureau.db);
    expect(existsSync(join(folder, 'steps-2024-03.jsonl.gz'))).toBe(true);
    await sql`select pg_terminate_backend(${pid})`.execute(bureau.db);
    expect(await running).toMatch(/terminat/);
    await letGo();
    expect(await stepsOf(faulty, plain, april)).toEqual(was);
    expect(await broken()).toEqual([]);
    // What a run left that was cut off while it wrote is in nobody's way.
    writeFileSync(join(folder, 'steps-2024-03.unfinished'), 'x');
    expect((await archive()).map((one) => [one.path.split('/').at(-1), one.tasks])).toEqual([
      ['steps-2024-03.2.jsonl.gz', 2],
      ['steps-2024-04.jsonl.gz', 1],
    ]);
    expect(await stepsOf(faulty, plain, april)).toEqual([]);
    await load('steps-2024-03.2.jsonl.gz');
    await load('steps-2024-04.jsonl.gz');
    expect(await stepsOf(faulty, plain, april)).toEqual(was);
  });

  it('leaves a task that somebody moves after the file was written, and one that somebody is at', async () => {
    const letGo = await holding(bureau.databaseUrl, 'lock table steps_archive in exclusive mode');
    const running = archive('2024-04');
    await whoWaits(bureau.db);
    const { leader } = await people();
    await step(leader, faulty, 'rework', { rework_quantity: 1, rework_notes: 'Lại' });
    const release = await holding(bureau.databaseUrl, `select from task where task_id = ${plain} for update`);
    await letGo();
    expect(await running).toMatchObject([{ tasks: 0, steps: 0, stayed: 2 }]);
    await release();
    expect((await historyOf(faulty)).events).toHaveLength(12);
    expect(await historyOf(plain)).toMatchObject({ archived: null });
    expect(await broken()).toEqual([]);
    expect(await archive('2024-04')).toMatchObject([{ tasks: 1, stayed: 0 }]);
    expect(await historyOf(plain)).toMatchObject({ events: [], archived: { month: '2024-03' } });
  });

  it('leaves the last twelve months, and months whose allowances are not closed', async () => {
    await expect(archive('2025-12')).rejects.toThrow('--before 2025-11 at most');
    await expect(archive('soon')).rejects.toThrow('--before is a month');
    await sql`insert into allowance_month (month, state) values ('2024-03', 'OPEN')`.execute(bureau.db);
    await expect(archive()).rejects.toThrow('The allowances of 2024-03 are not closed: --before 2024-03 at most.');
    expect(await stepsOf(april)).not.toEqual([]);
  });

  it('is in a backup, and what is archived stays archived where that is restored', async () => {
    await archive();
    const { path } = await backUp(bureau.databaseUrl, { folder, now: new Date(bureau.clock()) });
    const { adminUrl } = inject('testServer');
    const name = `darkroom_test_${process.pid}_of_steps`;
    const admin = await connectAdmin(adminUrl);
    await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
    const url = new URL(adminUrl);
    url.pathname = `/${name}`;
    try {
      const backup = await openBackup(path);
      const { findings } = await restore(url.href, backup).finally(() => backup.close());
      expect(findings.filter((finding) => finding.ids.length > 0)).toEqual([]);
      expect((await printOf(url.href)).archived_task).toMatch(/^3 /);
      const { steps } = await loadSteps(url.href, {
        file: join(folder, 'steps-2024-03.jsonl.gz'),
        now: new Date(NOW),
      });
      expect(steps).toBe(19);
    } finally {
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    }
  });
});
