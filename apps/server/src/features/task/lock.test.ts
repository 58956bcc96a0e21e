import type { Endpoint } from '@darkroom/contract/endpoint';
import { allEndpoints, endpoints } from '@darkroom/contract/endpoints';
import { BY_TASK } from '@darkroom/domain/lock/screens';
import type { TaskStatus } from '@darkroom/domain/task/status';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toJsonSchema } from '../../http/response/openapi.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let boss: ApiClient;
let leader: ApiClient;
let editor: number;
let qcs: [number, number];

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as({ is_superuser: true });
  leader = await bureau.as([
    'npn_view_all_tasks',
    'npn_do_any_task',
    'npn_change_task',
    'npn_delete_task',
    'npn_delete_member',
    'npn_change_redo_task',
    'npn_delete_redo_task',
  ]);
  editor = (await buildStaff(bureau.db, { permissions: ['npn_editor_pte'] })).user_id;
  qcs = [
    (await buildStaff(bureau.db, { permissions: ['npn_qc_pte'] })).user_id,
    (await buildStaff(bureau.db, { permissions: ['npn_qc_pte'] })).user_id,
  ];
});
afterAll(() => bureau.close());

type Screen = 'task' | 'redo';
const lockScreens = async (...screens: Screen[]) => {
  await bureau.db.deleteFrom('system_lock').execute();
  for (const screen_name of screens) {
    await boss.call(endpoints.setting.changeLock, { screen_name, locked: true, reason: `counting ${screen_name}` });
  }
};
beforeEach(() => lockScreens());

const buildTaskIn = async (status: TaskStatus, who = editor) => {
  const checked = status >= 5;
  return buildTask(bureau.db, {
    workstream: 'PTE',
    status,
    x1: 4,
    ...(status > 1 ? { editor: who } : {}),
    ...(checked ? { first_qc: qcs[0], second_qc: qcs[1] } : {}),
    ...(status >= 13 ? { rework_quantity: 1, rework_notes: 'n', rework_at: bureau.clock() } : {}),
    ...(status === 14 ? { rework_qc_1: qcs[0], rework_qc_2: qcs[1] } : {}),
  });
};
type BuiltTask = Awaited<ReturnType<typeof buildTaskIn>>;
const toTaskVersion = ({ task_id, version }: BuiltTask) => ({ task_id, version });

/** Requests about one task, each with the only screen whose lock stops it. */
const CALLS: [string, TaskStatus, Screen, Endpoint, (task: BuiltTask) => object][] = [
  ['a start', 2, 'task', endpoints.task.act, (t) => ({ ...toTaskVersion(t), action: 'start' })],
  ['a completion', 8, 'task', endpoints.task.act, (t) => ({ ...toTaskVersion(t), action: 'complete' })],
  [
    'the action rework',
    9,
    'redo',
    endpoints.task.act,
    (t) => ({ ...toTaskVersion(t), action: 'rework', rework_quantity: 1, rework_notes: 'n' }),
  ],
  [
    'a count in rework',
    13,
    'redo',
    endpoints.task.act,
    (t) => ({ ...toTaskVersion(t), action: 'set_quantity', x1: 5 }),
  ],
  ['the end of a rework', 13, 'redo', endpoints.task.act, (t) => ({ ...toTaskVersion(t), action: 'rework_done' })],
  ['a completion after rework', 14, 'redo', endpoints.task.act, (t) => ({ ...toTaskVersion(t), action: 'complete' })],
  ['an assignment', 1, 'task', endpoints.task.assign, (t) => ({ tasks: [toTaskVersion(t)], editor })],
  ['a bulk completion', 8, 'task', endpoints.task.bulk, (t) => ({ action: 'complete', tasks: [toTaskVersion(t)] })],
  [
    'a bulk completion after rework',
    14,
    'redo',
    endpoints.task.bulk,
    (t) => ({ action: 'complete', tasks: [toTaskVersion(t)] }),
  ],
  ['a bulk deletion', 1, 'task', endpoints.task.bulk, (t) => ({ action: 'delete', tasks: [toTaskVersion(t)] })],
  ['a deletion', 1, 'task', endpoints.task.delete, (t) => ({ tasks: [toTaskVersion(t)] })],
  ['an admin update', 3, 'task', endpoints.task.adminUpdate, (t) => ({ ...toTaskVersion(t), reason: 'r', x1: 5 })],
  [
    'an admin update in rework',
    13,
    'redo',
    endpoints.task.adminUpdate,
    (t) => ({ ...toTaskVersion(t), reason: 'r', x1: 5 }),
  ],
  [
    'an admin update out of rework',
    13,
    'redo',
    endpoints.task.adminUpdate,
    (t) => ({ ...toTaskVersion(t), reason: 'r', status: 9 }),
  ],
  ['notes', 3, 'task', endpoints.task.updateNotes, (t) => ({ ...toTaskVersion(t), notes: 'n' })],
  ['notes in rework', 14, 'redo', endpoints.task.updateNotes, (t) => ({ ...toTaskVersion(t), notes: 'n' })],
  ['supporters', 3, 'task', endpoints.task.supporters, (t) => ({ ...toTaskVersion(t), supporters: [] })],
  ['supporters in rework', 13, 'redo', endpoints.task.supporters, (t) => ({ ...toTaskVersion(t), supporters: [] })],
  ['a change of a rework', 13, 'redo', endpoints.redo.update, (t) => ({ ...toTaskVersion(t), rework_notes: 'm' })],
  ['a rework taken back', 14, 'redo', endpoints.redo.delete, (t) => toTaskVersion(t)],
];

