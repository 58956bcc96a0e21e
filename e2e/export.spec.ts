import { readFileSync } from 'node:fs';
import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Download, type Page } from '@playwright/test';
import { addJob, test } from './bureau.ts';

/** Opens the export menu, selects a format, and waits for the file. */
async function downloadFile(page: Page, format: 'Excel' | 'PDF'): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  return download;
}

const readFirstBytes = async (file: Download, count: number) =>
  readFileSync(await file.path()).toString('latin1', 0, count);

test('a filtered job list is exported as Excel and PDF with dated file names', async ({ people, named }) => {
  const job = await addJob(people.call('cs'), named('Taken away'));
  const page = await people.open('leader.pte', `/job?job_id=${job.job_id}`);
  const excel = await downloadFile(page, 'Excel');
  expect(excel.suggestedFilename()).toMatch(/^jobs-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(await readFirstBytes(excel, 2)).toBe('PK');
  await expect(page.getByText(`${excel.suggestedFilename()} downloaded`)).toBeVisible();
  const pdf = await downloadFile(page, 'PDF');
  expect(pdf.suggestedFilename()).toMatch(/^jobs-\d{4}-\d\d-\d\d\.pdf$/);
  expect(await readFirstBytes(pdf, 5)).toBe('%PDF-');
});

test(
  'an export is started by keyboard, shows its progress, and can be stopped',
  { tag: '@quick' },
  async ({ people }) => {
    const page = await people.open('leader.pte', '/job/task?tab=all');
    // The response is delayed, as for a large file.
    await page.route(`**${endpoints.export.tasks.path}`, () => undefined);
    const button = page.getByRole('button', { name: 'Export', exact: true });
    await expect(button).toBeEnabled();
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Excel' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Excel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Preparing…')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel export' }).click();
    await expect(page.getByText('Export cancelled')).toBeVisible();
    await expect(button).toBeEnabled();
  },
);
