import { NO_FEES } from '@darkroom/domain/allowance/fees';
import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import {
  toMonthParam,
  cellOf,
  copyToClipboard,
  expectSaved,
  MEMBER_COUNT,
  listPaidMembers,
} from './allowance-members.ts';

const { allowance } = endpoints;
/** Before anyone of the demo bureau worked, so that no other test uses these months. */
const KEYBOARD = { year: 2011, month: 3 };
const BOTH = { year: 2011, month: 4 };
const WEEK = { year: 2011, month: 6 };

const findSheet = (page: Page) => page.getByRole('grid');
const findRow = (page: Page, name: string) =>
  findSheet(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) });

test(
  'a month is filled in by keyboard and paste, added up while typing, and undone',
  { tag: '@quick' },
  async ({ people }) => {
    const accountant = people.call('accountant');
    const page = await people.open('accountant', `/allowance/meal?month=${toMonthParam(KEYBOARD)}`);
    const [first, second] = (await accountant(allowance.list, { ...KEYBOARD, page_size: 200 })).results;
    if (!first || !second) throw new Error('Nobody works here');
    await cellOf(page, first.full_name, 1).click();
    for (const key of ['2', 'ArrowRight', '1', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Control+r'])
      await page.keyboard.press(key);
    await expect(cellOf(page, first.full_name, 1)).toHaveText('2');
    await expect(cellOf(page, first.full_name, 4)).toHaveText('1');
    // The total after the last day is 2 + 1 + 1 + 1.
    await expect(cellOf(page, first.full_name, 32)).toHaveText('5');
    await expectSaved(page);
    await cellOf(page, second.full_name, 1).click();
    await findSheet(page).evaluate((grid) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', '1\t2\t7\n');
      grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(page.getByText(`1 value was not accepted: “7” (${second.full_name}, `)).toBeVisible();
    await expect(cellOf(page, second.full_name, 2)).toHaveText('2');
    await expect(cellOf(page, second.full_name, 3)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('1 value was not accepted, the other cells are saved')).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(cellOf(page, second.full_name, 2)).toHaveText('');
    await expectSaved(page);
    await expect
      .poll(async () =>
        (await accountant(allowance.list, { ...KEYBOARD, page_size: 200 })).results
          .filter(({ staff_id }) => [first.staff_id, second.staff_id].includes(staff_id))
          .map(({ daily_allowance }) => daily_allowance.map(({ meal_fee }) => meal_fee)),
      )
      .toEqual([[2, 1, 1, 1], []]);
  },
);

test('two people on one sheet see each other’s saves, and a changed cell asks', async ({ people }) => {
  const boss = people.call('boss');
  const page = await people.open('accountant', `/allowance/meal?month=${toMonthParam(BOTH)}`);
  const person = (await boss(allowance.list, { ...BOTH, page_size: 200 })).results[3];
  if (!person) throw new Error('Nobody works here');
  const { staff_id, full_name } = person;
  await expect(cellOf(page, full_name, 1)).toHaveText('');
  await boss(allowance.dailyAdd, {
    entries: [{ staff_id, date: `${toMonthParam(BOTH)}-01`, ...NO_FEES, meal_fee: 3 }],
  });
  await expect(cellOf(page, full_name, 1)).toHaveText('3');
  // The other person's last save has not reached this sheet yet.
  await page.route('**/api/allowance/list', (route) => route.abort());
  await boss(allowance.dailyAdd, {
    entries: [{ staff_id, date: `${toMonthParam(BOTH)}-02`, ...NO_FEES, meal_fee: 2 }],
  });
  await cellOf(page, full_name, 2).click();
  await page.keyboard.press('1');
  await expect(page.getByText(/someone else changed this cell first\. Theirs: 2\. Yours: 1\./)).toBeVisible();
  await page.unroute('**/api/allowance/list');
  await page.getByRole('button', { name: 'Use mine', exact: true }).click();
  await expectSaved(page);
  const { results } = await boss(allowance.list, { ...BOTH, staff_id });
  expect(results[0]?.daily_allowance.map(({ meal_fee }) => meal_fee)).toEqual([3, 1]);
});

test('the week of sixty people is typed, filled down, copied, pasted and undone', async ({ people, named }) => {
  const { month: of, results } = await listPaidMembers(people.call('boss'), WEEK, named);
  expect(results.length).toBeGreaterThanOrEqual(MEMBER_COUNT);
  const accountant = people.call('accountant');
  const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
  const page = await people.open('accountant', `/allowance/meal?month=${toMonthParam(WEEK)}`, clipboard);
  const grid = findSheet(page);
  const first = results[0]?.full_name ?? '';
  const totalCells = grid.getByRole('row').last().getByRole('gridcell');
  const formatMoney = (amount: number) => amount.toLocaleString('en-US');
  await cellOf(page, first, 1).click();
  // One day is typed for the first person, then filled to the right over the week and down to the last person.
  for (const key of ['1', ...Array.from({ length: 6 }, () => 'Shift+ArrowRight'), 'Control+r'])
    await page.keyboard.press(key);
  await page.keyboard.press('Shift+Control+ArrowDown');
  await page.keyboard.press('Control+d');
  // The foot shows each day, then the total of the month and its amount.
  await expect(totalCells.first()).toHaveText(String(results.length));
  await expect(totalCells.nth(30)).toHaveText(formatMoney(7 * results.length));
  await expect(totalCells.nth(31)).toHaveText(formatMoney(7 * results.length * of.lookups.meal[1]));
  await expectSaved(page);
  const readEntries = async () => accountant(allowance.list, { ...WEEK, page_size: 200 });
  const readFilled = async () =>
    (await readEntries()).results.map(({ daily_allowance }) =>
      daily_allowance.map(({ meal_fee }) => meal_fee).join(''),
    );
  await expect.poll(readFilled).toEqual(results.map(() => '1111111'));
  // The selection is copied in the form that a spreadsheet reads.
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    results.map(() => Array.from({ length: 7 }, () => '1').join('\t')).join('\n'),
  );
  await page.keyboard.press('Control+Home');
  await expect(cellOf(page, first, 1)).toHaveAttribute('data-active', 'true');
  const week = ['2', '3', '', '2', '2', '2', '1'];
  await copyToClipboard(
    page,
    results.map(() => week),
  );
  await page.keyboard.press('Control+v');
  await expect(totalCells.nth(30)).toHaveText(formatMoney(12 * results.length));
  await expectSaved(page);
  await expect.poll(readFilled).toEqual(results.map(() => week.join('')));
  // The saved totals of a row, of a column and of the sheet.
  const { totals, results: rows } = await readEntries();
  const meal = of.lookups.meal[1] + 4 * of.lookups.meal[2] + of.lookups.meal[3];
  expect([...new Set(rows.map(({ total_meal }) => total_meal))]).toEqual([meal]);
  expect(totals.total_meal).toBe(meal * results.length);
  await expect(cellOf(page, first, 32)).toHaveText(formatMoney(meal));
  await expect(totalCells.nth(2)).toHaveText('');
  await expect(totalCells.nth(31)).toHaveText(formatMoney(meal * results.length));
  await page.keyboard.press('Control+z');
  await expectSaved(page);
  await expect.poll(readFilled).toEqual(results.map(() => '1111111'));
  // The last row is drawn when the user goes there.
  await page.keyboard.press('Control+End');
  await expect(findRow(page, results.at(-1)?.full_name ?? '')).toBeVisible();
});

test('the first press in a scrolled sheet keeps its position and selects the pressed cell', async ({ people }) => {
  const page = await people.open('accountant', `/allowance/meal?month=${toMonthParam(BOTH)}`);
  await page.setViewportSize({ width: 900, height: 800 });
  const name = await findSheet(page).getByRole('rowheader').first().innerText();
  await findSheet(page).evaluate((grid) => {
    grid.scrollLeft = grid.scrollWidth;
  });
  const before = await findSheet(page).evaluate((grid) => grid.scrollLeft);
  expect(before).toBeGreaterThan(200);
  await cellOf(page, name, 27).click();
  await expect(findSheet(page)).toHaveAttribute('aria-activedescendant', /-26$/);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await findSheet(page).evaluate((grid) => grid.scrollLeft)).toBe(before);
});
