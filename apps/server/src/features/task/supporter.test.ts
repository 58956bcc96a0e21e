import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let leader: ApiClient;
let editor: ApiClient;
let second: ApiClient;
let qc: ApiClient;

const EDITOR_PERMISSIONS = ['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task'] as const;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_tasks', 'npn_assign_task']);
  editor = await bureau.as(EDITOR_PERMISSIONS);
  second = await bureau.as(EDITOR_PERMISSIONS);
  qc = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
});
afterAll(() => bureau.close());

const buildPteTask = (fields: object = {}) => buildTask(bureau.db, { workstream: 'PTE', ...fields });
const toTaskVersion = ({ task_id, version }: { task_id: number; version: number }) => ({ task_id, version });

describe('a supporter who was added by mistake', () => {
  const addSupportedTask = async (fields: object) => {
    const task = await buildPteTask({ editor: editor.user_id, x1: 1, ...fields });
    const helper = await bureau.as([...EDITOR_PERMISSIONS, 'npn_view_all_tasks', 'npn_qc_pte', 'npn_review_task']);
    const supporters = [{ user_id: helper.user_id, note: '' }];
    return { helper, task: await editor.call(endpoints.task.supporters, { ...toTaskVersion(task), supporters }) };
  };
  const removeSupporters = (task: { task_id: number; version: number }) =>
    editor.call(endpoints.task.supporters, { ...toTaskVersion(task), supporters: [] });
  const actOnTask = (task: { task_id: number; version: number }, action: 'start' | 'done' | 'resolve') =>
    editor.call(endpoints.task.act, { ...toTaskVersion(task), action });
  const startCheckAs = (who: ApiClient, task: { task_id: number; version: number }) =>
    who.send(endpoints.task.act, { ...toTaskVersion(task), action: 'start_qc1' });

  it('the former supporter can check the task, if work never started', async () => {
    const { helper, task } = await addSupportedTask({ status: 2 });
    const waiting = await removeSupporters(task);
    expect(waiting.edited_by_ids).not.toContain(helper.user_id);
    const done = await actOnTask(await actOnTask(waiting, 'start'), 'done');
    expect((await startCheckAs(helper, done)).status).toBe(200);
  });

  it('the former supporter has a role in a started task', async () => {
    const first = await addSupportedTask({ status: 3 });
    const done = await actOnTask(await removeSupporters(first.task), 'done');
    const fault = { first_qc: qc.user_id, fault_stage: 1, qc1_by_ids: [qc.user_id] };
    const fixed = await addSupportedTask({ status: 10, ...fault });
    const resolved = await actOnTask(await removeSupporters(fixed.task), 'resolve');
    for (const response of [await startCheckAs(first.helper, done), await startCheckAs(fixed.helper, resolved)])
      expect(response.problem).toMatchObject({ status: 409, code: 'four_eyes' });
  });

  it('the former supporter has a role in a corrected or stopped task', async () => {
    const boss = await bureau.as({ is_superuser: true });
    for (const [from, to] of [
      [2, 4],
      [3, 2],
    ] as const) {
      const { helper, task } = await addSupportedTask({ status: from });
      const set = await boss.call(endpoints.task.adminUpdate, {
        ...toTaskVersion(task),
        status: to,
        reason: 'as it is',
      });
      expect((await removeSupporters(set)).edited_by_ids, `${from} to ${to}`).toContain(helper.user_id);
    }
  });
});

