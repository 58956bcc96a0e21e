import { endpoints } from '@darkroom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildDetail, buildTask } from '../../testing/factories/work.ts';

let house: TestApp;
let leader: Client;
let editor: Client;
let qc: Client;

beforeAll(async () => {
  house = await testApp();
  leader = await house.as([
    'npn_view_all_tasks',
    'npn_assign_task',
    'npn_change_task',
    'npn_add_task',
    'npn_delete_task',
    'npn_completed_task',
  ]);
  editor = await house.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task', 'npn_done_task']);
  qc = await house.as(['npn_view_task', 'npn_qc_pte', 'npn_review_task']);
}, 60_000);
afterAll(() => house.close());

const byNumber = (a: number, b: number) => a - b;
const total = async (who: Client, filter: object = {}) =>
  (await who.call(endpoints.task.list, { page_size: 200, ...filter })).total_items;

describe('assigning', () => {
  it('gives several tasks to an editor, or none of them', async () => {
    const a = await buildTask(house.db, { workstream: 'PTE' });
    const b = await buildTask(house.db, { workstream: 'PTE' });
    const wrong = await leader.send(endpoints.task.assign, {
      tasks: [
        { task_id: a.task_id, version: 1 },
        { task_id: b.task_id, version: 9 },
      ],
      editor: editor.user_id,
    });
    expect(wrong.problem).toMatchObject({ status: 409, code: 'stale', current: { task_id: b.task_id, editor: null } });
    expect((await leader.call(endpoints.task.history, { task_id: a.task_id })).task.status).toBe(1);

    const right = await leader.call(endpoints.task.assign, {
      tasks: [
        { task_id: a.task_id, version: 1 },
        { task_id: b.task_id, version: 1 },
      ],
      editor: editor.user_id,
    });
    expect(right.results.map((t) => [t.task_id, t.status, t.editor])).toEqual([
      [a.task_id, 2, editor.user_id],
      [b.task_id, 2, editor.user_id],
    ]);
  });

  it('refuses an editor of the other workstream, a checker, and somebody who has left', async () => {
    const ots = await buildTask(house.db, { workstream: 'OTS' });
    const ask = (who: number) =>
      leader.send(endpoints.task.assign, { tasks: [{ task_id: ots.task_id, version: 1 }], editor: who });
    const left = await house.as({ permissions: ['npn_editor_ots'], active: false });
    for (const who of [editor.user_id, qc.user_id, left.user_id, 2147483647]) {
      expect((await ask(who)).problem).toMatchObject({ status: 422, code: 'editor_not_of_workstream' });
    }
  });

  it('lets an editor take only for themself', async () => {
    const task = await buildTask(house.db, { workstream: 'PTE' });
    const friend = await house.as(['npn_view_task', 'npn_editor_pte']);
    const answer = await editor.send(endpoints.task.assign, {
      tasks: [{ task_id: task.task_id, version: 1 }],
      editor: friend.user_id,
    });
    expect(answer.problem).toMatchObject({ status: 403, code: 'not_allowed' });
  });
});

