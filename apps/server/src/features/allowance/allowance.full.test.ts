import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';

const { allowance } = endpoints;
const OCTOBER = { year: 2026, month: 10 };

let bureau: TestApp;
let keeper: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  keeper = await bureau.as(['npn_admin_allowance']);
});
afterAll(() => bureau.close());

let memberCounter = 0;
/** Creates a member without permission for other people's allowances. */
const buildMember = async (fields: Parameters<typeof buildStaff>[1] = {}) =>
  bureau.as(
    (
      await buildStaff(bureau.db, {
        full_name: `Người ${++memberCounter}`,
        permissions: ['npn_view_allowance'],
        ...fields,
      })
    ).user_id,
  );
const readPersonMonth = async (staff_id: number, by = keeper, month = OCTOBER) =>
  (await by.call(allowance.list, { ...month, staff_id })).results[0];
const createEntry = (staff_id: number, date: string, fees: object = { meal_fee: 1 }) => ({
  staff_id,
  date,
  ...NO_FEES,
  ...fees,
});
const addEntries = (...entries: object[]) => keeper.send(allowance.dailyAdd, { entries });

describe('days', () => {
  it('a day is entered, calculated and shown to its person', async () => {
    const member = await buildMember();
    await addEntries(
      createEntry(member.user_id, '2026-10-01', { parking_fee: 'AB', meal_fee: 2, online_fee: 0 }),
      createEntry(member.user_id, '2026-10-02', { online_fee: 1 }),
    );
    await keeper.call(allowance.monthlyAdd, {
      entries: [{ staff_id: member.user_id, ...OCTOBER, parking: 100_000.5 }],
    });
    expect(await readPersonMonth(member.user_id, member)).toMatchObject({
      staff_id: member.user_id,
      daily_allowance: [
        { date: '2026-10-01', parking_fee: 'AB', meal_fee: 2, online_fee: 0, version: 1 },
        { date: '2026-10-02', parking_fee: null, meal_fee: null, online_fee: 1, version: 1 },
      ],
      monthly_allowance: { parking: 100_000.5, version: 1 },
      working_days: 27,
      online_days: 1,
      daily_transport: 13_000,
      total_transport: 13_000,
      total_meal: 60_000,
      total_internet: 3703.704,
      total_electricity: 9259.259,
      total_online: 12_962.963,
      total_allowance: 185_963.463,
    });
  });

  it('a request with wrong days is refused with an error for each field', async () => {
    const { user_id } = await buildMember();
    const response = await addEntries(
      createEntry(user_id, '2026-10-05'),
      createEntry(user_id, '2026-10-06', { meal_fee: 4 }),
      createEntry(user_id, '2026-10-32'),
      createEntry(user_id, '2026-10-07', { parking_fee: 'D', online_fee: 2 }),
    );
    expect(response.status).toBe(422);
    expect(response.problem.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['entries.1.meal_fee', 'invalid'],
      ['entries.2.date', 'not_a_day'],
      ['entries.3.parking_fee', 'invalid'],
      ['entries.3.online_fee', 'invalid'],
    ]);
    const later = await addEntries(
      createEntry(user_id, '2026-10-05'),
      createEntry(user_id, '2026-10-05'),
      createEntry(user_id, '2026-10-06', {}),
      createEntry(999_999, '2026-10-05'),
    );
    expect(later.problem.errors?.map(({ field, code }) => [field, code])).toEqual([
      ['entries.1.date', 'duplicate'],
      ['entries.2', 'no_fields_to_change'],
      ['entries.3.staff_id', 'unknown'],
    ]);
    expect((await readPersonMonth(user_id))?.daily_allowance).toEqual([]);
  });

  it('a day with an entry is refused with the existing entry', async () => {
    const { user_id } = await buildMember();
    await addEntries(createEntry(user_id, '2026-10-05', { meal_fee: 3 }));
    const second = await addEntries(createEntry(user_id, '2026-10-06'), createEntry(user_id, '2026-10-05'));
    expect(second.problem).toMatchObject({
      status: 409,
      code: 'exists',
      errors: [{ field: 'entries.1.date', code: 'exists' }],
      current: [{ date: '2026-10-05', meal_fee: 3 }],
    });
    expect((await readPersonMonth(user_id))?.daily_allowance).toHaveLength(1);
  });

  it('a day changes only in the given fields and is deleted when empty', async () => {
    const { user_id } = await buildMember();
    const { body } = await keeper.send(allowance.dailyAdd, {
      entries: [
        createEntry(user_id, '2026-10-05', { meal_fee: 3, parking_fee: 'A' }),
        createEntry(user_id, '2026-10-06'),
      ],
    });
    const [first, second] = body.results.map(({ id, version }) => ({ id, version }));
    const changed = await keeper.call(allowance.dailyUpdate, {
      entries: [
        { ...first!, meal_fee: null, online_fee: 1 },
        { ...second!, meal_fee: null },
      ],
    });
    expect(changed.results).toMatchObject([{ parking_fee: 'A', meal_fee: null, online_fee: 1, version: 2 }]);
    expect(changed.removed).toEqual([second!.id]);
    expect((await readPersonMonth(user_id))?.daily_allowance.map(({ date }) => date)).toEqual(['2026-10-05']);
  });

  it('a day that another user changed or deleted first is refused as stale', async () => {
    const { user_id } = await buildMember();
    const { body } = await keeper.send(allowance.dailyAdd, {
      entries: [createEntry(user_id, '2026-10-05'), createEntry(user_id, '2026-10-06')],
    });
    const [first, second] = body.results.map(({ id, version }) => ({ id, version }));
    await keeper.call(allowance.dailyUpdate, {
      entries: [
        { ...first!, meal_fee: 2 },
        { ...second!, meal_fee: null },
      ],
    });
    const staleResponse = await keeper.send(allowance.dailyUpdate, {
      entries: [
        { ...first!, meal_fee: 3 },
        { ...second!, meal_fee: 3 },
      ],
    });
    expect(staleResponse.problem).toMatchObject({
      status: 404,
      code: 'not_found',
      errors: [
        { field: 'entries.1.id', code: 'not_found' },
        { field: 'entries.0.version', code: 'stale' },
      ],
      current: [{ id: first!.id, meal_fee: 2, version: 2 }],
    });
    const stale = await keeper.send(allowance.dailyUpdate, { entries: [{ ...first!, meal_fee: 3 }] });
    expect(stale.problem).toMatchObject({ status: 409, code: 'stale', errors: [{ field: 'entries.0.version' }] });
  });

  it('a day names each fee, with null for no fee', async () => {
    const { user_id } = await buildMember();
    const bare = await addEntries({ staff_id: user_id, date: '2026-10-05' });
    expect(bare.problem.errors).toMatchObject(
      ['parking_fee', 'meal_fee', 'online_fee'].map((fee) => ({ field: `entries.0.${fee}`, code: 'required' })),
    );
    const fees = { parking_fee: 'A', meal_fee: null, online_fee: null };
    const { body } = await addEntries({ staff_id: user_id, date: '2026-10-05', ...fees });
    expect(body.results).toMatchObject([{ ...fees, online_fee: 0 }]);
    const [{ id, version } = { id: 0, version: 0 }] = body.results;
    const online = { entries: [{ id, version, online_fee: 1 as const }] };
    await keeper.call(allowance.dailyUpdate, online);
    const off = { entries: [{ id, version: version + 1, online_fee: null }] };
    expect((await keeper.call(allowance.dailyUpdate, off)).results).toMatchObject([{ online_fee: 0, version: 3 }]);
  });

  it('days that two users enter at once are saved once each', async () => {
    const { user_id } = await buildMember();
    const dates = Array.from({ length: 20 }, (_, i) => `2026-10-${String(i + 1).padStart(2, '0')}`);
    const responses = await Promise.all(
      [...dates, ...dates].map((date) => keeper.send(allowance.dailyAdd, { entries: [createEntry(user_id, date)] })),
    );
    expect(responses.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      ...dates.map(() => 200),
      ...dates.map(() => 409),
    ]);
    expect((await readPersonMonth(user_id))?.daily_allowance).toHaveLength(20);
  });
});

