import { endpoints } from '@darkroom/contract/endpoints';
import { compareText } from '@darkroom/domain/text/order';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApiClient, TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { buildTask } from '../../testing/factories/work.ts';
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
const move = (by: ApiClient, action: Parameters<typeof moveMonth>[1]) =>
  moveMonth(by, action, { reader: firstManager });

describe('a finding before a month is closed', () => {
  it('a finding is shown by person, and its acceptance can be revoked', async () => {
    const { user_id } = await buildStaff(bureau.db, { full_name: 'Dung', start_time: '2026-10-05' });
    await fill(user_id, '2026-10-04');
    const findExceptions = async () =>
      (await read()).results
        .find((row) => row.staff_id === user_id)
        ?.exceptions.map(({ kind, day }) => `${kind} ${day}`);
    expect(await findExceptions()).toEqual(['on_sunday 2026-10-04', 'before_start 2026-10-04']);
    const before = (await read()).month.unsettled!;
    const acceptException = (note: string, kind = 'on_sunday') =>
      firstManager.send(allowance.accept, {
        ...OCTOBER,
        found: [{ staff_id: user_id, kind, day: '2026-10-04', basis: '- 1 1' }],
        note,
      });
    expect((await acceptException('Trực cuối tuần')).body).toMatchObject({
      results: [{ accepted: { note: 'Trực cuối tuần', accepted_by: firstManager.user_id } }],
    });
    expect((await read()).month.unsettled).toBe(before - 1);
    expect((await acceptException('')).body).toMatchObject({ results: [{ accepted: null }] });
    expect((await read()).month.unsettled).toBe(before);
    expect((await acceptException('x', 'after_end')).status).toBe(404);
  });

  it('a finding appears again when its amounts change after the acceptance', async () => {
    for (const month of ['07', '08', '09']) await fill(firstManager.user_id, `2026-${month}-03`, { meal_fee: 1 });
    await fill(firstManager.user_id, '2026-10-04', { meal_fee: 3 });
    const findExceptions = async () =>
      (await read()).results.find((row) => row.staff_id === firstManager.user_id)!.exceptions;
    const listedExceptions = await findExceptions();
    await firstManager.call(allowance.accept, {
      ...OCTOBER,
      found: listedExceptions.map(({ kind, day, basis }) => ({ staff_id: firstManager.user_id, kind, day, basis })),
      note: 'Đúng',
    });
    const listOpenExceptions = async () =>
      (await findExceptions()).filter(({ accepted }) => !accepted).map(({ kind }) => kind);
    expect([listedExceptions.map(({ kind }) => kind), await listOpenExceptions()]).toEqual([
      ['on_sunday', 'unusual_amount'],
      [],
    ]);

    const parking = { staff_id: firstManager.user_id, ...OCTOBER, parking: 900_000_000 };
    const { results } = await firstManager.call(allowance.monthlyAdd, { entries: [parking] });
    expect(await listOpenExceptions()).toEqual(['unusual_amount']);
    const staleInput = {
      ...OCTOBER,
      found: [{ staff_id: firstManager.user_id, kind: 'unusual_amount', basis: listedExceptions[1]!.basis }],
      note: 'Đúng',
    } as const;
    expect((await secondManager.send(allowance.accept, staleInput)).problem).toMatchObject({
      code: 'stale',
      current: { kind: 'unusual_amount', basis: '900090000' },
    });
    const [{ id, version } = { id: 0, version: 0 }] = results;
    await firstManager.call(allowance.monthlyUpdate, { entries: [{ id, version, parking: 0 }] });
    expect(await listOpenExceptions()).toEqual([]);
    const [entry] = (await read()).results.find((row) => row.staff_id === firstManager.user_id)!.daily_allowance;
    await firstManager.call(allowance.dailyUpdate, {
      entries: [{ id: entry!.id, version: entry!.version, meal_fee: 3, online_fee: 1 }],
    });
    expect(await listOpenExceptions()).toEqual(['on_sunday', 'unusual_amount']);
  });

  it('a finding is accepted for many people at once, with history for each', async () => {
    const [an, bich] = [
      await buildStaff(bureau.db, { full_name: 'An' }),
      await buildStaff(bureau.db, { full_name: 'Bich' }),
    ];
    for (const { user_id } of [an, bich]) await fill(user_id, '2026-10-04');
    const foundExceptions = (await read()).results.flatMap(({ staff_id, exceptions }) =>
      exceptions
        .filter(({ kind }) => kind === 'on_sunday')
        .map(({ kind, day, basis }) => ({ staff_id, kind, day, basis })),
    );
    expect(new Set(foundExceptions.map(({ staff_id }) => staff_id))).toEqual(new Set([an.user_id, bich.user_id]));
    expect(foundExceptions).toHaveLength(2);
    const listOpenExceptions = async () =>
      (await read()).results.flatMap(({ exceptions }) =>
        exceptions.filter(({ kind, accepted }) => kind === 'on_sunday' && !accepted),
      ).length;
    const staleFindings = [foundExceptions[0]!, { ...foundExceptions[1]!, basis: 'A 3 1' }];
    const { problem } = await firstManager.send(allowance.accept, { ...OCTOBER, found: staleFindings, note: 'Trực' });
    expect([problem?.code, problem?.errors?.[0]?.field, await listOpenExceptions()]).toEqual([
      'stale',
      'exception.1.basis',
      2,
    ]);

    await firstManager.call(allowance.accept, {
      ...OCTOBER,
      found: [...foundExceptions, foundExceptions[0]!],
      note: 'Trực',
    });
    expect(await listOpenExceptions()).toBe(0);
    const readHistory = async () => {
      const { results } = await secondManager.call(endpoints.history.list, {
        entity: 'allowance_month',
        entity_id: '2026-10',
      });
      return results.flatMap(({ changes }) => changes.map(({ field, after }) => [field, after]));
    };
    expect((await readHistory()).sort((a, b) => compareText(JSON.stringify(a), JSON.stringify(b)))).toEqual([
      ['on_sunday.An 2026-10-04', 'Trực'],
      ['on_sunday.Bich 2026-10-04', 'Trực'],
    ]);
    await firstManager.call(allowance.accept, { ...OCTOBER, found: foundExceptions, note: '' });
    expect(await listOpenExceptions()).toBe(2);
  });

  it('a finding and its history are shown only to allowance managers', async () => {
    const editor = await bureau.as({ full_name: 'Dung', permissions: ['npn_view_allowance'] });
    await fill(editor.user_id, '2026-10-04');
    const sunday = {
      staff_id: editor.user_id,
      kind: 'on_sunday',
      day: '2026-10-04',
      basis: '- 1 1',
    } as const;
    await firstManager.call(allowance.accept, { ...OCTOBER, found: [sunday], note: 'Để tháng này thôi' });
    const readHistory = async (by: ApiClient, entity: 'allowance' | 'allowance_month', entity_id: string) =>
      by.send(endpoints.history.list, { entity, entity_id });
    const own = await readHistory(editor, 'allowance', `${editor.user_id} 2026-10`);
    expect(own.body.results.map(({ action }) => action)).toEqual(['allowance.dailyAdd']);
    expect((await readHistory(editor, 'allowance_month', '2026-10')).status).toBe(403);
    expect((await readHistory(secondManager, 'allowance_month', '2026-10')).body.results).toMatchObject([
      {
        action: 'allowance.accept',
        actor: firstManager.user_id,
        changes: [{ field: 'on_sunday.Dung 2026-10-04', before: null, after: 'Để tháng này thôi' }],
      },
    ]);
    const nobody = await bureau.as([]);
    expect((await readHistory(nobody, 'allowance', `${nobody.user_id} 2026-10`)).status).toBe(403);
  });

  it('the number of findings covers everybody, whatever the filter', async () => {
    await buildStaff(bureau.db, { full_name: 'Dung' });
    const all = (await read()).month.unsettled;
    expect(all).toBeGreaterThan(1);
    const response = await firstManager.call(allowance.list, { ...OCTOBER, staff_id: secondManager.user_id });
    expect([response.results.length, response.totals.total_allowance, response.month.unsettled]).toEqual([1, 0, all]);
  });

  it("an editor's meal on a day without task moves is a finding", async () => {
    const editor = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task']);
    const task = await buildTask(bureau.db, { workstream: 'PTE', status: 2, editor: editor.user_id });
    await editor.call(endpoints.task.act, { task_id: task.task_id, version: 1, action: 'start' });
    const days = { year: 2026, month: 11 };
    await fill(editor.user_id, '2026-11-20', { meal_fee: 1 });
    await fill(editor.user_id, '2026-11-19', { meal_fee: 1 });
    await fill(firstManager.user_id, '2026-11-19', { meal_fee: 1 });
    const { results } = await read(days);
    const listExceptionsOf = (id: number) =>
      results.find((row) => row.staff_id === id)?.exceptions.map(({ kind, day }) => `${kind} ${day}`);
    expect(listExceptionsOf(editor.user_id)).toEqual(['meal_without_work 2026-11-19']);
    expect(listExceptionsOf(firstManager.user_id)).toEqual([]);
  });

  it('a finding cannot be accepted before its day begins in Bangkok', async () => {
    const editor = await bureau.as(['npn_view_task', 'npn_editor_pte', 'npn_start_task']);
    for (const day of ['21', '22']) await fill(editor.user_id, `2026-11-${day}`, { meal_fee: 1 });
    const days = { year: 2026, month: 11 };
    const findExceptions = async (by = firstManager) =>
      (await read(days, by)).results
        .find((row) => row.staff_id === editor.user_id)
        ?.exceptions.map(({ kind, day }) => `${kind} ${day}`);
    expect(await findExceptions()).toEqual([]);
    const ahead = { staff_id: editor.user_id, kind: 'meal_without_work', day: '2026-11-21', basis: '- 1 0' } as const;
    expect((await firstManager.send(allowance.accept, { ...days, found: [ahead], note: 'Trực' })).status).toBe(404);
    // London still has the 20th.
    bureau.clock.advance(Date.parse('2026-11-20T17:00:00Z') - Date.parse(bureau.clock()));
    const later = await bureau.as(['npn_admin_allowance']);
    expect(await findExceptions(later)).toEqual(['meal_without_work 2026-11-21']);
  });

  it('an amount more than twice as high as usual is a finding', async () => {
    for (const month of ['07', '08', '09']) await fill(firstManager.user_id, `2026-${month}-03`, { meal_fee: 1 });
    await fill(firstManager.user_id, '2026-10-05', { meal_fee: 3 });
    expect((await read()).results.find((row) => row.staff_id === firstManager.user_id)?.exceptions).toMatchObject([
      { kind: 'unusual_amount' },
    ]);
  });
});

