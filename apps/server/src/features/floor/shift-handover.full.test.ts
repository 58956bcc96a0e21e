import { endpoints } from '@darkroom/contract/endpoints';
import { MAX_ROWS_PER_PART } from '@darkroom/contract/floor/floor';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildRequest } from '../../testing/factories/requests.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { readPageTexts } from '../../testing/pdf-text.ts';
import { openSession } from '../../testing/session-makers.ts';

const { floor } = endpoints;
const TODAY = { date_from: '2026-11-20', date_to: '2026-11-20' };
let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as({ permissions: ['npn_view_all_tasks', 'npn_view_all_customer_request'] });
});
afterAll(() => bureau.close());

const readHandover = (who = boss, extraInput: object = {}) => who.call(floor.handover, { ...TODAY, ...extraInput });
const readPart = async (name: string, who = boss) => (await readHandover(who)).parts.find((part) => part.part === name);
const createDueDates = (due_at: string) => ({ due_at, first_due_at: due_at });

describe('a shift handover', () => {
  it('a handover lists late work with its wait, and urgent, faulty and reworked work', async () => {
    const editor = await buildStaff(bureau.db, { full_name: 'Lan', permissions: ['npn_editor_pte'] });
    await openSession(bureau.db, editor.user_id, bureau.clock());
    const since = '2026-11-20T01:30:00.000Z';
    const lateTask = await buildTask(bureau.db, {
      workstream: 'PTE',
      status: 3,
      editor: editor.user_id,
      status_since: since,
      job: { job_name: 'Wedding', job_priority: 'Urgent', ...createDueDates('2026-11-20T01:00:00.000Z') },
    });
    const fault = await buildTask(bureau.db, { workstream: 'PTE', status: 10, editor: editor.user_id, fault_stage: 1 });
    await bureau.db
      .insertInto('task_history')
      .values({
        task_id: fault.task_id,
        action: 'qc1_fault',
        to_status: 10,
        at: since,
        x1: 0,
        x2: 0,
        x3: 0,
        fault_kinds: ['halo'],
        note: 'Viền sáng',
      })
      .execute();
    await buildTask(bureau.db, {
      workstream: 'PTE',
      status: 13,
      editor: editor.user_id,
      x1: 2,
      rework_quantity: 1,
      rework_notes: 'Ấm hơn',
      rework_at: since,
    });
    expect(await readPart('late')).toMatchObject({
      total: 1,
      rows: [
        {
          id: lateTask.job_id,
          name: 'Wedding',
          wait: 'to_edit',
          who: 'Lan',
          since,
          due_at: '2026-11-20T01:00:00.000Z',
        },
      ],
    });
    expect(await readPart('urgent')).toMatchObject({ total: 1, rows: [{ job_priority: 'Urgent' }] });
    expect(await readPart('faults')).toMatchObject({
      rows: [{ id: fault.task_id, wait: 'to_resolve', note: 'Viền sáng' }],
    });
    expect(await readPart('rework')).toMatchObject({ rows: [{ wait: 'to_rework', note: 'Ấm hơn' }] });
  });

  it('a handover lists inactive or absent people with work in progress', async () => {
    const { db } = bureau;
    const addTaskHolder = async (full_name: string, fields: object = {}) => {
      const member = await buildStaff(db, { full_name, permissions: ['npn_editor_pte'], ...fields });
      const task = await buildTask(db, { workstream: 'PTE', status: 2, editor: member.user_id });
      return { ...member, task_id: task.task_id };
    };
    const [here, moved] = [await addTaskHolder('Here'), await addTaskHolder('Status changed')];
    await addTaskHolder('Absent');
    const inactiveHolder = await addTaskHolder('Gone', { active: false });
    for (const { user_id } of [here, inactiveHolder]) await openSession(db, user_id, bureau.clock());
    await db
      .insertInto('task_history')
      .values({
        task_id: moved.task_id,
        action: 'reject',
        to_status: 2,
        user_id: moved.user_id,
        at: '2026-11-19T17:00:00Z',
        x1: 0,
        x2: 0,
        x3: 0,
      })
      .execute();
    expect((await readPart('away'))!.rows.map(({ name, count }) => `${name} ${count}`).sort()).toEqual([
      'Absent 1',
      'Gone 1',
    ]);
  });

  it('waiting customers are listed only for users who see their requests', async () => {
    const waits = await buildRequest(bureau.db, { subject: 'Where is it?' });
    await buildRequest(bureau.db, { status: 'TODO', bureau_unread: 2, subject: 'Two messages' });
    await buildRequest(bureau.db, { status: 'TODO', subject: 'Read' });
    const requestRows = await readPart('requests');
    expect(requestRows!.rows.map(({ name }) => name).sort()).toEqual(['Two messages', 'Where is it?']);
    expect(requestRows!.rows.find(({ id }) => id === waits.id)).toMatchObject({ count: 0 });
    const leader = await bureau.as(['npn_view_all_tasks']);
    expect(await readPart('requests', leader)).toBeUndefined();
    expect(JSON.stringify(await readHandover(leader))).not.toContain('Where is it?');
  });

  it('a handover covers the visible workstreams', async () => {
    await buildTask(bureau.db, { workstream: 'OTS', job: { job_name: 'Plans', job_priority: 'Urgent' } });
    const pte = await bureau.as(['npn_view_all_pte_tasks']);
    expect(JSON.stringify(await readHandover(pte))).not.toContain('Plans');
    // A user cannot store a handover of a workstream that they cannot see.
    expect((await pte.send(floor.saveHandover, { ...TODAY, workstream: 'OTS' })).status).toBe(404);
    expect(JSON.stringify(await readHandover())).toContain('Plans');
  });

  it('a handover covers a day, or the half before or after lunch', async () => {
    const readTimes = async (shift: string) => {
      const { from, to } = await readHandover(boss, { date_from: '2026-11-19', date_to: '2026-11-19', shift });
      return [from, to];
    };
    expect(await readTimes('day')).toEqual(['2026-11-18T17:00:00.000Z', '2026-11-19T17:00:00.000Z']);
    expect(await readTimes('morning')).toEqual(['2026-11-18T17:00:00.000Z', '2026-11-19T05:00:00.000Z']);
    expect(await readTimes('afternoon')).toEqual(['2026-11-19T05:00:00.000Z', '2026-11-19T17:00:00.000Z']);
    const secondResponse = await boss.send(floor.handover, {
      date_from: '2026-11-19',
      date_to: '2026-11-20',
      shift: 'morning',
    });
    expect(secondResponse.problem).toMatchObject({ status: 422, errors: [{ field: 'shift' }] });
  });
});

