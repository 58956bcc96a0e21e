import { endpoints } from '@darkroom/contract/endpoints';
import { BANDS, findBand } from '@darkroom/domain/floor/bands';
import { TASK_STATUSES } from '@darkroom/domain/task/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildDetail, buildTask, type TaskFields } from '../../testing/factories/work.ts';
import { openSession } from '../../testing/session-makers.ts';
import { bandPosition } from './floor-sql.ts';
import { storeEndedSlots } from './day.service.ts';

const { floor } = endpoints;
let bureau: TestApp;
let boss: ApiClient;

// 09:00 on Friday 20 November 2026 in Bangkok.
beforeAll(async () => {
  bureau = await createTestApp();
  boss = await bureau.as({ permissions: ['npn_view_all_tasks'] });
});
afterAll(() => bureau.close());

const readBoard = (who = boss, workstream: 'OTS' | 'PTE' | null = null) => who.call(floor.board, { workstream });
const createDueDates = (due_at: string) => ({ due_at, first_due_at: due_at });
const buildPteTask = (fields: TaskFields) => buildTask(bureau.db, { workstream: 'PTE', ...fields });
async function emptyFloor(): Promise<void> {
  await sql`truncate job, floor_slot cascade`.execute(bureau.db);
  await sql`update floor_progress set until = null`.execute(bureau.db);
}

describe('bands of the floor', () => {
  it('the bands contain the same tasks in SQL as in the domain rules', async () => {
    const checker = await buildStaff(bureau.db);
    const [member, qc] = [await buildStaff(bureau.db), checker];
    for (const status of TASK_STATUSES)
      for (const fault_stage of [null, 1, 2])
        for (const [rework_qc_1, rework_qc_2] of [
          [null, null],
          [member.user_id, null],
          [member.user_id, qc.user_id],
        ])
          await buildPteTask({
            status,
            fault_stage,
            rework_qc_1: rework_qc_1 ?? null,
            rework_qc_2: rework_qc_2 ?? null,
          });
    const { rows } = await sql<Parameters<typeof findBand>[0] & { position: number | null }>`
      select t.status, t.fault_stage, t.rework_qc_1, t.rework_qc_2, ${bandPosition} as position from task t`.execute(
      bureau.db,
    );
    expect(rows.length).toBe(TASK_STATUSES.length * 9);
    for (const { position, ...task } of rows) expect(position === null ? null : BANDS[position]).toBe(findBand(task));
    // The list behind a figure has the same number, and its rows are in the band.
    const { bands } = await readBoard();
    for (const { band, tasks } of bands) {
      const list = await boss.call(endpoints.task.list, { band, page_size: 200 });
      expect([band, list.total_items, list.results.length]).toEqual([band, tasks, tasks]);
      expect(new Set(list.results.map(findBand))).toEqual(new Set([band]));
    }
    await emptyFloor();
  });

  it('a band counts its tasks, the oldest, the late ones, and its jobs', async () => {
    const detail = await buildDetail(bureau.db, {
      workstream: 'PTE',
      job: { job_name: 'Wedding', job_priority: 'Urgent', ...createDueDates('2026-11-20T01:00:00.000Z') },
    });
    const { job_detail_id } = detail;
    await buildPteTask({ job_detail_id, status: 4, status_since: '2026-11-20T01:30:00.000Z' });
    await buildPteTask({ job_detail_id, status: 1, status_since: '2026-11-19T03:00:00.000Z' });
    await buildPteTask({ job_detail_id, status: 9, x1: 1 });
    await buildPteTask({
      status: 4,
      status_since: '2026-11-20T00:00:00.000Z',
      job: createDueDates('2026-11-20T03:00:00.000Z'),
    });
    const { bands } = await readBoard();
    const of = Object.fromEntries(bands.map(({ jobs: _jobs, ...band }) => [band.band, band]));
    expect(bands.map(({ band }) => band)).toEqual(BANDS);
    expect(of.waiting).toMatchObject({
      tasks: 1,
      tasks_listed_earlier: 0,
      job_count: 1,
      late: 1,
      oldest: '2026-11-19T03:00:00.000Z',
      more: 0,
    });
    // The band has the other task of the wedding job, but not the job.
    expect(of.qc1).toMatchObject({
      tasks: 2,
      tasks_listed_earlier: 1,
      job_count: 1,
      late: 1,
      oldest: '2026-11-20T00:00:00.000Z',
    });
    expect(of.completing).toMatchObject({ tasks: 0, job_count: 0, late: 0, oldest: null });
    const [wedding] = bands[0]!.jobs;
    expect(wedding).toMatchObject({ job_name: 'Wedding', late: true, job_priority: 'Urgent', at_risk: false });
    expect(wedding!.strip.map(({ status }) => status)).toEqual([4, 1, 9]);
    await emptyFloor();
  });

  it('a band lists late, urgent, then soon due jobs, and counts the rest', async () => {
    await buildPteTask({ job: { job_name: 'whenever' } });
    await buildPteTask({ job: { job_name: 'soon', ...createDueDates('2026-11-20T04:00:00.000Z') } });
    await buildPteTask({ job: { job_name: 'urgent', job_priority: 'Urgent' } });
    await buildPteTask({ job: { job_name: 'late', ...createDueDates('2026-11-20T01:59:59.000Z') } });
    await buildPteTask({
      job: { job_name: 'late and urgent', job_priority: 'Urgent', ...createDueDates('2026-11-20T01:59:59.000Z') },
    });
    for (let n = 0; n < 24; n++) await buildPteTask({ job: { job_name: 'more' } });
    const [waiting] = (await readBoard()).bands;
    expect(waiting!.jobs.slice(0, 4).map(({ job_name }) => job_name)).toEqual([
      'late and urgent',
      'late',
      'urgent',
      'soon',
    ]);
    expect([waiting!.jobs.length, waiting!.more, waiting!.job_count]).toEqual([24, 5, 29]);
    await emptyFloor();
  });
});

