import { endpoints } from '@darkroom/contract/endpoints';
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { addressOf, cellOf, copyElsewhere, saved, SIXTY, sixtyPaid } from './sixty.ts';

const { allowance, setting } = endpoints;
/** Before anybody of the demo bureau worked here: nobody else's test looks at these months. */
const KEYBOARD = { year: 2011, month: 3 };
const BOTH = { year: 2011, month: 4 };
const CLOSED = { year: 2011, month: 5 };
const WEEK = { year: 2011, month: 6 };
const IMPORTED = { year: 2011, month: 7 };

const sheetOf = (page: Page) => page.getByRole('grid');
const rowOf = (page: Page, name: string) =>
  sheetOf(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
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
  await expect(other.getByText(/^Prepared by Đàm Tuyết Nhung$/)).toBeVisible();
  // Closed, it is not offered for closing, and nothing of it is said to be saved.
  await expect(other.getByRole('dialog', { name: `05/${CLOSED.year} is closed` })).toBeVisible();
  await expect(other.getByRole('heading', { name: /^To look at first/ })).toHaveCount(0);
  await expect(one.getByRole('button', { name: 'How it was closed …', includeHidden: true })).toBeAttached();
  await worth(Number(value));
  const sheet = await people.open('accountant', `/allowance/meal?month=${addressOf(CLOSED)}`);
  await expect(sheetOf(sheet)).toHaveAttribute('aria-readonly', 'true');
  await expect(sheet.getByText(/Closed.*by Lê Thị Thanh Mai/)).toBeVisible();
  await expect(sheet.getByText('Everything is saved')).toHaveCount(0);

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

test('a week of sixty people is filled in: typed and filled down, copied out, pasted from a spreadsheet, taken back', async ({
  people,
  named,
}) => {
  const { month: of, results } = await sixtyPaid(people.call('boss'), WEEK, named);
  expect(results.length).toBeGreaterThanOrEqual(SIXTY);
  const accountant = people.call('accountant');
  const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
  const page = await people.open('accountant', `/allowance/meal?month=${addressOf(WEEK)}`, clipboard);
  const grid = sheetOf(page);
  const first = results[0]?.full_name ?? '';
  const foot = grid.getByRole('row').last().getByRole('gridcell');
  const money = (amount: number) => amount.toLocaleString('en-US');
  await cellOf(page, first, 1).click();
  // A day typed for the first, the week to the right of it, then down to the last of them.
  for (const key of ['1', ...Array.from({ length: 6 }, () => 'Shift+ArrowRight'), 'Control+r'])
    await page.keyboard.press(key);
  await page.keyboard.press('Shift+Control+ArrowDown');
  await page.keyboard.press('Control+d');
  // Below: each day, the month's count (its days are before it), and what that is worth.
  await expect(foot.first()).toHaveText(String(results.length));
  await expect(foot.nth(30)).toHaveText(money(7 * results.length));
  await expect(foot.nth(31)).toHaveText(money(7 * results.length * of.lookups.meal[1]));
  await saved(page);
  const held = async () => accountant(allowance.list, { ...WEEK, page_size: 200 });
  const filled = async () =>
    (await held()).results.map(({ daily_allowance }) => daily_allowance.map(({ meal_fee }) => meal_fee).join(''));
  await expect.poll(filled).toEqual(results.map(() => '1111111'));
  // What was selected is copied as a spreadsheet reads it.
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    results.map(() => Array.from({ length: 7 }, () => '1').join('\t')).join('\n'),
  );
  await page.keyboard.press('Control+Home');
  await expect(cellOf(page, first, 1)).toHaveAttribute('data-active', 'true');
  const week = ['2', '3', '', '2', '2', '2', '1'];
  await copyElsewhere(
    page,
    results.map(() => week),
  );
  await page.keyboard.press('Control+v');
  await expect(foot.nth(30)).toHaveText(money(12 * results.length));
  await saved(page);
  await expect.poll(filled).toEqual(results.map(() => week.join('')));
  // A row, a column and the whole, as they were saved.
  const { totals, results: rows } = await held();
  const meal = of.lookups.meal[1] + 4 * of.lookups.meal[2] + of.lookups.meal[3];
  expect([...new Set(rows.map(({ total_meal }) => total_meal))]).toEqual([meal]);
  expect(totals.total_meal).toBe(meal * results.length);
  await expect(cellOf(page, first, 32)).toHaveText(money(meal));
  await expect(foot.nth(2)).toHaveText('');
  await expect(foot.nth(31)).toHaveText(money(meal * results.length));
  await page.keyboard.press('Control+z');
  await saved(page);
  await expect.poll(filled).toEqual(results.map(() => '1111111'));
  // The last of them is drawn where one goes there.
  await page.keyboard.press('Control+End');
  await expect(rowOf(page, results.at(-1)?.full_name ?? '')).toBeVisible();
});

