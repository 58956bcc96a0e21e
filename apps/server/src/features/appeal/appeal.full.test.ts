import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildFaultyTask, insertFaultTypes, pickTaskVersion } from '../../testing/factories/faulty-tasks.ts';
import { recordStatements } from '../../testing/statements.ts';

const { appeal, task, notification, history } = endpoints;
const EDITOR_PERMISSIONS = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'];
const QC_PERMISSIONS = ['npn_view_task', 'npn_qc_pte', 'npn_review_task'];
const HOUR = 3_600_000;
const REASON = 'Not a fault, because the customer asked for a green sky.\nSee the job notes.';

let bureau: TestApp;
let editor: ApiClient;
let qc: ApiClient;
let otherQc: ApiClient;
let leader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await insertFaultTypes(bureau);
});
// New users for each test, because sessions end when the clock moves by days.
beforeEach(async () => {
  [editor, qc, otherQc] = [
    await bureau.as(EDITOR_PERMISSIONS),
    await bureau.as(QC_PERMISSIONS),
    await bureau.as(QC_PERMISSIONS),
  ];
  leader = await bureau.as(['npn_view_all_pte_tasks', 'npn_assign_task', 'npn_view_task']);
});
afterAll(() => bureau.close());

const createFault = () => buildFaultyTask(bureau, editor, qc);
/** Creates a fault with an appeal by its editor. */
async function createAppealedFault() {
  const { task: row, fault_id } = await createFault();
  const createdAppeal = await editor.call(appeal.create, { task_id: row.task_id, fault_id, reason: REASON });
  return { ...createdAppeal, task: row, fault_id };
}
const countWaiting = async (who: ApiClient) => (await who.call(appeal.waiting, {})).appeals;
const listAppeals = async (who: ApiClient, list: 'open' | 'decided' = 'open') =>
  (await who.call(appeal.list, { list, page_size: 200 })).results;
const readState = async (who: ApiClient, task_id: number) =>
  (await who.call(task.history, { task_id })).events.flatMap((event) => event.appeal?.state ?? []);

describe('appeals', () => {
  it('an appeal is shown next to its fault and moves nothing', async () => {
    const { task: row, fault_id, version } = await createAppealedFault();
    expect(version).toBe(1);
    const { events, task: after } = await editor.call(task.history, { task_id: row.task_id });
    expect(events.find(({ id }) => id === fault_id)?.appeal).toMatchObject({
      state: 'OPEN',
      reason: REASON,
      created_by: editor.user_id,
      decided_by: null,
    });
    expect(after).toMatchObject({ status: 10, version: row.version });
    const resolved = await editor.call(task.act, { ...pickTaskVersion(after), action: 'resolve', x1: 3 });
    expect(resolved.status).toBe(12);
  });

  it('the editor of that time appeals once, within two days', async () => {
    const { task: row, fault_id } = await createFault();
    const response = { task_id: row.task_id, fault_id, reason: REASON };
    expect((await qc.send(appeal.create, response)).problem).toMatchObject({ status: 403, code: 'not_allowed' });
    const at_once = await createAppealedFault();
    const twice = { task_id: at_once.task.task_id, fault_id: at_once.fault_id, reason: 'Again' };
    expect((await editor.send(appeal.create, twice)).problem).toMatchObject({ status: 409, code: 'appealed' });
    bureau.clock.advance(48 * HOUR);
    const last = await bureau.as(editor);
    bureau.clock.advance(1);
    expect((await last.send(appeal.create, response)).problem).toMatchObject({ status: 409, code: 'appeal_too_late' });
  });

  it('an appeal needs a reason, a fault of that task, and its visibility', async () => {
    const { task: row, fault_id } = await createFault();
    const another = await createFault();
    const response = { task_id: row.task_id, fault_id, reason: REASON };
    expect((await editor.send(appeal.create, { ...response, reason: ' \n ' })).status).toBe(422);
    expect((await editor.send(appeal.create, { ...response, reason: 'x'.repeat(2001) })).status).toBe(422);
    const { events } = await editor.call(task.history, { task_id: row.task_id });
    for (const wrong of [another.fault_id, fault_id + 1000, events[0]!.id - 1])
      expect((await editor.send(appeal.create, { ...response, fault_id: wrong })).status).toBe(404);
    const stranger = await bureau.as(['npn_view_task', 'npn_editor_ots']);
    expect((await stranger.send(appeal.create, response)).status).toBe(404);
  });

  it('an undo of the fault withdraws its appeal before a decision', async () => {
    const { id, task: row } = await createAppealedFault();
    expect((await qc.call(task.undo, { tasks: [pickTaskVersion(row)] })).done).toHaveLength(1);
    expect(await readState(editor, row.task_id)).toEqual(['WITHDRAWN']);
    expect((await listAppeals(otherQc)).map((appeal) => appeal.id)).not.toContain(id);
    expect((await listAppeals(otherQc, 'decided')).map((appeal) => appeal.id)).not.toContain(id);
    const decided = await otherQc.send(appeal.decide, { id, version: 1, upheld: true, decision: 'It is none' });
    expect(decided.problem).toMatchObject({ status: 409, code: 'stale', current: { state: 'WITHDRAWN' } });
  });

  it('an appeal against an undone fault is refused', async () => {
    const { task: row, fault_id } = await createFault();
    const [back] = (await qc.call(task.undo, { tasks: [pickTaskVersion(row)] })).done;
    const response = await editor.send(appeal.create, { task_id: back!.task_id, fault_id, reason: REASON });
    expect(response.status).toBe(404);
  });

  it('an undo looks for appeals only when it undoes a fault', async () => {
    const { task: row } = await createFault();
    const resolved = await editor.call(task.act, { ...pickTaskVersion(row), action: 'resolve', x1: 3 });
    const { statements } = await recordStatements(() => editor.call(task.undo, { tasks: [pickTaskVersion(resolved)] }));
    expect(statements.filter(({ text }) => /fault_appeal/.test(text))).toEqual([]);
  });
});

