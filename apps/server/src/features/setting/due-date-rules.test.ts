import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { createLookupCalls, type LookupValue } from '../../testing/fixtures/lookups.ts';

let bureau: TestApp;
let boss: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  boss = await bureau.as(['npn_change_permission']);
});
afterAll(() => bureau.close());

const { setting, changeLookup } = createLookupCalls(() => boss);

describe('working hours and turnarounds', () => {
  const readProblem = async (key: 'calendar' | 'turnarounds', value: object) =>
    (await changeLookup(key, value as LookupValue)).problem.errors?.map(({ field, code }) => [field, code]);

  it('hours that end before they begin, overlap, or are empty are refused', async () => {
    const { value } = await setting('calendar');
    const hours = value as { week: object[]; extra_days: object[] };
    const createWeek = (day: object[]) => ({ ...hours, week: [day, ...hours.week.slice(1)] });
    expect(await readProblem('calendar', createWeek([{ from: '22:00', to: '06:00' }]))).toEqual([
      ['value.week.0.0.to', 'not_after'],
    ]);
    const twice = [
      { from: '08:00', to: '12:00' },
      { from: '11:00', to: '13:00' },
    ];
    expect(await readProblem('calendar', createWeek(twice))).toEqual([['value.week.0.1.from', 'overlaps']]);
    expect(await readProblem('calendar', createWeek([{ from: '8', to: '25:00' }]))).toEqual([
      ['value.week.0.0.from', 'invalid_time_of_day'],
      ['value.week.0.0.to', 'invalid_time_of_day'],
    ]);
    expect(await readProblem('calendar', { ...hours, week: hours.week.map(() => []) })).toEqual([
      ['value.week', 'no_hours'],
    ]);
    const day = { date: '2026-11-22', hours: [] };
    expect(await readProblem('calendar', { ...hours, extra_days: [day, day] })).toEqual([
      ['value.extra_days', 'duplicate'],
    ]);
  });

  it('turnarounds that repeat, lack the default, or name missing records are refused', async () => {
    const defaultRule = { cus_id1: null, service_cat1_id: null, job_priority: null, hours: 16 };
    expect(await readProblem('turnarounds', [defaultRule, defaultRule])).toEqual([['value', 'duplicate']]);
    expect(await readProblem('turnarounds', [{ ...defaultRule, job_priority: 'Urgent' }])).toEqual([
      ['value', 'default_turnaround_required'],
    ]);
    expect(await readProblem('turnarounds', [{ ...defaultRule, hours: 0 }])).toContainEqual([
      'value.0.hours',
      'too_small',
    ]);
    expect(await readProblem('turnarounds', [{ ...defaultRule, hours: 1.1 }])).toEqual([
      ['value.0.hours', 'not_a_quarter'],
    ]);
    expect(
      await readProblem('turnarounds', [
        defaultRule,
        { ...defaultRule, cus_id1: 2_000_000, service_cat1_id: 2_000_000 },
      ]),
    ).toEqual([
      ['value.1.cus_id1', 'unknown'],
      ['value.1.service_cat1_id', 'unknown'],
    ]);
  });

  it('only users with permission for lookups change the rules', async () => {
    const clerk = await bureau.as(['npn_change_customer', 'npn_view_job']);
    const { version, value } = await setting('turnarounds');
    const refused = await clerk.send(endpoints.setting.updateMetadata, {
      data_type: 'JOB_TASK',
      key: 'turnarounds',
      version,
      value,
    });
    expect(refused.status).toBe(403);
  });
});