test('a month is imported from the file it was taken home as: what stands otherwise is replaced only when that is asked for', async ({
  people,
}) => {
  const accountant = people.call('accountant');
  const read = async () => (await accountant(allowance.list, { ...IMPORTED, page_size: 200 })).results;
  const [first, second] = await read();
  if (!first || !second) throw new Error('Nobody works here');
  const day = (n: number) => `${addressOf(IMPORTED)}-${String(n).padStart(2, '0')}`;
  const { results: entries } = await accountant(allowance.dailyAdd, {
    entries: [
      { staff_id: first.staff_id, date: day(1), meal_fee: 1 },
      { staff_id: first.staff_id, date: day(3), meal_fee: 2 },
      { staff_id: second.staff_id, date: day(2), meal_fee: 2 },
    ],
  });
  const page = await people.open('accountant', `/account/allowance?month=${addressOf(IMPORTED)}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Excel/ }).click(),
  ]);
  const taken = await readFile(await download.path());
  // Since then one day was changed and one taken away.
  await accountant(allowance.dailyUpdate, {
    entries: entries
      .filter(({ date }) => date !== day(3))
      .map(({ id, version, date }) => ({ id, version, meal_fee: date === day(1) ? (3 as const) : null })),
  });
  await page.goto(`/allowance/meal?month=${addressOf(IMPORTED)}`);
  const dialog = page.getByRole('dialog', { name: 'Import 07/2011' });
  const open = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    await page.getByRole('button', { name: 'Import from Excel' }).click();
    await dialog.locator('input[type=file]').setInputFiles(file);
  };
  const take = async () => {
    await dialog.getByRole('button', { name: /^Take \d+ values?$/ }).click();
    await saved(page);
  };
  const meals = async () => {
    const rows = await read();
    return [first, second].map(({ staff_id }) =>
      rows
        .find((row) => row.staff_id === staff_id)
        ?.daily_allowance.map(({ date, meal_fee }) => `${Number(date.slice(8))}:${meal_fee}`)
        .join(' '),
    );
  };
  const xlsx = { name: 'july.xlsx', mimeType: 'application/octet-stream', buffer: taken };
  await open(xlsx);
  await expect(
    dialog.getByText('1 cell is filled · 1 holds another value · 1 stands already · 0 not taken'),
  ).toBeVisible();
  await take();
  await expect.poll(meals).toEqual(['1:3 3:2', '2:2']);
  await open(xlsx);
  await dialog.getByRole('checkbox', { name: 'Replace the other value that stands in 1 cell' }).check();
  await take();
  await expect.poll(meals).toEqual(['1:1 3:2', '2:2']);

  const days = `Full Name,Username,1,2,3\n,${second.username},1,1.5,\nNobody at all,,1,,\n${first.full_name},${second.username},,,3\n`;
  await open({ name: 'days.csv', mimeType: 'text/csv', buffer: Buffer.from(days) });
  await expect(dialog.getByText('Nobody of this name is on the sheet.')).toBeVisible();
  await expect(dialog.getByText('This is not a value of it.')).toBeVisible();
  // A name beside somebody else's username is neither's.
  const refused = dialog.getByRole('row').filter({ hasText: 'name and username do not belong together' });
  await expect(refused).toContainText(`${first.full_name} (${second.username})`);
  await expect(refused).toContainText('03 Jul 2011');
  await take();
  await expect.poll(meals).toEqual(['1:1 3:2', '1:1 2:2']);

  // In another month the file says which it is of; nothing of it "stands already".
  await page.goto('/allowance/meal?month=2011-09');
  await page.getByRole('button', { name: 'Import from Excel' }).click();
  const other = page.getByRole('dialog', { name: 'Import 09/2011' });
  await other.locator('input[type=file]').setInputFiles(xlsx);
  await expect(other.getByText('This file is of 07/2011: open that month and import it there.')).toBeVisible();
  await expect(other.getByText('The file says what the month says already.')).toHaveCount(0);
});

test('one’s own work says what its figures mean; a leader chooses one of their people, by name', async ({ people }) => {
  const page = await people.open('editor.pte', '/account/information');
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Work' })).toBeVisible();
  const figures = page.getByLabel('In all');
  await figures.getByRole('button', { name: 'Working time' }).click();
  await expect(page).toHaveURL(/figure=working/);
  // A whole month: of one that has just begun nothing has been checked yet.
  await page.getByRole('button', { name: 'Earlier' }).click();
  await figures.locator('dd').filter({ hasText: '%' }).getByRole('button').focus();
  await expect(page.getByRole('tooltip')).toContainText('no check had found a fault');
  await page.getByText('Week', { exact: true }).click();
  await expect(page).toHaveURL(/by=week/);
  await expect(page.getByRole('combobox', { name: 'Whose work' })).toHaveCount(0);

  const leader = await people.open('leader.pte', '/account/work');
  const { fullName } = await ownName(page);
  await leader.getByRole('combobox', { name: 'Whose work' }).fill(fullName);
  // The people come on their own; Enter chooses only what is there.
  await expect(leader.locator('.ant-select-item-option-active')).toHaveText(fullName);
  await leader.keyboard.press('Enter');
  await expect(leader.getByRole('heading', { name: `Work of ${fullName}` })).toBeVisible();
  await expect(leader.getByLabel('In all')).toBeVisible();
  // Somebody of the other workstream: said so, without a number for a name or anything to try again.
  const { data } = await leader.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
    return {
      data: (await (await fetch('/api/user/list', { headers })).json()) as Record<
        string,
        { id: number; username: string }
      >,
    };
  });
  const stranger = Object.values(data).find(({ username }) => username === 'editor.ots')!.id;
  await leader.goto(`/account/work?person=${stranger}`);
  await expect(leader.getByText('This work is not yours to see')).toBeVisible();
  await expect(leader.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expect(leader.getByRole('main')).not.toContainText(`#${stranger}`);
  await leader.getByRole('button', { name: 'To my own' }).click();
  await expect(leader).toHaveURL(/\/account\/work$/);
});

test('a month’s parking takes what the wire takes: thousandths, and no more', async ({ people }) => {
  const accountant = people.call('accountant');
  const month = { year: 2011, month: 8 };
  const [person] = (await accountant(allowance.list, { ...month, page_size: 200 })).results;
  if (!person) throw new Error('Nobody works here');
  const { staff_id } = person;
  const page = await people.open('accountant', `/account/allowance?month=2011-08&person=${staff_id}`);
  const field = page.getByRole('spinbutton', { name: 'Monthly Package' });
  await field.fill('12.3456');
  await page.keyboard.press('Enter');
  await expect(page.getByText('At most 3 decimals.')).toBeVisible();
  await field.fill('12.5');
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => (await accountant(allowance.list, { ...month, staff_id })).results[0]?.monthly_allowance?.parking)
    .toBe(12.5);
});

/** Whoever is signed in on a page. */
const ownName = (page: Page) =>
  page.evaluate(() => ({
    fullName: (JSON.parse(localStorage.getItem('user') ?? '{}') as { full_name: string }).full_name,
  }));