describe('parking of a month', () => {
  it('the parking of a month is entered once and changed with its version', async () => {
    const { user_id: staff_id } = await buildMember();
    const entry = { staff_id, ...OCTOBER, parking: 5 };
    const { results } = await keeper.call(allowance.monthlyAdd, { entries: [entry] });
    const again = await keeper.send(allowance.monthlyAdd, { entries: [{ ...entry, parking: 6 }] });
    expect(again.problem).toMatchObject({ status: 409, code: 'exists', current: [{ parking: 5 }] });
    const [{ id, version } = { id: 0, version: 0 }] = results;
    await keeper.call(allowance.monthlyUpdate, { entries: [{ id, version, parking: 7.125 }] });
    const stale = await keeper.send(allowance.monthlyUpdate, { entries: [{ id, version, parking: 8 }] });
    expect(stale.problem).toMatchObject({ status: 409, code: 'stale', current: [{ parking: 7.125, version: 2 }] });
    const wrong = await keeper.send(allowance.monthlyUpdate, { entries: [{ id, version: 2, parking: 0.0001 }] });
    expect(wrong.problem.errors).toMatchObject([{ field: 'entries.0.parking', code: 'too_many_decimals' }]);
    const none = await keeper.send(allowance.monthlyUpdate, { entries: [{ id: 2_000_000, version: 1, parking: 8 }] });
    expect(none.problem).toMatchObject({ status: 404, errors: [{ field: 'entries.0.id', code: 'not_found' }] });
  });
});

