import { dueDateReportEndpoints } from '@darkroom/contract/due-date/report';
import { addMonths, dayOf, monthOf } from '@darkroom/domain/calendar/day';
import { expect } from '@playwright/test';
import { test } from './bureau.ts';

test('a leader sees on-time jobs, reasons for late jobs, and the quality of forecasts', async ({ people }) => {
  const month = monthOf(dayOf(Date.now()));
  const months = { month_from: addMonths(month, -2), month_to: month };
  const report = await people.call('boss')(dueDateReportEndpoints.report, { by: 'customer', ...months });
  const page = await people.open('boss', '/job');
  await page.getByRole('link', { name: 'Due dates' }).click();
  await expect(page.getByRole('heading', { name: 'Due dates', level: 1 })).toBeVisible();

  await test.step('every figure has a tooltip, and the table has the same figures', async () => {
    await page.getByText('Customer', { exact: true }).last().click();
    await expect(page).toHaveURL(/by=customer/);
    const onTimeButton = page.locator('dl').getByRole('button').nth(2);
    // Other journeys complete jobs at the same time. The figures refresh every 15 s at most.
    await expect(async () => {
      const now = await people.call('boss')(dueDateReportEndpoints.report, { by: 'customer', ...months });
      await expect(onTimeButton).toHaveText(now.on_time.toLocaleString('en'), { timeout: 5000 });
    }).toPass();
    await onTimeButton.focus();
    await expect(page.getByRole('tooltip')).toHaveText(/by the final due date/);
    await expect(page.getByRole('table').getByText('All', { exact: true })).toBeVisible();
  });

  await test.step('the latest job opens', async () => {
    const [latestJob] = report.worst;
    await page.getByRole('link', { name: latestJob!.prod_id }).click();
    await expect(page).toHaveURL(new RegExp(`job_id=${latestJob!.job_id}`));
    await page.goBack();
  });

  await test.step('forecasts are compared with results', async () => {
    await page.getByText('Forecasts', { exact: true }).click();
    await expect(page.locator('dt', { hasText: 'Completed by p80 (80% Likely), %' })).toBeVisible();
    await page.reload();
    await expect(page.locator('dt', { hasText: 'Forecasts Checked' })).toBeVisible();
  });
});
