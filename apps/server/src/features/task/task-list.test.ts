import { endpoints } from '@darkroom/contract/endpoints';
import { getOffers } from '@darkroom/domain/task/decide';
import { getOwnList } from '@darkroom/domain/task/own-lists';
import { TASK_STATUSES } from '@darkroom/domain/task/status';
import { getTaskPeople } from '@darkroom/domain/task/visibility';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { taskPage } from './list/task.order.ts';

let bureau: TestApp;
let leader: ApiClient;
let editor: ApiClient;
let qc: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_tasks', 'npn_add_task', 'npn_delete_task']);
  editor = await bureau.as(['npn_editor_pte']);
  qc = await bureau.as(['npn_qc_pte']);
});
afterAll(() => bureau.close());

const compareNumbers = (a: number, b: number) => a - b;

describe('visibility of tasks', () => {
  it('a request for an invisible task returns the same 404 as a missing task', async () => {
    const stranger = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    const task = await buildTask(bureau.db, { workstream: 'PTE', status: 3, editor: editor.user_id, x1: 1 });
    const hideRequestId = (problem: object) => ({ ...problem, request_id: null });
    const foreign = await stranger.send(endpoints.task.history, { task_id: task.task_id });
    const missing = await stranger.send(endpoints.task.history, { task_id: 2147483647 });
    expect(foreign.status).toBe(404);
    expect(hideRequestId(foreign.problem)).toEqual(hideRequestId(missing.problem));
    const act = await stranger.send(endpoints.task.act, {
      task_id: task.task_id,
      version: task.version,
      action: 'done',
    });
    expect(act.status).toBe(404);
  });

  it('each task is in only one of a user’s own lists', async () => {
    const me = await bureau.as(['npn_view_task', 'npn_editor_ots', 'npn_qc_ots', 'npn_review_task', 'npn_start_task']);
    const otherEditor = (await bureau.as(['npn_view_task', 'npn_editor_ots', 'npn_qc_ots', 'npn_review_task'])).user_id;
    const third = (await bureau.as(['npn_qc_ots'])).user_id;
    const addTask = (fields: object) => buildTask(bureau.db, { workstream: 'OTS', ...fields }).then((t) => t.task_id);
    const ownTasks = [
      await addTask({ status: 3, editor: me.user_id }),
      await addTask({ status: 5, editor: otherEditor, first_qc: me.user_id }),
    ];
    const waiting = [
      await addTask({ status: 2, editor: me.user_id }),
      await addTask({ status: 10, editor: me.user_id, first_qc: otherEditor }),
      await addTask({ status: 12, editor: otherEditor, first_qc: me.user_id, fault_stage: 1 }),
      await addTask({ status: 14, editor: otherEditor, first_qc: me.user_id, second_qc: third }),
    ];
    const pool = [
      await addTask({ status: 4, editor: otherEditor }),
      await addTask({ status: 6, editor: otherEditor, first_qc: third }),
      await addTask({ status: 12, editor: otherEditor, first_qc: third, fault_stage: 2 }),
    ];
    const not = [
      await addTask({ status: 4, editor: me.user_id }),
      await addTask({ status: 6, editor: otherEditor, first_qc: me.user_id }),
      await addTask({ status: 12, editor: otherEditor, first_qc: me.user_id, second_qc: third, fault_stage: 2 }),
      await addTask({ status: 4, editor: otherEditor, supporters: [me.user_id] }),
    ];
    const listTasks = async (scope: 'mine' | 'waiting' | 'pool') =>
      (await me.call(endpoints.task.list, { scope, page_size: 200 })).results.map((t) => t.task_id);
    expect((await listTasks('mine')).sort(compareNumbers)).toEqual(ownTasks.sort(compareNumbers));
    expect((await listTasks('waiting')).sort(compareNumbers)).toEqual(waiting.sort(compareNumbers));
    const could = await listTasks('pool');
    expect(could).toEqual(expect.arrayContaining(pool));
    expect(could.filter((t) => [...not, ...ownTasks, ...waiting].includes(t))).toEqual([]);
    const counts = await me.call(endpoints.task.counts, {});
    expect([counts.mine, counts.waiting, counts.pool]).toEqual([ownTasks.length, waiting.length, could.length]);
  });

  it('the pool holds exactly the tasks that four eyes allow', async () => {
    const permissions = ['npn_view_task', 'npn_editor_pte', 'npn_qc_pte', 'npn_review_task'];
    const me = await bureau.as(permissions);
    const actor = {
      user_id: me.user_id,
      account: 'staff',
      is_superuser: false,
      permissions: new Set(permissions),
    } as const;
    const [firstQc, secondQc] = [qc.user_id, (await bureau.as(['npn_qc_pte'])).user_id];
    const builtIds: number[] = [];
    for (const state of [
      { status: 1 },
      { status: 4, editor: editor.user_id },
      { status: 6, editor: editor.user_id, first_qc: firstQc },
      { status: 12, editor: editor.user_id, fault_stage: 1 },
      { status: 12, editor: editor.user_id, first_qc: firstQc, fault_stage: 2 },
    ]) {
      for (const acts of [
        {},
        { edited_by_ids: [secondQc, me.user_id] },
        { qc1_by_ids: [me.user_id] },
        { qc2_by_ids: [me.user_id] },
      ]) {
        if (state.status > 1)
          builtIds.push((await buildTask(bureau.db, { workstream: 'PTE', ...state, ...acts })).task_id);
      }
      const supported = { workstream: 'PTE', ...state, supporters: [me.user_id] } as const;
      builtIds.push((await buildTask(bureau.db, supported)).task_id);
      builtIds.push((await buildTask(bureau.db, { workstream: 'PTE', ...state })).task_id);
    }
    const { results } = await me.call(endpoints.task.list, { scope: 'all', page_size: 200 });
    const takes = ['assign', 'start_qc1', 'start_qc2'];
    const may = results
      .filter((task) =>
        getOffers(task, actor).some(({ action, refusal }) => takes.includes(action) && refusal === null),
      )
      .map((task) => task.task_id);
    const { results: pool } = await me.call(endpoints.task.list, { scope: 'pool', page_size: 200 });
    const pickBuiltTasks = (ids: number[]) => ids.filter((id) => builtIds.includes(id)).sort(compareNumbers);
    expect(pickBuiltTasks(pool.map((task) => task.task_id))).toEqual(pickBuiltTasks(may));
    expect(pickBuiltTasks(may)).toHaveLength(13);
  });

  it('own work has the order in which the web moves it between lists', async () => {
    const me = await bureau.as(['npn_view_task', 'npn_editor_ots', 'npn_qc_ots', 'npn_review_task']);
    const otherEditor = editor.user_id;
    const parts = [
      { editor: me.user_id },
      { editor: otherEditor, first_qc: me.user_id },
      { editor: otherEditor, first_qc: qc.user_id, second_qc: me.user_id },
    ];
    const rest = { x1: 1, rework_quantity: 1, rework_notes: 'x', rework_at: bureau.clock() };
    for (const status of TASK_STATUSES.filter((candidate) => candidate > 1)) {
      for (const part of parts) {
        for (const fault_stage of [1, 2] as const) {
          await buildTask(bureau.db, { workstream: 'OTS', status, fault_stage, ...rest, ...part });
        }
      }
    }
    const listTasks = async (scope: 'all' | 'mine' | 'waiting') =>
      (await me.call(endpoints.task.list, { scope, page_size: 200 })).results;
    const all = await listTasks('all');
    for (const scope of ['mine', 'waiting'] as const) {
      const ids = (await listTasks(scope)).map((task) => task.task_id).sort(compareNumbers);
      expect(ids.length).toBeGreaterThan(0);
      const same = all.filter((item) => getOwnList(item, me.user_id) === scope).map((item) => item.task_id);
      expect(same.sort(compareNumbers)).toEqual(ids);
      // Events name the owner for every change of an own list, because pages read them for nothing else (contract, `shows`).
      const strangers = all.filter((item) => ids.includes(item.task_id) && !getTaskPeople(item).includes(me.user_id));
      expect(strangers).toEqual([]);
    }
  });

  it('rework and faults come and count before other waiting work', async () => {
    const fresh = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    const addOwnTask = (fields: object) =>
      buildTask(bureau.db, { workstream: 'PTE', editor: fresh.user_id, ...fields });
    const urgent = await addOwnTask({ status: 2, job: { job_priority: 'Urgent' } });
    const plain = await addOwnTask({ status: 2 });
    const fault = await addOwnTask({ status: 10, first_qc: qc.user_id, job: { job_date: '2026-11-19' } });
    const urgentRework = await addOwnTask({
      status: 13,
      x1: 2,
      job: { job_priority: 'Urgent', job_date: '2026-11-20' },
    });
    const { results } = await fresh.call(endpoints.task.list, { scope: 'waiting' });
    expect(results.map((t) => t.task_id)).toEqual([urgentRework, fault, urgent, plain].map((t) => t.task_id));
    expect(await fresh.call(endpoints.task.counts, {})).toMatchObject({ mine: 0, waiting: 4, returned_count: 2 });
  });

  it('urgent work comes first, then the oldest, in the default order', async () => {
    const fresh = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    const laterTask = await buildTask(bureau.db, { workstream: 'PTE', job: { job_date: '2026-01-02' } });
    const urgent = await buildTask(bureau.db, {
      workstream: 'PTE',
      job: { job_date: '2026-03-01', job_priority: 'Urgent' },
    });
    const early = await buildTask(bureau.db, { workstream: 'PTE', job: { job_date: '2026-01-01' } });
    const listTasks = async (input: object) =>
      (await fresh.call(endpoints.task.list, { scope: 'pool', page_size: 3, ...input })).results.map((t) => t.task_id);
    expect(await listTasks({})).toEqual([urgent.task_id, early.task_id, laterTask.task_id]);
    expect(await listTasks({ sort: 'job_date' })).toEqual([early.task_id, laterTask.task_id, urgent.task_id]);
  });
});