describe('the changes in a shift handover', () => {
  it('changes are counted since the last stored handover of the same floor', async () => {
    const { db } = bureau;
    const leaver = await buildTask(db, {
      workstream: 'PTE',
      status: 8,
      job: { job_name: 'Leaves', job_priority: 'Urgent' },
    });
    expect((await readHandover()).before).toBeNull();
    await boss.call(floor.saveHandover, TODAY);
    bureau.clock.advance(60_000);
    const before = (await readPart('urgent'))!;
    expect(before).toMatchObject({ added_count: 0, removed_count: 0 });
    await db.updateTable('task').set({ status: 9, x1: 1 }).where('task_id', '=', leaver.task_id).execute();
    await db
      .updateTable('job')
      .set({ job_status: 'COMPLETED', completed_at: bureau.clock() })
      .where('job_id', '=', leaver.job_id)
      .execute();
    await buildTask(db, { workstream: 'PTE', job: { job_name: 'Comes', job_priority: 'Urgent' } });
    const now = await readHandover();
    const urgent = now.parts.find(({ part: name }) => name === 'urgent')!;
    expect(urgent).toMatchObject({ added_count: 1, removed_count: 1, total: before.total });
    expect(urgent.rows.filter(({ is_new }) => is_new).map(({ name }) => name)).toEqual(['Comes']);
    expect(now.removed).toMatchObject([{ part: 'urgent', id: leaver.job_id, became: 'job.COMPLETED' }]);
    expect(now.removed[0]!.name).toContain('Leaves');
    // Another selection of workstreams has its own handovers.
    expect((await readHandover(boss, { workstream: 'PTE' })).before).toBeNull();
    const otherUser = await bureau.as(['npn_view_all_tasks']);
    expect((await readHandover(otherUser)).before).toMatchObject({ at: expect.any(String) });
    // The user who stored it saw requests, but this reader cannot, so they are left out.
    expect((await readHandover(otherUser)).parts.map(({ part: name }) => name)).not.toContain('requests');
  });
});

