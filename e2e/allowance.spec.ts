import { endpoints } from '@darkroom/contract/endpoints';
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './bureau.ts';

const { allowance, setting } = endpoints;
/** Before anybody of the demo bureau worked here: nobody else's test looks at these months. */
const KEYBOARD = { year: 2011, month: 3 };
const BOTH = { year: 2011, month: 4 };
const CLOSED = { year: 2011, month: 5 };
const addressOf = ({ year, month }: { year: number; month: number }) => `${year}-${String(month).padStart(2, '0')}`;

const sheetOf = (page: Page) => page.getByRole('grid');
const rowOf = (page: Page, name: string) =>
  sheetOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
/** The cell of a day, counted from 1. */
const cellOf = (page: Page, name: string, day: number): Locator =>
  rowOf(page, name)
    .getByRole('gridcell')
    .nth(day - 1);
const saved = (page: Page) => expect(page.getByText('Everything is saved')).toBeVisible();

test('a month is filled in by keyboard and by paste, added up while it is typed, and taken back', async ({
  people,
}) => {
  const accountant = people.call('accountant');
  const page = await people.open('accountant', `/allowance/meal?month=${addressOf(KEYBOARD)}`);
  const [first, second] = (await accountant(allowance.list, { ...KEYBOARD, page_size: 200 })).results;
  if (!first || !second) throw new Error('Nobody works here');
  await cellOf(page, first.full_name, 1).click();
  for (const key of ['2', 'ArrowRight', '1', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Control+r'])
    await page.keyboard.press(key);
  await expect(cellOf(page, first.full_name, 1)).toHaveText('2');
  await expect(cellOf(page, first.full_name, 4)).toHaveText('1');
  // The count after the last day: 2 + 1 + 1 + 1.
  await expect(cellOf(page, first.full_name, 32)).toHaveText('5');
  await saved(page);
  await cellOf(page, second.full_name, 1).click();
  await sheetOf(page).evaluate((grid) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '1\t2\t7\n');
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(page.getByText('1 value was not taken: 7')).toBeVisible();
  await expect(cellOf(page, second.full_name, 2)).toHaveText('2');
  await saved(page);
  await page.keyboard.press('Control+z');
  await expect(cellOf(page, second.full_name, 2)).toHaveText('');
  await saved(page);
  await expect
    .poll(async () =>
      (await accountant(allowance.list, { ...KEYBOARD, page_size: 200 })).results
        .filter(({ staff_id }) => [first.staff_id, second.staff_id].includes(staff_id))
        .map(({ daily_allowance }) => daily_allowance.map(({ meal_fee }) => meal_fee)),
    )
    .toEqual([[2, 1, 1, 1], []]);
});

test('two people on one sheet see what the other saved, and a cell somebody was first in asks', async ({ people }) => {
  const boss = people.call('boss');
  const page = await people.open('accountant', `/allowance/meal?month=${addressOf(BOTH)}`);
  const person = (await boss(allowance.list, { ...BOTH, page_size: 200 })).results[3];
  if (!person) throw new Error('Nobody works here');
  const { staff_id, full_name } = person;
  await expect(cellOf(page, full_name, 1)).toHaveText('');
  await boss(allowance.dailyAdd, { entries: [{ staff_id, date: `${addressOf(BOTH)}-01`, meal_fee: 3 }] });
  await expect(cellOf(page, full_name, 1)).toHaveText('3');
  // What the other saved a moment ago is not on this sheet yet.
  await page.route('**/api/allowance/list', (route) => route.abort());
  await boss(allowance.dailyAdd, { entries: [{ staff_id, date: `${addressOf(BOTH)}-02`, meal_fee: 2 }] });
  await cellOf(page, full_name, 2).click();
  await page.keyboard.press('1');
  await expect(page.getByText('Somebody else was first here: 2. Yours: 1.')).toBeVisible();
  await page.unroute('**/api/allowance/list');
  await page.getByRole('button', { name: 'Keep mine', exact: true }).click();
  await saved(page);
  const { results } = await boss(allowance.list, { ...BOTH, staff_id });
  expect(results[0]?.daily_allowance.map(({ meal_fee }) => meal_fee)).toEqual([3, 1]);
});

test('a month is looked through by one, closed by another, then nobody’s to change; its slip is taken home', async ({
  people,
}) => {
  const accountant = people.call('accountant');
  const editor = await people.open('editor.pte', '/account/information');
  const own = JSON.parse((await editor.evaluate(() => localStorage.getItem('user'))) ?? '{}') as {
    id: number;
  };
  await accountant(allowance.dailyAdd, {
    entries: [{ staff_id: own.id, date: `${addressOf(CLOSED)}-04`, online_fee: 1 }],
  });
  const address = `/account/allowance?month=${addressOf(CLOSED)}&closing=1`;
  const one = await people.open('accountant', address);
  await expect(one.getByRole('heading', { name: 'To look at first · 1 to look at' })).toBeVisible();
  // Somebody changes what electricity is worth meanwhile: that is looked at as well, and put back once the month is closed.
  const admin = people.call('admin');
  const electricity = async () =>
    (await admin(setting.metadata, { data_type: 'ALLOWANCE' })).results.find(({ key }) => key === 'electricity')!;
  const { value } = await electricity();
  const worth = async (amount: number) =>
    admin(setting.updateMetadata, {
      data_type: 'ALLOWANCE',
      key: 'electricity',
      version: (await electricity()).version,
      value: amount,
    });
  await worth(Number(value) + 1000);
  await expect(one.getByText('Amounts: electricity')).toBeVisible();
  await one.getByRole('button', { name: /^Let it stand: Worth something else/ }).click();
  await one.getByRole('textbox', { name: 'Why it is right' }).fill('The new tariff');
  await one.keyboard.press('Enter');
  await expect(one.getByText(/^The new tariff — Đàm Tuyết Nhung/)).toBeVisible();
  await expect(one.getByRole('button', { name: 'Prepare', exact: true })).toBeDisabled();
  await one.getByRole('button', { name: /^Let it stand: Before the employment starts/ }).click();
  await one.getByRole('textbox', { name: 'Why it is right' }).fill('Worked on trial');
  await one.keyboard.press('Enter');
  await one.getByRole('button', { name: 'Prepare', exact: true }).click();
  await expect(one.getByText('Whoever prepared the month does not close it')).toBeVisible();
  const other = await people.open('boss', address);
  await other.getByRole('button', { name: 'Close the month', exact: true }).click();
  await expect(other.getByText(/prepared by Đàm Tuyết Nhung/)).toBeVisible();
  await worth(Number(value));
  const sheet = await people.open('accountant', `/allowance/meal?month=${addressOf(CLOSED)}`);
  await expect(sheetOf(sheet)).toHaveAttribute('aria-readonly', 'true');
  await expect(sheet.getByText(/Closed.*by Lê Thị Thanh Mai/)).toBeVisible();

  await editor.goto(`/account/allowance?month=${addressOf(CLOSED)}`);
  await editor.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    editor.waitForEvent('download'),
    editor.getByRole('menuitem', { name: /^PDF/ }).click(),
  ]);
  // What stands on it is read in the server's own tests.
  expect(download.suggestedFilename()).toMatch(/^allowances-.*\.pdf$/);
  expect((await readFile(await download.path())).toString('latin1', 0, 5)).toBe('%PDF-');
});
