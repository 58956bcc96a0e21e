import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff, buildTeam } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

const { staff, user, task: taskCalls } = endpoints;
let bureau: TestApp;
let manager: ApiClient;
let superuser: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  superuser = await bureau.as({ is_superuser: true });
  manager = await bureau.as([
    'npn_view_member',
    'npn_delete_member',
    'npn_assign_task',
    'npn_editor_pte',
    'npn_editor_ots',
    'npn_qc_pte',
    'npn_view_task',
  ]);
});
afterAll(() => bureau.close());

const EDITOR = ['npn_editor_pte', 'npn_qc_pte', 'npn_view_task'] as const;
/** Permissions to continue another editor's work. */
const EDITOR_ONLY = ['npn_editor_pte', 'npn_view_task', 'npn_start_task', 'npn_done_task'] as const;
const isSignedOut = async (client: ApiClient) => (await client.send(user.me, {})).problem.code === 'session_required';
const readOpenTasks = async (client: ApiClient, staff_id: number) => {
  const { tasks } = await client.call(staff.tasksInProgress, { staff_id });
  return tasks.map(({ task_id, version }) => ({ task_id, version }));
};
const readTask = (task_id: number) =>
  bureau.db.selectFrom('task').selectAll().where('task_id', '=', task_id).executeTakeFirstOrThrow();