describe('who sees what', () => {
  it('answers a task of others exactly as one that does not exist', async () => {
    const stranger = await house.as(['npn_view_task', 'npn_editor_pte']);
    const task = await buildTask(house.db, { workstream: 'PTE', status: 3, editor: editor.user_id, x1: 1 });
    const strip = (problem: object) => ({ ...problem, request_id: null });
    const foreign = await stranger.send(endpoints.task.history, { task_id: task.task_id });
    const missing = await stranger.send(endpoints.task.history, { task_id: 2147483647 });
    expect(foreign.status).toBe(404);
    expect(strip(foreign.problem)).toEqual(strip(missing.problem));
    const act = await stranger.send(endpoints.task.act, {
      task_id: task.task_id,
      version: task.version,
      action: 'done',
    });
    expect(act.status).toBe(404);
  });

  it('fills a person’s own lists without overlap', async () => {
    const me = await house.as(['npn_view_task', 'npn_editor_ots', 'npn_qc_ots', 'npn_review_task', 'npn_start_task']);
    const other = (await house.as(['npn_view_task', 'npn_editor_ots', 'npn_qc_ots', 'npn_review_task'])).user_id;
    const third = (await house.as(['npn_qc_ots'])).user_id;
    const make = (fields: object) => buildTask(house.db, { workstream: 'OTS', ...fields }).then((t) => t.task_id);
    const mine = [
      await make({ status: 3, editor: me.user_id }),
      await make({ status: 5, editor: other, first_qc: me.user_id }),
    ];
    const waiting = [
      await make({ status: 2, editor: me.user_id }),
      await make({ status: 10, editor: me.user_id, first_qc: other }),
      await make({ status: 12, editor: other, first_qc: me.user_id, fault_stage: 1 }),
      await make({ status: 14, editor: other, first_qc: me.user_id, second_qc: third }),
    ];
    const pool = [
      await make({ status: 4, editor: other }),
      await make({ status: 6, editor: other, first_qc: third }),
      await make({ status: 12, editor: other, first_qc: third, fault_stage: 2 }),
    ];
    const not = [
      await make({ status: 4, editor: me.user_id }),
      await make({ status: 6, editor: other, first_qc: me.user_id }),
      await make({ status: 12, editor: other, first_qc: me.user_id, second_qc: third, fault_stage: 2 }),
      await make({ status: 4, editor: other, supporters: [me.user_id] }),
    ];
    const list = async (scope: 'mine' | 'waiting' | 'pool') =>
      (await me.call(endpoints.task.list, { scope, page_size: 200 })).results.map((t) => t.task_id);
    expect((await list('mine')).sort(byNumber)).toEqual(mine.sort(byNumber));
    expect((await list('waiting')).sort(byNumber)).toEqual(waiting.sort(byNumber));
    const could = await list('pool');
    expect(could).toEqual(expect.arrayContaining(pool));
    expect(could.filter((t) => [...not, ...mine, ...waiting].includes(t))).toEqual([]);
    const counts = await me.call(endpoints.task.counts, {});
    expect([counts.mine, counts.waiting, counts.pool]).toEqual([mine.length, waiting.length, could.length]);
  });

  it('shows urgent work first, then the oldest', async () => {
    const fresh = await house.as(['npn_view_task', 'npn_editor_pte']);
    const late = await buildTask(house.db, { workstream: 'PTE', job: { job_date: '2026-01-02' } });
    const urgent = await buildTask(house.db, {
      workstream: 'PTE',
      job: { job_date: '2026-03-01', job_priority: 'Urgent' },
    });
    const early = await buildTask(house.db, { workstream: 'PTE', job: { job_date: '2026-01-01' } });
    const pool = await fresh.call(endpoints.task.list, { scope: 'pool', page_size: 3 });
    expect(pool.results.map((t) => t.task_id)).toEqual([urgent.task_id, early.task_id, late.task_id]);
  });
});

describe('searching', () => {
  it('finds a task by the number that stands in its row', async () => {
    const { task_id } = await buildTask(house.db, { workstream: 'PTE' });
    const { task } = await leader.call(endpoints.task.history, { task_id });
    const found = await leader.call(endpoints.task.list, { text: task.sub_prod_id });
    expect(found.results.map((row) => row.task_id)).toEqual([task_id]);
  });
});

describe('totals', () => {
  it('are what counting would say, for every filter', async () => {
    const filters: object[] = [
      {},
      { status: [1] },
      { status: [1, 9] },
      { workstream: 'OTS' },
      { workstream: 'PTE', status: [1, 2] },
      { editor: [editor.user_id] },
      { job_date_from: '2026-01-01', job_date_to: '2026-11-17' },
      { customer2_id: [1] },
      { service_cat2_id: [1], status: [1] },
      { customer2_id: [2147483647] },
      { first_qc: [qc.user_id] },
      { job_priority: 'Urgent' },
      { text: 'job' },
      { has_support: true },
      { workstream: 'OTS', editor: [editor.user_id] },
    ];
    for (const filter of filters) {
      const seen: number[] = [];
      for (let page = 1; ; page++) {
        const answer = await leader.call(endpoints.task.list, { ...filter, page, page_size: 7 });
        seen.push(...answer.results.map((t) => t.task_id));
        if (page >= answer.total_pages) {
          expect(seen.length, JSON.stringify(filter)).toBe(answer.total_items);
          break;
        }
      }
      expect(new Set(seen).size, JSON.stringify(filter)).toBe(seen.length);
    }
  });

  it('come the same in both directions of every order', async () => {
    for (const sort of ['job_date', 'task_id', 'status', 'status_since'] as const) {
      const up = (await leader.call(endpoints.task.list, { sort, page_size: 200 })).results.map((t) => t.task_id);
      const paged: number[] = [];
      for (let page = 1; paged.length < up.length; page++) {
        paged.push(
          ...(await leader.call(endpoints.task.list, { sort: `-${sort}`, page, page_size: 9 })).results.map(
            (t) => t.task_id,
          ),
        );
      }
      expect(paged.reverse(), sort).toEqual(up);
    }
  });

  it('follow tasks that are added and deleted', async () => {
    const detail = await buildDetail(house.db, { workstream: 'PTE' });
    const before = await total(leader);
    const { results } = await leader.call(endpoints.task.add, { job_detail_id: detail.job_detail_id, count: 3 });
    expect(await total(leader)).toBe(before + 3);
    await leader.call(endpoints.task.delete, { tasks: results.map(({ task_id, version }) => ({ task_id, version })) });
    expect(await total(leader)).toBe(before);
  });
});

