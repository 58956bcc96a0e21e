import { endpoints } from '@darkroom/contract/endpoints';
import { dayOf } from '@darkroom/domain/calendar/day';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { readPageTexts } from '../../testing/pdf-text.ts';

const { work, task: tasks } = endpoints;

let bureau: TestApp;
let editor: ApiClient;
let qc: ApiClient;
let leader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  const codes = ['npn_view_task', 'npn_start_task', 'npn_done_task', 'npn_editor_pte'] as const;
  editor = await bureau.as({ full_name: 'Lan', permissions: codes });
  qc = await bureau.as({ full_name: 'Minh', permissions: ['npn_view_task', 'npn_review_task', 'npn_qc_pte'] });
  leader = await bureau.as({
    full_name: 'Hoa',
    permissions: ['npn_view_all_pte_tasks', 'npn_assign_task', 'npn_completed_task', 'npn_rework_task'],
  });
});
afterAll(() => bureau.close());

const moveTask = (by: ApiClient, task_id: number, version: number, action: string, more: object = {}) =>
  by.call(tasks.act, { task_id, version, action, ...more } as never) as Promise<{ version: number }>;

describe('the user’s own work', () => {
  it('the work is listed by day, without undone moves', async () => {
    const { task_id } = await buildTask(bureau.db, { workstream: 'PTE' });
    await leader.call(tasks.assign, { tasks: [{ task_id, version: 1 }], editor: editor.user_id });
    bureau.clock.advance(10 * 60_000);
    await moveTask(editor, task_id, 2, 'start');
    bureau.clock.advance(30 * 60_000);
    await moveTask(editor, task_id, 3, 'done', { x1: 4 });
    await editor.call(tasks.undo, { tasks: [{ task_id, version: 4 }] });
    bureau.clock.advance(15 * 60_000);
    await moveTask(editor, task_id, 5, 'done', { x1: 6 });
    await moveTask(qc, task_id, 6, 'start_qc1');
    await moveTask(qc, task_id, 7, 'qc1_fault', { note: 'Viền', fault_kinds: ['halo'] });
    const today = (await editor.call(work.list, {})).results.find(({ tasks: any }) => any > 0);
    expect(today).toMatchObject({
      from: dayOf(bureau.clock()),
      tasks: 1,
      pieces: 6,
      working: 45,
      taken: 1,
      waiting: 10,
      faults: [{ kind: 'halo', count: 1 }],
      completed: 0,
      rework: 0,
    });
    expect((await qc.call(work.list, { by: 'week' })).total).toMatchObject({ tasks: 1, taken: 1, faults: [] });
  });

  it('a leader can select people of their workstream, and others count as missing', async () => {
    expect((await leader.call(work.list, { staff_id: editor.user_id })).total.tasks).toBe(1);
    const others = await bureau.as(['npn_view_all_ots_tasks', 'npn_assign_task']);
    for (const by of [others, editor, qc])
      expect((await by.send(work.list, { staff_id: leader.user_id })).status).toBe(404);
    expect((await others.send(work.list, { staff_id: editor.user_id })).status).toBe(404);
    expect((await leader.send(work.list, { staff_id: 999_999 })).status).toBe(404);
  });

  it('a leader of one workstream sees nothing of the other', async () => {
    const leaderOfBoth = await bureau.as({
      full_name: 'Nga',
      permissions: ['npn_view_task', 'npn_start_task', 'npn_done_task', 'npn_editor_pte', 'npn_editor_ots'],
    });
    for (const workstream of ['PTE', 'OTS'] as const) {
      const { task_id } = await buildTask(bureau.db, { workstream, status: 3, editor: leaderOfBoth.user_id });
      await moveTask(leaderOfBoth, task_id, 1, 'done', { x1: 5 });
    }
    expect((await leaderOfBoth.call(work.list, {})).total).toMatchObject({ tasks: 2, pieces: 10 });
    expect((await leader.call(work.list, { staff_id: leaderOfBoth.user_id })).total).toMatchObject({
      tasks: 1,
      pieces: 5,
    });
  });

  it('the work of a former member stays visible to their leader', async () => {
    const leaver = await bureau.as({
      full_name: 'Ánh',
      permissions: ['npn_view_task', 'npn_start_task', 'npn_done_task', 'npn_editor_pte'],
    });
    const { task_id } = await buildTask(bureau.db, { workstream: 'PTE', status: 3, editor: leaver.user_id });
    await moveTask(leaver, task_id, 1, 'done', { x1: 3 });
    const root = await bureau.as({ is_superuser: true });
    await root.call(endpoints.staff.delete, { staff_id: leaver.user_id, tasks: [] });
    expect((await leader.call(work.list, { staff_id: leaver.user_id })).total).toMatchObject({ tasks: 1, pieces: 3 });
    const { results } = await leader.call(work.people, {});
    expect(results.find(({ id }) => id === leaver.user_id)).toEqual({
      id: leaver.user_id,
      full_name: 'Ánh',
      active: false,
      end_time: dayOf(bureau.clock()),
    });
    const others = await bureau.as(['npn_view_all_ots_tasks', 'npn_assign_task']);
    expect((await others.send(work.list, { staff_id: leaver.user_id })).status).toBe(404);
  });

  it('only leaders can select people, within their workstreams', async () => {
    const listPeople = async (by: ApiClient) => (await by.call(work.people, {})).results.map(({ id }) => id);
    const ots = await bureau.as({ full_name: 'Em', permissions: ['npn_view_task', 'npn_editor_ots'] });
    const others = await bureau.as(['npn_view_all_ots_tasks', 'npn_assign_task']);
    expect(await listPeople(editor)).toEqual([]);
    expect(await listPeople(leader)).toEqual(expect.arrayContaining([editor.user_id, qc.user_id]));
    expect(await listPeople(leader)).not.toContain(ots.user_id);
    expect(await listPeople(others)).toContain(ots.user_id);
    expect(await listPeople(others)).not.toContain(editor.user_id);
    expect(await listPeople(leader)).not.toContain(leader.user_id);
  });
});

it('the file of work equals the list, for the user and for a leader', async () => {
  const exportWork = (who: ApiClient, filter: object, format = 'xlsx') =>
    bureau.app.inject({
      method: 'POST',
      url: endpoints.export.work.path,
      headers: { authorization: `Bearer ${who.token}` },
      payload: { format, language: 'en', filter },
    });
  const { total } = await editor.call(work.list, { by: 'month' });
  for (const [who, filter] of [
    [editor, {}],
    [leader, { staff_id: editor.user_id }],
  ] as const) {
    const { rawPayload } = await exportWork(who, { ...filter, by: 'month' });
    const { Sheets, SheetNames } = read(rawPayload);
    const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0]!]!);
    expect(rows.at(-1)).toMatchObject({ 'Group By': 'Total', Tasks: total.tasks, Pieces: total.pieces });
    const pdf = await exportWork(who, { ...filter, by: 'month' }, 'pdf');
    expect((await readPageTexts(pdf.rawPayload)).join(' ')).toContain(`Total ${total.tasks} ${total.pieces} `);
  }
  expect((await exportWork(qc, { staff_id: editor.user_id })).statusCode).toBe(404);
});