describe('locks of task endpoints', () => {
  it.each(CALLS)('%s (status %i) stops only at the lock of %s', async (_what, status, screen, endpoint, input) => {
    await lockScreens('task', 'redo');
    const tasks = await buildTaskIn(status);
    expect((await leader.send(endpoint, input(tasks))).problem).toMatchObject({ status: 423, code: 'locked' });
    await lockScreens(screen);
    const task = await buildTaskIn(status);
    const stopped = await leader.send(endpoint, input(task));
    expect(stopped.problem).toMatchObject({ status: 423, code: 'locked', detail: `counting ${screen}` });
    expect((await boss.send(endpoint, input(await buildTaskIn(status)))).status).not.toBe(423);
    await lockScreens(screen === 'task' ? 'redo' : 'task');
    const unlockedResponse = await leader.send(endpoint, input(task));
    expect([unlockedResponse.status, unlockedResponse.text]).toEqual([200, unlockedResponse.text]);
  });

  it('the task lock stops a rework request for a task outside rework', async () => {
    await lockScreens('task');
    const { task_id, version } = await buildTaskIn(3);
    const response = await leader.send(endpoints.redo.update, { task_id, version, rework_notes: 'n' });
    expect(response.problem.code).toBe('locked');
  });

  it('a lock of the target status stops an undo, too', async () => {
    const task = await buildTaskIn(14);
    const done = await leader.call(endpoints.task.act, { ...toTaskVersion(task), action: 'complete' });
    const undo = { tasks: [{ task_id: done.task_id, version: done.version }] };
    await lockScreens('redo');
    expect((await leader.send(endpoints.task.undo, undo)).problem.code).toBe('locked');
    await lockScreens('task');
    expect((await leader.send(endpoints.task.undo, undo)).status).toBe(200);
  });

  it('a bulk step moves the unlocked tasks and reports the locked ones', async () => {
    const [unlockedTask, still] = [await buildTaskIn(8), await buildTaskIn(14)];
    await lockScreens('redo');
    const response = await leader.call(endpoints.task.bulk, {
      action: 'complete',
      tasks: [toTaskVersion(unlockedTask), toTaskVersion(still)],
    });
    expect(response.done.map((task) => task.task_id)).toEqual([unlockedTask.task_id]);
    expect(response.refused).toMatchObject([{ task_id: still.task_id, code: 'locked' }]);
  });

  it('a handover skips locked tasks', async () => {
    const [leaving, heir] = [
      await buildStaff(bureau.db),
      await buildStaff(bureau.db, { permissions: ['npn_editor_pte', 'npn_view_task', 'npn_done_task'] }),
    ];
    const task = await buildTaskIn(13, leaving.user_id);
    const leave = {
      staff_id: leaving.user_id,
      tasks: [toTaskVersion(task)],
      editors: { PTE: heir.user_id, OTS: null },
    };
    await lockScreens('redo');
    expect((await leader.send(endpoints.staff.delete, leave)).problem.code).toBe('locked');
    await lockScreens('task');
    expect((await leader.send(endpoints.staff.delete, leave)).status).toBe(200);
  });

  it('every endpoint that changes tasks by number declares the lock', () => {
    const naming = allEndpoints.filter(
      (candidate) =>
        candidate.kind === 'write' && /"task_id"/.test(JSON.stringify(toJsonSchema(candidate.input, 'input'))),
    );
    // Endpoints of staff have the lock of people, and those of complaints the lock of requests. Both check the lock of
    // each task that they move.
    const withoutTaskLock = naming.filter((endpoint) => endpoint.lock !== BY_TASK).map((endpoint) => endpoint.name);
    expect(withoutTaskLock.sort()).toEqual(['request.rework', 'staff.delete', 'staff.update']);
  });
});

describe('a user who can act in every role', () => {
  it('a user with every role assigns and completes tasks only as each step allows', async () => {
    const [open, checked] = [await buildTaskIn(1), await buildTaskIn(8)];
    const assigned = await leader.call(endpoints.task.assign, { tasks: [toTaskVersion(open)], editor });
    expect(assigned.results).toMatchObject([{ task_id: open.task_id, editor }]);
    const { done } = await leader.call(endpoints.task.bulk, { action: 'complete', tasks: [toTaskVersion(checked)] });
    expect(done).toMatchObject([{ task_id: checked.task_id, status: 9 }]);
  });
});

describe('the permission to change task notes', () => {
  it('the permission needs visibility of the task and no other permission', async () => {
    const task = await buildTaskIn(3);
    const writer = await bureau.as(['npn_change_task_note', 'npn_view_all_pte_tasks']);
    expect((await writer.call(endpoints.task.updateNotes, { ...toTaskVersion(task), notes: 'n' })).notes).toBe('n');
    const blind = await bureau.as(['npn_change_task_note']);
    expect((await blind.send(endpoints.task.updateNotes, { ...toTaskVersion(task), notes: 'm' })).status).toBe(404);
  });
});
