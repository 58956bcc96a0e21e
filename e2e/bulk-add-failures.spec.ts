import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { figure } from './screens.ts';

const HEADINGS = ['Date', 'Customer 2', 'Job Name', 'Link', 'Category 2', 'Quantity', 'Notes'];
const ROW = ['20/11/2026', 'Gold Coast Villas', 'Trouble 1', 'https://drive.example.com/d/1', 'Day to Dusk', '12', ''];
const createSheetText = (...rows: readonly (readonly string[])[]) => rows.map((row) => row.join('\t')).join('\n');

async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByText(/Drop an \.xlsx/).click();
  const buffer = typeof content === 'string' ? Buffer.from(content) : content;
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer });
}

async function paste(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: /^Rows copied from a spreadsheet/ });
  await page.evaluate((clipboardText) => navigator.clipboard.writeText(clipboardText), text);
  await box.focus();
  await page.keyboard.press('Control+v');
}

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

test('an unusable file shows the reason, and the next file can be selected at once', async ({ people }) => {
  const page = await people.open('cs', '/job?bulk=1');
  const alert = page.getByRole('alert');
  await chooseFile(page, 'holiday.xlsx', 'no workbook at all, only words');
  await expect(alert).toContainText('holiday.xlsx');
  await expect(alert).toContainText(/not a spreadsheet|No heading row/);

  await chooseFile(page, 'broken.xlsx', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200, 7)]));
  await expect(alert).toContainText('This file is not a spreadsheet.');

  await chooseFile(page, 'old.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
  await expect(alert).toContainText('Save it as .xlsx without a password.');

  await chooseFile(page, 'huge.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'x'));
  await expect(alert).toContainText('This file is larger than 10 MB.');

  await chooseFile(page, 'headless.csv', 'one,two,three\n1,2,3\n');
  await expect(alert).toContainText('No heading row was found.');

  await chooseFile(page, 'incomplete.csv', 'Date,Job Name,Customer 2,Category 2\n20/11/2026,A,B,C\n');
  await expect(alert).toContainText('The heading row has no column for: Quantity.');

  const line = ROW.join(',');
  await chooseFile(page, 'many.csv', `${HEADINGS.join(',')}\n${`${line}\n`.repeat(20_001)}`);
  await expect(alert).toContainText(/There are more than 20,000 order rows/);

  await chooseFile(page, 'good.csv', `${HEADINGS.join(',')}\n${line}\n`);
  await expect(figure(page, 'Jobs')).toHaveText('1');
});

test('a pasted row becomes valid when its invalid cell is corrected in place', async ({ people }) => {
  const page = await people.open('cs', '/job?bulk=1', clipboard);
  const invalidRow = ROW.map((text) => (text === '12' ? 'a dozen' : text === 'Trouble 1' ? 'Trouble 2' : text));
  // An unreadable cell shows the pasted text, so that it can be corrected there.
  await paste(page, createSheetText(ROW));
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('No heading row was found.');
  const box = page.getByRole('textbox', { name: 'Rows copied from a spreadsheet, with their heading row' });
  await expect(box).toHaveValue(/Trouble 1/);
  await paste(page, createSheetText(HEADINGS, ROW, invalidRow));
  await expect(figure(page, 'Rows to Fix')).toHaveText('1');
  await expect(page.getByRole('button', { name: 'Add 1 job' })).toBeDisabled();

  const grid = page.getByRole('grid', { name: 'Order rows' });
  await expect(grid.getByRole('gridcell').filter({ hasText: 'a dozen' })).toContainText('Whole numbers only');
  // The focus is already at the first problem.
  await expect(grid).toBeFocused();
  await page.keyboard.press('Enter');
  const editor = page.getByRole('textbox', { name: 'Quantity, row 3' });
  await expect(editor).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(figure(page, 'Rows to Fix')).toHaveText('0');
  await expect(figure(page, 'Jobs')).toHaveText('2');
  await expect(page.getByRole('button', { name: 'Add 2 jobs' })).toBeEnabled();

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(figure(page, 'Rows to Fix')).toHaveText('1');
});

test('a question appears before the user leaves unsent rows, and closing keeps them', async ({ people }) => {
  const page = await people.open('cs', '/job?bulk=1', clipboard);
  await paste(page, createSheetText(HEADINGS, ROW));
  await expect(figure(page, 'Jobs')).toHaveText('1');

  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  const leaveDialog = page.getByRole('dialog', { name: 'Leave with 1 unsent row?' });
  await leaveDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(leaveDialog).toBeHidden();
  await expect(figure(page, 'Jobs')).toHaveText('1');

  await page.getByRole('button', { name: 'Close', exact: true }).first().click();
  await leaveDialog.getByRole('button', { name: 'Leave page' }).click();
  await expect(page.getByRole('grid', { name: 'Order rows' })).toBeHidden();
  await page.getByRole('button', { name: 'Bulk add' }).click();
  await expect(page.getByText('These are the rows you did not send last time.')).toBeVisible();
  await expect(figure(page, 'Jobs')).toHaveText('1');

  // A reload would lose the rows, so the browser asks first.
  const confirmDialog = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => window.location.reload()));
  const dialog = await confirmDialog;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(figure(page, 'Jobs')).toHaveText('1');
});