describe('the blocking order', () => {
  it('open work comes by urgency and age, then completed work, newest first', async () => {
    const addTask = (status: 1 | 9, job_date: string, job_priority: 'Urgent' | null = null) =>
      buildTask(bureau.db, { workstream: 'OTS', status, x1: 1, job: { job_date, job_priority, job_name: 'Blockade' } });
    const old = await addTask(1, '2026-02-02');
    const done = await addTask(9, '2026-02-01', 'Urgent');
    const newerTask = await addTask(1, '2026-02-09');
    const urgent = await addTask(1, '2026-02-20', 'Urgent');
    const doneLast = await addTask(9, '2026-02-10');
    const listTasks = async (sort: 'blocking' | '-blocking') =>
      (await leader.call(endpoints.task.list, { text: 'Blockade', sort })).results.map((row) => row.task_id);
    const expected = [urgent, old, newerTask, doneLast, done].map(({ task_id }) => task_id);
    expect(await listTasks('blocking')).toEqual(expected);
    expect(await listTasks('-blocking')).toEqual(expected.toReversed());
  });

  it('the blocking order is one read of an index', async () => {
    const { from, key, order } = taskPage({ where: [] }, 'blocking', false);
    const plan = await bureau.db.transaction().execute(async (db) => {
      await sql`set local enable_sort = off`.execute(db);
      await sql`set local enable_seqscan = off`.execute(db);
      return sql<object>`explain select ${key} from ${from} order by ${sql.join(order.map(([column]) => column))} limit 50`.execute(
        db,
      );
    });
    expect(JSON.stringify(plan.rows)).toContain('task_blocking');
    expect(JSON.stringify(plan.rows)).not.toContain('Sort');
  });

  it('the list filters tasks by hours in their status', async () => {
    const subtractHours = (hours: number) => new Date(Date.parse(bureau.clock()) - hours * 3_600_000).toISOString();
    const waitingTask = await buildTask(bureau.db, {
      workstream: 'OTS',
      status: 4,
      status_since: subtractHours(5),
      editor: editor.user_id,
    });
    await buildTask(bureau.db, {
      workstream: 'OTS',
      status: 4,
      status_since: subtractHours(3),
      editor: editor.user_id,
    });
    const { results } = await leader.call(endpoints.task.list, {
      status: [4],
      workstream: 'OTS',
      waits_hours: 4,
      job_date_from: '2026-01-01',
    });
    expect(results.map((row) => row.task_id)).toContain(waitingTask.task_id);
    expect(results.every((row) => row.status_since < subtractHours(4))).toBe(true);
  });
});

