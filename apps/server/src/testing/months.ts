import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { endpoints } from '@darkroom/contract/endpoints';
import { seedBuiltIn } from '../db/built-in.ts';
import { testApp, type Client, type TestApp } from './app.ts';

const { allowance } = endpoints;
export const OCTOBER = { year: 2026, month: 10 };

interface OfficeOfMonths {
  bureau: TestApp;
  /** Two users who manage allowances, and a superuser. */
  one: Client;
  two: Client;
  root: Client;
}

/** A separate bureau whose October is over and empty, because a month can be closed only once. */
export async function officeOfMonths(): Promise<OfficeOfMonths> {
  const bureau = await testApp();
  await seedBuiltIn(bureau.db);
  return {
    bureau,
    one: await bureau.as({ full_name: 'Ann', permissions: ['npn_admin_allowance'] }),
    two: await bureau.as({ full_name: 'Bo', permissions: ['npn_admin_allowance'] }),
    root: await bureau.as({ full_name: 'Root', is_superuser: true }),
  };
}

/** Reads a month as this user. */
export const readMonth = (by: Client, month = OCTOBER) => by.call(allowance.list, month);

/** Enters a day. */
export const fillDay = (by: Client, staff_id: number, date: string, fees: object = { meal_fee: 1, online_fee: 1 }) =>
  by.send(allowance.dailyAdd, { entries: [{ staff_id, date, ...NO_FEES, ...fees }] });

/** Gives all people an entry, so that there are no exceptions. */
export async function fillAll(by: Client): Promise<void> {
  for (const { staff_id } of (await readMonth(by)).results) await fillDay(by, staff_id, '2026-10-05');
}

/** Moves a month at the version that is read just before. */
export const moveMonth = async (
  by: Client,
  action: 'prepare' | 'take_back' | 'close' | 'reopen',
  { reader, reason = '', month = OCTOBER }: { reader: Client; reason?: string; month?: typeof OCTOBER },
) =>
  by.send(allowance.moveMonth, {
    ...month,
    version: (await readMonth(reader, month)).month.version,
    action,
    reason,
  });
