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
