import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildTask } from '../../testing/factories/work.ts';
import { runForecast } from '../forecast/forecast.service.ts';

const { leave, task: taskCalls, user, floor } = endpoints;
const EDITOR = ['npn_editor_pte', 'npn_view_task', 'npn_start_task', 'npn_done_task'] as const;
/** The day of the tests' clock. */
const TODAY = '2026-11-20';
const MONTH = { date_from: '2026-11-01', date_to: '2026-11-30' };

let bureau: TestApp;
let leader: ApiClient;
let manager: ApiClient;
let colleague: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  leader = await bureau.as(['npn_view_all_pte_tasks', 'npn_assign_task', 'npn_view_job']);
  manager = await bureau.as(['npn_change_member']);
  colleague = await bureau.as(['npn_view_member']);
});
afterAll(() => bureau.close());

const planDay = (member_id: number, day: string, more: object = {}) => ({
  member_id,
  first_day: day,
  last_day: day,
  kind: 'planned' as const,
  ...more,
});
const isAway = async (person: ApiClient) => (await leader.call(user.list, {}))[String(person.user_id)]?.is_away;

describe('days off', () => {
  it('a person enters, changes and removes their own days, and the history has each change', async () => {
    const person = await bureau.as(EDITOR);
    const added = await person.call(leave.add, planDay(person.user_id, '2026-11-23'));
    expect(added).toMatchObject({ version: 1, part: 'day', kind: 'planned' });
    const longer = await person.call(leave.update, { id: added.id, version: 1, last_day: '2026-11-25' });
    expect(longer).toMatchObject({ version: 2, last_day: '2026-11-25' });
    const late = await person.send(leave.update, { id: added.id, version: 1, kind: 'ill' });
    expect(late.problem).toMatchObject({ status: 409, code: 'stale', current: { version: 2 } });
    await person.call(leave.delete, { id: added.id, version: 2 });
    expect((await person.call(leave.list, MONTH)).results).toEqual([]);
    const { results } = await person.call(endpoints.history.list, { entity: 'leave', entity_id: person.user_id });
    expect(results.map(({ action }) => action)).toEqual(['leave.delete', 'leave.update', 'leave.add']);
  });

  it('leaders of the workstream and users who change members enter days of others, and nobody else', async () => {
    const person = await bureau.as(EDITOR);
    const otherWork = await bureau.as(['npn_editor_ots']);
    await leader.call(leave.add, planDay(person.user_id, '2026-11-02'));
    await manager.call(leave.add, planDay(otherWork.user_id, '2026-11-02'));
    for (const [caller, who] of [
      [leader, otherWork],
      [colleague, person],
      [person, leader],
    ] as const)
      expect((await caller.send(leave.add, planDay(who.user_id, '2026-11-03'))).problem.code).toBe('forbidden');
    const [row] = (await leader.call(leave.list, { ...MONTH, member_id: person.user_id })).results;
    const other = await otherWork.send(leave.delete, { id: row!.id, version: 1 });
    expect(other.problem.code).toBe('forbidden');
  });

  it('the reason is shown only to users who can enter the days', async () => {
    const person = await bureau.as(EDITOR);
    const stranger = await bureau.as(['npn_editor_pte']);
    const days = await person.call(leave.add, planDay(person.user_id, '2026-11-05', { kind: 'ill' }));
    const readRow = async (caller: ApiClient) =>
      (await caller.call(leave.list, { ...MONTH, member_id: person.user_id })).results[0];
    for (const caller of [person, leader, manager]) expect(await readRow(caller)).toEqual(days);
    expect(await readRow(colleague)).toEqual({ ...days, kind: null });
    expect(await readRow(stranger)).toBeUndefined();
  });

  it('users who assign work see leave that begins within two days', async () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
    const people = await Promise.all(days.map(() => bureau.as(EDITOR)));
    for (const [n, person] of people.entries()) await person.call(leave.add, planDay(person.user_id, days[n]!));
    const { results } = await leader.call(taskCalls.load, {});
    const offFrom = people.map(({ user_id }) => results.find((row) => row.user_id === user_id)?.off_from);
    expect(offFrom).toEqual([null, '2026-11-21', '2026-11-22', null]);
  });

  it('overlapping days of a person are refused, and both halves of a day fit', async () => {
    const person = await bureau.as(EDITOR);
    const send = (first_day: string, last_day: string, part = 'day') =>
      person.send(leave.add, { member_id: person.user_id, first_day, last_day, part, kind: 'planned' });
    expect((await send('2026-12-01', '2026-12-03')).status).toBe(200);
    for (const [first, last, part] of [
      ['2026-12-03', '2026-12-05'],
      ['2026-11-30', '2026-12-01'],
      ['2026-12-02', '2026-12-02', 'afternoon'],
    ] as const)
      expect((await send(first, last, part)).problem).toMatchObject({ status: 409, code: 'leave_overlaps' });
    expect((await send('2026-12-04', '2026-12-04', 'morning')).status).toBe(200);
    const afternoon = await send('2026-12-04', '2026-12-04', 'afternoon');
    expect(afternoon.status).toBe(200);
    const moved = await person.send(leave.update, { id: afternoon.body.id, version: 1, part: 'day' });
    expect(moved.problem.code).toBe('leave_overlaps');
    expect((await send('2026-12-05', '2026-12-06', 'morning')).problem.errors).toMatchObject([
      { field: 'part', code: 'half_of_one_day' },
    ]);
    expect((await send('2026-12-08', '2026-12-07')).problem.errors).toMatchObject([
      { field: 'last_day', code: 'ends_before' },
    ]);
    expect((await send('2026-12-08', '2036-12-07')).problem.errors).toMatchObject([
      { field: 'last_day', code: 'period_too_long' },
    ]);
  });

  it('of twenty parallel requests for overlapping days, one is saved', async () => {
    const person = await bureau.as(EDITOR);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? leader : person).send(leave.add, {
          member_id: person.user_id,
          first_day: `2026-12-${String(1 + (n % 5)).padStart(2, '0')}`,
          last_day: '2026-12-10',
          kind: 'planned',
        }),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = responses.filter(({ status }) => status !== 200);
    expect(new Set(refused.map(({ problem }) => problem.code))).toEqual(new Set(['leave_overlaps']));
    const query = { member_id: person.user_id, date_from: '2026-12-01', date_to: '2026-12-31' };
    expect((await leader.call(leave.list, query)).results).toHaveLength(1);
  });
});

