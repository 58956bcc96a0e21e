import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyDatabase } from '../../backup/verify.ts';
import type { ApiClient, TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import {
  createQualityMonth,
  NOVEMBER,
  readQuality,
  pickNonZero,
  buildSteps,
} from '../../testing/fixtures/quality-month.ts';
import { rollUpAllQuality } from './rollup.service.ts';

const { quality, task: tasks } = endpoints;

let bureau: TestApp;
let lan: ApiClient;
let minh: ApiClient;
let vy: ApiClient;
let qc: ApiClient;
let qc2: ApiClient;
let leader: ApiClient;
let retouch: number;
let faulty: number;
let takenBack: number;

beforeAll(async () => {
  ({ bureau, lan, minh, vy, qc, qc2, leader, retouch, faulty, takenBack } = await createQualityMonth());
});
afterAll(() => bureau.close());

describe('visibility of quality', () => {
  it('an editor sees their own figures, and an average of enough people', async () => {
    const own = await readQuality(minh, { by: 'week' });
    expect(own.mine).toBe(true);
    expect(pickNonZero(own.total)).toEqual({ qc1_first: 2, qc1_passed: 2, checked: 2, pieces: 12 });
    expect(own.average).toEqual((await readQuality(leader)).total);
    expect((await readQuality(minh)).results.map(({ key }) => key)).toEqual([String(minh.user_id)]);
    expect((await minh.send(quality.report, { ...NOVEMBER, editor: lan.user_id })).status).toBe(404);
    expect((await minh.send(quality.tasks, { ...NOVEMBER, editor: lan.user_id, figure: 'qc1_yield' })).status).toBe(
      404,
    );
    // With two people in a category, the average would reveal the other one.
    expect((await readQuality(minh, { by: 'week', service_cat2_id: retouch })).average).toBeNull();
  });

  it('a leader sees their workstream, and the other one counts as missing', async () => {
    expect((await leader.send(quality.report, { ...NOVEMBER, workstream: 'OTS' })).status).toBe(404);
    const leaderOfBoth = await bureau.as(['npn_view_all_tasks', 'npn_assign_task']);
    expect((await readQuality(leaderOfBoth, { by: 'workstream' })).results.map(({ key }) => key)).toEqual([
      'OTS',
      'PTE',
    ]);
    const watcher = await bureau.as(['npn_view_all_tasks']);
    expect((await readQuality(watcher)).results).toEqual([]);
  });

  it('a QC sees their own checks only', async () => {
    const { checking, total } = await readQuality(qc2);
    expect(checking).toMatchObject({ checked: 6, refused: 1 });
    expect(pickNonZero(total)).toEqual({});
    expect((await readQuality(lan)).checking).toBeNull();
    expect((await readQuality(leader)).checking).toBeNull();
    const found = await qc2.call(quality.tasks, { ...NOVEMBER, figure: 'checking' });
    expect(found.results.map(({ faults }) => faults)).toEqual([['file_missing']]);
  });

  it('a reassigned task shows its status only', async () => {
    await bureau.db.updateTable('task').set({ editor: vy.user_id }).where('task_id', '=', takenBack).execute();
    const { results } = await minh.call(quality.tasks, { ...NOVEMBER, figure: 'qc1_yield', part: 'numerator' });
    expect(results.map(({ task_id, task }) => [task_id === takenBack, task === null])).toContainEqual([true, true]);
    await bureau.db.updateTable('task').set({ editor: minh.user_id }).where('task_id', '=', takenBack).execute();
  });
});

describe('stored figures after later changes', () => {
  const readLines = async () => pickNonZero((await readQuality(leader)).total);
  const rollUpAndRead = async () => {
    await rollUpAllQuality(bureau.db, bureau.clock());
    return readLines();
  };

  it('figures follow a task’s category and customer, and stay with the editor', async () => {
    const otherCategory = await buildCategory(bureau.db, { workstream: 'PTE' });
    const before = await readLines();
    await sql`update job_detail d set service_cat2_id = ${otherCategory.id}, service_cat1_id = ${otherCategory.cat1_id}
               from task t where t.job_detail_id = d.job_detail_id and t.task_id = ${faulty}`.execute(bureau.db);
    await sql`update task set editor = ${vy.user_id} where task_id = ${faulty}`.execute(bureau.db);
    expect(await rollUpAndRead()).toEqual(before);
    const { results } = await readQuality(leader, { by: 'category', service_cat2_id: otherCategory.id });
    expect(results.map(({ key, now }) => [key, now.faults])).toEqual([[String(otherCategory.id), 2]]);
    expect((await readQuality(leader, { editor: lan.user_id })).total.faults).toBe(3);
  });

  it('figures leave out a deleted fault, and the check counts as passed', async () => {
    const fault = await bureau.db
      .selectFrom('task_history')
      .select('id')
      .where('task_id', '=', faulty)
      .where('action', '=', 'qc1_fault')
      .executeTakeFirstOrThrow();
    const excludeFault = (kinds: string[] | null) =>
      bureau.db
        .insertInto('quality_excluded')
        .values({ history_id: fault.id, task_id: faulty, kinds })
        .onConflict((at) => at.column('history_id').doUpdateSet({ kinds }))
        .execute();
    await excludeFault(['halo']);
    expect(await rollUpAndRead()).toMatchObject({ faults: 3, refused: 3, qc1_passed: 6 });
    await excludeFault(null);
    expect(await rollUpAndRead()).toMatchObject({ faults: 2, refused: 2, qc1_passed: 7 });
    await bureau.db.deleteFrom('quality_excluded').execute();
    expect(await rollUpAndRead()).toMatchObject({ faults: 4, refused: 3, qc1_passed: 6 });
  });

  it('figures leave out a task that was set back and deleted', async () => {
    const before = await readLines();
    const gone = await buildSteps(bureau.db, lan, '2026-11-20T02:00:00.000Z', 9, [
      ['qc1_done', 5, 6, qc],
      ['admin_update', 6, 1, leader],
    ]);
    expect((await rollUpAndRead())['qc1_first']).toBe(before['qc1_first']! + 1);
    const { version } = await bureau.db
      .selectFrom('task')
      .select('version')
      .where('task_id', '=', gone)
      .executeTakeFirstOrThrow();
    await leader.call(tasks.delete, { tasks: [{ task_id: gone, version }] });
    expect(await rollUpAndRead()).toEqual(before);
  });

  it('the stored figures equal those of the verification after all changes', async () => {
    const findings = await verifyDatabase(bureau.directUrl);
    expect(findings.filter(({ name, ids }) => name.includes('quality') && ids.length > 0)).toEqual([]);
    expect(findings.filter(({ name, ids }) => name.includes('(131)') && ids.length > 0)).toEqual([]);
  });
});