describe('visibility of the board', () => {
  it('the board covers the workstreams of the user’s codes only', async () => {
    const ownTask = await buildPteTask({ job: { job_name: 'photos' } });
    const otsTask = await buildPteTask({ workstream: 'OTS', job: { job_name: 'plans' } });
    const pte = await bureau.as({ permissions: ['npn_view_all_pte_tasks'] });
    const listNames = async (who: ApiClient, workstream: 'OTS' | 'PTE' | null = null) =>
      (await readBoard(who, workstream)).bands.flatMap(({ jobs }) => jobs.map(({ job_name }) => job_name)).sort();
    expect(await listNames(boss)).toEqual(['photos', 'plans']);
    expect(await listNames(boss, 'OTS')).toEqual(['plans']);
    expect(await listNames(pte)).toEqual(['photos']);
    expect(await listNames(pte, 'OTS')).toEqual([]);
    expect(JSON.stringify(await readBoard(pte))).not.toContain(`"task_id":${otsTask.task_id}`);
    expect(await readBoard(pte)).toMatchObject({ selectable_workstreams: ['PTE'], workstreams: ['PTE'], names: true });
    // A job with work of both workstreams: each user sees only their tasks in the strip.
    const { job_detail_id } = await buildDetail(bureau.db, { job_id: ownTask.job_id, workstream: 'OTS' });
    await buildPteTask({ job_detail_id });
    const strip = (await readBoard(pte)).bands[0]!.jobs.find(({ job_id }) => job_id === ownTask.job_id)!.strip;
    expect(strip.map(({ task_id }) => task_id)).toEqual([ownTask.task_id]);
    await emptyFloor();
  });
});

