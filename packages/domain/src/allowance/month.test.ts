import { describe, expect, it } from 'vitest';
import { findExceptions, findMonthExceptions, positiveMedian, type PersonOfMonth } from './exceptions.ts';
import { DEFAULT_LOOKUPS, type DayFees } from './fees.ts';
import { findMonthRefusal, MONTH_ACTIONS, MONTH_STATES, type MonthFacts } from './month.ts';

const createDay = (fees: Partial<DayFees> = {}): DayFees => ({
  parking_fee: null,
  meal_fee: null,
  online_fee: 0,
  ...fees,
});
describe('exceptions before a month is closed', () => {
  const createPerson = (of: Partial<PersonOfMonth> = {}): PersonOfMonth => ({
    entries: [{ date: '2026-10-01', ...createDay({ meal_fee: 1 }) }],
    parking: 0,
    start: null,
    end: null,
    worked: null,
    days_off: new Set(),
    total: 100,
    before: [],
    ...of,
  });
  const listKindsOn = (today: string, of: Partial<PersonOfMonth>) =>
    findExceptions('2026-10', createPerson(of), { isHoliday: (d) => d === '2026-10-02', today }).map(
      ({ kind, day: on }) => (on ? `${kind} ${on}` : kind),
    );
  const listKinds = (of: Partial<PersonOfMonth>) => listKindsOn('2026-11-02', of);

  it('an ordinary month has no exception', () => {
    expect(listKinds({})).toEqual([]);
  });
  it('an exception names its cause: the fees of the day, or the total', () => {
    const readBasis = (of: Partial<PersonOfMonth>) =>
      findExceptions('2026-10', createPerson(of), { isHoliday: () => true, today: '2026-11-02' }).map(
        (exception) => exception.basis,
      );
    const on = (fees: object) => [{ date: '2026-10-05', ...createDay(fees) }];
    expect(readBasis({ entries: on({ meal_fee: 1 }) })).toEqual(['- 1 0']);
    expect(readBasis({ entries: on({ meal_fee: 2, parking_fee: 'AB' }) })).toEqual(['AB 2 0']);
    expect(readBasis({ entries: [], parking: 5, total: 90_000.5, before: [1] })).toEqual(['90000.5']);
  });
  it('a changed lookup is an exception of the month, in any order of its keys', () => {
    const { meal, ...rest } = DEFAULT_LOOKUPS;
    const turned = { 3: meal[3], 2: meal[2], 1: meal[1] };
    expect(findMonthExceptions({ ...rest, meal: turned }, DEFAULT_LOOKUPS)).toEqual([]);
    expect(findMonthExceptions({ ...DEFAULT_LOOKUPS, internet: 7 }, DEFAULT_LOOKUPS)).toEqual([
      { kind: 'lookups_changed', day: null, basis: 'internet 100000 > 7' },
    ]);
    expect(findMonthExceptions({ ...DEFAULT_LOOKUPS, internet: 8 }, DEFAULT_LOOKUPS)[0]?.basis).toBe(
      'internet 100000 > 8',
    );
  });
  it('a person without entries is an exception only while employed', () => {
    expect(listKinds({ entries: [] })).toEqual(['no_entry']);
    expect(listKinds({ entries: [], parking: 5 })).toEqual([]);
    expect(listKinds({ entries: [], end: '2026-09-30' })).toEqual([]);
    expect(listKinds({ entries: [], start: '2026-11-01' })).toEqual([]);
    expect(listKinds({ entries: [], start: '2026-10-31' })).toEqual(['no_entry']);
  });
  it('entries on Sundays, holidays and outside the employment are exceptions', () => {
    const on = (date: string) => [{ date, ...createDay({ meal_fee: 1 }) }];
    expect(listKinds({ entries: on('2026-10-04') })).toEqual(['on_sunday 2026-10-04']);
    expect(listKinds({ entries: on('2026-10-02') })).toEqual(['on_holiday 2026-10-02']);
    expect(listKinds({ entries: on('2026-10-05'), start: '2026-10-06' })).toEqual(['before_start 2026-10-05']);
    expect(listKinds({ entries: on('2026-10-07'), end: '2026-10-06' })).toEqual(['after_end 2026-10-07']);
  });
  it('parking on an online day and a meal without work are exceptions', () => {
    const entries = [{ date: '2026-10-01', ...createDay({ online_fee: 1, parking_fee: 'A' as const }) }];
    expect(listKinds({ entries: entries })).toEqual(['online_and_parking 2026-10-01']);
    expect(listKinds({ worked: new Set() })).toEqual(['meal_without_work 2026-10-01']);
    expect(listKinds({ worked: new Set(['2026-10-01']) })).toEqual([]);
  });
  it('an entry on a day off is an exception, and its meal is not one of its own', () => {
    const daysOff = { worked: new Set<string>(), days_off: new Set(['2026-10-01']) };
    expect(listKinds(daysOff)).toEqual(['on_leave 2026-10-01']);
    expect(listKinds({ ...daysOff, entries: [] })).toEqual(['no_entry']);
  });
  it('future days, months and employments have no exceptions', () => {
    const ahead = ['2026-10-04', '2026-10-05'].map((date) => ({ date, ...createDay({ meal_fee: 1 }) }));
    expect(listKindsOn('2026-10-03', { entries: ahead, worked: new Set() })).toEqual([]);
    expect(listKindsOn('2026-10-04', { entries: ahead, worked: new Set() })).toEqual([
      'on_sunday 2026-10-04',
      'meal_without_work 2026-10-04',
    ]);
    expect(listKindsOn('2026-09-30', { entries: [] })).toEqual([]);
    expect(listKindsOn('2026-10-01', { entries: [] })).toEqual(['no_entry']);
    expect(listKindsOn('2026-10-19', { entries: [], start: '2026-10-20' })).toEqual([]);
    expect(listKindsOn('2026-10-20', { entries: [], start: '2026-10-20' })).toEqual(['no_entry']);
  });
  it('a total above twice the median of three months is an exception', () => {
    expect(listKinds({ total: 201, before: [100, 10, 400] })).toEqual(['unusual_amount']);
    expect(listKinds({ total: 200, before: [100, 10, 400] })).toEqual([]);
    expect(listKinds({ total: 500, before: [0, 0, 0] })).toEqual([]);
    expect([positiveMedian([]), positiveMedian([3]), positiveMedian([4, 2])]).toEqual([null, 3, 3]);
  });
});

