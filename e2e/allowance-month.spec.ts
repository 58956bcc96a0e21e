import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { endpoints } from '@darkroom/contract/endpoints';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './bureau.ts';
import { toMonthParam, expectSaved } from './allowance-members.ts';

const { allowance } = endpoints;
/** Before anyone of the demo bureau worked, so that no other test uses this month. */
const IMPORTED = { year: 2011, month: 7 };

test('a month is imported from its own export, and replaces different values only on request', async ({ people }) => {
  const accountant = people.call('accountant');
  const read = async () => (await accountant(allowance.list, { ...IMPORTED, page_size: 200 })).results;
  const [first, second] = await read();
  if (!first || !second) throw new Error('Nobody works here');
  const toDay = (n: number) => `${toMonthParam(IMPORTED)}-${String(n).padStart(2, '0')}`;
  const { results: entries } = await accountant(allowance.dailyAdd, {
    entries: [
      { staff_id: first.staff_id, date: toDay(1), ...NO_FEES, meal_fee: 1 },
      { staff_id: first.staff_id, date: toDay(3), ...NO_FEES, meal_fee: 2 },
      { staff_id: second.staff_id, date: toDay(2), ...NO_FEES, meal_fee: 2 },
    ],
  });
  const page = await people.open('accountant', `/account/allowance?by=all&month=${toMonthParam(IMPORTED)}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Excel/ }).click(),
  ]);
  const savedFile = await readFile(await download.path());
  // After the export, one day is changed and one day is deleted.
  await accountant(allowance.dailyUpdate, {
    entries: entries
      .filter(({ date }) => date !== toDay(3))
      .map(({ id, version, date }) => ({ id, version, meal_fee: date === toDay(1) ? (3 as const) : null })),
  });
  await page.goto(`/allowance/meal?month=${toMonthParam(IMPORTED)}`);
  const dialog = page.getByRole('dialog', { name: 'Import 07/2011' });
  const open = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    await page.getByRole('button', { name: 'Import Excel' }).click();
    await dialog.locator('input[type=file]').setInputFiles(file);
  };
  const take = async () => {
    await dialog.getByRole('button', { name: /^Import \d+ values?$/ }).click();
    await expectSaved(page);
  };
  const readMeals = async () => {
    const rows = await read();
    return [first, second].map(({ staff_id }) =>
      rows
        .find((row) => row.staff_id === staff_id)
        ?.daily_allowance.map(({ date, meal_fee }) => `${Number(date.slice(8))}:${meal_fee}`)
        .join(' '),
    );
  };
  const xlsx = { name: 'july.xlsx', mimeType: 'application/octet-stream', buffer: savedFile };
  await open(xlsx);
  await expect(
    dialog.getByText('1 cell to fill · 1 has a different value · 1 is already entered · 0 not accepted'),
  ).toBeVisible();
  await take();
  await expect.poll(readMeals).toEqual(['1:3 3:2', '2:2']);
  await open(xlsx);
  await dialog.getByRole('checkbox', { name: 'Replace the different value in 1 cell' }).check();
  await take();
  await expect.poll(readMeals).toEqual(['1:1 3:2', '2:2']);

  const days = `Full Name,Username,1,2,3\n,${second.username},1,1.5,\nNobody at all,,1,,\n${first.full_name},${second.username},,,3\n`;
  await open({ name: 'days.csv', mimeType: 'text/csv', buffer: Buffer.from(days) });
  await expect(dialog.getByText('No person with this name is on the sheet.')).toBeVisible();
  await expect(dialog.getByText('This value is not valid.')).toBeVisible();
  // A row is rejected when its name and its username belong to different people.
  const refused = dialog.getByRole('row').filter({ hasText: 'Name and username belong to two different people' });
  await expect(refused).toContainText(`${first.full_name} (${second.username})`);
  await expect(refused).toContainText('03 Jul 2011');
  await take();
  await expect.poll(readMeals).toEqual(['1:1 3:2', '1:1 2:2']);

  // A pay period fills only the days of the open month, after the user has said which days belong to the pay period.
  const period = `Username,30,31,1,2\n${second.username},1,1,3,3\n`;
  await open({ name: 'period.csv', mimeType: 'text/csv', buffer: Buffer.from(period) });
  const monthDialog = page.getByRole('dialog', { name: 'Choose months' });
  await expect(monthDialog.getByRole('button', { name: '30–31: 06/2011 · 1–2: 07/2011' })).toBeVisible();
  await monthDialog.getByRole('button', { name: '30–31: 07/2011 · 1–2: 08/2011' }).click();
  await take();
  await expect.poll(readMeals).toEqual(['1:1 3:2', '1:1 2:2 30:1 31:1']);

  // In another month, the message names the month of the file and does not mention existing values.
  await page.goto('/allowance/meal?month=2011-09');
  await page.getByRole('button', { name: 'Import Excel' }).click();
  const otherImport = page.getByRole('dialog', { name: 'Import 09/2011' });
  await otherImport.locator('input[type=file]').setInputFiles(xlsx);
  await expect(otherImport.getByText('This file is for 07/2011. Open that month and import it there.')).toBeVisible();
  await expect(otherImport.getByText('The file has no new values for this month.')).toHaveCount(0);
});

test('the parking of a month accepts at most three decimals, as the API does', async ({ people }) => {
  const accountant = people.call('accountant');
  const month = { year: 2011, month: 8 };
  const [person] = (await accountant(allowance.list, { ...month, page_size: 200 })).results;
  if (!person) throw new Error('Nobody works here');
  const { staff_id } = person;
  const page = await people.open('accountant', `/account/allowance?by=all&month=2011-08&person=${staff_id}`);
  const field = page.getByRole('spinbutton', { name: 'Monthly Package' });
  await field.fill('12.3456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Use at most 3 decimals.')).toBeVisible();
  await field.fill('12.5');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await accountant(allowance.list, { ...month, staff_id })).results[0]?.monthly_allowance?.parking)
    .toBe(12.5);
});