describe('people on the board', () => {
  it('a person works on started tasks, or is idle with a session today', async () => {
    const { db, clock } = bureau;
    const addStaff = (full_name: string, code: 'npn_editor_pte' | 'npn_qc_pte' | 'npn_editor_ots', active = true) =>
      buildStaff(db, { full_name, permissions: [code], active });
    const [editor, checker, idler, otherMember, absent] = [
      await addStaff('An', 'npn_editor_pte'),
      await addStaff('Bình', 'npn_qc_pte'),
      await addStaff('Chi', 'npn_editor_pte'),
      await addStaff('Dũng', 'npn_editor_ots'),
      await addStaff('Em', 'npn_editor_pte'),
    ];
    for (const { user_id } of [editor, checker, idler, otherMember]) await openSession(db, user_id, clock());
    // Yesterday's session does not count.
    await openSession(db, absent.user_id, '2026-11-19T16:59:00.000Z');
    const since = '2026-11-20T01:10:00.000Z';
    await buildPteTask({ status: 3, editor: editor.user_id, status_since: since, job: { job_name: 'Wedding' } });
    await buildPteTask({
      status: 5,
      editor: idler.user_id,
      first_qc: checker.user_id,
      status_since: '2026-11-20T01:20:00.000Z',
    });
    const waiting = await buildPteTask({
      status: 10,
      editor: idler.user_id,
      first_qc: checker.user_id,
      fault_stage: 1,
    });
    await sql`insert into task_history (task_id, action, to_status, user_id, at, x1, x2, x3)
      values (${waiting.task_id}, 'set_quantity', 10, ${idler.user_id}, '2026-11-20T01:45:00Z', 0, 0, 0)`.execute(db);
    const { working, idle } = await readBoard(boss, 'PTE');
    expect(working.map(({ full_name, role, since: at, job_name }) => [full_name, role, at, job_name])).toEqual([
      ['An', 'editor', since, 'Wedding'],
      ['Bình', 'first_qc', '2026-11-20T01:20:00.000Z', expect.any(String)],
    ]);
    // A fault waits for its editor without a start.
    expect(idle).toEqual([{ user_id: idler.user_id, full_name: 'Chi', since: clock(), waits: 1 }]);
    expect((await readBoard(boss, 'OTS')).idle.map(({ full_name }) => full_name)).toEqual(['Dũng']);
    await emptyFloor();
  });
});

