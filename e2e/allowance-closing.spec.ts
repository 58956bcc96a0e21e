import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { endpoints } from '@darkroom/contract/endpoints';
import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './bureau.ts';
import { toMonthParam } from './allowance-members.ts';

const { allowance, setting } = endpoints;
/** Before anyone of the demo bureau worked. Members hired since then would be more findings to check. */
const CLOSED = { year: 2011, month: 5 };

test('one person checks a month, another closes and locks it, and its slip is exported', async ({ people }) => {
  const accountant = people.call('accountant');
  const editor = await people.open('editor.pte', '/account/information');
  const storedUser = JSON.parse((await editor.evaluate(() => localStorage.getItem('user'))) ?? '{}') as {
    id: number;
  };
  await accountant(allowance.dailyAdd, {
    entries: ['04', '05'].map((day) => ({
      staff_id: storedUser.id,
      date: `${toMonthParam(CLOSED)}-${day}`,
      ...NO_FEES,
      online_fee: 1 as const,
    })),
  });
  const address = `/account/allowance?by=all&month=${toMonthParam(CLOSED)}&closing=1`;
  const page = await people.open('accountant', address);
  await expect(page.getByRole('heading', { name: 'Before closing · 2 to check' })).toBeVisible();
  // A changed rate of electricity must be checked too. The test restores it after the month is closed.
  const admin = people.call('admin');
  const readElectricity = async () =>
    (await admin(setting.metadata, { data_type: 'ALLOWANCE' })).results.find(({ key }) => key === 'electricity')!;
  const { value } = await readElectricity();
  const expectAmount = async (amount: number) =>
    admin(setting.updateMetadata, {
      data_type: 'ALLOWANCE',
      key: 'electricity',
      version: (await readElectricity()).version,
      value: amount,
    });
  await expectAmount(Number(value) + 1000);
  await expect(page.getByText('Rates: electricity')).toBeVisible();
  await page.getByRole('button', { name: /^Accept: Rates differ/ }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The new tariff');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^The new tariff — Đàm Tuyết Nhung/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Prepare month', exact: true })).toBeDisabled();
  // A finding that occurs several times is accepted with one reason.
  await page.getByRole('button', { name: 'Accept all 2: Before employment began' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Worked on trial');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Prepare month', exact: true }).click();
  await expect(page.getByText('You prepared this month')).toBeVisible();
  const otherPage = await people.open('boss', address);
  await otherPage.getByRole('button', { name: 'Close month', exact: true }).click();
  await expect(otherPage.getByText(/^Prepared by Đàm Tuyết Nhung$/)).toBeVisible();
  // A closed month has no close button and no “saved” message.
  await expect(otherPage.getByRole('dialog', { name: `05/${CLOSED.year} is closed` })).toBeVisible();
  await expect(otherPage.getByRole('heading', { name: /^Before closing/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show closing…', includeHidden: true })).toBeAttached();
  await expectAmount(Number(value));
  const sheet = await people.open('accountant', `/allowance/meal?month=${toMonthParam(CLOSED)}`);
  await expect(sheet.getByRole('grid')).toHaveAttribute('aria-readonly', 'true');
  await expect(sheet.getByText(/Closed.*by Lê Thị Thanh Mai/)).toBeVisible();
  await expect(sheet.getByText('All cells saved')).toHaveCount(0);

  await editor.goto(`/account/allowance?by=all&month=${toMonthParam(CLOSED)}`);
  await editor.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    editor.waitForEvent('download'),
    editor.getByRole('menuitem', { name: /^PDF/ }).click(),
  ]);
  // The server's own tests read the content of the PDF.
  expect(download.suggestedFilename()).toMatch(/^allowances-.*\.pdf$/);
  expect((await readFile(await download.path())).toString('latin1', 0, 5)).toBe('%PDF-');
});