describe('a long section of a shift handover', () => {
  const YESTERDAY = { date_from: '2026-11-19', date_to: '2026-11-19' };
  const of = { workstream: 'OTS' } as const;
  const findLatePart = async (period: object) =>
    (await readHandover(boss, { ...of, ...period })).parts.find(({ part: name }) => name === 'late')!;

  it('a long section lists its entries by due date and reports dropped ones', async () => {
    const created_at = '2026-11-17T02:00:00.000Z';
    const builtTasks: { job_id: number; task_id: number }[] = [];
    // The tasks are added in random order. The job waits for its second task, which nobody has taken.
    for (const position of Array.from({ length: 20 }, (_, n) => (n * 7) % 20)) {
      const day = String(position + 1).padStart(2, '0');
      const first = await buildTask(bureau.db, {
        workstream: 'OTS',
        status: 8,
        created_at,
        status_since: created_at,
        job: { job_name: `Late ${day}`, created_at, ...createDueDates(`2026-10-${day}T01:00:00.000Z`) },
      });
      const { job_id, job_detail_id } = first;
      builtTasks[position] = await buildTask(bureau.db, { job_detail_id, created_at, status_since: created_at });
      expect(builtTasks[position].job_id).toBe(job_id);
    }
    const soonest = builtTasks.map(({ job_id, task_id }) => ({ id: job_id, task_id, wait: 'to_assign' }));
    for (const period of [{}, YESTERDAY])
      expect(await findLatePart(period)).toMatchObject({ total: 20, more: 0, rows: soonest });
    for (const period of [TODAY, YESTERDAY]) await boss.call(floor.saveHandover, { ...period, ...of });
    bureau.clock.advance(60_000);
    const { job_id } = builtTasks[17]!;
    await bureau.db.updateTable('task').set({ status: 9, x1: 1 }).where('job_id', '=', job_id).execute();
    const now = await readHandover(boss, of);
    expect(now.parts.find(({ part: name }) => name === 'late')).toMatchObject({
      total: 19,
      more: 0,
      added_count: 0,
      removed_count: 1,
    });
    expect(now.removed).toMatchObject([{ part: 'late', id: job_id }]);
  });

  it('a long section shows the number of entries beyond those in the response', async () => {
    const before = await readPart('faults');
    const { job_detail_id } = await buildTask(bureau.db, { workstream: 'OTS' });
    await sql`insert into task (job_detail_id, status, fault_stage)
      select ${job_detail_id}, 10, 1 from generate_series(1, ${MAX_ROWS_PER_PART}::int)`.execute(bureau.db);
    const now = await readPart('faults');
    expect([now?.total, now?.rows.length, now?.more]).toEqual([
      MAX_ROWS_PER_PART + before!.total,
      MAX_ROWS_PER_PART,
      before!.total,
    ]);
    await bureau.db.deleteFrom('task').where('job_detail_id', '=', job_detail_id).execute();
  });
});

describe('a shift handover on paper', () => {
  it('the paper is a PDF with every row of every section', async () => {
    for (let n = 0; n < 40; n++)
      await buildTask(bureau.db, {
        workstream: 'PTE',
        status: 10,
        fault_stage: 1,
        job: {
          job_name: `Paper${String(n).padStart(2, '0')}`,
          job_priority: 'Urgent',
          ...createDueDates('2026-11-19T01:00:00.000Z'),
        },
      });
    for (const language of ['vi', 'en'] as const) {
      const response = await bureau.app.inject({
        method: 'POST',
        url: floor.handoverFile.path,
        headers: { authorization: `Bearer ${boss.token}` },
        payload: { format: 'pdf', language, filter: TODAY },
      });
      expect(response.statusCode, response.body.slice(0, 300)).toBe(200);
      expect(response.headers['content-disposition']).toMatch(/shift-handover-2026-11-20\.pdf|giao-ca-2026-11-20\.pdf/);
      const text = (await readPageTexts(response.rawPayload)).join(' ');
      // Each is late, urgent and faulty, so it is in three parts.
      for (let n = 0; n < 40; n++)
        expect(text.match(new RegExp(`Paper${String(n).padStart(2, '0')}`, 'g'))).toHaveLength(3);
      expect(text).not.toMatch(/and \d+ more|và \d+ mục nữa/);
    }
  });
});
