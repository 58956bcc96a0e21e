import { endpoints } from '@darkroom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';

let house: TestApp;
let leader: Client;
let idle: Client;
let busy: Client;
let drawer: Client;

beforeAll(async () => {
  house = await testApp();
  leader = await house.as(['npn_view_all_pte_tasks', 'npn_assign_task']);
  idle = await house.as(['npn_view_task', 'npn_editor_pte']);
  busy = await house.as(['npn_view_task', 'npn_editor_pte']);
  drawer = await house.as(['npn_view_task', 'npn_editor_ots']);
  await make({ status: 3, editor: busy.user_id, detail: { quantity: 10, estimate_minutes: 6 } });
});
afterAll(() => house.close());

const make = (fields: object = {}) =>
  buildTask(house.db, { workstream: 'PTE', detail: { quantity: 5, estimate_minutes: 4 }, ...fields });
const spread = (tasks: readonly { task_id: number }[], editors?: readonly Client[]) =>
  leader.call(endpoints.task.spread, {
    tasks: tasks.map(({ task_id }) => task_id),
    ...(editors ? { editors: editors.map(({ user_id }) => user_id) } : {}),
  });

describe('spreading tasks by load', () => {
  it('proposes who would get which, with the minutes in hand then, and assigns nothing', async () => {
    const tasks = [await make(), await make(), await make(), await make()];
    const { results, left } = await spread(tasks);
    const [first, second, third, fourth] = tasks.map(({ task_id }) => task_id);
    expect(results).toEqual([
      { user_id: idle.user_id, tasks: [first, second, third], minutes: 60, minutes_after: 60, open_after: 3 },
      { user_id: busy.user_id, tasks: [fourth], minutes: 20, minutes_after: 80, open_after: 2 },
    ]);
    expect(left).toEqual([]);
    const { task } = await leader.call(endpoints.task.history, { task_id: first ?? 0 });
    expect([task.status, task.editor]).toEqual([1, null]);
  });

  it('spreads over those named only, and leaves what nobody of them may edit', async () => {
    const supported = await make({ supporters: [busy.user_id] });
    const plain = await make();
    const { results, left } = await spread([supported, plain], [busy, drawer]);
    expect(results.map((share) => [share.user_id, share.tasks])).toEqual([[busy.user_id, [plain.task_id]]]);
    expect(left).toEqual([supported.task_id]);
  });

  it('leaves what is under way, what is of a workstream one does not see, and what is not there', async () => {
    const underWay = await make({ status: 3, editor: idle.user_id });
    const elsewhere = await make({ workstream: 'OTS' });
    const { results, left } = await spread([underWay, elsewhere, { task_id: 2147483647 }]);
    expect(results).toEqual([]);
    expect(left).toEqual([underWay.task_id, elsewhere.task_id, 2147483647]);
  });

  it('does not count against an editor what would be handed on from them', async () => {
    const theirs = await make({ status: 2, editor: idle.user_id });
    const { results } = await spread([theirs], [idle]);
    const now = (await leader.call(endpoints.task.load, {})).results.find((one) => one.user_id === idle.user_id);
    expect(results).toMatchObject([{ minutes_after: now?.minutes, open_after: now?.open_tasks }]);
  });

  it('is for whoever assigns', async () => {
    const viewer = await house.as(['npn_view_all_tasks']);
    expect((await viewer.send(endpoints.task.spread, { tasks: [1] })).status).toBe(403);
  });
});