describe('a change of allowance rates', () => {
  const readLookup = async (key: string) =>
    (await root.call(endpoints.setting.metadata, { data_type: 'ALLOWANCE' })).results.find((row) => row.key === key)!;
  const TENFOLD = { 1: 300_000, 2: 600_000, 3: 900_000 };
  const changeLookup = async (key: string, value: number | Record<string, number>, by: ApiClient) =>
    by.call(endpoints.setting.updateMetadata, {
      data_type: 'ALLOWANCE',
      key,
      version: (await readLookup(key)).version,
      value,
    });

  it('changed allowance rates reopen a prepared month and make earlier versions old', async () => {
    const manager = await bureau.as({ full_name: 'Cy', permissions: ['npn_admin_allowance', 'npn_change_permission'] });
    await addAllEntries(firstManager);
    await move(firstManager, 'prepare');
    const { version } = (await read()).month;
    await changeLookup('meal', TENFOLD, manager);
    expect((await read()).month).toMatchObject({ state: 'OPEN', prepared_by: null });
    for (const action of ['close', 'prepare'] as const)
      expect((await manager.send(allowance.moveMonth, { ...OCTOBER, version, action })).problem.code).toBe('stale');
    expect((await move(manager, 'close')).problem.code).toBe('month_unsettled');
  });

  it('changed rates are a finding until they are reverted or accepted', async () => {
    await addAllEntries(firstManager);
    const findExceptions = async () => (await read()).month;
    expect(await findExceptions()).toMatchObject({ lookups_changed: [], exceptions: [], unsettled: 0 });
    await changeLookup('meal', TENFOLD, root);
    const [one1] = (await findExceptions()).exceptions;
    expect(await findExceptions()).toMatchObject({ lookups_changed: ['meal'], unsettled: 1 });
    expect((await move(firstManager, 'prepare')).problem.code).toBe('month_unsettled');
    const acceptException = (basis: string, note = 'Giá mới') =>
      firstManager.send(allowance.accept, {
        ...OCTOBER,
        found: [{ staff_id: null, kind: 'lookups_changed', basis }],
        note,
      });
    expect((await acceptException(one1!.basis)).body).toMatchObject({
      results: [{ accepted: { note: 'Giá mới', accepted_by: firstManager.user_id } }],
    });
    expect((await findExceptions()).unsettled).toBe(0);
    await changeLookup('internet', 7, root);
    expect((await findExceptions()).exceptions).toMatchObject([{ kind: 'lookups_changed', accepted: null }]);
    expect((await acceptException(one1!.basis)).problem.code).toBe('stale');
    expect((await acceptException((await findExceptions()).exceptions[0]!.basis)).status).toBe(200);
    expect((await acceptException((await findExceptions()).exceptions[0]!.basis, '')).body).toMatchObject({
      results: [{ accepted: null }],
    });
    await acceptException((await findExceptions()).exceptions[0]!.basis);
    await move(firstManager, 'prepare');
    expect((await move(secondManager, 'close')).body).toMatchObject({ state: 'CLOSED', exceptions: [], unsettled: 0 });
    // Later months are compared with the closed one, even across an open month.
    const december = await read({ year: 2026, month: 12 });
    expect(december.month).toMatchObject({ lookups_changed: [], exceptions: [] });
    const editor = await bureau.as(['npn_view_allowance']);
    expect((await read({ year: 2026, month: 9 }, editor)).month).toMatchObject({ exceptions: [], unsettled: null });
  });
});