describe('deactivation of a member', () => {
  it("deactivation ends the member's sessions at once, and keeps their work", async () => {
    const person = await bureau.as({ permissions: EDITOR });
    const done = await buildTask(bureau.db, { workstream: 'PTE', status: 9, editor: person.user_id });
    const after = await manager.call(staff.delete, { staff_id: person.user_id });
    expect(after).toMatchObject({ active: false, working_status: 'Left', end_time: '2026-11-20' });
    expect(await isSignedOut(person)).toBe(true);
    expect(await readTask(done.task_id)).toMatchObject({ status: 9, editor: person.user_id });
    const { results } = await manager.call(staff.list, { active: false });
    expect(results.map((row) => row.id)).toContain(person.user_id);
    const again = await manager.send(staff.delete, { staff_id: person.user_id });
    expect(again.problem).toMatchObject({ status: 409, code: 'not_active' });
  });

  it("deactivation reassigns, returns or releases the member's work", async () => {
    const person = await bureau.as({ permissions: EDITOR });
    const heir = await buildStaff(bureau.db, { permissions: EDITOR_ONLY });
    const otherEditor = (await buildStaff(bureau.db, { permissions: EDITOR })).user_id;
    const addTask = (fields: Parameters<typeof buildTask>[1]) => buildTask(bureau.db, { workstream: 'PTE', ...fields });
    const assigned = await addTask({ status: 2, editor: person.user_id });
    const processing = await addTask({ status: 3, editor: person.user_id, x1: 3, start_time: bureau.clock() });
    const faulty = await addTask({ status: 10, editor: person.user_id, first_qc: otherEditor, fault_stage: 1 });
    const checking = await addTask({
      status: 5,
      editor: otherEditor,
      first_qc: person.user_id,
      status_before_check: 4,
    });
    const supported = await addTask({ status: 3, editor: otherEditor, supporters: [person.user_id] });
    const ots = await buildTask(bureau.db, { workstream: 'OTS', status: 2, editor: person.user_id });
    const { tasks } = await manager.call(staff.tasksInProgress, { staff_id: person.user_id });
    expect(Object.fromEntries(tasks.map((task) => [task.task_id, [task.part, task.needs_successor]]))).toEqual({
      [assigned.task_id]: ['editor', false],
      [processing.task_id]: ['editor', false],
      [faulty.task_id]: ['editor', true],
      [checking.task_id]: ['qc', false],
      [supported.task_id]: ['supporter', false],
      [ots.task_id]: ['editor', false],
    });
    const deactivateMember = (more: object) =>
      manager.send(staff.delete, {
        staff_id: person.user_id,
        tasks: tasks.map(({ task_id, version }) => ({ task_id, version })),
        ...more,
      });
    const nobody = await deactivateMember({});
    expect(nobody.problem).toMatchObject({ status: 422, code: 'editor_required', errors: [{ field: 'editors.PTE' }] });
    const wrong = await deactivateMember({ editors: { PTE: superuser.user_id, OTS: heir.user_id } });
    expect(wrong.problem).toMatchObject({ code: 'editor_not_of_workstream', errors: [{ field: 'editors.OTS' }] });
    const response = await deactivateMember({ editors: { PTE: otherEditor } });
    expect(response.problem).toMatchObject({ code: 'four_eyes', errors: [{ field: 'editors.PTE' }] });
    // The refused request has changed nothing.
    expect(await isSignedOut(person)).toBe(false);
    expect((await readTask(assigned.task_id)).editor).toBe(person.user_id);

    expect((await deactivateMember({ editors: { PTE: heir.user_id, OTS: null } })).status).toBe(200);
    expect(await isSignedOut(person)).toBe(true);
    expect(await readTask(assigned.task_id)).toMatchObject({ status: 2, editor: heir.user_id });
    expect(await readTask(processing.task_id)).toMatchObject({ status: 2, editor: heir.user_id, x1: 3 });
    expect(await readTask(faulty.task_id)).toMatchObject({ status: 10, editor: heir.user_id, first_qc: otherEditor });
    expect(await readTask(checking.task_id)).toMatchObject({ status: 4, editor: otherEditor, first_qc: null });
    expect(await readTask(ots.task_id)).toMatchObject({ status: 1, editor: null });
    const { events, task } = await superuser.call(taskCalls.history, { task_id: supported.task_id });
    expect(task.supporters).toEqual([]);
    expect(events.map((event) => event.action)).toEqual(['supporters']);
    expect(await readOpenTasks(manager, person.user_id)).toEqual([]);
    const audited = await bureau.db
      .selectFrom('audit')
      .select('action')
      .where('entity', '=', 'task')
      .where('subject_id', '=', person.user_id)
      .execute();
    expect(audited).toHaveLength(6);
  });

  it('the answer names visible tasks only, while the others are handed over too', async () => {
    const person = await buildStaff(bureau.db, { permissions: EDITOR });
    const qc = (await buildStaff(bureau.db, { permissions: EDITOR })).user_id;
    const clerk = await bureau.as([...EDITOR, 'npn_delete_member', 'npn_assign_task', 'npn_view_all_ots_tasks']);
    const hidden = await buildTask(bureau.db, {
      workstream: 'PTE',
      job: { job_name: 'Nobody’s business' },
      status: 10,
      editor: person.user_id,
      first_qc: qc,
      fault_stage: 1,
    });
    const shown = await buildTask(bureau.db, {
      workstream: 'OTS',
      job: { job_name: 'Everybody’s business' },
      status: 2,
      editor: person.user_id,
    });
    const response = await clerk.send(staff.tasksInProgress, { staff_id: person.user_id });
    const tasksById = Object.fromEntries(response.body.tasks.map((task) => [task.task_id, task]));
    expect(tasksById[shown.task_id]).toMatchObject({
      job_name: 'Everybody’s business',
      sub_prod_id: expect.any(String),
    });
    expect(tasksById[hidden.task_id]).toEqual({
      task_id: hidden.task_id,
      version: hidden.version,
      status: 10,
      workstream: 'PTE',
      part: 'editor',
      needs_successor: true,
      sub_prod_id: null,
      job_name: null,
    });
    const deactivateMember = (tasks: object[], editors: object) =>
      clerk.send(staff.delete, { staff_id: person.user_id, tasks, editors });
    const tasks = response.body.tasks.map(({ task_id, version }) => ({ task_id, version }));
    const refusals = [
      response.text,
      (await deactivateMember([], {})).text,
      (await deactivateMember(tasks, { PTE: qc })).text,
    ];
    expect(refusals.filter((text) => text.includes('Nobody’s business') || text.includes('first_qc'))).toEqual([]);
    const heir = await buildStaff(bureau.db, { permissions: EDITOR_ONLY });
    expect((await deactivateMember(tasks, { PTE: heir.user_id })).status).toBe(200);
    expect(await readTask(hidden.task_id)).toMatchObject({ status: 10, editor: heir.user_id });
  });

  it('faults that the member found are released, so any QC can recheck them', async () => {
    const person = await bureau.as({ permissions: EDITOR });
    const editor = (await buildStaff(bureau.db, { permissions: EDITOR })).user_id;
    const otherUser = await bureau.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
    const addTask = (fields: Parameters<typeof buildTask>[1]) =>
      buildTask(bureau.db, { workstream: 'PTE', editor, x1: 3, first_qc: person.user_id, ...fields });
    const resolved = await addTask({ status: 12, fault_stage: 1 });
    const third = (await buildStaff(bureau.db, { permissions: EDITOR })).user_id;
    const faulty = await addTask({ status: 11, first_qc: third, second_qc: person.user_id, fault_stage: 2 });
    const passed = await addTask({ status: 6 });
    const tasks = await readOpenTasks(manager, person.user_id);
    expect(tasks.map(({ task_id }) => task_id).toSorted((a, b) => a - b)).toEqual([resolved.task_id, faulty.task_id]);
    await manager.call(staff.delete, { staff_id: person.user_id, tasks });
    expect(await readTask(resolved.task_id)).toMatchObject({ status: 12, first_qc: null, fault_stage: 1 });
    expect(await readTask(faulty.task_id)).toMatchObject({ status: 11, second_qc: null, fault_stage: 2 });
    expect(await readTask(passed.task_id)).toMatchObject({ first_qc: person.user_id });
    const pool = await otherUser.call(taskCalls.list, { scope: 'pool', page_size: 200 });
    const found = pool.results.find(({ task_id }) => task_id === resolved.task_id);
    const begun = await otherUser.call(taskCalls.act, {
      task_id: resolved.task_id,
      version: found?.version ?? 0,
      action: 'start_qc1',
    });
    expect(begun).toMatchObject({ status: 5, first_qc: otherUser.user_id });
  });

  it('the work is shown again when it has changed', async () => {
    const person = await buildStaff(bureau.db, { permissions: EDITOR });
    const first = await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: person.user_id });
    const none = await manager.send(staff.delete, { staff_id: person.user_id });
    expect(none.problem).toMatchObject({
      status: 409,
      code: 'has_tasks',
      current: { tasks: [{ task_id: first.task_id }], teams: [] },
    });
    const tasks = await readOpenTasks(manager, person.user_id);
    await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: person.user_id });
    expect((await manager.send(staff.delete, { staff_id: person.user_id, tasks })).problem.code).toBe('stale');
  });

  it('the caller needs assign_task if there is work to hand over', async () => {
    const clerk = await bureau.as(['npn_delete_member', 'npn_editor_pte', 'npn_qc_pte', 'npn_view_task']);
    const person = await buildStaff(bureau.db, { permissions: EDITOR });
    await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: person.user_id });
    const tasks = await readOpenTasks(clerk, person.user_id);
    const refused = await clerk.send(staff.delete, { staff_id: person.user_id, tasks });
    expect(refused.problem).toMatchObject({ status: 403, code: 'forbidden' });
    const idle = await buildStaff(bureau.db, { permissions: EDITOR });
    expect((await clerk.send(staff.delete, { staff_id: idle.user_id })).status).toBe(200);
  });

  it("the member's teams go to other leaders, or to none", async () => {
    const person = await buildStaff(bureau.db);
    const heir = await buildStaff(bureau.db);
    const ownTeam = await buildTeam(bureau.db, { leader_id: person.user_id });
    const otherTeam = await buildTeam(bureau.db, { leader_id: person.user_id });
    const leaders = [{ team_id: ownTeam.id, leader_id: heir.user_id }];
    await manager.call(staff.delete, { staff_id: person.user_id, leaders });
    const { results } = await manager.call(endpoints.team.list, {});
    expect(results.find((team) => team.id === ownTeam.id)?.leader_id).toBe(heir.user_id);
    expect(results.find((team) => team.id === otherTeam.id)?.leader_id).toBe(null);
  });

  it('the caller, stronger accounts and the last superuser cannot be deactivated', async () => {
    const self = await manager.send(staff.delete, { staff_id: manager.user_id });
    expect(self.problem).toMatchObject({ status: 403, code: 'not_yourself' });
    const boss = await buildStaff(bureau.db, { permissions: ['npn_add_job'] });
    expect((await manager.send(staff.delete, { staff_id: boss.user_id })).problem.code).toBe('beyond_own_rights');
    const upper = await manager.send(staff.delete, { staff_id: superuser.user_id });
    expect(upper.problem.code).toBe('beyond_own_rights');
    // Two superusers deactivate each other at the same moment: one of them stays.
    const second = await bureau.as({ is_superuser: true });
    const responses = await Promise.all([
      superuser.send(staff.delete, { staff_id: second.user_id }),
      second.send(staff.delete, { staff_id: superuser.user_id }),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    superuser = (await isSignedOut(superuser)) ? second : superuser;
    const activeSuperusers = await bureau.db
      .selectFrom('user_account')
      .select('id')
      .where('is_superuser', '=', true)
      .where('active', '=', true)
      .execute();
    expect(activeSuperusers).toHaveLength(1);
  });

  it('a task that was assigned at the same moment is handed over too', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await buildStaff(bureau.db, { permissions: EDITOR });
      const task = await buildTask(bureau.db, { workstream: 'PTE' });
      await Promise.all([
        superuser.send(taskCalls.assign, {
          tasks: [{ task_id: task.task_id, version: 1 }],
          editor: person.user_id,
        }),
        manager.send(staff.delete, { staff_id: person.user_id }),
      ]);
      const { active } = await bureau.db
        .selectFrom('user_account')
        .select('active')
        .where('id', '=', person.user_id)
        .executeTakeFirstOrThrow();
      expect(active || (await readTask(task.task_id)).editor === null).toBe(true);
    }
  });
});

describe('activation of a former member', () => {
  it('activation needs a new one-time password, and permissions of the caller', async () => {
    const person = await buildStaff(bureau.db, { permissions: EDITOR });
    await manager.call(staff.delete, { staff_id: person.user_id });
    const { version } = await manager.call(staff.info, { id: person.user_id });
    const weak = await bureau.as(['npn_delete_member']);
    const refused = await weak.send(staff.activate, { staff_id: person.user_id, version });
    expect(refused.problem.code).toBe('beyond_own_rights');
    const back = await manager.call(staff.activate, { staff_id: person.user_id, version });
    expect(back.member).toMatchObject({ active: true, working_status: 'Working', end_time: null });
    const { username } = back.member;
    const session = await bureau.withToken(null).call(user.login, { username, password: back.one_time_password! });
    expect(session.user.must_change_password).toBe(true);
    const twice = await manager.send(staff.activate, { staff_id: person.user_id, version: back.member.version });
    expect(twice.problem.code).toBe('already_active');
  });
});
