import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let leader: ApiClient;
let idle: ApiClient;
let busy: ApiClient;
let otsEditor: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_pte_tasks', 'npn_assign_task']);
  idle = await bureau.as(['npn_view_task', 'npn_editor_pte']);
  busy = await bureau.as(['npn_view_task', 'npn_editor_pte']);
  otsEditor = await bureau.as(['npn_view_task', 'npn_editor_ots']);
  await buildPteTask({ status: 3, editor: busy.user_id, detail: { quantity: 10, estimate_minutes: 6 } });
});
afterAll(() => bureau.close());

const buildPteTask = (fields: object = {}) =>
  buildTask(bureau.db, { workstream: 'PTE', detail: { quantity: 5, estimate_minutes: 4 }, ...fields });
const proposeEditors = (tasks: readonly { task_id: number }[], editors?: readonly ApiClient[]) =>
  leader.call(endpoints.task.spread, {
    tasks: tasks.map(({ task_id }) => task_id),
    ...(editors ? { editors: editors.map(({ user_id }) => user_id) } : {}),
  });

describe('a spread of tasks by load', () => {
  it('a spread proposes an editor for each task by minutes, and assigns nothing', async () => {
    const tasks = [await buildPteTask(), await buildPteTask(), await buildPteTask(), await buildPteTask()];
    const { results, unassignable_task_ids } = await proposeEditors(tasks);
    const [first, second, third, fourth] = tasks.map(({ task_id }) => task_id);
    expect(results).toEqual([
      {
        user_id: idle.user_id,
        tasks: [first, second, third],
        minutes: 60,
        minutes_after: 60,
        open_after: 3,
      },
      { user_id: busy.user_id, tasks: [fourth], minutes: 20, minutes_after: 80, open_after: 2 },
    ]);
    expect(unassignable_task_ids).toEqual([]);
    const { task } = await leader.call(endpoints.task.history, { task_id: first ?? 0 });
    expect([task.status, task.editor]).toEqual([1, null]);
  });

  it('a spread uses only the named people, and skips unsuitable tasks', async () => {
    const supported = await buildPteTask({ supporters: [busy.user_id] });
    const plain = await buildPteTask();
    const { results, unassignable_task_ids } = await proposeEditors([supported, plain], [busy, otsEditor]);
    expect(results.map((share) => [share.user_id, share.tasks])).toEqual([[busy.user_id, [plain.task_id]]]);
    expect(unassignable_task_ids).toEqual([supported.task_id]);
  });

  it('a spread skips tasks that are in progress, invisible or missing', async () => {
    const underWay = await buildPteTask({ status: 3, editor: idle.user_id });
    const elsewhere = await buildPteTask({ workstream: 'OTS' });
    const { results, unassignable_task_ids } = await proposeEditors([underWay, elsewhere, { task_id: 2147483647 }]);
    expect(results).toEqual([]);
    expect(unassignable_task_ids).toEqual([underWay.task_id, elsewhere.task_id, 2147483647]);
  });

  it('a spread ignores load from the tasks that the plan moves', async () => {
    const otherTask = await buildPteTask({ status: 2, editor: idle.user_id });
    const { results } = await proposeEditors([otherTask], [idle]);
    const now = (await leader.call(endpoints.task.load, {})).results.find((row) => row.user_id === idle.user_id);
    expect(results).toMatchObject([{ minutes_after: now?.minutes, open_after: now?.open_tasks }]);
  });

  it('a spread estimates tasks by category when the customer has no estimate', async () => {
    const fresh = await Promise.all([1, 2, 3].map(() => bureau.as(['npn_view_task', 'npn_editor_pte'])));
    const addUnpricedTask = () => buildPteTask({ detail: { quantity: 5, estimate_minutes: null } });
    const tasks = await Promise.all(Array.from({ length: 6 }, addUnpricedTask));
    const { results } = await proposeEditors(tasks, fresh);
    expect(results.map((share) => share.tasks.length)).toEqual([2, 2, 2]);
    // The load after the assignment equals the plan.
    const [share] = results;
    const given = share!.tasks.map((task_id) => ({ task_id, version: 1 }));
    await leader.call(endpoints.task.assign, { tasks: given, editor: share!.user_id });
    const load = (await leader.call(endpoints.task.load, {})).results.find(({ user_id }) => user_id === share!.user_id);
    expect(load?.minutes).toBe(share!.minutes_after);
    expect(load?.minutes).toBeGreaterThan(0);
    const [firstTask, secondTask] = fresh;
    await Promise.all(
      [1, 2, 3].map(() => buildPteTask({ status: 3, editor: firstTask!.user_id, detail: { estimate_minutes: null } })),
    );
    const more = await proposeEditors([await addUnpricedTask(), await addUnpricedTask()], [firstTask!, secondTask!]);
    expect(more.results.map((share) => share.user_id)).toEqual([secondTask!.user_id]);
  });

  it('a spread skips people on leave or outside their dates, unless named', async () => {
    const away = [{ working_status: 'On leave' }, { start_time: '2999-01-01' }, { end_time: '2020-01-01' }];
    const people = await Promise.all(
      away.map(async (fields) => {
        const person = await bureau.as(['npn_view_task', 'npn_editor_pte']);
        await bureau.db.updateTable('staff').set(fields).where('id', '=', person.user_id).execute();
        return person;
      }),
    );
    const ids = people.map(({ user_id }) => user_id);
    const users = Object.values(await leader.call(endpoints.user.list, {}));
    expect(users.filter(({ is_away }) => is_away).map(({ id }) => id)).toEqual(ids.toSorted((a, b) => a - b));
    const tasks = await Promise.all(Array.from({ length: 12 }, () => buildPteTask()));
    const { results } = await proposeEditors(tasks);
    expect(results.filter(({ user_id }) => ids.includes(user_id))).toEqual([]);
    const advised = await leader.call(endpoints.task.advice, { tasks: [tasks[0]!.task_id] });
    expect(advised.results.filter(({ user_id }) => ids.includes(user_id))).toEqual([]);
    expect((await proposeEditors(tasks.slice(0, 1), people)).results).toHaveLength(1);
  });

  it('a spread counts only the workstreams in which the caller assigns', async () => {
    const editorOfBoth = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_editor_ots']);
    await buildTask(bureau.db, { workstream: 'OTS', status: 3, editor: editorOfBoth.user_id });
    await buildPteTask({ status: 3, editor: editorOfBoth.user_id });
    const { results } = await leader.call(endpoints.task.load, {});
    const findLoad = ({ user_id }: ApiClient) => results.find((row) => row.user_id === user_id);
    expect(findLoad(otsEditor)).toBeUndefined();
    expect(findLoad(editorOfBoth)).toMatchObject({ workstreams: ['PTE'], open_tasks: 1, minutes: 20 });
    const floor = await bureau.as(['npn_view_all_tasks', 'npn_assign_task']);
    const whole = (await floor.call(endpoints.task.load, {})).results.find(
      (row) => row.user_id === editorOfBoth.user_id,
    );
    expect(whole).toMatchObject({ workstreams: ['OTS', 'PTE'], open_tasks: 2 });
  });

  it('a spread needs the permission to assign', async () => {
    const viewer = await bureau.as(['npn_view_all_tasks']);
    expect((await viewer.send(endpoints.task.spread, { tasks: [1] })).status).toBe(403);
  });
});
