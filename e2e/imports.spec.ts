import { readFile } from 'node:fs/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { addDays, dayOf } from '@darkroom/domain/calendar/day';
import { expect, type Page } from '@playwright/test';
import { openGrids } from '../apps/web/src/lib/sheet-file/open-grids.ts';
import { test } from './bureau.ts';
import { figure, holdResponses } from './screens.ts';

const LARGE = 'large.csv';
const HEADINGS = ['Date', 'Customer 2', 'Job Name', 'Link', 'Category 2', 'Quantity', 'Notes'];
const day = addDays(dayOf(Date.now()), 40);
const order = (name: string, over: Partial<Record<'customer' | 'category' | 'quantity', string>> = {}) => [
  day,
  over.customer ?? 'Gold Coast Villas',
  name,
  '',
  over.category ?? 'Day to Dusk',
  over.quantity ?? '12',
  '',
];
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Copies rows in the form of a spreadsheet and pastes them by keyboard. */
async function paste(page: Page, ...rows: readonly (readonly string[])[]): Promise<void> {
  const text = [HEADINGS, ...rows].map((row) => row.join('\t')).join('\n');
  const box = page.getByRole('textbox', { name: /^Rows copied from a spreadsheet/ });
  await page.evaluate((clipboardText) => navigator.clipboard.writeText(clipboardText), text);
  await box.focus();
  await page.keyboard.press('Control+v');
}
const findAddedMessage = (page: Page, count: number) =>
  page.getByRole('heading', { name: `${count} job${count === 1 ? '' : 's'} added` });

test(
  'existing jobs cause a question, are skipped by default, and can be sent later',
  { tag: '@quick' },
  async ({ people, named }) => {
    const [firstJobName, secondJobName, thirdJobName] = [named('Again 1'), named('Again 2'), named('Again 3')];
    const cs = await people.open('cs', '/job?bulk=1', clipboard);
    await paste(cs, order(firstJobName), order(secondJobName));
    // The second press of a double click hits "Cancel" at the same position and must do nothing.
    await cs.getByRole('button', { name: 'Add 2 jobs' }).dblclick();
    await expect(findAddedMessage(cs, 2)).toBeVisible();
    await cs.getByRole('button', { name: 'Add more orders' }).click();

    await paste(cs, order(named('Again 4')));
    const releaseResponses = await holdResponses(cs, /\/api\/job\/import\/stage$/);
    await cs.getByRole('button', { name: 'Add 1 job' }).focus();
    await cs.keyboard.press('Enter');
    await cs.keyboard.press('Enter');
    releaseResponses();
    await expect(findAddedMessage(cs, 1)).toBeVisible();
    await cs.getByRole('button', { name: 'Add more orders' }).click();

    await paste(cs, order(firstJobName), order(thirdJobName), order(secondJobName.toUpperCase()));
    await cs.getByRole('button', { name: 'Add 3 jobs' }).click();
    const questionDialog = cs.getByRole('dialog', { name: '2 jobs already exist' });
    await expect(questionDialog).toContainText(firstJobName);
    await expect(questionDialog).toContainText('The other 1 job is new');
    await expect(questionDialog.getByRole('button', { name: 'Skip these 2' })).toBeFocused();
    await cs.keyboard.press('Enter');
    await expect(findAddedMessage(cs, 1)).toBeVisible();
    await expect(cs.getByText('2 jobs were skipped: they already exist.')).toBeVisible();

    const download = cs.waitForEvent('download');
    await cs.getByRole('button', { name: 'Download 2 skipped rows' }).click();
    const file = await (await download).path();
    const opened = await openGrids(new Uint8Array(await readFile(file)), {
      headings: () => 0,
      textColumns: () => [],
    });
    const [head, first] = opened.ok ? (opened.sheets[0]?.grid ?? []) : [];
    expect(head?.slice(0, 4)).toEqual(['Row', 'Reason', 'Date', 'Customer ID 2']);
    expect(first?.[1]).toMatch(/^This job already exists as \d{6}-\d+: same date, Customer ID 2 and name\.$/);
    expect(first).toContain(firstJobName);

    // The message appears when the rows are read, and the user is not asked again.
    await cs.getByRole('button', { name: 'Add more orders' }).click();
    await paste(cs, order(firstJobName), order(secondJobName));
    await expect(cs.getByRole('alert').filter({ hasText: '2 jobs already exist' })).toContainText(firstJobName);
    await cs.getByRole('button', { name: 'Skip these 2' }).click();
    await expect(cs.getByText('There are no rows to add.')).toBeVisible();
    await cs.getByRole('button', { name: 'Undo', exact: true }).click();
    await cs.getByRole('button', { name: 'Add anyway' }).click();
    await cs.getByRole('button', { name: 'Add 2 jobs' }).click();
    await expect(findAddedMessage(cs, 2)).toBeVisible();
  },
);

