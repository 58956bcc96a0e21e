import { addMonths, dayOf, monthOf } from '@darkroom/domain/calendar/day';
import { expect } from '@playwright/test';
import { test } from './bureau.ts';

const LAST_MONTH = addMonths(monthOf(dayOf(Date.now())), -1);

test('each figure of a month leads to a list with the same number', async ({ people }) => {
  const page = await people.open('boss', '/');
  await page.getByRole('link', { name: 'Month', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Month', exact: true })).toBeVisible();
  await page.goto(`/floor/month?month=${LAST_MONTH}`);
  const open = async (name: string) => {
    const link = page.getByRole('link', { name: new RegExp(`^${name}`) });
    const value = (await link.textContent()) ?? '';
    await link.click();
    return value;
  };
  const jobs = await open('Jobs ordered');
  await expect(page.getByText(`${jobs} jobs`, { exact: false }).first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`month=${LAST_MONTH}`));
  const late = await open('Delivered late');
  await expect(
    page
      .getByRole('term')
      .filter({ hasText: /^Late$/ })
      .locator('xpath=following-sibling::dd'),
  ).toHaveText(late);
  await page.goBack();
  const amount = await open('Amount delivered');
  await expect(page.getByText(amount, { exact: false }).first()).toBeVisible();
});

test('a leader sees the month without amounts', async ({ people }) => {
  const page = await people.open('leader.pte', `/floor/month?month=${LAST_MONTH}`);
  await expect(page.getByRole('link', { name: /^Jobs ordered/ })).toBeVisible();
  await expect(page.getByText(/^Amount delivered/)).toHaveCount(0);
});