describe('a day on which five people are ill', () => {
  it('nobody on leave gets work from a suggestion, a spread or a forecast', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => bureau.as(EDITOR)));
    const [ill, well] = [people.slice(0, 5), people.slice(5)];
    const build = (fields: object) =>
      buildTask(bureau.db, { workstream: 'PTE', detail: { quantity: 5, estimate_minutes: 10 }, ...fields });
    // Everyone has started a task, so all eight count as at work until they report ill.
    for (const person of people) {
      const task = await build({ status: 2, editor: person.user_id });
      await person.call(taskCalls.act, { task_id: task.task_id, version: task.version, action: 'start' });
    }
    const countPeople = async (job_id: number) => {
      await runForecast(bureau.db, bureau.clock());
      const [row] = await bureau.db.selectFrom('job_forecast').select('basis').where('job_id', '=', job_id).execute();
      return (row?.basis as { people: number } | undefined)?.people;
    };
    expect(await countPeople((await build({ status: 1 })).job_id)).toBe(8);
    for (const person of ill) await person.call(leave.add, planDay(person.user_id, TODAY, { kind: 'ill' }));
    expect(await countPeople((await build({ status: 1 })).job_id)).toBe(3);

    const tasks = await Promise.all(Array.from({ length: 12 }, () => build({ status: 1 })));
    const ids = tasks.map(({ task_id }) => task_id);
    const illIds = ill.map(({ user_id }) => user_id);
    const listIll = (rows: readonly { user_id: number | null }[]) =>
      rows.filter(({ user_id }) => user_id !== null && illIds.includes(user_id));
    const { results: shares } = await leader.call(taskCalls.spread, { tasks: ids });
    expect(listIll(shares)).toEqual([]);
    expect(new Set(shares.flatMap((share) => share.tasks))).toEqual(new Set(ids));
    const { results: advised } = await leader.call(taskCalls.advice, { tasks: ids.slice(0, 1) });
    expect(listIll(advised)).toEqual([]);
    expect(advised.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(well.map(({ user_id }) => user_id)));
    const users = await leader.call(user.list, {});
    expect(people.map(({ user_id }) => users[String(user_id)]?.is_away)).toEqual(
      people.map((one) => ill.includes(one)),
    );

    // The floor does not call them idle, although they have just used the application.
    const idlers = await Promise.all([bureau.as(EDITOR), bureau.as(EDITOR)]);
    await idlers[0].call(leave.add, planDay(idlers[0].user_id, TODAY, { kind: 'ill' }));
    const { idle } = await leader.call(floor.board, {});
    const idleIds = idle.map(({ user_id }) => user_id);
    expect(idlers.map(({ user_id }) => idleIds.includes(user_id))).toEqual([false, true]);
    const handover = await leader.call(floor.handover, { date_from: TODAY, date_to: TODAY });
    const awayRows = handover.parts.find(({ part }) => part === 'away')!.rows;
    expect(awayRows).toHaveLength(5);
  });
});

