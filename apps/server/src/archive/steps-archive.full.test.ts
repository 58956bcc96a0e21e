import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createFinishedBureau } from '../testing/archive/finished-bureau.ts';
import { holdLock, findWaitingPid } from '../testing/database-locks.ts';

const { task: tasks, redo, work } = endpoints;
let finished: Awaited<ReturnType<typeof createFinishedBureau>>;
const opened: (() => Promise<void>)[] = [];

beforeEach(async () => {
  finished = await createFinishedBureau();
  opened.push(finished.close);
});
afterAll(async () => {
  for (const close of opened) await close();
});

describe('the archive of the steps of tasks', () => {
  it('only finished tasks of finished jobs are moved, without rework and later months', async () => {
    const { bureau, folder, readSteps, archive, findBrokenChecks, faulty, plain, april, reworked, sibling, recent } =
      finished;
    const remainingSteps = await readSteps(reworked, sibling, recent);
    const deletedCount = (await readSteps(faulty, plain, april)).length;
    expect(await archive()).toEqual([
      { path: join(folder, 'steps-2024-03.jsonl.gz'), tasks: 2, steps: 19, skipped: 0 },
      { path: join(folder, 'steps-2024-04.jsonl.gz'), tasks: 1, steps: deletedCount - 19, skipped: 0 },
    ]);
    expect(readdirSync(folder)).toEqual(['steps-2024-03.jsonl.gz', 'steps-2024-04.jsonl.gz']);
    expect(statSync(join(folder, 'steps-2024-03.jsonl.gz')).mode & 0o777).toBe(0o600);
    expect(await readSteps(faulty, plain, april)).toEqual([]);
    expect(await readSteps(reworked, sibling, recent)).toEqual(remainingSteps);
    const { rows } = await sql<{ note: string }>`select note from audit where action = 'steps.archive'`.execute(
      bureau.db,
    );
    expect(rows[0]?.note).toMatch(/^steps-2024-03\.jsonl\.gz: 2 tasks, SHA-256 [0-9a-f]{64}$/);
    expect(await findBrokenChecks()).toEqual([]);
    expect(await archive()).toEqual([]);
  });

  it('every response reports the missing steps and keeps all later figures', async () => {
    const { signInAll, readHistory, archive, faulty, plain, reworked, recent } = finished;
    const readFigures = async () => {
      const { editor, leader } = await signInAll();
      return {
        year: await editor.call(work.list, { by: 'month', date: '2026-11-20' }),
        redo: await leader.call(redo.list, { state: 'all', page: 1, page_size: 20 } as never),
        history: await leader.call(tasks.history, { task_id: reworked }),
        times: (await leader.call(tasks.times, { task_ids: [reworked, recent] })).results,
      };
    };
    const before = await readFigures();
    expect(before.year.total.completed).toBe(1);
    await archive();
    expect(await readFigures()).toEqual(before);
    expect(before.year.archived_before).toBeNull();

    const { editor, leader } = await signInAll();
    expect(await readHistory(faulty)).toMatchObject({ events: [], archived: { steps: 11, month: '2024-03' } });
    expect((await editor.call(work.list, { by: 'month', date: '2025-01-20' })).archived_before).toBe('2024-05');
    expect(await leader.call(tasks.times, { task_ids: [faulty, plain, recent] })).toMatchObject({
      results: [{ task_id: recent }],
      archived: 2,
    });
    expect(await leader.call(tasks.editorFaults, { task_id: recent })).toEqual({
      results: [],
      archived_before: '2024-05',
    });
  });

  it('a task with archived steps can go to rework', async () => {
    const { signInAll, doStep, readHistory, archive, findBrokenChecks, load, faulty } = finished;
    await archive();
    const { leader, helper } = await signInAll();
    const version = (await readHistory(faulty)).task.version;
    // A former supporter cannot check the task, although the support step is archived.
    await leader.call(tasks.supporters, { task_id: faulty, version, supporters: [] });
    await doStep(leader, faulty, 'rework', { rework_quantity: 1, rework_notes: 'Lại' });
    const { editor, firstQc, secondQc } = await signInAll();
    await doStep(editor, faulty, 'rework_done');
    const at = (await readHistory(faulty)).task.version;
    const refused = await helper.send(tasks.act, { task_id: faulty, version: at, action: 'recheck' });
    expect(refused.problem.code).toBe('four_eyes');
    await doStep(firstQc, faulty, 'recheck');
    await doStep(secondQc, faulty, 'recheck');
    await doStep(leader, faulty, 'complete');

    const { events, archived } = await readHistory(faulty);
    expect(events.map((event) => event.action)).toEqual([
      'supporters',
      'rework',
      'rework_done',
      'recheck',
      'recheck',
      'complete',
    ]);
    expect(archived).toEqual({ steps: 11, month: '2024-03' });
    // The earlier completion still counts, so this one is not the first.
    const { total } = await editor.call(work.list, { by: 'day', date: '2026-11-20' });
    expect(total).toMatchObject({ completed: 1, first_pass: 1, rework: 1 });
    const story = await leader.call(redo.list, { state: 'all', page: 1, page_size: 20 } as never);
    expect(story.results.find((row) => row.task_id === faulty)).toMatchObject({ rework_count: 1 });
    expect(await findBrokenChecks()).toEqual([]);
    expect(await archive()).toEqual([]);
    // Loading puts the archived steps before the later ones.
    await load('steps-2024-03.jsonl.gz');
    expect((await readHistory(faulty)).events.map((event) => event.action).slice(9, 12)).toEqual([
      'qc2_done',
      'complete',
      'supporters',
    ]);
    expect((await editor.call(work.list, { by: 'day', date: '2026-11-20' })).total).toEqual(total);
    expect(await findBrokenChecks()).toEqual([]);
  });

  it('an archive interrupted before deleting keeps all steps, and a repetition finishes it', async () => {
    const { bureau, folder, readSteps, archive, findBrokenChecks, load, faulty, plain, april } = finished;
    const was = await readSteps(faulty, plain, april);
    const letGo = await holdLock(bureau.directUrl, 'lock table archived_task in exclusive mode');
    const running = archive().catch((error: Error) => error.message);
    const pid = await findWaitingPid(bureau.db);
    expect(existsSync(join(folder, 'steps-2024-03.jsonl.gz'))).toBe(true);
    await sql`select pg_terminate_backend(${pid})`.execute(bureau.db);
    expect(await running).toMatch(/terminat/);
    await letGo();
    expect(await readSteps(faulty, plain, april)).toEqual(was);
    expect(await findBrokenChecks()).toEqual([]);
    // The unfinished file of an interrupted run is replaced.
    writeFileSync(join(folder, 'steps-2024-03.unfinished'), 'x');
    expect((await archive()).map((part) => [part.path.split('/').at(-1), part.tasks])).toEqual([
      ['steps-2024-03.2.jsonl.gz', 2],
      ['steps-2024-04.jsonl.gz', 1],
    ]);
    expect(await readSteps(faulty, plain, april)).toEqual([]);
    await load('steps-2024-03.2.jsonl.gz');
    await load('steps-2024-04.jsonl.gz');
    expect(await readSteps(faulty, plain, april)).toEqual(was);
  });

  it('the archive skips locked tasks and tasks that change after writing', async () => {
    const { bureau, signInAll, doStep, readHistory, archive, findBrokenChecks, faulty, plain } = finished;
    const letGo = await holdLock(bureau.directUrl, 'lock table steps_archive in exclusive mode');
    const running = archive('2024-04');
    await findWaitingPid(bureau.db);
    const { leader } = await signInAll();
    await doStep(leader, faulty, 'rework', { rework_quantity: 1, rework_notes: 'Lại' });
    const release = await holdLock(bureau.directUrl, `select from task where task_id = ${plain} for update`);
    await letGo();
    expect(await running).toMatchObject([{ tasks: 0, steps: 0, skipped: 2 }]);
    await release();
    expect((await readHistory(faulty)).events).toHaveLength(12);
    expect(await readHistory(plain)).toMatchObject({ archived: null });
    expect(await findBrokenChecks()).toEqual([]);
    expect(await archive('2024-04')).toMatchObject([{ tasks: 1, skipped: 0 }]);
    expect(await readHistory(plain)).toMatchObject({ events: [], archived: { month: '2024-03' } });
  });

  it('the archive keeps the last twelve months and months with open allowances', async () => {
    const { bureau, readSteps, archive, april } = finished;
    await expect(archive('2025-12')).rejects.toThrow('--before 2025-11 at most');
    await expect(archive('soon')).rejects.toThrow('--before is a month');
    await sql`insert into allowance_month (month, state) values ('2024-03', 'OPEN')`.execute(bureau.db);
    await expect(archive()).rejects.toThrow('The allowances of 2024-03 are not closed: --before 2024-03 at most.');
    expect(await readSteps(april)).not.toEqual([]);
  });
});
