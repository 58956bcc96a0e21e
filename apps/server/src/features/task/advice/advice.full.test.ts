import { endpoints } from '@darkroom/contract/endpoints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../../testing/app.ts';
import { buildStaff } from '../../../testing/factories/people.ts';
import { buildTask } from '../../../testing/factories/work.ts';
import { pickTaskVersion } from '../../../testing/factories/faulty-tasks.ts';
import { recordStatements } from '../../../testing/statements.ts';
import { rollUpAllQuality } from '../../quality/rollup.service.ts';

const { task } = endpoints;
const EDITOR_PERMISSIONS = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'];

let bureau: TestApp;
let leader: ApiClient;
let accurateEditor: ApiClient;
let poor: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_pte_tasks', 'npn_assign_task', 'npn_view_task']);
  [poor, accurateEditor] = [await bureau.as(EDITOR_PERMISSIONS), await bureau.as(EDITOR_PERMISSIONS)];
});
afterAll(() => bureau.close());

/** Creates completed tasks of an editor in a category, some of which passed QC 1 at the first check. */
async function buildCheckedTasks(editor: number, count: number, passed: number, of: number) {
  const { rows } = await sql<{
    job_detail_id: number;
  }>`select job_detail_id from task where task_id = ${count}`.execute(bureau.db);
  for (let n = 0; n < of; n++) {
    const { task_id } = await buildTask(bureau.db, { job_detail_id: rows[0]!.job_detail_id, status: 9, editor });
    const action = n < passed ? 'qc1_done' : 'qc1_fault';
    const step = { task_id, action, from_status: 5, to_status: n < passed ? 6 : 10, at: bureau.clock(), editor };
    await bureau.db
      .insertInto('task_history')
      .values({ ...step, x1: 2, x2: 0, x3: 0, fault_kinds: n < passed ? null : ['colour'] })
      .execute();
  }
}
const readStoredAdvice = async (task_id: number) =>
  (await bureau.db.selectFrom('assign_advice').selectAll().where('task_id', '=', task_id).execute()).map(
    ({ chosen, advised: readAdvice, rank, candidates }) => ({ chosen, advised: readAdvice, rank, candidates }),
  );
const readAdvice = async (tasks: number[]) => (await leader.call(task.advice, { tasks })).results;

describe('advice for an assignment', () => {
  it('advice lists all factors, best editor first, and follows the open work', async () => {
    const { task_id } = await buildTask(bureau.db, { workstream: 'PTE' });
    await buildCheckedTasks(accurateEditor.user_id, task_id, 24, 24);
    await buildCheckedTasks(poor.user_id, task_id, 12, 24);
    await rollUpAllQuality(bureau.db, bureau.clock());
    const [first, second] = await readAdvice([task_id]);
    expect(first).toMatchObject({
      user_id: accurateEditor.user_id,
      rank: 1,
      first: 24,
      passed: 24,
      open_tasks: 0,
      working: false,
    });
    expect(second).toMatchObject({ user_id: poor.user_id, rank: 2, first: 24, passed: 12 });
  });

  it("advice leaves out other workstreams, the task's QCs, superusers and former staff", async () => {
    const checks = await buildStaff(bureau.db, { permissions: ['npn_editor_pte', 'npn_qc_pte'] });
    const leaver = await buildStaff(bureau.db, { permissions: ['npn_editor_pte'], active: false });
    const ots = await buildStaff(bureau.db, { permissions: ['npn_editor_ots'] });
    const { task_id } = await buildTask(bureau.db, {
      workstream: 'PTE',
      supporters: [poor.user_id],
      qc1_by_ids: [checks.user_id],
    });
    const ids = (await readAdvice([task_id])).map(({ user_id }) => user_id);
    expect(ids).toContain(accurateEditor.user_id);
    for (const { user_id } of [checks, leaver, ots, poor]) expect(ids).not.toContain(user_id);
  });

  it('advice is empty for tasks that the caller cannot see', async () => {
    const { task_id } = await buildTask(bureau.db, { workstream: 'OTS' });
    expect(await readAdvice([task_id, 999_999])).toEqual([]);
  });
});