describe('an open appeal', () => {
  it('QCs and leaders without a role in the task see its open appeal', async () => {
    const [before, leads] = [await countWaiting(otherQc), await countWaiting(leader)];
    const { id, task: row } = await createAppealedFault();
    expect([await countWaiting(otherQc), await countWaiting(leader)]).toEqual([before + 1, leads + 1]);
    const listedAppeal = (await listAppeals(otherQc)).find((appeal) => appeal.id === id);
    expect(listedAppeal).toMatchObject({
      task_id: row.task_id,
      found: 'qc1_fault',
      found_by: qc.user_id,
      fault_kinds: ['colour'],
      fault_note: 'The sky is green',
      reason: REASON,
      created_by: editor.user_id,
      refused: null,
    });
    expect((await listAppeals(qc)).find((appeal) => appeal.id === id)?.refused).toBe('four_eyes');
    expect((await otherQc.send(task.history, { task_id: row.task_id })).status).toBe(404);
    const elsewhere = await bureau.as(['npn_view_task', 'npn_qc_ots', 'npn_review_task']);
    expect(await listAppeals(elsewhere)).toEqual([]);
    expect(await countWaiting(elsewhere)).toBe(0);
  });

  it('an open appeal is unknown to users without QC code or task visibility', async () => {
    const { id } = await createAppealedFault();
    const decisionInput = { id, version: 1, upheld: true, decision: 'It is none' };
    const elsewhere = await bureau.as(['npn_view_task', 'npn_qc_ots', 'npn_review_task']);
    expect((await elsewhere.send(appeal.decide, decisionInput)).status).toBe(404);
    const canView = await bureau.as(['npn_view_all_tasks', 'npn_review_task']);
    expect((await canView.send(appeal.decide, decisionInput)).problem).toMatchObject({
      status: 403,
      code: 'not_allowed',
    });
    expect((await editor.send(appeal.decide, decisionInput)).status).toBe(403);
  });

  it('the QC who found the fault cannot decide its appeal', async () => {
    const { id } = await createAppealedFault();
    const response = await qc.send(appeal.decide, { id, version: 1, upheld: false, decision: 'I was right' });
    expect(response.problem).toMatchObject({ status: 409, code: 'four_eyes' });
    const boss = await bureau.as({ is_superuser: true });
    const { task: row, fault_id } = await buildFaultyTask(bureau, editor, boss);
    const createdAppeal = await editor.call(appeal.create, { task_id: row.task_id, fault_id, reason: REASON });
    const own = await boss.send(appeal.decide, {
      id: createdAppeal.id,
      version: 1,
      upheld: false,
      decision: 'I was right',
    });
    expect(own.problem).toMatchObject({ status: 409, code: 'four_eyes' });
  });
});