describe('supporters', () => {
  it('supporters are added, changed and removed with notes, and cannot check', async () => {
    const task = await buildPteTask({ status: 3, editor: editor.user_id, x1: 1 });
    const helper = await bureau.as([...EDITOR_PERMISSIONS, 'npn_qc_pte', 'npn_review_task']);
    const helped = await editor.call(endpoints.task.supporters, {
      ...toTaskVersion(task),
      supporters: [{ user_id: helper.user_id, note: 'mặt nạ trời' }],
    });
    expect(helped.supporters).toEqual([{ user_id: helper.user_id, note: 'mặt nạ trời' }]);
    const done = await editor.call(endpoints.task.act, { ...toTaskVersion(helped), action: 'done' });
    const check = await helper.send(endpoints.task.act, { ...toTaskVersion(done), action: 'start_qc1' });
    expect(check.problem).toMatchObject({ status: 409, code: 'four_eyes' });
    const alone = await leader.call(endpoints.task.supporters, { ...toTaskVersion(done), supporters: [] });
    expect(alone.supporters).toEqual([]);
    const later = await helper.send(endpoints.task.act, { ...toTaskVersion(alone), action: 'start_qc1' });
    expect(later.problem, 'who supported it once').toMatchObject({ status: 409, code: 'four_eyes' });
    expect((await leader.call(endpoints.task.list, { has_support: true })).results.map((t) => t.task_id)).not.toContain(
      task.task_id,
    );
  });

  it('a supporter cannot be the editor, a QC, unknown or listed twice', async () => {
    const task = await buildPteTask({ status: 5, editor: editor.user_id, first_qc: qc.user_id, x1: 1 });
    const changeSupporters = (...ids: number[]) =>
      leader.send(endpoints.task.supporters, {
        ...toTaskVersion(task),
        supporters: ids.map((user_id) => ({ user_id })),
      });
    expect((await changeSupporters(editor.user_id)).problem.code).toBe('four_eyes');
    expect((await changeSupporters(qc.user_id)).problem.code).toBe('four_eyes');
    expect((await changeSupporters(second.user_id, second.user_id)).problem.errors?.[0]).toMatchObject({
      field: 'supporters.1.user_id',
      code: 'duplicate',
    });
    expect((await changeSupporters(2147483647)).problem.errors?.[0]).toMatchObject({ code: 'unknown' });
    const stranger = await bureau.as(['npn_view_all_tasks']);
    expect(
      (await stranger.send(endpoints.task.supporters, { ...toTaskVersion(task), supporters: [] })).problem.code,
    ).toBe('not_allowed');
  });
});

describe('conditions of a supporter', () => {
  const setSupporters = (task: { task_id: number; version: number }, ...ids: number[]) =>
    leader.send(endpoints.task.supporters, { ...toTaskVersion(task), supporters: ids.map((user_id) => ({ user_id })) });

  it('a supporter must be an active editor of the workstream', async () => {
    const task = await buildPteTask({ status: 3, editor: editor.user_id });
    const elsewhere = await bureau.as(['npn_view_task', 'npn_editor_ots', 'npn_do_any_task']);
    const leaver = await buildStaff(bureau.db, { permissions: EDITOR_PERMISSIONS, active: false });
    for (const [user_id, code] of [
      [qc.user_id, 'editor_not_of_workstream'],
      [elsewhere.user_id, 'editor_not_of_workstream'],
      [leaver.user_id, 'unknown'],
    ] as const) {
      const { problem } = await setSupporters(task, second.user_id, user_id);
      expect(problem).toMatchObject({ status: 422, errors: [{ field: 'supporters.1.user_id', code }] });
    }
    expect((await setSupporters(task, second.user_id)).body.supporters).toMatchObject([{ user_id: second.user_id }]);
  });

  it('all invalid supporters are refused together', async () => {
    const task = await buildPteTask({ status: 5, editor: editor.user_id, first_qc: qc.user_id, x1: 1 });
    const elsewhere = await bureau.as(['npn_view_task', 'npn_editor_ots']);
    const { problem } = await setSupporters(
      task,
      2147483647,
      elsewhere.user_id,
      editor.user_id,
      second.user_id,
      second.user_id,
    );
    expect([problem.status, problem.errors?.map(({ field, code }) => [field, code])]).toEqual([
      422,
      [
        ['supporters.0.user_id', 'unknown'],
        ['supporters.1.user_id', 'editor_not_of_workstream'],
        ['supporters.2.user_id', 'four_eyes'],
        ['supporters.4.user_id', 'duplicate'],
      ],
    ]);
  });

  it('a supporter stays after losing the permission', async () => {
    const task = await buildPteTask({ status: 3, editor: editor.user_id, supporters: [qc.user_id] });
    const { body } = await setSupporters(task, qc.user_id, second.user_id);
    expect(body.supporters.map(({ user_id }) => user_id).toSorted((a, b) => a - b)).toEqual(
      [qc.user_id, second.user_id].toSorted((a, b) => a - b),
    );
  });
});