test('ambiguous days of a sheet ask for the order before a row is shown', async ({ people, named }) => {
  const cs = await people.open('cs', '/job?bulk=1', clipboard);
  await paste(cs, ['12/25/2026', ...order(named('US 1')).slice(1)], ['12/07/2026', ...order(named('US 2')).slice(1)]);
  const questionDialog = cs.getByRole('dialog', { name: 'Check the order of day and month' });
  await expect(
    questionDialog.getByRole('button', { name: /^Day first.*12\/25\/2026 is not a date · 12 Jul 2026/ }),
  ).toBeVisible();
  await questionDialog.getByRole('button', { name: /^Day and month swapped: 25 Dec 2026 · 07 Dec 2026/ }).click();
  await expect(cs.getByRole('gridcell', { name: '07 Dec 2026' })).toBeVisible();
  await expect(cs.getByRole('button', { name: 'Add 2 jobs' })).toBeEnabled();
});

test('rows that are in a sheet twice cause a question and can be confirmed', async ({ people, named }) => {
  const [firstJobName, secondJobName] = [named('Twice 1'), named('Twice 2')];
  const cs = await people.open('cs', '/job?bulk=1', clipboard);
  await paste(cs, order(firstJobName), order(secondJobName), order(firstJobName));
  await expect(cs.getByText('Same as row 2')).toBeVisible();
  await cs.getByRole('button', { name: 'Add 2 jobs' }).click();
  const questionDialog = cs.getByRole('dialog', { name: '1 row is repeated in this sheet' });
  await expect(questionDialog).toContainText(`Row 4 repeats row 2: ${firstJobName}`);
  await questionDialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(questionDialog).toBeHidden();
  await cs.getByRole('button', { name: 'Add 2 jobs' }).click();
  await questionDialog.getByRole('button', { name: 'Add anyway' }).click();
  await expect(findAddedMessage(cs, 2)).toBeVisible();
  await expect(cs.getByText('3 details, quantity 36')).toBeVisible();
});

test('an import is undone on its page after a question, and another in the list', async ({ people, named }) => {
  const [wrongName, lateName] = [named('Wrong week'), named('Late undo')];
  const cs = await people.open('cs', '/job?bulk=1', clipboard);
  await paste(cs, order(wrongName));
  await cs.getByRole('button', { name: 'Add 1 job' }).click();
  await expect(findAddedMessage(cs, 1)).toBeVisible();
  await cs.getByRole('button', { name: 'Undo import' }).click();
  const warningTooltip = cs.getByRole('tooltip', { name: /1 job will be deleted/ });
  await warningTooltip.getByRole('button', { name: 'Cancel' }).click();
  await expect(findAddedMessage(cs, 1)).toBeVisible();
  await cs.getByRole('button', { name: 'Undo import' }).click();
  await warningTooltip.getByRole('button', { name: 'Undo import' }).click();
  await expect(cs.getByRole('heading', { name: 'Import undone: 1 job deleted' })).toBeVisible();
  await expect(cs.getByRole('button', { name: 'Undo import' })).toHaveCount(0);

  await cs.getByRole('button', { name: 'Add more orders' }).click();
  await paste(cs, order(lateName), order(named('Late undo 2')));
  await cs.getByRole('button', { name: 'Add 2 jobs' }).click();
  await expect(findAddedMessage(cs, 2)).toBeVisible();
  await cs.getByRole('button', { name: 'Show these jobs' }).click();
  // The list is filtered by this import, without the undone import and the jobs of other tests.
  await expect(cs.getByText('2 jobs match')).toBeVisible();
  await expect(cs.getByRole('search')).toContainText('Import: only these jobs');
  await cs.getByRole('button', { name: 'Imports' }).click();
  const panel = cs.getByRole('dialog', { name: 'Recent imports' });
  await expect(panel.getByText(/^Undone by/).first()).toBeVisible();
  const newest = panel.getByRole('listitem').first();
  await expect(newest).toContainText('2 jobs · 2 details');
  await newest.getByRole('button', { name: /^Undo import/ }).click();
  const undoConfirmation = cs.getByRole('tooltip', { name: /2 jobs will be deleted/ });
  await undoConfirmation.getByRole('button', { name: 'Undo import' }).click();
  await expect(newest).toContainText('Undone by');
});

