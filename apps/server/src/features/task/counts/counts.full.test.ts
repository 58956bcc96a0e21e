import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../../testing/app.ts';
import { buildDetail, buildTask } from '../../../testing/factories/work.ts';

let bureau: TestApp;
let leader: ApiClient;
let editor: ApiClient;
let qc: ApiClient;

const EDITOR_PERMISSIONS = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'];

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_tasks', 'npn_change_task', 'npn_change_x_toggle']);
  editor = await bureau.as(EDITOR_PERMISSIONS);
  qc = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
});
afterAll(() => bureau.close());
afterEach(() => leader.call(endpoints.setting.changeXToggle, { x1: true, x2: false, x3: false }));

const toTaskVersion = ({ task_id, version }: { task_id: number; version: number }) => ({ task_id, version });
const buildStartedTask = (fields: object = {}) =>
  buildTask(bureau.db, { workstream: 'PTE', status: 3, editor: editor.user_id, ...fields });

describe('the quantity of a task', () => {
  it('a quantity step names at least one count', async () => {
    const task = await buildStartedTask();
    const answer = await editor.send(endpoints.task.act, { ...toTaskVersion(task), action: 'set_quantity' });
    expect(answer.problem).toMatchObject({ status: 422, code: 'no_fields_to_change', errors: [{ field: 'x1' }] });
  });

  it('a raise of a disabled count is refused, and earlier pieces stay', async () => {
    const task = await buildStartedTask({ x1: 1, x2: 4 });
    for (const action of ['set_quantity', 'done'] as const) {
      const answer = await editor.send(endpoints.task.act, { ...toTaskVersion(task), action, x2: 5 });
      expect(answer.problem).toMatchObject({ status: 422, code: 'x_off', errors: [{ field: 'x2', code: 'x_off' }] });
    }
    const admin = await leader.send(endpoints.task.adminUpdate, { ...toTaskVersion(task), x2: 5, reason: 'more' });
    expect(admin.problem).toMatchObject({ status: 422, code: 'x_off' });
    const same = await editor.call(endpoints.task.act, {
      ...toTaskVersion(task),
      action: 'set_quantity',
      x1: 2,
      x2: 4,
    });
    expect(same).toMatchObject({ x1: 2, x2: 4 });
    await leader.call(endpoints.setting.changeXToggle, { x1: true, x2: true, x3: false });
    const raised = await editor.call(endpoints.task.act, { ...toTaskVersion(same), action: 'set_quantity', x2: 5 });
    expect(raised.x2).toBe(5);
  });
});

describe('a count above the order', () => {
  it('the count is refused with both figures until the user confirms it', async () => {
    const { job_detail_id } = await buildDetail(bureau.db, { workstream: 'PTE', quantity: 36 });
    await buildStartedTask({ job_detail_id, status: 9, x1: 30 });
    const task = await buildStartedTask({ job_detail_id });
    const response = await editor.send(endpoints.task.act, { ...toTaskVersion(task), action: 'done', x1: 18 });
    expect(response.problem).toMatchObject({ status: 422, code: 'over_ordered', counted: 48, ordered: 36 });
    const fits = await buildStartedTask({ job_detail_id });
    expect((await editor.send(endpoints.task.act, { ...toTaskVersion(fits), action: 'done', x1: 6 })).status).toBe(200);
    const done = await editor.call(endpoints.task.act, { ...toTaskVersion(task), action: 'done', x1: 18, over: true });
    expect(done).toMatchObject({ status: 4, x1: 18 });
  });

  it('the count needs confirmation again at resolve, but not when changed alone', async () => {
    const task = await buildStartedTask({ status: 10, first_qc: qc.user_id, fault_stage: 1, x1: 11 });
    const counted = await editor.call(endpoints.task.act, { ...toTaskVersion(task), action: 'set_quantity', x1: 12 });
    const response = await editor.send(endpoints.task.act, { ...toTaskVersion(counted), action: 'resolve' });
    expect(response.problem).toMatchObject({ code: 'over_ordered', counted: 12, ordered: 10 });
    expect(
      (await editor.send(endpoints.task.act, { ...toTaskVersion(counted), action: 'resolve', over: true })).status,
    ).toBe(200);
  });
});

