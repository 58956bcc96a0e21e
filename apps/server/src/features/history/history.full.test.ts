import { endpoints } from '@darkroom/contract/endpoints';
import { HISTORIES, type HistoryEntity } from '@darkroom/contract/history';
import { HISTORY_FIELDS } from '@darkroom/contract/field-tables/histories';
import { PERMISSION_CODES } from '@darkroom/domain/permission/codes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  boss = await bureau.as({ is_superuser: true });
});
afterAll(() => bureau.close());

const listHistory = (who: ApiClient, entity: HistoryEntity, entity_id: number | string, page?: object) =>
  who.call(endpoints.history.list, { entity, entity_id, ...page });

/** Inserts a row as a service writes it. */
const insertAuditRow = (
  entity: HistoryEntity,
  entity_id: number,
  row: { before?: object; after?: object; note?: string },
) =>
  bureau.db
    .insertInto('audit')
    .values({
      at: bureau.clock(),
      actor_id: boss.user_id,
      action: `${entity}.update`,
      entity,
      entity_id: String(entity_id),
      before: row.before ? JSON.stringify(row.before) : null,
      after: row.after ? JSON.stringify(row.after) : null,
      note: row.note ?? null,
    })
    .execute();

describe('the history of a record', () => {
  it('a history shows users, fields and values before → after, newest first', async () => {
    const task = await buildTask(bureau.db, { workstream: 'PTE' });
    const { job_id } = await bureau.db
      .selectFrom('task')
      .select('job_id')
      .where('task_id', '=', task.task_id)
      .executeTakeFirstOrThrow();
    await boss.call(endpoints.job.update, { job_id, version: 1, job_name: 'Wedding', job_priority: 'Urgent' });
    bureau.clock.advance(60_000);
    await boss.call(endpoints.job.update, { job_id, version: 2, job_name: 'Wedding in Huế' });
    const { results, total_items } = await listHistory(boss, 'job', job_id);
    expect(total_items).toBe(2);
    expect(results[0]).toMatchObject({
      actor: boss.user_id,
      at: bureau.clock(),
      action: 'job.update',
      changes: [{ field: 'job_name', before: 'Wedding', after: 'Wedding in Huế' }],
    });
    expect(results[1]?.changes.map((c) => [c.field, c.after])).toEqual([
      ['job_name', 'Wedding'],
      ['job_priority', 'Urgent'],
    ]);
    expect(await listHistory(boss, 'job', job_id, { page: 2, page_size: 1 })).toEqual({
      results: [results[1]],
      total_pages: 2,
      total_items: 2,
    });
  });

  it('an update without a change has no entry', async () => {
    const group = await boss.call(endpoints.group.create, { group_name: 'Night shift', permissions: ['npn_view_job'] });
    const { id: group_id, version, group_name } = group;
    const again = await boss.call(endpoints.group.update, { group_id, version, group_name });
    await boss.call(endpoints.group.update, { group_id, version: again.version, permissions: ['npn_view_task'] });
    const { results } = await listHistory(boss, 'staff_group', group_id);
    expect(results.map(({ action, changes }) => [action, changes.length])).toEqual([
      ['group.update', 1],
      ['group.create', 2],
    ]);
  });

  it('a deleted record shows its last values in words, without keys', async () => {
    const { job_id, job_detail_id } = await buildTask(bureau.db, { workstream: 'PTE' });
    const jobs = [{ job_id, version: 1 }];
    await boss.call(endpoints.job.delete, { jobs, job_details: [] });
    const { results } = await listHistory(boss, 'job', job_id);
    const [ofDetail] = (await listHistory(boss, 'job_detail', job_detail_id)).results;
    expect(ofDetail?.action).toBe('job.delete');
    expect(ofDetail?.changes.every(({ after }) => after === null)).toBe(true);
    expect(results[0]?.action).toBe('job.delete');
    const visibleFields = results[0]?.changes.map(({ field }) => field) ?? [];
    expect(visibleFields).toContain('job_name');
    expect(
      visibleFields.filter((field) => HISTORY_FIELDS.job[field as keyof typeof HISTORY_FIELDS.job].kind === 'key'),
    ).toEqual([]);
  });

  it('the history covers lookups, and separates a month’s lock from the screen’s lock', async () => {
    const read = await boss.call(endpoints.setting.metadata, { data_type: 'ALLOWANCE' });
    const meal = read.results.find((row) => row.key === 'meal')!;
    const value = { ...(meal.value as Record<string, number>), 2: 61_000 };
    const change = { data_type: 'ALLOWANCE', key: 'meal' } as const;
    await boss.call(endpoints.setting.updateMetadata, { ...change, version: 1, value });
    expect((await listHistory(boss, 'metadata', meal.id)).results[0]?.changes).toEqual([
      { field: 'value.2', before: 60_000, after: 61_000 },
    ]);
    const lock = { screen_name: 'allowance', locked: true, reason: 'closed' } as const;
    // Nobody works here now and meals have their old rate, so the month has no findings.
    await boss.call(endpoints.setting.updateMetadata, { ...change, version: 2, value: meal.value });
    await bureau.db.updateTable('staff').set({ end_time: '2020-01-01' }).execute();
    await boss.call(endpoints.setting.changeLock, { ...lock, month: '2026-10' });
    expect((await listHistory(boss, 'system_lock', 'allowance')).total_items).toBe(0);
    expect((await listHistory(boss, 'system_lock', 'allowance 2026-10')).results[0]?.changes).toEqual([
      { field: 'locked', before: null, after: true },
    ]);
  });

  it('an unknown record has an empty history, and unknown entities are refused', async () => {
    expect(await listHistory(boss, 'job', 999_999)).toEqual({ results: [], total_pages: 0, total_items: 0 });
    for (const entity of ['user_account', 'session', 'audit', '__proto__', '']) {
      const response = await boss.send(endpoints.history.list, { entity, entity_id: 1 });
      expect(response.problem).toMatchObject({ status: 422, errors: [{ field: 'entity', code: 'invalid' }] });
    }
    const bare = await boss.send(endpoints.history.list, { entity: 'job' });
    expect(bare.problem.errors).toMatchObject([{ field: 'entity_id', code: 'required' }]);
  });
});

