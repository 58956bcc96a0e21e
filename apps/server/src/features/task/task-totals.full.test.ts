import { endpoints } from '@darkroom/contract/endpoints';
import type { PermissionCode } from '@darkroom/domain/permission/codes';
import { getTaskVisibility } from '@darkroom/domain/task/visibility';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRows, readTotal } from '../../db/list/total.ts';
import { NOBODY, type SessionActor } from '../../http/context.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildDetail, buildTask } from '../../testing/factories/work.ts';
import { taskConditions, type TaskFilter } from './list/task.filter.ts';

let bureau: TestApp;
let leader: ApiClient;
let editor: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_tasks', 'npn_add_task', 'npn_delete_task']);
  editor = await bureau.as(['npn_editor_pte']);
});
afterAll(() => bureau.close());

const readListTotal = async () => (await leader.call(endpoints.task.list, { page_size: 200 })).total_items;

describe('the totals of the task list', () => {
  const FILTERS: object[] = [
    {},
    { status: [1] },
    { status: [1, 9] },
    { workstream: 'OTS' },
    { workstream: 'PTE', status: [1, 2] },
    { job_date_from: '2026-01-01', job_date_to: '2026-11-17' },
    { customer2_id: [1] },
    { service_cat2_id: [1], status: [1] },
    { customer2_id: [2147483647] },
    { job_priority: 'Urgent' },
    { job_priority: 'Urgent', status: [1, 9] },
    { job_priority: 'Carefully', workstream: 'PTE' },
    { job_date_from: '2026-11-01', workstream: 'OTS' },
    { service_cat2_id: [1], workstream: 'PTE' },
    { text: 'job' },
    { text: 'job', status: [1, 9] },
    { text: 'nothing has this name' },
    // A task's own number, close to jobs with that name.
    { text: '#3' },
    { text: '3' },
    { text: '4', workstream: 'OTS' },
    { status: [1, 4, 9], job_priority: 'Urgent', workstream: 'OTS' },
    { status: [4], service_cat2_id: [1] },
    { has_support: true },
    { has_support: false },
    { has_support: false, status: [9], customer2_id: [1] },
    { waits_hours: 24 },
    { waits_hours: 1, has_support: false },
    { waits_hours: 1, workstream: 'PTE' },
    { status: [3, 9] },
    { scope: 'mine' },
    { scope: 'pool', workstream: 'OTS' },
    { band: 'qc1' },
    { band: 'waiting', workstream: 'PTE', service_cat2_id: [1] },
  ];

  it('the totals equal a count of the rows for every filter and visibility', async () => {
    const codes: Record<string, readonly PermissionCode[]> = {
      everything: ['npn_view_all_tasks'],
      'one workstream': ['npn_view_all_pte_tasks'],
      'one workstream, and own work in both': [
        'npn_view_all_pte_tasks',
        'npn_view_task',
        'npn_editor_ots',
        'npn_qc_pte',
      ],
      'both workstreams, each by its own': ['npn_view_all_pte_tasks', 'npn_view_all_ots_tasks', 'npn_view_task'],
      'an editor': ['npn_view_task', 'npn_editor_pte'],
      'a checker': ['npn_view_task', 'npn_qc_ots', 'npn_review_task'],
      nothing: [],
    };
    for (const [who, permissions] of Object.entries(codes)) {
      const { user_id } = await bureau.as(permissions);
      const part = { editor: user_id, first_qc: editor.user_id, x1: 1 };
      // A task that is visible for two reasons counts once, also for a QC who rechecked it. A supporter has no other
      // role in the task.
      await buildTask(bureau.db, { workstream: 'OTS', status: 9, ...part });
      await buildTask(bureau.db, { workstream: 'PTE', status: 9, first_qc: user_id, rework_qc_2: user_id });
      await buildTask(bureau.db, { workstream: 'OTS', status: 14, rework_qc_1: user_id });
      await buildTask(bureau.db, { workstream: 'PTE', status: 4, editor: user_id, x1: 1 });
      await buildTask(bureau.db, { workstream: 'OTS', status: 3, editor: user_id });
      await buildTask(bureau.db, { workstream: 'OTS', status: 1 });
      // A task of the pool in which the user has a role.
      await buildTask(bureau.db, { workstream: 'PTE', status: 1, first_qc: user_id });
      await buildTask(bureau.db, { workstream: 'PTE', status: 1, rework_qc_1: user_id });
      await buildTask(bureau.db, { workstream: 'OTS', status: 9, second_qc: user_id, rework_qc_2: user_id });
      for (const status of [1, 4]) {
        const supported = await buildTask(bureau.db, { workstream: status === 1 ? 'PTE' : 'OTS', status });
        await bureau.db.insertInto('task_supporter').values({ task_id: supported.task_id, user_id }).execute();
      }
      const actor: SessionActor = { ...NOBODY, user_id, permissions: new Set(permissions), account: 'staff' };
      const ctx = { db: bureau.db, actor, now: bureau.clock() };
      for (const filter of [
        ...FILTERS,
        { editor: [user_id] },
        { first_qc: [user_id], status: [9] },
        { workstream: 'OTS', editor: [user_id], status: [3] },
      ]) {
        const taskFilter = { scope: 'all', ...filter } as TaskFilter;
        const { where, total: conditions } = await taskConditions(ctx, taskFilter, getTaskVisibility(actor));
        const counted = await countRows(bureau.db, { from: sql`task t`, where });
        expect(await readTotal(bureau.db, conditions), `${who}: ${JSON.stringify(filter)}`).toEqual(counted);
      }
    }
  });

  it('the totals equal the rows of all pages', async () => {
    for (const filter of FILTERS) {
      const visibleIds: number[] = [];
      for (let page = 1; ; page++) {
        const response = await leader.call(endpoints.task.list, { ...filter, page, page_size: 7 });
        visibleIds.push(...response.results.map((t) => t.task_id));
        if (page >= response.total_pages) {
          expect(visibleIds.length, JSON.stringify(filter)).toBe(response.total_items);
          break;
        }
      }
      expect(new Set(visibleIds).size, JSON.stringify(filter)).toBe(visibleIds.length);
    }
  });

  it('the totals are the same in both directions of every order', async () => {
    for (const sort of ['job_date', 'task_id', 'status', 'status_since', 'blocking'] as const) {
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

  it('the totals follow tasks that are added and deleted', async () => {
    const detail = await buildDetail(bureau.db, { workstream: 'PTE' });
    const before = await readListTotal();
    const { results } = await leader.call(endpoints.task.add, { job_detail_id: detail.job_detail_id, count: 3 });
    expect(await readListTotal()).toBe(before + 3);
    await leader.call(endpoints.task.delete, { tasks: results.map(({ task_id, version }) => ({ task_id, version })) });
    expect(await readListTotal()).toBe(before);
  });
});