test('the recent imports open from their URL, within the window', async ({ people }) => {
  const page = await people.open('cs', '/job?imports=1', { viewport: { width: 1440, height: 900 } });
  const panel = page.getByRole('dialog', { name: 'Recent imports' });
  await expect(panel).toBeInViewport({ ratio: 0.99 });
  await expect(page).toHaveURL(/imports=1/);
});

test.describe('a week of 20,000 rows', () => {
  // The jobs are deleted after the test, also when it fails.
  test.afterEach(async ({ people }) => {
    const cs = people.call('cs');
    const { results } = await cs(endpoints.job.imports, {});
    const remainingImports = results.filter(({ file_name, undone_at }) => file_name === LARGE && undone_at === null);
    for (const { import_id } of remainingImports) await cs(endpoints.job.importUndo, { import_id });
  });

  test('20,000 rows are checked, corrected, sent and added while the page stays responsive', async ({
    people,
    named,
  }) => {
    const largeName = named('Large');
    const cs = await people.open('cs', '/job?bulk=1', clipboard);
    const rows = Array.from({ length: 20_000 }, (_, i) =>
      order(`${largeName} ${i}`, i === 777 ? { quantity: 'many' } : {}),
    );
    const csv = [HEADINGS, ...rows].map((row) => row.join(',')).join('\n');
    const chooser = cs.waitForEvent('filechooser');
    await cs.getByText(/Drop an \.xlsx/).click();
    const started = Date.now();
    await (await chooser).setFiles({ name: LARGE, mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(figure(cs, 'Jobs')).toHaveText('19,999');
    const checkedAt = Date.now();

    // Keys work in a sheet of maximum length: the active cell moves, and the input is checked.
    await cs.getByRole('button', { name: 'Next problem' }).click();
    await cs.evaluate(() => {
      const keyTimes: number[] = [];
      Object.assign(window, { answered: keyTimes });
      window.addEventListener(
        'keydown',
        ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => keyTimes.push(performance.now() - timeStamp))),
        { capture: true },
      );
    });
    for (let n = 0; n < 30; n++) await cs.keyboard.press(n < 15 ? 'ArrowDown' : 'ArrowUp');
    const slowest = await cs.evaluate(() => Math.max(...Reflect.get(window, 'answered')));
    await cs.keyboard.press('Enter');
    await cs.keyboard.type('12');
    const typedAt = Date.now();
    await cs.keyboard.press('Enter');
    await expect(figure(cs, 'Jobs')).toHaveText('20,000');
    const correctedAt = Date.now();

    // Parts of the upload are delayed until it is stopped, so that the stop also works on a fast machine.
    const releaseResponses = await holdResponses(cs, /\/api\/job\/import\/stage$/);
    const send = cs.getByRole('button', { name: 'Add 20,000 jobs' });
    await send.click();
    await expect(cs.getByRole('status').filter({ hasText: /Sending part \d+ of \d+/ })).toBeVisible();
    await cs.getByRole('button', { name: 'Cancel' }).click();
    releaseResponses();
    await expect(send).toBeEnabled();
    const sent = Date.now();
    await send.click();
    await expect(cs.getByRole('heading', { name: '20,000 jobs added' })).toBeVisible();
    const done = Date.now();
    await cs.getByRole('button', { name: 'Undo import' }).click();
    await cs
      .getByRole('tooltip', { name: /will be deleted/ })
      .getByRole('button', { name: 'Undo import' })
      .click();
    await expect(cs.getByRole('heading', { name: 'Import undone: 20,000 jobs deleted' })).toBeVisible();
    process.stdout.write(
      `20,000 rows: read and checked in ${checkedAt - started} ms, a key answered in ${slowest.toFixed(0)} ms at most, ` +
        `a corrected cell validated in ${correctedAt - typedAt} ms, sent and added in ${done - sent} ms, undone in ${Date.now() - done} ms\n`,
    );
  });
});