describe('access to a history', () => {
  const open = Object.entries(HISTORIES) as [HistoryEntity, (typeof HISTORIES)[HistoryEntity]][];

  const readers = new Map<string, ApiClient>();
  beforeAll(async () => {
    for (const code of PERMISSION_CODES) readers.set(code, await bureau.as([code]));
  });

  it.each(open)('the history of %s is limited to users who can read the record', async (entity, { access }) => {
    const refused: string[] = [];
    for (const [code, reader] of readers) {
      const response = await reader.send(endpoints.history.list, { entity, entity_id: 999_999 });
      if (response.status === 403) refused.push(code);
    }
    const codes: readonly string[] = 'codes' in access ? access.codes : PERMISSION_CODES;
    expect(refused).toEqual(PERMISSION_CODES.filter((code) => !codes.includes(code)));
  });

  it('the history of a task is limited to users who can see it', async () => {
    const task = await buildTask(bureau.db, { workstream: 'OTS' });
    await insertAuditRow('task', task.task_id, { before: { notes: 'a' }, after: { notes: 'b' } });
    const countVisible = async (codes: string[]) =>
      (await listHistory(await bureau.as(codes), 'task', task.task_id)).total_items;
    expect(await countVisible(['npn_view_all_ots_tasks'])).toBe(1);
    expect(await countVisible(['npn_view_task', 'npn_editor_ots'])).toBe(1);
    expect(await countVisible(['npn_view_task', 'npn_editor_pte'])).toBe(0);
    expect(await countVisible(['npn_view_all_pte_tasks'])).toBe(0);
  });

  it('the history of a request is limited to users of its board', async () => {
    const { id: cus_id0 } = await bureau.db
      .insertInto('cus0')
      .values({ name: 'H0' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const cus1 = await bureau.db
      .insertInto('cus1')
      .values({ name: 'H1', cus_id0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const addRequest = async (board: 'ADMIN_BOARD' | 'CS_BOARD') => {
      const { id } = await bureau.db
        .insertInto('customer_request')
        .values({ cus_id1: cus1.id, type: 'QUOTES', board, subject: 's', full_name: 'f' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await insertAuditRow('customer_request', id, { before: { status: 'TODO' }, after: { status: 'DONE' } });
      return id;
    };
    const [admins, cs] = [await addRequest('ADMIN_BOARD'), await addRequest('CS_BOARD')];
    const clerk = await bureau.as(['npn_cs_customer_request']);
    expect((await listHistory(clerk, 'customer_request', cs)).total_items).toBe(1);
    expect((await listHistory(clerk, 'customer_request', admins)).total_items).toBe(0);
    const reader = await bureau.as(['npn_view_all_customer_request']);
    expect((await listHistory(reader, 'customer_request', admins)).total_items).toBe(1);
  });
});

describe('secret fields', () => {
  const was = { first_name: 'An', position: 'Editor', salary_1: 100, salary_2: 5, residence_id: '1', version: 1 };

  it('secret fields are shown to permitted users and the person only', async () => {
    const { user_id } = await buildStaff(bureau.db, { permissions: [] });
    await insertAuditRow('staff', user_id, {
      before: was,
      after: { ...was, salary_1: 200, version: 2 },
      note: 'a raise',
    });
    await insertAuditRow('staff', user_id, {
      before: was,
      after: { ...was, position: 'QC', residence_id: '2', salary_2: 6, version: 3 },
      note: 'promoted',
    });
    await insertAuditRow('staff', user_id, {
      before: was,
      after: { ...was, first_name: 'Ân', version: 4 },
      note: 'spelling',
    });
    const listFields = async (who: ApiClient) => {
      const { results, total_items } = await listHistory(who, 'staff', user_id);
      expect(results).toHaveLength(total_items);
      return results.map((row) => [row.note, ...row.changes.map((change) => change.field)]);
    };
    const everything = [
      ['spelling', 'first_name'],
      ['promoted', 'position', 'salary_2', 'residence_id'],
      ['a raise', 'salary_1'],
    ];
    expect(await listFields(await bureau.as(['npn_view_staff_info']))).toEqual(everything);
    expect(await listFields(await bureau.as(user_id))).toEqual(everything);
    expect(await listFields(boss)).toEqual(everything);
    const colleague = await bureau.as(['npn_view_member']);
    expect(await listFields(colleague)).toEqual([
      ['spelling', 'first_name'],
      [null, 'position'],
    ]);
    expect(JSON.stringify(await listHistory(colleague, 'staff', user_id))).not.toMatch(/salary|residence|raise/);
    expect((await colleague.send(endpoints.history.list, { entity: 'staff', entity_id: boss.user_id })).status).toBe(
      200,
    );
    const stranger = await bureau.as([]);
    expect((await stranger.send(endpoints.history.list, { entity: 'staff', entity_id: user_id })).status).toBe(403);
    expect((await stranger.send(endpoints.history.list, { entity: 'staff', entity_id: stranger.user_id })).status).toBe(
      200,
    );
  });

  it('passwords and tokens are shown to no one', async () => {
    const { user_id } = await buildStaff(bureau.db, { permissions: [] });
    await insertAuditRow('staff', user_id, {
      after: { password_hash: 'h', one_time_password: 'p', token: 't' },
      note: 'p',
    });
    await insertAuditRow('staff', user_id, { before: was, after: { ...was, first_name: 'B', access_token: 'x' } });
    const { results, total_items } = await listHistory(boss, 'staff', user_id);
    expect(total_items).toBe(1);
    expect(results[0]?.changes).toEqual([{ field: 'first_name', before: 'An', after: 'B' }]);
  });
});
