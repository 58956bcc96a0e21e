import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { endpoints } from '@darkroom/contract/endpoints';
import { seedBuiltIn } from '../db/built-in.ts';
import { testApp, type Client, type TestApp } from './app.ts';

const { allowance } = endpoints;
export const OCTOBER = { year: 2026, month: 10 };

interface OfficeOfMonths {
  bureau: TestApp;
  /** Two who keep allowances, and a superuser. */
  one: Client;
  two: Client;
  root: Client;
}

/** A bureau of its own whose October is over and empty: a month is closed once. */
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

/** A month as somebody reads it. */
export const readMonth = (by: Client, month = OCTOBER) => by.call(allowance.list, month);

/** Enters a day. */
export const fillDay = (by: Client, staff_id: number, date: string, fees: object = { meal_fee: 1, online_fee: 1 }) =>
  by.send(allowance.dailyAdd, { entries: [{ staff_id, date, ...NO_FEES, ...fees }] });

/** Gives everybody an entry, so that nothing is found. */
export async function fillAll(by: Client): Promise<void> {
  for (const { staff_id } of (await readMonth(by)).results) await fillDay(by, staff_id, '2026-10-05');
}

/** Moves a month as it is read just before. */
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
