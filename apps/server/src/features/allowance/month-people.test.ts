import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient, TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';
import { addAllEntries, addDayEntry, moveMonth, OCTOBER, createMonthFixture, readMonth } from '../../testing/months.ts';

const { allowance } = endpoints;

let bureau: TestApp;
let root: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  ({ bureau, superuser: root, firstAccountant: manager } = await createMonthFixture());
});
afterAll(() => bureau.close());

const move = async (action: 'close' | 'reopen') =>
  expect((await moveMonth(root, action, { reader: manager, reason: 'Hết tháng' })).status).toBe(200);

it('a month leaves out later accounts, unless they began in it or have entries', async () => {
  await addAllEntries(manager);
  await move('close');
  await move('reopen');
  const addMember = async (full_name: string, created_at: string, fields: object = {}) =>
    (await buildStaff(bureau.db, { full_name, created_at, ...fields })).user_id;
  // November begins in Bangkok at 17:00 UTC.
  await addMember('New', '2026-10-31T17:00:00.000Z');
  const last = await addMember('Last Day', '2026-10-31T16:59:59.000Z');
  const began = await addMember('Began', '2026-11-20T02:00:00.000Z', { start_time: '2026-10-12' });
  const worked = await addMember('Worked', '2026-11-20T02:00:00.000Z');
  await addDayEntry(manager, worked, '2026-10-06');
  const found = (await readMonth(manager)).results.filter(({ exceptions }) =>
    exceptions.some(({ kind }) => kind === 'no_entry'),
  );
  expect(found.map(({ full_name }) => full_name).toSorted()).toEqual(['Began', 'Last Day']);
  expect((await readMonth(manager)).results.map(({ full_name }) => full_name)).not.toContain('New');
  for (const staff_id of [last, began]) await addDayEntry(manager, staff_id, '2026-10-13');
  await move('close');
  const [closing] = (await manager.call(allowance.closings, OCTOBER)).results;
  expect(closing?.differences.map(({ full_name }) => full_name).toSorted()).toEqual(['Began', 'Last Day', 'Worked']);
  const november = await readMonth(manager, { year: 2026, month: 11 });
  expect(november.results.map(({ full_name }) => full_name)).toContain('New');
});