describe('a count in rework', () => {
  const sent = { status: 13, rework_quantity: 5, rework_notes: 'warmer', rework_at: '2026-11-20T01:00:00Z' };

  it('the count covers the rework quantity, with all pieces counted before submit', async () => {
    const task = await buildStartedTask({ ...sent, x1: 5 });
    const none = await editor.send(endpoints.task.act, { ...toTaskVersion(task), action: 'set_quantity', x1: 0 });
    expect(none.problem).toMatchObject({ status: 422, code: 'invalid_quantity', errors: [{ field: 'x1' }] });
    const fewer = await editor.send(endpoints.task.act, { ...toTaskVersion(task), action: 'set_quantity', x1: 4 });
    expect(fewer.problem).toMatchObject({ status: 422, code: 'below_rework', errors: [{ field: 'x1' }] });
    const short = await buildStartedTask({ ...sent, x1: 2 });
    const submitted = await editor.send(endpoints.task.act, { ...toTaskVersion(short), action: 'rework_done' });
    expect(submitted.problem).toMatchObject({ status: 422, code: 'below_rework' });
  });

  it('the count needs confirmation when it is submitted above the order', async () => {
    const task = await buildStartedTask({ ...sent, x1: 50 });
    const response = await editor.send(endpoints.task.act, { ...toTaskVersion(task), action: 'rework_done' });
    expect(response.problem).toMatchObject({ status: 422, code: 'over_ordered', counted: 50, ordered: 10 });
    const meant = await editor.send(endpoints.task.act, { ...toTaskVersion(task), action: 'rework_done', over: true });
    expect(meant.status).toBe(200);
  });
});

describe('a count that is lowered in a rework', () => {
  const redone = { x1: 10, rework_quantity: 3, rework_notes: 'warmer', rework_at: '2026-11-20T01:00:00Z' };
  const asks = { status: 422, code: 'below_delivered', counted: 3, delivered: 10, errors: [{ field: 'x1' }] };
  const setQuantities = (task: { task_id: number; version: number }, x1: number, otherTask: object = {}) =>
    editor.send(endpoints.task.act, { ...toTaskVersion(task), action: 'set_quantity', x1, ...otherTask });
  const correctTask = (task: { task_id: number; version: number }, change: object) =>
    leader.send(endpoints.task.adminUpdate, { ...toTaskVersion(task), reason: 'as counted', ...change });

  it('a lowered count needs confirmation with the delivered figure', async () => {
    const { task_id, version } = await buildTask(bureau.db, {
      workstream: 'PTE',
      status: 9,
      x1: 10,
      editor: editor.user_id,
    });
    const boss = await bureau.as({ is_superuser: true });
    const rework = { action: 'rework', rework_quantity: 3, rework_notes: 'warmer' } as const;
    const sent = await boss.call(endpoints.task.act, { task_id, version, ...rework });
    expect((await setQuantities(sent, 3)).problem).toMatchObject(asks);
    const { task } = await editor.call(endpoints.task.history, { task_id });
    expect(task).toMatchObject({ x1: 10, version: sent.version });
    // The confirmation of a count above the order does not confirm a lower one.
    expect((await setQuantities(sent, 3, { over: true })).problem).toMatchObject(asks);
    expect((await setQuantities(sent, 3, { fewer: true })).body).toMatchObject({ x1: 3, status: 13 });
  });

  it('an equal, higher or unchanged count needs no confirmation', async () => {
    const task = await buildStartedTask({ ...redone, status: 13 });
    for (const [i, x1] of [10, 14, 10].entries())
      expect((await setQuantities({ ...task, version: task.version + i }, x1)).status, String(x1)).toBe(200);
    const low = await buildStartedTask({ ...redone, status: 13, x1: 5, quantity_before_rework: 10 });
    expect((await setQuantities(low, 5)).status).toBe(200);
    expect((await setQuantities({ ...low, version: low.version + 1 }, 6)).status).toBe(200);
    expect((await setQuantities({ ...low, version: low.version + 2 }, 4)).problem).toMatchObject({
      counted: 4,
      delivered: 10,
    });
  });

  it('a lowered count needs no confirmation when no piece was delivered', async () => {
    const never = await buildStartedTask({ ...redone, status: 13, quantity_before_rework: 0 });
    expect((await setQuantities(never, 3)).status).toBe(200);
    const faulty = await buildStartedTask({ status: 10, first_qc: qc.user_id, fault_stage: 1, x1: 10 });
    expect((await setQuantities(faulty, 3)).status).toBe(200);
    expect((await setQuantities(await buildStartedTask({ x1: 10 }), 3)).status).toBe(200);
    const completed = await buildStartedTask({ ...redone, status: 9, end_time: '2026-11-21T01:00:00Z' });
    expect((await correctTask(completed, { x1: 3 })).status).toBe(200);
  });

  it('a correction needs confirmation before, in and after the rework', async () => {
    for (const status of [13, 14]) {
      const task = await buildStartedTask({ ...redone, status });
      expect((await correctTask(task, { x1: 3 })).problem, String(status)).toMatchObject(asks);
      expect((await correctTask(task, { status: 9, x1: 3 })).problem, String(status)).toMatchObject(asks);
      expect((await correctTask(task, { x1: 3, fewer: true })).body, String(status)).toMatchObject({ x1: 3, status });
    }
    const completed = await buildStartedTask({ status: 9, x1: 10, end_time: '2026-11-20T01:00:00Z' });
    const sent = { status: 13, rework_quantity: 3, rework_notes: 'warmer' };
    expect((await correctTask(completed, { ...sent, x1: 3 })).problem).toMatchObject(asks);
    expect((await correctTask(completed, sent)).status).toBe(200);
    // A task that is set back to To Do starts again without a rework.
    expect((await correctTask(await buildStartedTask({ ...redone, status: 13 }), { status: 1 })).status).toBe(200);
  });

  it('an undo of a lowered or raised count needs no confirmation', async () => {
    const task = await buildStartedTask({ ...redone, status: 13 });
    const { version } = (await setQuantities(task, 14)).body;
    const undone = await editor.call(endpoints.task.undo, { tasks: [{ task_id: task.task_id, version }] });
    expect(undone.done).toMatchObject([{ x1: 10 }]);
    const low = await buildStartedTask({ ...redone, status: 13, x1: 5, quantity_before_rework: 10 });
    const raised = (await setQuantities(low, 10)).body;
    const back = await editor.call(endpoints.task.undo, {
      tasks: [toTaskVersion({ ...low, version: raised.version })],
    });
    expect(back.done).toMatchObject([{ x1: 5 }]);
  });
});

