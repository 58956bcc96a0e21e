import { endpoints } from '@darkroom/contract/endpoints';
import { dayOf } from '@darkroom/domain/calendar/day';
import { getPreviousMonth, getPreviousPeriod } from '@darkroom/domain/price/period';
import { expect } from '@playwright/test';
import { test } from './bureau.ts';
import { rowOf } from './screens.ts';

test('the report adds up for the period and customers in the URL, and is exported', async ({ people }) => {
  const page = await people.open('accountant', '/customer/price-report');
  const accountant = people.call('accountant');
  const formatMoney = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 3 });
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByTitle('Last month').click();
  const month = getPreviousMonth(dayOf(Date.now()));
  await expect(page).toHaveURL(new RegExp(`from=${month}-01`));
  const [from, to] = ['from', 'to'].map((end) => new URL(page.url()).searchParams.get(end) ?? '');
  const input = { date_from: from ?? '', date_to: to ?? '' };
  const all = await accountant(endpoints.price.report, input);
  await expect(page.getByText(`${formatMoney(all.amount)} USD`)).toBeVisible();
  await expect(page.getByRole('img', { name: /^Amount by customer \(USD\)/ })).toBeVisible();
  await expect(rowOf(page, 'All customers')).toContainText(formatMoney(all.quantity));

  const [first] = all.results;
  if (!first) throw new Error('Nothing was completed last month');
  await test.step('each bar shows the previous period next to it, and opens its lines', async () => {
    const before = getPreviousPeriod({ from: from ?? '', to: to ?? '' });
    const previousReport = await accountant(endpoints.price.report, { date_from: before.from, date_to: before.to });
    const chart = page.getByRole('img', { name: /^Amount by customer/ });
    const [longest] = all.results.toSorted((a, b) => b.amount - a.amount);
    const was = previousReport.results.find(({ cus_id1 }) => cus_id1 === longest?.cus_id1)?.amount ?? 0;
    const name = longest?.customer.split(' › ').at(-1) ?? '';
    await expect(chart).toHaveAttribute(
      'aria-label',
      new RegExp(`${name} [\\d.,]+ \\(${was === 0 ? '0' : '[\\d.,]+'}\\)`),
    );
    await expect(page.getByText(/^Outline: previous period/)).toBeVisible();
    // The first bar is the longest.
    const box = await chart.boundingBox();
    await chart.click({ position: { x: (box?.width ?? 0) / 2, y: 12 } });
    await expect(page).toHaveURL(new RegExp(`customer1_id=.*${longest?.cus_id1}`));
    await expect(page.getByRole('img', { name: /^Amount by category/ })).toBeVisible();
    await page.goBack();
  });

  await test.step('work first completed in the period is counted, for any job date', async () => {
    await page.getByRole('combobox', { name: 'Counted By' }).click();
    await page.getByTitle('First completed').click();
    await expect(page).toHaveURL(/counted_by=delivered/);
    const delivered = await accountant(endpoints.price.report, { ...input, counted_by: 'delivered' });
    await expect(rowOf(page, 'All customers')).toContainText(formatMoney(delivered.quantity));
    await expect(page.getByText(/^Pieces first completed in this period/)).toBeVisible();
    await page.goBack();
    await expect(page.getByText(/^Completed pieces of jobs dated in this period/)).toBeVisible();
    await expect(rowOf(page, 'All customers')).toContainText(formatMoney(all.quantity));
  });

  await page.goto(`${page.url()}&customer1_id=[${first.cus_id1}]`);
  await expect(page.getByRole('img', { name: /^Amount by category \(USD\)/ })).toBeVisible();
  await expect(rowOf(page, first.customer)).toContainText(formatMoney(first.quantity));
  await expect(rowOf(page, 'All customers')).toContainText(formatMoney(first.quantity));

  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /PDF/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^price-report-.*\.pdf$/);
});