describe('closing a month', () => {
  const createAllowanceManager = (user_id: number, ...more: string[]) => ({
    user_id,
    account: 'staff' as const,
    is_superuser: false,
    permissions: new Set(['npn_admin_allowance', ...more]),
  });
  const ask = (of: Partial<MonthFacts> = {}): MonthFacts => ({
    state: 'PREPARED',
    prepared_by: 1,
    month: '2026-10',
    now: '2026-11',
    unsettled: 0,
    actor: createAllowanceManager(2),
    reason: '',
    ...of,
  });
  const root = { ...createAllowanceManager(1), is_superuser: true };

  it('closing a month needs two people', () => {
    expect(findMonthRefusal('close', ask())).toBeNull();
    expect(findMonthRefusal('close', ask({ prepared_by: 2 }))).toBe('month_same_person');
    expect(findMonthRefusal('close', ask({ state: 'OPEN', prepared_by: null }))).toBe('month_not_prepared');
  });
  it('a superuser closes a month alone with a reason', () => {
    expect(findMonthRefusal('close', ask({ actor: root }))).toBe('reason_required');
    expect(findMonthRefusal('close', ask({ actor: root, reason: 'Tết' }))).toBeNull();
    expect(findMonthRefusal('close', ask({ actor: root, state: 'OPEN', reason: 'Tết' }))).toBeNull();
  });
  it('closing waits until the month is over and all exceptions are resolved', () => {
    expect(findMonthRefusal('prepare', ask({ state: 'OPEN', month: '2026-11' }))).toBe('month_not_over');
    expect(findMonthRefusal('prepare', ask({ state: 'OPEN', unsettled: 1 }))).toBe('month_unsettled');
    expect(findMonthRefusal('close', ask({ unsettled: 1 }))).toBe('month_unsettled');
  });
  it('a superuser or a user with the permission reopens a month with a reason', () => {
    const closed = { state: 'CLOSED' as const };
    expect(findMonthRefusal('reopen', ask(closed))).toBe('forbidden');
    expect(findMonthRefusal('reopen', ask({ ...closed, actor: root }))).toBe('reason_required');
    expect(findMonthRefusal('reopen', ask({ ...closed, actor: root, reason: 'Sai bãi xe' }))).toBeNull();
    for (const code of ['npn_change_permission', 'npn_admin'])
      expect(
        findMonthRefusal('reopen', ask({ ...closed, actor: createAllowanceManager(2, code), reason: 'Sai bãi xe' })),
      ).toBeNull();
  });
  it('a month changes its state only as in the table', () => {
    const allowed = MONTH_ACTIONS.flatMap((action) =>
      MONTH_STATES.filter((state) => findMonthRefusal(action, ask({ state, actor: root, reason: 'x' })) === null).map(
        (state) => `${action} ${state}`,
      ),
    );
    expect(allowed).toEqual([
      'prepare OPEN',
      'undo_preparation PREPARED',
      'close OPEN',
      'close PREPARED',
      'reopen CLOSED',
    ]);
  });
  it('a user without the permission cannot change a month', () => {
    const actor = { ...createAllowanceManager(2), permissions: new Set<string>() };
    for (const action of MONTH_ACTIONS) expect(findMonthRefusal(action, ask({ actor }))).toBe('forbidden');
  });
});
