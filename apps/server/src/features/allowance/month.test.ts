import { endpoints } from '@darkroom/contract/endpoints';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../seed/built-in.ts';
import { testApp, type Client, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';

const { allowance } = endpoints;
const OCTOBER = { year: 2026, month: 10 };

let bureau: TestApp;
let root: Client;
let one: Client;
let two: Client;

// A bureau of its own for each: a month is closed once.
beforeEach(async () => {
  bureau = await testApp();
  await seedBuiltIn(bureau.db);
  one = await bureau.as({ full_name: 'Ann', permissions: ['npn_admin_allowance'] });
  two = await bureau.as({ full_name: 'Bo', permissions: ['npn_admin_allowance'] });
  root = await bureau.as({ full_name: 'Root', is_superuser: true });
});
afterEach(() => bureau.close());

const read = (month = OCTOBER, by = one) => by.call(allowance.list, month);
const fill = (staff_id: number, date: string, fees: object = { meal_fee: 1, online_fee: 1 }) =>
  one.send(allowance.dailyAdd, { entries: [{ staff_id, date, ...fees }] });
const move = async (by: Client, action: 'prepare' | 'take_back' | 'close' | 'reopen', reason = '', month = OCTOBER) =>
  by.send(allowance.moveMonth, { ...month, version: (await read(month)).month.version, action, reason });
/** Everybody has an entry, so that nothing is found. */
async function fillAll() {
  for (const { staff_id } of (await read()).results) await fill(staff_id, '2026-10-05');
}

describe('what is found before a month is closed', () => {
  it('is told person by person, and is let stand with a word that can be taken back', async () => {
    const { user_id } = await buildStaff(bureau.db, { full_name: 'Dung', start_time: '2026-10-05' });
    await fill(user_id, '2026-10-04');
    const found = async () =>
      (await read()).results
        .find((row) => row.staff_id === user_id)
        ?.exceptions.map(({ kind, day }) => `${kind} ${day}`);
    expect(await found()).toEqual(['on_sunday 2026-10-04', 'before_start 2026-10-04']);
    const before = (await read()).month.unsettled!;
    const accept = (note: string, kind = 'on_sunday') =>
      one.send(allowance.accept, { ...OCTOBER, staff_id: user_id, kind, day: '2026-10-04', basis: '- 1 1', note });
    expect((await accept('Trực cuối tuần')).body).toMatchObject({
      accepted: { note: 'Trực cuối tuần', accepted_by: one.user_id },
    });
    expect((await read()).month.unsettled).toBe(before - 1);
    expect((await accept('')).body).toMatchObject({ accepted: null });
    expect((await read()).month.unsettled).toBe(before);
    expect((await accept('x', 'after_end')).status).toBe(404);
  });

  it('is let stand with what it was found in: more parking, other fees, and it is to be looked at again', async () => {
    for (const month of ['07', '08', '09']) await fill(one.user_id, `2026-${month}-03`, { meal_fee: 1 });
    await fill(one.user_id, '2026-10-04', { meal_fee: 3 });
    const found = async () => (await read()).results.find((row) => row.staff_id === one.user_id)!.exceptions;
    const seen = await found();
    for (const { kind, day, basis } of seen)
      await one.call(allowance.accept, { ...OCTOBER, staff_id: one.user_id, kind, day, basis, note: 'Đúng' });
    const open = async () => (await found()).filter(({ accepted }) => !accepted).map(({ kind }) => kind);
    expect([seen.map(({ kind }) => kind), await open()]).toEqual([['on_sunday', 'unusual_amount'], []]);

    const parking = { staff_id: one.user_id, ...OCTOBER, parking: 900_000_000 };
    const { results } = await one.call(allowance.monthlyAdd, { entries: [parking] });
    expect(await open()).toEqual(['unusual_amount']);
    const late = { ...OCTOBER, staff_id: one.user_id, kind: 'unusual_amount', basis: seen[1]!.basis, note: 'Đúng' } as const;
    expect((await two.send(allowance.accept, late)).problem).toMatchObject({
      code: 'stale',
      current: { kind: 'unusual_amount', basis: '900090000' },
    });
    const [{ id, version } = { id: 0, version: 0 }] = results;
    await one.call(allowance.monthlyUpdate, { entries: [{ id, version, parking: 0 }] });
    expect(await open()).toEqual([]);
    const [entry] = (await read()).results.find((row) => row.staff_id === one.user_id)!.daily_allowance;
    await one.call(allowance.dailyUpdate, {
      entries: [{ id: entry!.id, version: entry!.version, meal_fee: 3, online_fee: 1 }],
    });
    expect(await open()).toEqual(['on_sunday', 'unusual_amount']);
  });

  it('is told to those who keep allowances alone, in the history of the month', async () => {
    const editor = await bureau.as({ full_name: 'Dung', permissions: ['npn_view_allowance'] });
    await fill(editor.user_id, '2026-10-04');
    const sunday = { ...OCTOBER, staff_id: editor.user_id, kind: 'on_sunday', day: '2026-10-04', basis: '- 1 1' } as const;
    await one.call(allowance.accept, { ...sunday, note: 'Để tháng này thôi' });
    const history = async (by: Client, entity: 'allowance' | 'allowance_month', entity_id: string) =>
      by.send(endpoints.history.list, { entity, entity_id });
    const own = await history(editor, 'allowance', `${editor.user_id} 2026-10`);
    expect(own.body.results.map(({ action }) => action)).toEqual(['allowance.dailyAdd']);
    expect((await history(editor, 'allowance_month', '2026-10')).status).toBe(403);
    expect((await history(two, 'allowance_month', '2026-10')).body.results).toMatchObject([
      {
        action: 'allowance.accept',
        actor: one.user_id,
        changes: [{ field: 'on_sunday.Dung 2026-10-04', before: null, after: 'Để tháng này thôi' }],
      },
    ]);
    const nobody = await bureau.as([]);
    expect((await history(nobody, 'allowance', `${nobody.user_id} 2026-10`)).status).toBe(403);
  });

  it('is counted of everybody, whoever is asked for', async () => {
    await buildStaff(bureau.db, { full_name: 'Dung' });
    const all = (await read()).month.unsettled;
    expect(all).toBeGreaterThan(1);
    const asked = await one.call(allowance.list, { ...OCTOBER, staff_id: two.user_id });
    expect([asked.results.length, asked.totals.total_allowance, asked.month.unsettled]).toEqual([1, 0, all]);
  });

  it('is a meal of an editor on a day without a move; not one of somebody whose work is not tasks', async () => {
    const editor = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task']);
    const task = await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: editor.user_id });
    await editor.call(endpoints.task.act, { task_id: task.task_id, version: 1, action: 'start' });
    const days = { year: 2026, month: 11 };
    await fill(editor.user_id, '2026-11-20', { meal_fee: 1 });
    await fill(editor.user_id, '2026-11-19', { meal_fee: 1 });
    await fill(one.user_id, '2026-11-19', { meal_fee: 1 });
    const { results } = await read(days);
    const of = (id: number) =>
      results.find((row) => row.staff_id === id)?.exceptions.map(({ kind, day }) => `${kind} ${day}`);
    expect(of(editor.user_id)).toEqual(['meal_without_work 2026-11-19']);
    expect(of(one.user_id)).toEqual([]);
  });

  it('is more than twice what was usual', async () => {
    for (const month of ['07', '08', '09']) await fill(one.user_id, `2026-${month}-03`, { meal_fee: 1 });
    await fill(one.user_id, '2026-10-05', { meal_fee: 3 });
    expect((await read()).results.find((row) => row.staff_id === one.user_id)?.exceptions).toMatchObject([
      { kind: 'unusual_amount' },
    ]);
  });
});