it('a rework or a fault without any field gets all its errors at once', async () => {
  const boss = await bureau.as({ is_superuser: true });
  const completed = await buildStartedTask({ status: 9, x1: 3 });
  const rework = await boss.send(endpoints.task.act, { ...toTaskVersion(completed), action: 'rework' });
  expect(rework.problem).toMatchObject({
    status: 422,
    code: 'validation',
    errors: [{ field: 'rework_quantity' }, { field: 'rework_notes' }],
  });
  const checking = await buildStartedTask({ status: 5, x1: 3, first_qc: qc.user_id });
  const fault = await qc.send(endpoints.task.act, { ...toTaskVersion(checking), action: 'qc1_fault' });
  expect(fault.problem).toMatchObject({ code: 'validation', errors: [{ field: 'fault_kinds' }, { field: 'note' }] });
});

describe('the open tasks by status', () => {
  it('the counts equal the list of each status for every visibility', async () => {
    const floor = await createTestApp();
    const people: Record<string, ApiClient> = {
      everything: await floor.as(['npn_view_all_tasks']),
      'a workstream': await floor.as(['npn_view_all_pte_tasks']),
      'a workstream, and own work in both': await floor.as([
        'npn_view_all_pte_tasks',
        'npn_view_task',
        'npn_editor_ots',
      ]),
      'both workstreams': await floor.as(['npn_view_all_pte_tasks', 'npn_view_all_ots_tasks', 'npn_view_task']),
      'an editor': await floor.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task']),
      'a checker': await floor.as(['npn_view_task', 'npn_qc_ots', 'npn_review_task']),
    };
    for (const { user_id } of Object.values(people))
      for (const workstream of ['PTE', 'OTS'] as const) {
        await buildTask(floor.db, { workstream, status: 3, editor: user_id });
        await buildTask(floor.db, { workstream, status: 9, editor: user_id, x1: 1 });
        await buildTask(floor.db, { workstream, status: 5, first_qc: user_id });
        await buildTask(floor.db, { workstream, status: 1 });
        const { task_id } = await buildTask(floor.db, { workstream, status: 4 });
        await floor.db.insertInto('task_supporter').values({ task_id, user_id }).execute();
      }
    for (const [who, client] of Object.entries(people)) {
      const { by_status } = await client.call(endpoints.task.counts, {});
      for (const [status, n] of Object.entries(by_status)) {
        const { total_items } = await client.call(endpoints.task.list, { status: [Number(status) as 1] });
        expect(n, `${who}, status ${status}`).toBe(total_items);
      }
      expect(by_status['4'], who).toBeGreaterThan(0);
    }
    await floor.close();
  });
});