describe('another person’s allowances', () => {
  it('other allowances are hidden from list, year, history and files without the permission', async () => {
    const [firstMember, secondMember] = [await buildMember(), await buildMember()];
    await addEntries(createEntry(secondMember.user_id, '2026-10-05'));
    const readMonthAs = (by: ApiClient, staff_id: number) =>
      Promise.all([
        by.send(allowance.list, { ...OCTOBER, staff_id }),
        by.send(allowance.year, { ...OCTOBER, staff_id }),
        by.send(endpoints.export.allowances, {
          format: 'pdf',
          language: 'en',
          filter: { ...OCTOBER, staff_id },
        }),
      ]);
    // Another person's entries and unknown ids give the same response to every caller.
    for (const responses of [
      await readMonthAs(firstMember, secondMember.user_id),
      await readMonthAs(firstMember, 999_999),
      await readMonthAs(keeper, 999_999),
    ])
      for (const { problem } of responses)
        expect(problem).toMatchObject({ status: 404, code: 'not_found', errors: [{ field: 'staff_id' }] });
    const all = await firstMember.call(allowance.list, OCTOBER);
    expect(all.results.map(({ staff_id }) => staff_id)).toEqual([firstMember.user_id]);
    expect(all.totals.total_allowance).toBe(0);
    expect(all.month.unsettled).toBeNull();
    const readHistory = (who: ApiClient) =>
      who.send(endpoints.history.list, { entity: 'allowance', entity_id: `${secondMember.user_id} 2026-10` });
    expect((await readHistory(firstMember)).status).toBe(403);
    expect((await readHistory(secondMember)).body.results).toHaveLength(1);
    expect((await readHistory(keeper)).body.results).toHaveLength(1);
  });

  it('other allowances cannot be changed without the permission', async () => {
    const member = await buildMember();
    for (const [call, entry] of [
      [allowance.dailyAdd, createEntry(member.user_id, '2026-10-05')],
      [allowance.monthlyAdd, { staff_id: member.user_id, ...OCTOBER, parking: 1 }],
    ] as const)
      expect((await member.send(call, { entries: [entry] })).status).toBe(403);
  });
});

describe('the table of staff', () => {
  it('the table filters by team, group, workplace and text, with totals of all pages', async () => {
    const { id: team_id } = await bureau.db
      .insertInto('team')
      .values({ team_name: 'Bãi xe' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const people = [];
    for (const [full_name, meal_fee] of [
      ['Ảnh', 1],
      ['Bình', 3],
      ['Ánh', 2],
    ] as const) {
      const member = await buildStaff(bureau.db, { full_name, workplace: 'Huế', teams: [team_id] });
      await addEntries(createEntry(member.user_id, '2026-10-05', { meal_fee }));
      people.push(member);
    }
    const listNames = async (filter: object) => {
      const { results, total_items, totals } = await keeper.call(allowance.list, { ...OCTOBER, ...filter });
      return [results.map(({ full_name }) => full_name).join(' '), total_items, totals.total_meal];
    };
    expect(await listNames({ team_id })).toEqual(['Ảnh Ánh Bình', 3, 180_000]);
    expect(await listNames({ team_id: [team_id], sort: '-total_allowance', page_size: 1 })).toEqual([
      'Bình',
      3,
      180_000,
    ]);
    expect(await listNames({ workplace: ['Huế'], text: 'anh' })).toEqual(['Ảnh Ánh', 2, 90_000]);
    expect(await listNames({ group_id: people[1]!.group_id })).toEqual(['Bình', 1, 90_000]);
  });

  it('the table lists members at work, and leavers with entries in the month', async () => {
    const buildLeaver = async (end_time: string) =>
      (await buildStaff(bureau.db, { full_name: 'Đã nghỉ', active: false, start_time: '2026-01-05', end_time }))
        .user_id;
    const countShownMembers = async (staff_id: number) =>
      (await keeper.call(allowance.list, { ...OCTOBER, staff_id })).total_items;
    const before = await buildLeaver('2026-09-30');
    expect(await countShownMembers(before)).toBe(0);
    // The last days are entered after the people left.
    expect(await countShownMembers(await buildLeaver('2026-10-01'))).toBe(1);
    expect(await countShownMembers(await buildLeaver('2026-11-02'))).toBe(1);
    await addEntries(createEntry(before, '2026-10-05'));
    expect(await countShownMembers(before)).toBe(1);
  });
});

describe('allowances of a year', () => {
  it('a year lists the twelve months up to a month with their totals', async () => {
    const member = await buildMember();
    await addEntries(
      createEntry(member.user_id, '2026-08-03', { meal_fee: 1 }),
      createEntry(member.user_id, '2026-10-05', { parking_fee: 'C' }),
    );
    const { results } = await member.call(allowance.year, OCTOBER);
    expect(results.map(({ year, month }) => `${year}-${month}`)).toEqual([
      '2025-11',
      '2025-12',
      '2026-1',
      '2026-2',
      '2026-3',
      '2026-4',
      '2026-5',
      '2026-6',
      '2026-7',
      '2026-8',
      '2026-9',
      '2026-10',
    ]);
    expect(results.filter(({ total_allowance }) => total_allowance > 0)).toMatchObject([
      { month: 8, total_meal: 30_000 },
      { month: 10, total_transport: 50_000 },
    ]);
  });
});