describe('the search of tasks', () => {
  it('the search finds a task by the number in its row', async () => {
    const { task_id } = await buildTask(bureau.db, { workstream: 'PTE' });
    const { task } = await leader.call(endpoints.task.history, { task_id });
    const found = await leader.call(endpoints.task.list, { text: task.sub_prod_id });
    expect(found.results.map((row) => row.task_id)).toEqual([task_id]);
  });

  const findTasks = async (who: ApiClient, text: string) => {
    const { results, total_items } = await who.call(endpoints.task.list, { text, page_size: 200 });
    expect(total_items, text).toBe(results.length);
    const ids = results.map((row) => row.task_id).sort(compareNumbers);
    expect(
      (await who.call(endpoints.task.ids, { text })).results.map((row) => row.task_id).sort(compareNumbers),
    ).toEqual(ids);
    return ids;
  };
  /** Returns one of two tasks of a detail, with a number that matches nothing else. */
  const addNumberedTask = async (task_id: number) => {
    const { job_detail_id } = await buildTask(bureau.db, { workstream: 'PTE', job: { job_name: 'Siblings' } });
    await sql`insert into task (task_id, job_detail_id) overriding system value values (${task_id}, ${job_detail_id})`.execute(
      bureau.db,
    );
    return job_detail_id;
  };

  it("the search finds a task's number with or without #, without its neighbours", async () => {
    await addNumberedTask(990_155);
    expect(await findTasks(leader, '#990155')).toEqual([990_155]);
    expect(await findTasks(leader, ' 990155 ')).toEqual([990_155]);
    expect(await findTasks(leader, '# 990155')).toEqual([990_155]);
    expect(await findTasks(leader, '#990156')).toEqual([]);
  });

  it('the search finds the task of a number and records with that number', async () => {
    const job_detail_id = await addNumberedTask(880_144);
    const otherTask = await buildTask(bureau.db, { workstream: 'OTS', job: { job_name: 'Quay 880144' } });
    expect(await findTasks(leader, '880144')).toEqual([otherTask.task_id, 880_144].sort(compareNumbers));
    expect(await findTasks(leader, '#880144')).toEqual([880_144]);
    // A job with the number has all its tasks found, including the task with the same number.
    const { job_id } = await buildTask(bureau.db, { job_detail_id });
    await bureau.db.updateTable('job').set({ job_name: 'Lot #880144' }).where('job_id', '=', job_id).execute();
    expect(await findTasks(leader, '#880144')).toHaveLength(3);
    expect(await findTasks(leader, '880144')).toHaveLength(4);
  });

  it('the search ignores text that no row shows as a number', async () => {
    const { task_id } = await buildTask(bureau.db, { workstream: 'PTE', job: { job_name: 'Noughts' } });
    for (const text of [`#0${task_id}`, `#-${task_id}`, `##${task_id}`, `#${task_id}.0`, `#${task_id}e0`])
      expect(await findTasks(leader, text), text).toEqual([]);
    for (const text of ['#0', '#2147483647', '#2147483648', '4294967297', '99999999999999999999', `#${'9'.repeat(99)}`])
      expect(await findTasks(leader, text), text).toEqual([]);
  });

  it('the search never finds an invisible task', async () => {
    await addNumberedTask(770_133);
    const takes = await bureau.as(['npn_view_task', 'npn_editor_pte']);
    const others = await bureau.as(['npn_view_task', 'npn_editor_ots', 'npn_view_all_ots_tasks']);
    expect(await findTasks(takes, '#770133')).toEqual([770_133]);
    for (const text of ['#770133', '770133']) expect(await findTasks(others, text)).toEqual([]);
  });
});