describe('decisions on appeals', () => {
  it('a decision reaches editor, QC and histories, and moves nothing', async () => {
    const { id, task: row } = await createAppealedFault();
    const decided = await otherQc.call(appeal.decide, { id, version: 1, upheld: true, decision: 'Asked for so' });
    expect(decided).toMatchObject({
      state: 'UPHELD',
      version: 2,
      decided_by: otherQc.user_id,
      decision: 'Asked for so',
    });
    for (const who of [editor, qc]) {
      const [latestNotification] = (await who.call(notification.list, {})).results;
      expect(latestNotification).toMatchObject({
        event: 'appeal_upheld',
        task_id: row.task_id,
        note: 'Asked for so',
        fault_kinds: ['colour'],
        actor_id: otherQc.user_id,
      });
    }
    const { task: after, events } = await editor.call(task.history, { task_id: row.task_id });
    expect(after).toMatchObject({ status: 10, version: row.version });
    expect(events.at(-1)).toMatchObject({ action: 'qc1_fault', fault_kinds: ['colour'], appeal: { state: 'UPHELD' } });
    const historyRows = (await leader.call(history.list, { entity: 'task', entity_id: row.task_id })).results;
    expect(historyRows.slice(0, 2).map(({ action, note }) => [action, note])).toEqual([
      ['appeal.uphold', 'Asked for so'],
      ['appeal.create', REASON],
    ]);
    expect((await listAppeals(otherQc, 'decided'))[0]).toMatchObject({ id, state: 'UPHELD', refused: null });
    expect((await listAppeals(otherQc)).map((appeal) => appeal.id)).not.toContain(id);
  });

  it('the second of two decisions gets a conflict', async () => {
    const { id } = await createAppealedFault();
    const responses = await Promise.all([
      otherQc.send(appeal.decide, { id, version: 1, upheld: true, decision: 'It is none' }),
      leader.send(appeal.decide, { id, version: 1, upheld: false, decision: 'It is one' }),
    ]);
    const [won, lost] = responses.toSorted((a, b) => a.status - b.status);
    expect([won!.status, lost!.status]).toEqual([200, 409]);
    expect(lost!.problem).toMatchObject({
      code: 'stale',
      current: { id, state: won!.body.state, decided_by: won!.body.decided_by, version: 2 },
    });
    const again = await otherQc.send(appeal.decide, { id, version: 2, upheld: true, decision: 'Again' });
    expect(again.problem).toMatchObject({ code: 'stale' });
  });

  it('a decision stops at the lock of its screen, rework or tasks', async () => {
    const { id } = await createAppealedFault();
    const unanswered = await createFault();
    const response = { task_id: unanswered.task.task_id, fault_id: unanswered.fault_id, reason: 'x' };
    const admin = await bureau.as(['npn_admin', 'npn_change_permission']);
    const lock = { screen_name: 'task' as const, reason: 'Stock taking' };
    const locked = await admin.call(endpoints.setting.changeLock, { ...lock, locked: true });
    const decisionInput = { id, version: 1, upheld: true, decision: 'It is none' };
    expect((await otherQc.send(appeal.decide, decisionInput)).status).toBe(423);
    expect((await editor.send(appeal.create, response)).status).toBe(423);
    await admin.call(endpoints.setting.changeLock, { ...lock, locked: false, version: locked.version });
    const redo = { screen_name: 'redo' as const, reason: 'Stock taking' };
    await admin.call(endpoints.setting.changeLock, { ...redo, locked: true });
    await otherQc.call(appeal.decide, decisionInput);
    await editor.call(appeal.create, response);
    const rework = await buildFaultyTask(bureau, editor, qc, {});
    await bureau.db.updateTable('task').set({ status: 13 }).where('task_id', '=', rework.task.task_id).execute();
    const of_rework = { task_id: rework.task.task_id, fault_id: rework.fault_id, reason: 'x' };
    expect((await editor.send(appeal.create, of_rework)).status).toBe(423);
  });
});