describe('the figures of the day', () => {
  interface Event {
    at: string;
    action?: string;
    from: number | null;
    to: number;
    fault?: true;
  }
  const NINE = '2026-11-20T02:00:00.000Z';
  const toInstant = (day: string, clock: string) => new Date(`${day}T${clock}:00+07:00`).toISOString();
  async function recordEvent(task_id: number, { at: when, action = 'complete', from, to, fault }: Event) {
    await sql`insert into task_history (task_id, action, from_status, to_status, at, x1, x2, x3, fault_kinds)
      values (${task_id}, ${action}, ${from}, ${to}, ${when}, 0, 0, 0, ${fault ? ['halo'] : null})`.execute(bureau.db);
  }
  const addJobs = async (day: string, clock: string, tasks: number, fields: object = {}) => {
    const { job_detail_id } = await buildDetail(bureau.db, {
      workstream: 'PTE',
      job: { created_at: toInstant(day, clock), ...fields },
    });
    const builtIds: number[] = [];
    for (let n = 0; n < tasks; n++) builtIds.push((await buildPteTask({ job_detail_id })).task_id);
    return builtIds;
  };

  beforeAll(async () => {
    await emptyFloor();
    // Today until nine: 3 new tasks, 2 completed (one of them undone), 1 fault found.
    const [firstTaskId = 0, secondTaskId = 0, thirdTaskId = 0] = await addJobs('2026-11-20', '08:10', 3);
    await recordEvent(firstTaskId, { at: toInstant('2026-11-20', '08:20'), from: 8, to: 9 });
    await recordEvent(secondTaskId, { at: toInstant('2026-11-20', '08:30'), from: 8, to: 9 });
    await recordEvent(secondTaskId, { at: toInstant('2026-11-20', '08:31'), action: 'undo', from: 9, to: 8 });
    await recordEvent(thirdTaskId, {
      at: toInstant('2026-11-20', '08:40'),
      action: 'qc1_fault',
      from: 5,
      to: 10,
      fault: true,
    });
    // Three earlier Fridays: 2, 4 and 9 tasks until nine. Tasks after nine are not compared.
    for (const [day, tasks] of [
      ['2026-11-13', 2],
      ['2026-11-06', 4],
      ['2026-10-30', 9],
    ] as const) {
      for (const task_id of await addJobs(day, '08:59', tasks))
        await recordEvent(task_id, { at: toInstant(day, '08:59'), from: 8, to: 9 });
      await addJobs(day, '09:01', 5);
    }
    // Due at half past eight: one on time and one late today, and one of two on time last Friday.
    const addJobDue = (day: string, done: string | null) =>
      buildPteTask({
        status: done ? 9 : 4,
        x1: 1,
        job: { created_at: toInstant('2026-10-31', '10:00'), ...createDueDates(toInstant(day, '08:30')) },
      }).then(({ job_id }) =>
        done
          ? bureau.db
              .updateTable('job')
              .set({ completed_at: toInstant(day, done) })
              .where('job_id', '=', job_id)
              .execute()
          : [],
      );
    await addJobDue('2026-11-20', '08:30');
    await addJobDue('2026-11-20', null);
    await addJobDue('2026-11-13', '08:00');
    await addJobDue('2026-11-13', '08:31');
    // Other weekdays are not compared.
    await addJobs('2026-11-19', '08:00', 50);
  });

  const expected = {
    added: { now: 3, usual: 4 },
    done: { now: 1, usual: 4 },
    faults: { now: 1, usual: 0 },
    on_time: { now: 1, due: 2, usual: 50 },
  };

  it('the day is compared with the median of the same weekday and time', async () => {
    expect(bureau.clock()).toBe(NINE);
    expect((await readBoard()).today).toEqual(expected);
    expect((await readBoard(boss, 'OTS')).today).toMatchObject({
      added: { now: 0, usual: 0 },
      on_time: { now: 0, due: 0, usual: null },
    });
  });

  it('the figures are the same when they are read from stored quarters', async () => {
    await storeEndedSlots(bureau.db, bureau.clock());
    await storeEndedSlots(bureau.db, bureau.clock());
    expect((await readBoard()).today).toEqual(expected);
    const { rows } = await sql<{
      n: number;
    }>`select sum(added)::int as n from floor_slot where scope = 'PTE' and day = '2026-11-13'`.execute(bureau.db);
    expect(rows[0]!.n).toBe(7);
    // Stored quarters are not counted again: without them the figures fall.
    await sql`truncate floor_slot`.execute(bureau.db);
    expect((await readBoard()).today.added.usual).toBe(0);
  });

  it('the figures follow later changes of new tasks, due dates and upheld appeals', async () => {
    await sql`update floor_progress set until = null`.execute(bureau.db);
    await storeEndedSlots(bureau.db, bureau.clock());
    // The due date is in a quarter that is already stored.
    const { job_id } = await buildTask(bureau.db, {
      workstream: 'PTE',
      job: { created_at: toInstant('2026-11-20', '08:20'), ...createDueDates(toInstant('2026-11-20', '07:00')) },
    });
    expect((await readBoard()).today.on_time).toMatchObject({ now: 1, due: 3 });
    const floor = await boss.call(endpoints.floor.handover, { date_from: '2026-11-20', date_to: '2026-11-20' });
    expect(floor.happened).toMatchObject({ on_time: 1, due: 3, faults: 1 });
    // The task of that job was added after its quarter was stored. Both screens count it.
    expect((await readBoard()).today.added.now).toBe(expected.added.now + 1);
    expect(floor.happened.added).toBe(expected.added.now + 1);
    await sql`
      insert into fault_appeal (fault_id, task_id, workstream, state, reason, created_by, created_at, excluded_users, decided_by, decided_at, decision)
      select h.id, h.task_id, 'PTE', 'UPHELD', 'x', ${boss.user_id}, h.at, '{}', ${boss.user_id}, h.at, 'x'
        from task_history h where h.fault_kinds is not null and h.at >= '2026-11-19T17:00Z' and not exists (
          select 1 from task_history u where u.task_id = h.task_id and u.id > h.id and u.action = 'undo')`.execute(
      bureau.db,
    );
    expect((await readBoard()).today.faults.now).toBe(0);
    const again = await boss.call(endpoints.floor.handover, { date_from: '2026-11-20', date_to: '2026-11-20' });
    expect(again.happened.faults).toBe(0);
    await sql`delete from fault_appeal`.execute(bureau.db);
    await sql`delete from job where job_id = ${job_id}`.execute(bureau.db);
  });

  it('the figures match a separate query on the tables', async () => {
    const { rows } = await sql<{ done: number; faults: number; added: number }>`
      with today as (select * from task_history where at >= '2026-11-19T17:00Z' and at < ${NINE}::timestamptz),
      not_undone as (select h.* from today h where not exists (
        select 1 from task_history u where u.task_id = h.task_id and u.id > h.id and u.action = 'undo'))
      select (select count(*)::int from not_undone where to_status = 9) as done,
             (select count(*)::int from not_undone where fault_kinds is not null) as faults,
             (select count(*)::int from task t join job j using (job_id) where j.created_at >= '2026-11-19T17:00Z') as added`.execute(
      bureau.db,
    );
    expect(rows[0]).toEqual({ done: 1, faults: 1, added: 3 });
  });
});