describe('a choice of an editor', () => {
  it('both assign endpoints store the choice with the advice at that time', async () => {
    for (const hand of [
      (row: object) => leader.call(task.assign, { tasks: [row as never], editor: poor.user_id }),
      (row: object) => leader.call(task.bulk, { action: 'assign', tasks: [row as never], editor: poor.user_id }),
    ]) {
      const builtTask = await buildTask(bureau.db, { workstream: 'PTE' });
      const order = await readAdvice([builtTask.task_id]);
      await hand(pickTaskVersion(builtTask));
      const rank = order.find(({ user_id }) => user_id === poor.user_id)!.rank;
      expect(await readStoredAdvice(builtTask.task_id)).toEqual([
        { chosen: poor.user_id, advised: order[0]!.user_id, rank, candidates: order.length },
      ]);
    }
  });

  it('taken or spread work stores no choice, and an undo deletes it', async () => {
    const [own, spread, undone] = [
      await buildTask(bureau.db, { workstream: 'PTE' }),
      await buildTask(bureau.db, { workstream: 'PTE' }),
      await buildTask(bureau.db, { workstream: 'PTE' }),
    ];
    await accurateEditor.call(task.assign, { tasks: [pickTaskVersion(own)], editor: accurateEditor.user_id });
    await leader.call(task.bulk, {
      action: 'assign',
      tasks: [pickTaskVersion(spread)],
      editor: accurateEditor.user_id,
      spread: true,
    });
    expect([await readStoredAdvice(own.task_id), await readStoredAdvice(spread.task_id)]).toEqual([[], []]);
    const { results } = await leader.call(task.assign, {
      tasks: [pickTaskVersion(undone)],
      editor: accurateEditor.user_id,
    });
    expect(await readStoredAdvice(undone.task_id)).toHaveLength(1);
    await leader.call(task.undo, { tasks: results.map(pickTaskVersion) });
    expect(await readStoredAdvice(undone.task_id)).toEqual([]);
  });

  it('a stored choice costs a reassignment one statement', async () => {
    const isAdviceQuery = (text: string) => /quality_sum/.test(text);
    const [own, given] = [
      await buildTask(bureau.db, { workstream: 'PTE' }),
      await buildTask(bureau.db, { workstream: 'PTE' }),
    ];
    const recorded = await recordStatements(() =>
      accurateEditor.call(task.assign, { tasks: [pickTaskVersion(own)], editor: accurateEditor.user_id }),
    );
    const assignment = await recordStatements(() =>
      leader.call(task.assign, { tasks: [pickTaskVersion(given)], editor: accurateEditor.user_id }),
    );
    expect(recorded.statements.filter(({ text }) => isAdviceQuery(text))).toHaveLength(0);
    expect(assignment.statements.filter(({ text }) => isAdviceQuery(text))).toHaveLength(1);
    expect(assignment.statements.filter(({ text }) => /into assign_advice/.test(text))).toHaveLength(1);
    expect(
      assignment.statements.filter(({ text }) => /into assign_advice/.test(text) && /task_history/.test(text)),
    ).toHaveLength(1);
  });

  it('leaders see choices measured by the first check at QC 1', async () => {
    await bureau.db.deleteFrom('assign_advice').execute();
    for (const [editor, action] of [
      [accurateEditor, 'qc1_done'],
      [accurateEditor, 'qc1_fault'],
      [poor, 'qc1_done'],
    ] as const) {
      const builtTask = await buildTask(bureau.db, { workstream: 'PTE' });
      await leader.call(task.assign, { tasks: [pickTaskVersion(builtTask)], editor: editor.user_id });
      await bureau.db
        .updateTable('assign_advice')
        .set({ rank: editor === accurateEditor ? 1 : 5 })
        .where('task_id', '=', builtTask.task_id)
        .execute();
      const step = { task_id: builtTask.task_id, action, from_status: 5, to_status: 6, at: bureau.clock() };
      await bureau.db
        .insertInto('task_history')
        .values({
          ...step,
          editor: editor.user_id,
          x1: 1,
          x2: 0,
          x3: 0,
          fault_kinds: action === 'qc1_fault' ? ['colour'] : null,
        })
        .execute();
    }
    await rollUpAllQuality(bureau.db, bureau.clock());
    expect((await leader.call(task.adviceReport, {})).results).toEqual([
      { choice: 'first', tasks: 2, first: 2, passed: 1 },
      { choice: 'near', tasks: 0, first: 0, passed: 0 },
      { choice: 'other', tasks: 1, first: 1, passed: 1 },
    ]);
    const elsewhere = await bureau.as(['npn_view_all_ots_tasks', 'npn_assign_task']);
    expect((await elsewhere.call(task.adviceReport, {})).results.every(({ tasks }) => tasks === 0)).toBe(true);
  });
});