describe('what allowances are worth', () => {
  const metadata = async (key: string) =>
    (await root.call(endpoints.setting.metadata, { data_type: 'ALLOWANCE' })).results.find((row) => row.key === key)!;
  const TENFOLD = { 1: 300_000, 2: 600_000, 3: 900_000 };
  const change = async (key: string, value: number | Record<string, number>, by: Client) =>
    by.call(endpoints.setting.updateMetadata, {
      data_type: 'ALLOWANCE',
      key,
      version: (await metadata(key)).version,
      value,
    });

  it('is changed under nobody’s preparation: the month is open again, and by what was seen before nobody moves it', async () => {
    const both = await bureau.as({ full_name: 'Cy', permissions: ['npn_admin_allowance', 'npn_change_permission'] });
    await fillAll();
    await move(one, 'prepare');
    const { version } = (await read()).month;
    await change('meal', TENFOLD, both);
    expect((await read()).month).toMatchObject({ state: 'OPEN', prepared_by: null });
    for (const action of ['close', 'prepare'] as const)
      expect((await both.send(allowance.moveMonth, { ...OCTOBER, version, action })).problem.code).toBe('stale');
    expect((await move(both, 'close')).problem.code).toBe('month_unsettled');
  });

  it('is of the checklist when it is not what it was: mended, or let stand with a word, of those values alone', async () => {
    await fillAll();
    const found = async () => (await read()).month;
    expect(await found()).toMatchObject({ lookups_changed: [], exceptions: [], unsettled: 0 });
    await change('meal', TENFOLD, root);
    const [one1] = (await found()).exceptions;
    expect(await found()).toMatchObject({ lookups_changed: ['meal'], unsettled: 1 });
    expect((await move(one, 'prepare')).problem.code).toBe('month_unsettled');
    const accept = (basis: string, note = 'Giá mới') =>
      one.send(allowance.accept, { ...OCTOBER, staff_id: null, kind: 'lookups_changed', basis, note });
    expect((await accept(one1!.basis)).body).toMatchObject({ accepted: { note: 'Giá mới', accepted_by: one.user_id } });
    expect((await found()).unsettled).toBe(0);
    await change('internet', 7, root);
    expect((await found()).exceptions).toMatchObject([{ kind: 'lookups_changed', accepted: null }]);
    expect((await accept(one1!.basis)).problem.code).toBe('stale');
    expect((await accept((await found()).exceptions[0]!.basis)).status).toBe(200);
    expect((await accept((await found()).exceptions[0]!.basis, '')).body).toMatchObject({ accepted: null });
    await accept((await found()).exceptions[0]!.basis);
    await move(one, 'prepare');
    expect((await move(two, 'close')).body).toMatchObject({ state: 'CLOSED', exceptions: [], unsettled: 0 });
    // The months after are compared with what was closed, one that stays open in between or not.
    const december = await read({ year: 2026, month: 12 });
    expect(december.month).toMatchObject({ lookups_changed: [], exceptions: [] });
    const editor = await bureau.as(['npn_view_allowance']);
    expect((await read({ year: 2026, month: 9 }, editor)).month).toMatchObject({ exceptions: [], unsettled: null });
  });
});