describe('deleting', () => {
  it('refuses a task that has been taken, and deletes nothing beside it', async () => {
    const detail = await buildDetail(house.db, { workstream: 'PTE' });
    const idle = await buildTask(house.db, { job_detail_id: detail.job_detail_id });
    const taken = await buildTask(house.db, { job_detail_id: detail.job_detail_id, status: 2, editor: editor.user_id });
    const answer = await leader.send(endpoints.task.delete, {
      tasks: [idle, taken].map(({ task_id, version }) => ({ task_id, version })),
    });
    expect(answer.problem).toMatchObject({
      status: 409,
      code: 'task_in_production',
      current: { task_id: taken.task_id },
    });
    expect((await leader.call(endpoints.task.history, { task_id: idle.task_id })).task.task_id).toBe(idle.task_id);
  });

  it('keeps what was deleted in the audit', async () => {
    const task = await buildTask(house.db, { workstream: 'PTE' });
    await leader.call(endpoints.task.delete, { tasks: [{ task_id: task.task_id, version: 1 }] });
    const row = await house.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'task.delete')
      .where('entity_id', '=', String(task.task_id))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ actor_id: leader.user_id, before: { task_id: task.task_id, status: 1 }, after: null });
  });
});

describe('the admin update', () => {
  it('sets status and people with a reason that stands in the history', async () => {
    const task = await buildTask(house.db, {
      workstream: 'PTE',
      status: 5,
      editor: editor.user_id,
      first_qc: qc.user_id,
      x1: 4,
    });
    const after = await leader.call(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      status: 3,
      first_qc: null,
      reason: 'taken back: wrong folder',
    });
    expect(after).toMatchObject({ status: 3, first_qc: null, version: 2 });
    const { events } = await leader.call(endpoints.task.history, { task_id: task.task_id });
    expect(events.at(-1)).toMatchObject({
      action: 'admin_update',
      from_status: 5,
      to_status: 3,
      note: 'taken back: wrong folder',
    });
  });

  it('cannot make one person editor and checker', async () => {
    const task = await buildTask(house.db, { workstream: 'PTE', status: 4, editor: editor.user_id, x1: 4 });
    const both = await leader.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      first_qc: editor.user_id,
      reason: 'x',
    });
    expect(both.problem).toMatchObject({ status: 409, code: 'four_eyes' });
    const twice = await leader.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      first_qc: qc.user_id,
      second_qc: qc.user_id,
      reason: 'x',
    });
    expect(twice.problem).toMatchObject({ status: 409, code: 'four_eyes' });
  });

  it('needs an editor for anything but To Do', async () => {
    const task = await buildTask(house.db, { workstream: 'PTE' });
    const answer = await leader.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      status: 4,
      reason: 'x',
    });
    expect(answer.problem).toMatchObject({ status: 422, code: 'editor_required' });
    const nobody = await leader.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      status: 2,
      editor: 2147483647,
      reason: 'x',
    });
    expect(nobody.problem).toMatchObject({ status: 422, code: 'editor_not_of_workstream' });
    const ghost = await leader.send(endpoints.task.adminUpdate, {
      task_id: task.task_id,
      version: 1,
      first_qc: 2147483647,
      reason: 'x',
    });
    expect(ghost.status).toBeLessThan(500);
  });
});

describe('notes', () => {
  it('are the editor’s to change, and not another editor’s', async () => {
    const task = await buildTask(house.db, { workstream: 'PTE', status: 2, editor: editor.user_id });
    const after = await editor.call(endpoints.task.updateNotes, {
      task_id: task.task_id,
      version: 1,
      notes: '  ảnh số 7 bị mờ  ',
    });
    expect(after.notes).toBe('ảnh số 7 bị mờ');
    const onlooker = await house.as(['npn_view_all_tasks']);
    const answer = await onlooker.send(endpoints.task.updateNotes, { task_id: task.task_id, version: 2, notes: 'x' });
    expect(answer.problem).toMatchObject({ status: 403, code: 'not_allowed' });
  });
});