test('a misspelt name is corrected in all rows at once, and an unknown customer is added', async ({
  people,
  named,
}) => {
  const page = await people.open('admin', '/job?bulk=1', clipboard);
  const customer = named('Harbour');
  const columns = ['Date', 'Customer 1', 'Customer 2', 'Job Name', 'Category 2', 'Quantity'];
  const { cus1_list, cus2_list } = await people.call('admin')(endpoints.customer.list, {});
  const knownCustomer = cus2_list.find(({ name }) => name === 'Gold Coast Villas');
  const above = cus1_list.find(({ id }) => id === knownCustomer?.cus_id1)?.name ?? '';
  const createLine = (name: string, cus2: string, category: string, quantity = '12') =>
    [day, above, cus2, named(name), category, quantity].join('\t');
  const text = [
    columns.join('\t'),
    createLine('M1', 'Gold Coast Villas', 'Day to Dsuk'),
    createLine('M2', 'Gold Coast Villas', 'day to dsuk'),
    createLine('M3', 'Gold Coast Vilas', 'Day to Dusk'),
    createLine('M4', customer, 'Day to Dusk'),
    createLine('M5', 'Gold Coast Villas', 'Day to Dusk', 'dozen'),
  ].join('\n');
  const box = page.getByRole('textbox', { name: /^Rows copied from a spreadsheet/ });
  await page.evaluate((clipboardText) => navigator.clipboard.writeText(clipboardText), text);
  await box.focus();
  await page.keyboard.press('Control+v');
  const bad = figure(page, 'Rows to Fix');
  await expect(bad).toHaveText('5');

  // The first problem has the focus at once, so that its keys work without a click.
  await expect(page.getByText('Did you mean Day to Dusk? F9 applies it to 2 rows')).toBeVisible();
  await page.keyboard.press('F9');
  await expect(bad).toHaveText('3');
  await expect(page.getByText('The sheet says “Day to Dsuk”')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(bad).toHaveText('5');
  await page.keyboard.press('F9');
  await expect(bad).toHaveText('3');

  await page.keyboard.press('F8');
  await page.keyboard.press('F9');
  await expect(bad).toHaveText('2');

  // The cell editor opens with the sheet's text next to it. Customers under the row's customer 1 come first.
  await page.keyboard.press('F8');
  await page.keyboard.press('Enter');
  const editor = page.getByRole('combobox', { name: 'Customer, row 5' });
  await expect(editor).toHaveValue(customer);
  await expect(page.getByText(`The sheet says “${above} › ${customer}”`).first()).toBeVisible();
  await expect(page.getByText(`Under ${above}`, { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await page.keyboard.press('Enter');
  const siblingCount = cus2_list.filter(({ cus_id1 }) => cus_id1 === knownCustomer?.cus_id1).length;
  for (let n = 0; n < siblingCount; n++) await page.keyboard.press('ArrowDown');
  await expect(page.getByText(`Create “${customer}” under ${above}`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(bad).toHaveText('1');

  // The keyboard goes through the problems of one kind.
  await page.getByRole('combobox', { name: 'Problem Type' }).click();
  await page.getByText('Quantity: Whole numbers only (1)').click();
  const grid = page.getByRole('grid', { name: 'Order rows' });
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  await page.getByRole('button', { name: 'Next problem' }).click();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Quantity, row 6' })).toHaveValue('dozen');
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(bad).toHaveText('0');
});