describe('a month', () => {
  it('is moved by what was seen of it: an entry in between, and it is to be looked at again', async () => {
    await fillAll();
    const { version } = (await read()).month;
    await two.call(allowance.monthlyAdd, { entries: [{ staff_id: two.user_id, ...OCTOBER, parking: 5_000_000 }] });
    const prepare = (seen: number) =>
      one.send(allowance.moveMonth, { ...OCTOBER, version: seen, action: 'prepare' });
    expect((await prepare(version)).problem).toMatchObject({ status: 409, code: 'stale' });
    expect((await prepare((await read()).month.version)).status).toBe(200);
  });

  it('tells why it was closed and reopened to those who keep allowances alone', async () => {
    const editor = await bureau.as(['npn_view_allowance']);
    await fillAll();
    expect((await move(root, 'close', 'Trả sớm cho Dung')).body).toMatchObject({ reason: 'Trả sớm cho Dung' });
    expect([(await read()).month.reason, (await read(OCTOBER, editor)).month.reason]).toEqual(['Trả sớm cho Dung', '']);
    await move(root, 'reopen', 'Nhầm của Dung');
    const ofAll = [
      (await editor.call(endpoints.setting.locks, {})).results,
      (await editor.call(endpoints.history.list, { entity: 'system_lock', entity_id: 'allowance 2026-10' })).results,
    ];
    expect(ofAll.map((list) => list.length)).toEqual([1, 2]);
    expect(JSON.stringify(ofAll)).not.toContain('Dung');
    const [closing] = (await two.call(allowance.closings, OCTOBER)).results;
    expect(closing).toMatchObject({ reason: 'Trả sớm cho Dung', reopen_reason: 'Nhầm của Dung' });
  });

  it('is asked for by the same words once it is closed', async () => {
    await buildStaff(bureau.db, { full_name: 'Đặng Dung', username: 'dung.d', staff_id: 'NV-0077', workplace: 'Huế' });
    await fillAll();
    const asked = async () => {
      const words = ['nv-0077', 'dang dung', 'dung.d', 'nobody'];
      const lists = [...words.map((text) => ({ text })), { workplace: ['Huế'] }];
      const answers = lists.map(async (filter) => (await one.call(allowance.list, { ...OCTOBER, ...filter })).total_items);
      return Promise.all(answers);
    };
    expect(await asked()).toEqual([1, 1, 1, 0, 1]);
    await move(root, 'close', 'Hết tháng');
    expect(await asked()).toEqual([1, 1, 1, 0, 1]);
  });

  it('takes two people to close, once everything found is settled', async () => {
    expect((await move(one, 'prepare')).problem).toMatchObject({ status: 409, code: 'month_unsettled' });
    await fillAll();
    expect((await move(one, 'close')).problem.code).toBe('month_not_prepared');
    expect((await move(one, 'prepare')).body).toMatchObject({ state: 'PREPARED', prepared_by: one.user_id });
    expect((await move(one, 'close')).problem.code).toBe('month_same_person');
    expect((await move(two, 'close')).body).toMatchObject({
      state: 'CLOSED',
      closed: true,
      closed_by: two.user_id,
      prepared_by: one.user_id,
      unsettled: 0,
    });
    expect((await move(two, 'close')).problem.code).toBe('month_state');
  });

  it('is not closed before it is over, nor by who does not keep allowances', async () => {
    expect((await move(one, 'prepare', '', { year: 2026, month: 11 })).problem.code).toBe('month_not_over');
    const editor = await bureau.as(['npn_view_allowance']);
    expect((await editor.send(allowance.moveMonth, { ...OCTOBER, version: 1, action: 'prepare' })).status).toBe(403);
  });

  it('that was prepared is open again once an entry of it changes', async () => {
    await fillAll();
    await move(one, 'prepare');
    await fill(one.user_id, '2026-10-06');
    expect((await read()).month).toMatchObject({ state: 'OPEN', prepared_by: null });
  });

  it('that is closed refuses every change with who closed it and when, a superuser’s too', async () => {
    await fillAll();
    const [row] = (await read()).results;
    const [entry] = row!.daily_allowance;
    await one.call(allowance.monthlyAdd, { entries: [{ staff_id: row!.staff_id, ...OCTOBER, parking: 5 }] });
    const monthly = (await read()).results[0]!.monthly_allowance!;
    await move(one, 'prepare');
    await move(two, 'close');
    const now = bureau.clock();
    for (const by of [one, root]) {
      const asks = [
        by.send(allowance.dailyAdd, { entries: [{ staff_id: row!.staff_id, date: '2026-10-07', meal_fee: 1 }] }),
        by.send(allowance.dailyUpdate, { entries: [{ id: entry!.id, version: entry!.version, meal_fee: 3 }] }),
        by.send(allowance.monthlyAdd, { entries: [{ staff_id: row!.staff_id, ...OCTOBER, parking: 1 }] }),
        by.send(allowance.monthlyUpdate, { entries: [{ id: monthly.id, version: monthly.version, parking: 1 }] }),
        by.send(allowance.accept, { ...OCTOBER, staff_id: row!.staff_id, kind: 'no_entry', basis: '-', note: 'x' }),
      ];
      for (const { problem } of await Promise.all(asks))
        expect(problem).toMatchObject({
          status: 423,
          code: 'month_closed',
          detail: '2026-10 · Bo',
          current: { ...OCTOBER, closed_by: two.user_id, closed_at: now },
        });
    }
  });

  it('gives the same answer for ever once closed, whatever changes', async () => {
    await fillAll();
    await one.call(allowance.monthlyAdd, { entries: [{ staff_id: one.user_id, ...OCTOBER, parking: 1234.567 }] });
    await move(one, 'prepare');
    await move(two, 'close');
    const before = await read();
    const year = await one.call(allowance.year, OCTOBER);
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
    expect((await one.call(allowance.year, OCTOBER)).results.at(-1)).toEqual(year.results.at(-1));
  });

  it('is reopened by a superuser with a reason; closed again, it says whose total changed', async () => {
    await fillAll();
    await move(one, 'prepare');
    await move(two, 'close');
    expect((await move(one, 'reopen', 'Sai')).status).toBe(403);
    expect((await move(root, 'reopen')).problem.errors).toMatchObject([{ field: 'reason', code: 'reason_required' }]);
    expect((await move(root, 'reopen', 'Sai bãi xe')).body).toMatchObject({ state: 'OPEN', closed: false });
    await one.call(allowance.monthlyAdd, { entries: [{ staff_id: two.user_id, ...OCTOBER, parking: 70_000 }] });
    await move(one, 'prepare');
    await move(two, 'close');
    const { results } = await one.call(allowance.closings, OCTOBER);
    expect(results).toHaveLength(2);
    expect(results[1]).toMatchObject({ reopened_by: root.user_id, reopen_reason: 'Sai bãi xe', differences: [] });
    expect(results[0]?.differences).toMatchObject([{ staff_id: two.user_id, full_name: 'Bo' }]);
    const [{ before, after } = { before: 0, after: 0 }] = results[0]!.differences;
    expect(after! - before!).toBe(70_000);
    expect(results[0]!.total_allowance - results[1]!.total_allowance).toBe(70_000);
  });

  it('is closed once by two at once', async () => {
    await fillAll();
    await move(one, 'prepare');
    const { version } = (await read()).month;
    const close = (by: Client) =>
      by.send(allowance.moveMonth, { ...OCTOBER, version, action: 'close', reason: 'Hết tháng' });
    const answers = await Promise.all([close(two), close(root), close(two), close(root)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await one.call(allowance.closings, OCTOBER)).results).toHaveLength(1);
  });

  it('closed while edits come in holds exactly those that were accepted', async () => {
    await fillAll();
    await move(one, 'prepare');
    const { version } = (await read()).month;
    const dates = Array.from({ length: 20 }, (_, i) => `2026-10-${String(i + 6).padStart(2, '0')}`).filter(
      (d) => new Date(d).getUTCDay() !== 0,
    );
    const [closed, ...edits] = await Promise.all([
      root.send(allowance.moveMonth, { ...OCTOBER, version, action: 'close', reason: 'Hết tháng' }),
      ...dates.map((date) => fill(one.user_id, date)),
    ]);
    expect(new Set(edits.map(({ status }) => status))).not.toContain(500);
    for (const { status, problem } of edits) if (status !== 200) expect(problem.code).toBe('month_closed');
    const accepted = edits.filter(({ status }) => status === 200).length;
    // An edit that came first took the preparation back, so that the closing saw a month that had changed.
    if (closed.status !== 200) expect(closed.problem.code).toBe('stale');
    const row = (await read()).results.find(({ staff_id }) => staff_id === one.user_id);
    expect(row?.daily_allowance).toHaveLength(accepted + 1);
  });

  it('closed beside a stream of edits holds each of them that came before, and tells all others who closed it', async () => {
    await fillAll();
    const dates = Array.from({ length: 24 }, (_, i) => `2026-10-${String(i + 6).padStart(2, '0')}`).filter(
      (d) => new Date(d).getUTCDay() !== 0,
    );
    // An edit in between makes what was seen old: it is looked at and tried again.
    const close = async (): Promise<number> => {
      const answer = await move(root, 'close', 'Hết tháng');
      return answer.status === 409 ? close() : answer.status;
    };
    const [before, after] = [dates.slice(0, 10), dates.slice(10)];
    const first = before.map((date) => fill(one.user_id, date));
    const closing = close();
    const edits = await Promise.all([...first, ...after.map((date) => fill(one.user_id, date))]);
    expect(await closing).toBe(200);
    const late = edits.filter(({ status }) => status !== 200);
    for (const { problem } of late) expect(problem).toMatchObject({ status: 423, code: 'month_closed' });
    const row = (await read()).results.find(({ staff_id }) => staff_id === one.user_id);
    expect(row?.online_days).toBe(edits.length - late.length + 1);
    expect(row?.daily_allowance).toHaveLength(row?.online_days ?? 0);
  });

  it('is closed and opened from the list of locks by the same rules', async () => {
    const office = await bureau.as(['npn_admin']);
    await fillAll();
    const lock = (by: Client, locked: boolean, version?: number) =>
      by.send(endpoints.setting.changeLock, {
        screen_name: 'allowance',
        month: '2026-10',
        locked,
        reason: 'Hết tháng',
        ...(version ? { version } : {}),
      });
    expect((await lock(office, true)).status).toBe(403);
    const { body } = await lock(root, true);
    expect(body).toMatchObject({ screen_name: 'allowance', month: '2026-10', locked: true });
    expect((await read()).month.closed).toBe(true);
    expect((await lock(root, false, body.version)).status).toBe(200);
    expect((await read()).month.closed).toBe(false);
  });

  it('is not closed from the list of locks while the screen is locked', async () => {
    const both = await bureau.as(['npn_admin_allowance', 'npn_change_permission']);
    await fillAll();
    await move(one, 'prepare');
    const screen = { screen_name: 'allowance', reason: 'Đang đối chiếu' } as const;
    const locked = await both.call(endpoints.setting.changeLock, { ...screen, locked: true });
    const close = () =>
      both.send(endpoints.setting.changeLock, { ...screen, month: '2026-10', locked: true, reason: '' });
    for (const { problem } of [await move(both, 'close'), await close()])
      expect(problem).toMatchObject({ status: 423, code: 'locked', detail: 'Đang đối chiếu' });
    await both.call(endpoints.setting.changeLock, { ...screen, locked: false, version: locked.version });
    expect((await close()).status).toBe(200);
    expect((await read()).month.closed).toBe(true);
  });
});
