import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { endpoints } from '@darkroom/contract/endpoints';
import { seedBuiltIn } from '../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from './app.ts';

const { allowance } = endpoints;
export const OCTOBER = { year: 2026, month: 10 };

interface MonthFixture {
  bureau: TestApp;
  /** Two users who manage allowances, and a superuser. */
  firstAccountant: ApiClient;
  secondAccountant: ApiClient;
  superuser: ApiClient;
}

/** Creates a separate bureau whose October is over and empty, because a month can be closed only once. */
export async function createMonthFixture(): Promise<MonthFixture> {
  const bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  return {
    bureau,
    firstAccountant: await bureau.as({ full_name: 'Ann', permissions: ['npn_admin_allowance'] }),
    secondAccountant: await bureau.as({ full_name: 'Bo', permissions: ['npn_admin_allowance'] }),
    superuser: await bureau.as({ full_name: 'Root', is_superuser: true }),
  };
}

export const readMonth = (accountant: ApiClient, month = OCTOBER) => accountant.call(allowance.list, month);

export const addDayEntry = (
  accountant: ApiClient,
  staff_id: number,
  date: string,
  fees: object = { meal_fee: 1, online_fee: 1 },
) => accountant.send(allowance.dailyAdd, { entries: [{ staff_id, date, ...NO_FEES, ...fees }] });

/** Gives all people an entry, so that there are no exceptions. */
export async function addAllEntries(accountant: ApiClient): Promise<void> {
  for (const { staff_id } of (await readMonth(accountant)).results)
    await addDayEntry(accountant, staff_id, '2026-10-05');
}

/** Moves a month at the version that is read just before. */
export const moveMonth = async (
  accountant: ApiClient,
  action: 'prepare' | 'undo_preparation' | 'close' | 'reopen',
  { reader, reason = '', month = OCTOBER }: { reader: ApiClient; reason?: string; month?: typeof OCTOBER },
) =>
  accountant.send(allowance.moveMonth, {
    ...month,
    version: (await readMonth(reader, month)).month.version,
    action,
    reason,
  });
