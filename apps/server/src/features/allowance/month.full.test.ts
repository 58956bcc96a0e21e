import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient, TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { addAllEntries, addDayEntry, moveMonth, OCTOBER, createMonthFixture, readMonth } from '../../testing/months.ts';

const { allowance } = endpoints;

let bureau: TestApp;
let root: ApiClient;
let firstManager: ApiClient;
let secondManager: ApiClient;

beforeEach(async () => {
  ({
    bureau,
    superuser: root,
    firstAccountant: firstManager,
    secondAccountant: secondManager,
  } = await createMonthFixture());
});
afterEach(() => bureau.close());

const read = (month = OCTOBER, by = firstManager) => readMonth(by, month);
const fill = (staff_id: number, date: string, fees?: object) => addDayEntry(firstManager, staff_id, date, fees);
const move = (by: ApiClient, action: Parameters<typeof moveMonth>[1], reason = '', month = OCTOBER) =>
  moveMonth(by, action, { reader: firstManager, reason, month });

describe('a month', () => {
  it('an old version does not move a month after an entry has changed', async () => {
    await addAllEntries(firstManager);
    const { version } = (await read()).month;
    await secondManager.call(allowance.monthlyAdd, {
      entries: [{ staff_id: secondManager.user_id, ...OCTOBER, parking: 5_000_000 }],
    });
    const prepareMonth = (expectedVersion: number) =>
      firstManager.send(allowance.moveMonth, { ...OCTOBER, version: expectedVersion, action: 'prepare' });
    expect((await prepareMonth(version)).problem).toMatchObject({ status: 409, code: 'stale' });
    expect((await prepareMonth((await read()).month.version)).status).toBe(200);
  });

  it('a month shows its closing and reopening reasons only to allowance managers', async () => {
    const editor = await bureau.as(['npn_view_allowance']);
    await addAllEntries(firstManager);
    expect((await move(root, 'close', 'Trả sớm cho Dung')).body).toMatchObject({ reason: 'Trả sớm cho Dung' });
    expect([(await read()).month.reason, (await read(OCTOBER, editor)).month.reason]).toEqual(['Trả sớm cho Dung', '']);
    await move(root, 'reopen', 'Nhầm của Dung');
    const ofAll = [
      (await editor.call(endpoints.setting.locks, {})).results,
      (await editor.call(endpoints.history.list, { entity: 'system_lock', entity_id: 'allowance 2026-10' })).results,
    ];
    expect(ofAll.map((list) => list.length)).toEqual([1, 2]);
    expect(JSON.stringify(ofAll)).not.toContain('Dung');
    const [closing] = (await secondManager.call(allowance.closings, OCTOBER)).results;
    expect(closing).toMatchObject({ reason: 'Trả sớm cho Dung', reopen_reason: 'Nhầm của Dung' });
  });

  it('the text filter finds the same people after a month is closed', async () => {
    await buildStaff(bureau.db, { full_name: 'Đặng Dung', username: 'dung.d', staff_id: 'NV-0077', workplace: 'Huế' });
    await addAllEntries(firstManager);
    const readFiltered = async () => {
      const texts = ['nv-0077', 'dang dung', 'dung.d', 'nobody'];
      const lists = [...texts.map((text) => ({ text })), { workplace: ['Huế'] }];
      const responses = lists.map(
        async (filter) => (await firstManager.call(allowance.list, { ...OCTOBER, ...filter })).total_items,
      );
      return Promise.all(responses);
    };
    expect(await readFiltered()).toEqual([1, 1, 1, 0, 1]);
    await move(root, 'close', 'Hết tháng');
    expect(await readFiltered()).toEqual([1, 1, 1, 0, 1]);
  });

  it('a month keeps the dictionary order of names after it is closed', async () => {
    for (const full_name of ['Vũ Ba', 'Đặng Tư', 'Dương Hai', 'Ánh Một']) await buildStaff(bureau.db, { full_name });
    await addAllEntries(firstManager);
    const listNames = async () =>
      (await firstManager.call(allowance.list, { ...OCTOBER, page_size: 200 })).results.map(
        ({ full_name }) => full_name,
      );
    const open = await listNames();
    expect(open.filter((name) => / (Một|Hai|Tư|Ba)$/.test(name))).toEqual(['Ánh Một', 'Dương Hai', 'Đặng Tư', 'Vũ Ba']);
    await move(root, 'close', 'Hết tháng');
    expect(await listNames()).toEqual(open);
  });

  it('a closed month filters by its own teams and group, despite later moves', async () => {
    const { db } = bureau;
    const addTeam = (name: string) =>
      db.insertInto('team').values({ team_name: name }).returning('id').executeTakeFirstOrThrow();
    const [then, since] = [await addTeam('Ánh Sáng'), await addTeam('Lụa')];
    const mover = await buildStaff(db, { full_name: 'Kim Chi', teams: [then.id] });
    const otherMember = await buildStaff(db, { full_name: 'Người khác' });
    await addAllEntries(firstManager);
    await move(root, 'close', 'Hết tháng');
    await db.updateTable('team_member').set({ team_id: since.id }).where('staff_id', '=', mover.user_id).execute();
    await db.updateTable('staff').set({ group_id: otherMember.group_id }).where('id', '=', mover.user_id).execute();
    const listNamesWith = async (filter: object) =>
      (await firstManager.call(allowance.list, { ...OCTOBER, ...filter })).results.map(({ full_name }) => full_name);
    expect(await listNamesWith({ team_id: then.id })).toEqual(['Kim Chi']);
    expect(await listNamesWith({ team_id: since.id })).toEqual([]);
    expect(await listNamesWith({ group_id: mover.group_id })).toEqual(['Kim Chi']);
    expect(await listNamesWith({ group_id: otherMember.group_id })).toEqual(['Người khác']);
  });

  it('two people close a month when all findings are fixed or accepted', async () => {
    expect((await move(firstManager, 'prepare')).problem).toMatchObject({ status: 409, code: 'month_unsettled' });
    await addAllEntries(firstManager);
    expect((await move(firstManager, 'close')).problem.code).toBe('month_not_prepared');
    expect((await move(firstManager, 'prepare')).body).toMatchObject({
      state: 'PREPARED',
      prepared_by: firstManager.user_id,
    });
    expect((await move(firstManager, 'close')).problem.code).toBe('month_same_person');
    expect((await move(secondManager, 'close')).body).toMatchObject({
      state: 'CLOSED',
      closed: true,
      closed_by: secondManager.user_id,
      prepared_by: firstManager.user_id,
      unsettled: 0,
    });
    expect((await move(secondManager, 'close')).problem.code).toBe('month_wrong_state');
  });

  it('a month has one total in its table and closings, rounded once', async () => {
    await addAllEntries(firstManager);
    await firstManager.call(allowance.monthlyAdd, {
      entries: [{ staff_id: secondManager.user_id, ...OCTOBER, parking: 0.001 }],
    });
    // Three people, each 30,000 and a day online: 3 × 100,000 ÷ 27 and 3 × 350,000 ÷ 27.
    const totals = {
      total_internet: 11_111.111,
      total_online: 38_888.889,
      parking: 0.001,
      total_allowance: 128_888.89,
    };
    expect((await read()).totals).toMatchObject(totals);
    await move(root, 'close', 'Hết tháng');
    expect((await read()).totals).toMatchObject(totals);
    expect((await firstManager.call(allowance.closings, OCTOBER)).results[0]?.total_allowance).toBe(128_888.89);
  });

  it('a month is not closed before it ends or without permission', async () => {
    expect((await move(firstManager, 'prepare', '', { year: 2026, month: 11 })).problem.code).toBe('month_not_over');
    const editor = await bureau.as(['npn_view_allowance']);
    expect((await editor.send(allowance.moveMonth, { ...OCTOBER, version: 1, action: 'prepare' })).status).toBe(403);
  });

  it('a prepared month becomes open again when an entry changes', async () => {
    await addAllEntries(firstManager);
    await move(firstManager, 'prepare');
    await fill(firstManager.user_id, '2026-10-06');
    expect((await read()).month).toMatchObject({ state: 'OPEN', prepared_by: null });
    const { results } = await secondManager.call(endpoints.history.list, {
      entity: 'allowance_month',
      entity_id: '2026-10',
    });
    expect(results[0]).toMatchObject({
      action: 'allowance.preparationRemoved',
      actor: firstManager.user_id,
      changes: [{ field: 'state', before: 'PREPARED', after: 'OPEN' }],
    });
  });

  it('a prepared month becomes open again when an acceptance is revoked', async () => {
    await addAllEntries(firstManager);
    await fill(firstManager.user_id, '2026-10-04');
    const acceptSunday = async (note: string) => {
      const sunday = { staff_id: firstManager.user_id, kind: 'on_sunday', day: '2026-10-04', basis: '- 1 1' } as const;
      return firstManager.call(allowance.accept, { ...OCTOBER, found: [sunday], note });
    };
    await acceptSunday('Trực');
    await move(firstManager, 'prepare');
    expect((await read()).month.state).toBe('PREPARED');
    await acceptSunday('');
    expect((await read()).month).toMatchObject({ state: 'OPEN', prepared_by: null, unsettled: 1 });
  });

  it('a closed month refuses every change with the closing user and time', async () => {
    await addAllEntries(firstManager);
    const [row] = (await read()).results;
    const [entry] = row!.daily_allowance;
    await firstManager.call(allowance.monthlyAdd, { entries: [{ staff_id: row!.staff_id, ...OCTOBER, parking: 5 }] });
    const monthly = (await read()).results[0]!.monthly_allowance!;
    await move(firstManager, 'prepare');
    await move(secondManager, 'close', 'Đã trả lương');
    const now = bureau.clock();
    for (const by of [firstManager, root]) {
      const asks = [
        by.send(allowance.dailyAdd, {
          entries: [{ staff_id: row!.staff_id, date: '2026-10-07', ...NO_FEES, meal_fee: 1 }],
        }),
        by.send(allowance.dailyUpdate, { entries: [{ id: entry!.id, version: entry!.version, meal_fee: 3 }] }),
        by.send(allowance.monthlyAdd, { entries: [{ staff_id: row!.staff_id, ...OCTOBER, parking: 1 }] }),
        by.send(allowance.monthlyUpdate, { entries: [{ id: monthly.id, version: monthly.version, parking: 1 }] }),
        by.send(allowance.accept, {
          ...OCTOBER,
          found: [{ staff_id: row!.staff_id, kind: 'no_entry', basis: '-' }],
          note: 'x',
        }),
      ];
      for (const { problem } of await Promise.all(asks))
        expect(problem).toMatchObject({
          status: 423,
          code: 'locked',
          detail: 'Đã trả lương',
          current: { ...OCTOBER, closed_by: secondManager.user_id, closed_at: now },
        });
    }
  });

  it('a month keeps its figures after it is closed, whatever else changes', async () => {
    await addAllEntries(firstManager);
    await firstManager.call(allowance.monthlyAdd, {
      entries: [{ staff_id: firstManager.user_id, ...OCTOBER, parking: 1234.567 }],
    });
    await move(firstManager, 'prepare');
    await move(secondManager, 'close');
    const before = await read();
    const year = await firstManager.call(allowance.year, OCTOBER);
    const { db } = bureau;
    await db
      .updateTable('metadata')
      .set({ value: '1' as never })
      .where('key', 'in', ['internet', 'electricity'])
      .execute();
    await db.updateTable('user_account').set({ full_name: 'Ai đó' }).execute();
    await db.updateTable('staff').set({ workplace: 'Nơi khác' }).execute();
    await db.deleteFrom('daily_allowance').execute();
    await db.updateTable('monthly_allowance').set({ parking: 9 }).execute();
    await buildStaff(db);
    expect(JSON.stringify((await read()).results)).toBe(JSON.stringify(before.results));
    expect((await read()).month).toEqual(before.month);
    expect((await firstManager.call(allowance.year, OCTOBER)).results.at(-1)).toEqual(year.results.at(-1));
  });

  it('a second closing after a reopening names the changed totals', async () => {
    await addAllEntries(firstManager);
    await move(firstManager, 'prepare');
    await move(secondManager, 'close');
    expect((await move(firstManager, 'reopen', 'Sai')).status).toBe(403);
    expect((await move(root, 'reopen')).problem.errors).toMatchObject([{ field: 'reason', code: 'reason_required' }]);
    expect((await move(root, 'reopen', 'Sai bãi xe')).body).toMatchObject({ state: 'OPEN', closed: false });
    await firstManager.call(allowance.monthlyAdd, {
      entries: [{ staff_id: secondManager.user_id, ...OCTOBER, parking: 70_000 }],
    });
    await move(firstManager, 'prepare');
    await move(secondManager, 'close');
    const { results } = await firstManager.call(allowance.closings, OCTOBER);
    expect(results).toHaveLength(2);
    expect(results[1]).toMatchObject({ reopened_by: root.user_id, reopen_reason: 'Sai bãi xe', differences: [] });
    expect(results[0]?.differences).toMatchObject([{ staff_id: secondManager.user_id, full_name: 'Bo' }]);
    const [{ before, after } = { before: 0, after: 0 }] = results[0]!.differences;
    expect(after! - before!).toBe(70_000);
    expect(results[0]!.total_allowance - results[1]!.total_allowance).toBe(70_000);
  });

  it('a month is closed once when two users close it together', async () => {
    await addAllEntries(firstManager);
    await move(firstManager, 'prepare');
    const { version } = (await read()).month;
    const closeMonth = (by: ApiClient) =>
      by.send(allowance.moveMonth, { ...OCTOBER, version, action: 'close', reason: 'Hết tháng' });
    const responses = await Promise.all([
      closeMonth(secondManager),
      closeMonth(root),
      closeMonth(secondManager),
      closeMonth(root),
    ]);
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await firstManager.call(allowance.closings, OCTOBER)).results).toHaveLength(1);
  });

  it('a month contains exactly the accepted edits when it is closed during edits', async () => {
    await addAllEntries(firstManager);
    await move(firstManager, 'prepare');
    const { version } = (await read()).month;
    const dates = Array.from({ length: 20 }, (_, i) => `2026-10-${String(i + 6).padStart(2, '0')}`).filter(
      (d) => new Date(d).getUTCDay() !== 0,
    );
    const [closed, ...edits] = await Promise.all([
      root.send(allowance.moveMonth, { ...OCTOBER, version, action: 'close', reason: 'Hết tháng' }),
      ...dates.map((date) => fill(firstManager.user_id, date)),
    ]);
    expect(new Set(edits.map(({ status }) => status))).not.toContain(500);
    for (const { status, problem } of edits) if (status !== 200) expect(problem.code).toBe('locked');
    const accepted = edits.filter(({ status }) => status === 200).length;
    // An edit that came first withdrew the preparation, so the closing had an old version.
    if (closed.status !== 200) expect(closed.problem.code).toBe('stale');
    const row = (await read()).results.find(({ staff_id }) => staff_id === firstManager.user_id);
    expect(row?.daily_allowance).toHaveLength(accepted + 1);
  });

  it('a closing during many edits contains the earlier edits and refuses later ones', async () => {
    await addAllEntries(firstManager);
    const dates = Array.from({ length: 24 }, (_, i) => `2026-10-${String(i + 6).padStart(2, '0')}`).filter(
      (d) => new Date(d).getUTCDay() !== 0,
    );
    // An edit in between makes the version old, so the closing is repeated.
    const closeMonth = async (): Promise<number> => {
      const response = await move(root, 'close', 'Hết tháng');
      return response.status === 409 ? closeMonth() : response.status;
    };
    const [before, after] = [dates.slice(0, 10), dates.slice(10)];
    const first = before.map((date) => fill(firstManager.user_id, date));
    const closing = closeMonth();
    const edits = await Promise.all([...first, ...after.map((date) => fill(firstManager.user_id, date))]);
    expect(await closing).toBe(200);
    const refusedEdits = edits.filter(({ status }) => status !== 200);
    for (const { problem } of refusedEdits) expect(problem).toMatchObject({ status: 423, code: 'locked' });
    const row = (await read()).results.find(({ staff_id }) => staff_id === firstManager.user_id);
    expect(row?.online_days).toBe(edits.length - refusedEdits.length + 1);
    expect(row?.daily_allowance).toHaveLength(row?.online_days ?? 0);
  });

  it('the list of locks closes and reopens a month by the same rules', async () => {
    const office = await bureau.as(['npn_admin']);
    await addAllEntries(firstManager);
    const changeLock = (by: ApiClient, locked: boolean, version?: number) =>
      by.send(endpoints.setting.changeLock, {
        screen_name: 'allowance',
        month: '2026-10',
        locked,
        reason: 'Hết tháng',
        ...(version ? { version } : {}),
      });
    expect((await changeLock(office, true)).status).toBe(403);
    const { body } = await changeLock(root, true);
    expect(body).toMatchObject({ screen_name: 'allowance', month: '2026-10', locked: true });
    expect((await read()).month.closed).toBe(true);
    expect((await changeLock(root, false, body.version)).status).toBe(200);
    expect((await read()).month.closed).toBe(false);
  });

  it('the list of locks does not close a month when its screen is locked', async () => {
    const manager = await bureau.as(['npn_admin_allowance', 'npn_change_permission']);
    await addAllEntries(firstManager);
    await move(firstManager, 'prepare');
    const screen = { screen_name: 'allowance', reason: 'Đang đối chiếu' } as const;
    const locked = await manager.call(endpoints.setting.changeLock, { ...screen, locked: true });
    const closeMonth = () =>
      manager.send(endpoints.setting.changeLock, { ...screen, month: '2026-10', locked: true, reason: '' });
    for (const { problem } of [await move(manager, 'close'), await closeMonth()])
      expect(problem).toMatchObject({ status: 423, code: 'locked', detail: 'Đang đối chiếu' });
    await manager.call(endpoints.setting.changeLock, { ...screen, locked: false, version: locked.version });
    expect((await closeMonth()).status).toBe(200);
    expect((await read()).month.closed).toBe(true);
  });
});