describe('hand-over of the people who are ill', () => {
  const QC = ['npn_qc_pte', 'npn_view_task'] as const;
  const readTask = (task_id: number) =>
    bureau.db.selectFrom('task').selectAll().where('task_id', '=', task_id).executeTakeFirstOrThrow();
  const toVersions = (rows: readonly { task_id: number; version: number }[]) =>
    rows.map(({ task_id, version }) => ({ task_id, version }));
  const readWork = async (staff_id: number) =>
    (await leader.call(endpoints.staff.tasksInProgress, { staff_id })).tasks.filter(({ part }) => part !== 'supporter');

  it('nothing stays behind, quantities and times stay, and one undo returns it', async () => {
    const [ill, heir, qc, illQc] = [
      await bureau.as([...EDITOR, 'npn_qc_pte']),
      await bureau.as(EDITOR),
      await bureau.as(QC),
      await bureau.as(QC),
    ];
    const add = (fields: object) => buildTask(bureau.db, { workstream: 'PTE', ...fields });
    const start_time = '2026-11-19T03:00:00.000Z';
    const assigned = await add({ status: 2, editor: ill.user_id });
    const processing = await add({ status: 3, editor: ill.user_id, x1: 3, start_time });
    const faulty = await add({ status: 10, editor: ill.user_id, first_qc: qc.user_id, fault_stage: 1 });
    const checking = await add({ status: 5, editor: heir.user_id, first_qc: ill.user_id, status_before_check: 4 });
    const waiting = await add({ status: 5, editor: ill.user_id, first_qc: illQc.user_id, status_before_check: 4 });
    const recheck = await add({ status: 12, editor: heir.user_id, first_qc: ill.user_id, fault_stage: 1 });
    const handOver = (more: object) => leader.send(taskCalls.handOver, { member_id: ill.user_id, ...more });

    const tasks = toVersions(await readWork(ill.user_id));
    expect(tasks.map(({ task_id }) => task_id).toSorted((a, b) => a - b)).toEqual(
      [assigned, processing, faulty, checking, recheck].map(({ task_id }) => task_id),
    );
    expect((await handOver({ tasks })).problem).toMatchObject({ code: 'editor_required' });
    expect((await handOver({ tasks, editors: { PTE: qc.user_id } })).problem.code).toBe('editor_not_of_workstream');
    const other = [{ task_id: waiting.task_id, version: waiting.version }];
    expect((await handOver({ tasks: other, editors: { PTE: heir.user_id } })).problem.code).toBe('wrong_status');
    const done = await handOver({ tasks, editors: { PTE: heir.user_id } });
    expect(done.status).toBe(200);
    expect(await readWork(ill.user_id)).toEqual([]);
    expect(await readTask(assigned.task_id)).toMatchObject({ status: 2, editor: heir.user_id });
    expect(await readTask(processing.task_id)).toMatchObject({ status: 2, editor: heir.user_id, x1: 3, start_time });
    expect(await readTask(faulty.task_id)).toMatchObject({ status: 10, editor: heir.user_id });
    expect(await readTask(checking.task_id)).toMatchObject({ status: 4, editor: heir.user_id, first_qc: null });
    expect(await readTask(recheck.task_id)).toMatchObject({ status: 12, editor: heir.user_id, first_qc: null });

    const undone = await leader.call(taskCalls.undo, { tasks: toVersions(done.body.results) });
    expect(undone.refused).toEqual([]);
    expect(await readTask(processing.task_id)).toMatchObject({ status: 3, editor: ill.user_id, x1: 3, start_time });
    expect(await readTask(checking.task_id)).toMatchObject({ status: 5, first_qc: ill.user_id });
    expect(await readTask(recheck.task_id)).toMatchObject({ status: 12, first_qc: ill.user_id });
    expect(await readWork(ill.user_id)).toHaveLength(5);
  });

  it('the work of five people who are ill goes to others, and four eyes hold', async () => {
    const BOTH = [...EDITOR, 'npn_qc_pte', 'npn_review_task'] as const;
    const add = (fields: object) => buildTask(bureau.db, { workstream: 'PTE', ...fields });
    const ill = await Promise.all(Array.from({ length: 5 }, () => bureau.as(BOTH)));
    const [heir, other, qc] = [await bureau.as(BOTH), await bureau.as(EDITOR), await bureau.as(BOTH)];
    for (const [n, { user_id }] of ill.entries()) {
      const next = ill[(n + 1) % ill.length]!.user_id;
      await add({ status: 3, editor: user_id, edited_by_ids: [user_id], supporters: [next] });
      await add({ status: 5, editor: other.user_id, first_qc: user_id, qc1_by_ids: [user_id], status_before_check: 4 });
      const checks = { first_qc: qc.user_id, qc1_by_ids: [qc.user_id], second_qc: user_id, qc2_by_ids: [user_id] };
      await add({ status: 7, editor: other.user_id, ...checks, status_before_check: 6 });
      await add({ status: 10, editor: user_id, first_qc: next, qc1_by_ids: [next], fault_stage: 1 });
    }
    for (const person of ill) await person.call(leave.add, planDay(person.user_id, TODAY, { kind: 'ill' }));
    const tasks = new Set<number>();
    for (const { user_id } of ill) {
      const work = toVersions(await readWork(user_id));
      for (const { task_id } of work) tasks.add(task_id);
      const handOver = (editor: ApiClient) =>
        leader.send(taskCalls.handOver, { member_id: user_id, tasks: work, editors: { PTE: editor.user_id } });
      // Nobody continues the work that they check.
      const checked = await add({ status: 10, editor: user_id, first_qc: heir.user_id, fault_stage: 1 });
      tasks.add(checked.task_id);
      work.push({ task_id: checked.task_id, version: checked.version });
      expect((await handOver(heir)).problem.code).toBe('four_eyes');
      work.pop();
      expect((await handOver(heir)).status).toBe(200);
      work.splice(0, work.length, ...toVersions(await readWork(user_id)));
      expect(work.map(({ task_id }) => task_id)).toEqual([checked.task_id]);
      expect((await handOver(other)).status).toBe(200);
    }
    const after = await bureau.db
      .selectFrom('task')
      .selectAll()
      .where('task_id', 'in', [...tasks])
      .execute();
    expect(after).toHaveLength(25);
    // Tasks that they support continue without them, until the leader removes them (decision 173).
    for (const { user_id } of ill) {
      const { tasks: supported } = await leader.call(endpoints.staff.tasksInProgress, { staff_id: user_id });
      expect(supported.map(({ part }) => part)).toEqual(['supporter']);
      for (const { task_id, version } of supported)
        await leader.call(taskCalls.supporters, { task_id, version, supporters: [] });
      expect((await leader.call(endpoints.staff.tasksInProgress, { staff_id: user_id })).tasks).toEqual([]);
    }
    for (const task of after) {
      for (const { user_id } of ill) expect([task.editor, task.first_qc, task.second_qc]).not.toContain(user_id);
      expect([task.first_qc, task.second_qc]).not.toContain(task.editor);
    }
    const start = (person: ApiClient, { task_id, version }: (typeof after)[number]) =>
      person.send(taskCalls.act, { task_id, version, action: 'start_qc1' });
    const waiting = after.find(({ status }) => status === 4)!;
    expect((await start(heir, waiting)).status).toBe(200);
    const taken = after.find(({ status, editor }) => status === 2 && editor === heir.user_id)!;
    await heir.call(taskCalls.act, {
      task_id: taken.task_id,
      version: (await readTask(taken.task_id)).version,
      action: 'start',
    });
    await heir.call(taskCalls.act, {
      task_id: taken.task_id,
      version: (await readTask(taken.task_id)).version,
      action: 'done',
      x1: 1,
    });
    const own = await start(heir, await readTask(taken.task_id));
    expect(own.problem.code).toBe('four_eyes');
    expect((await start(qc, await readTask(taken.task_id))).status).toBe(200);
  });

  it('selected tasks of several editors go to one editor, except those that the editor checks', async () => {
    const [first, second, heir] = [await bureau.as(EDITOR), await bureau.as(EDITOR), await bureau.as(EDITOR)];
    const add = (fields: object) => buildTask(bureau.db, { workstream: 'PTE', ...fields });
    const both = [await add({ status: 3, editor: first.user_id }), await add({ status: 2, editor: second.user_id })];
    const unassigned = await add({ status: 1 });
    const checked = await add({ status: 10, editor: first.user_id, first_qc: heir.user_id, fault_stage: 1 });
    const send = (rows: typeof both) =>
      leader.send(taskCalls.handOver, { tasks: toVersions(rows), editors: { PTE: heir.user_id } });
    expect((await send([...both, unassigned])).problem.code).toBe('wrong_status');
    expect((await send([...both, checked])).problem.code).toBe('four_eyes');
    const own = await add({ status: 3, editor: heir.user_id });
    expect((await send([...both, own])).status).toBe(200);
    for (const { task_id } of both) expect(await readTask(task_id)).toMatchObject({ status: 2, editor: heir.user_id });
    expect(await readTask(own.task_id)).toMatchObject({ status: 3, version: own.version });
    expect((await send(both)).problem.code).toBe('stale');
    expect((await first.send(taskCalls.handOver, { tasks: toVersions(both) })).status).toBe(403);
    // Without a successor, unchecked work goes to the pool.
    const moved = await Promise.all(both.map(({ task_id }) => readTask(task_id)));
    expect((await leader.send(taskCalls.handOver, { tasks: toVersions(moved) })).status).toBe(200);
    for (const { task_id } of both) expect(await readTask(task_id)).toMatchObject({ status: 1, editor: null });
  });
});

describe('half days', () => {
  it('a half day covers the hours before or after noon', async () => {
    // The clock is at 9:00 in Bangkok.
    const [early, late] = [await bureau.as(EDITOR), await bureau.as(EDITOR)];
    await early.call(leave.add, planDay(early.user_id, TODAY, { part: 'morning' }));
    await late.call(leave.add, planDay(late.user_id, TODAY, { part: 'afternoon' }));
    expect([await isAway(early), await isAway(late)]).toEqual([true, false]);
    bureau.clock.advance(4 * 3_600_000);
    // The sessions have ended by then.
    leader = await bureau.as(leader.user_id);
    expect([await isAway(early), await isAway(late)]).toEqual([false, true]);
  });
});
