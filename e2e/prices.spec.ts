import { endpoints } from '@darkroom/contract/endpoints';
import type { PriceRow } from '@darkroom/contract/price/price';
import { expect } from '@playwright/test';
import { test } from './bureau.ts';
import {
  bar,
  cellOf,
  clipboard,
  readCopiedText,
  paste,
  createPricedCustomer,
  readPrices,
  type COLUMNS,
} from './price-grid.ts';

test(
  'prices are typed and pasted as in a spreadsheet, undone, and saved together',
  { tag: '@quick' },
  async ({ people, named }) => {
    const boss = people.call('boss');
    const customer = await createPricedCustomer(boss, named('Grid'), [1, 2]);
    const page = await people.open('accountant', '/customer/prices', clipboard);
    await page.getByRole('combobox', { name: 'Customer' }).fill(customer.name);
    await page.getByRole('option', { name: customer.name }).or(page.getByTitle(customer.name)).last().click();
    await expect(page).toHaveURL(new RegExp(`cus=${customer.id}`));
    const cell = (row: number, column: (typeof COLUMNS)[number]) => cellOf(page, customer, row, column);
    await expect(cell(0, 'retail')).toHaveText('1');
    await expect(cell(2, 'retail')).toHaveText('no price');

    await test.step('typing replaces, Enter and Tab move on, Esc restores', async () => {
      await cell(0, 'retail').click();
      await page.keyboard.type('1.25');
      await page.keyboard.press('Tab');
      await page.keyboard.type('9');
      await page.keyboard.press('Escape');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.type('1.5');
      await page.keyboard.press('Enter');
      await expect(cell(0, 'retail')).toHaveText('1.25');
      await expect(cell(0, 'wholesale')).toHaveText('0.50');
      await expect(cell(1, 'wholesale')).toHaveText('1.50');
      await expect(bar(page)).toContainText('2 changes');
    });

    await test.step('a new price needs both amounts, and an invalid number prevents saving', async () => {
      // Enter has moved to the third row.
      await page.keyboard.type('costly');
      // An open cell is included: its value is in the cell before saving, or is rejected.
      await page.keyboard.press('Control+s');
      await expect(cell(2, 'wholesale')).toHaveAttribute('aria-invalid', 'true');
      await expect(cell(2, 'wholesale')).toHaveAttribute('title', 'Please enter a valid number!');
      await expect(cell(2, 'retail')).toHaveAttribute('title', 'This field is required.');
      await expect(bar(page).getByRole('button', { name: /^Save/ })).toBeDisabled();
      await expect(page.getByText(/fix 2 cells first/)).toBeVisible();
      const first = (await cell(2, 'retail').getAttribute('id')) ?? '';
      await expect(page.getByRole('grid')).toHaveAttribute('aria-activedescendant', first);
      await page.keyboard.press('Control+z');
      await expect(bar(page)).toContainText('2 changes');
    });

    await test.step('a pasted range fills down and right, and Ctrl+D fills it down', async () => {
      await cell(2, 'retail').click();
      await paste(page, '3\t2.5\t7\n4\t3\t8');
      await expect(cell(3, 'wholesale')).toHaveText('3');
      await cell(2, 'retail').click();
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Control+c');
      expect(await readCopiedText(page)).toBe('3\t2.5');
      await cell(3, 'retail').click();
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowRight');
      await page.keyboard.press('Control+d');
      await expect(cell(4, 'retail')).toHaveText('4');
      await expect(cell(4, 'wholesale')).toHaveText('3');
      await cell(4, 'enabled').getByRole('checkbox').click();
    });

    await test.step('a pasted block has one decimal mark, and an ambiguous mark is asked once', async () => {
      await cell(5, 'retail').click();
      await paste(page, '0,298\t0,2\n1,755\t1,404');
      await expect(cell(5, 'retail')).toHaveText('0.298');
      await expect(cell(6, 'retail')).toHaveText('1.755');
      await expect(cell(6, 'wholesale')).toHaveText('1.404');
      await page.keyboard.press('Control+z');
      await cell(5, 'retail').click();
      await paste(page, '1,755\t1,404');
      const decimalDialog = page.getByRole('dialog', { name: 'Decimal sign' });
      await expect(decimalDialog.getByRole('button', { name: /^Point as the decimal sign: 1,755\.000/ })).toBeVisible();
      await decimalDialog.getByRole('button', { name: /^Comma as the decimal sign: 1\.755 · 1\.404$/ }).click();
      await expect(decimalDialog).toBeHidden();
      await expect(cell(5, 'retail')).toHaveText('1.755');
      await expect(cell(5, 'wholesale')).toHaveText('1.404');
      await page.keyboard.press('Control+z');
    });

    await test.step('a question appears before the user leaves', async () => {
      await page.getByRole('link', { name: 'Customer Price Report' }).click();
      const dialog = page.getByRole('dialog', { name: /^Discard \d+ unsaved changes/ });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
    });

    await test.step('an open cell counts as changed, and the question appears also without a network', async () => {
      const [count] = /\d+/.exec(await bar(page).innerText()) ?? [];
      await cell(7, 'retail').click();
      await page.keyboard.type('7');
      await page.context().setOffline(true);
      await page.evaluate(() => history.back());
      const dialog = page.getByRole('dialog', { name: /^Discard \d+ unsaved changes/ });
      const [unsavedCount] = /\d+/.exec(await dialog.innerText()) ?? [];
      expect(Number(unsavedCount)).toBeGreaterThan(Number(count));
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      await page.context().setOffline(false);
      await expect(cell(7, 'retail')).toHaveText('7');
      await cell(7, 'retail').click();
      await page.keyboard.type('8');
      // The open cell already counts as changed.
      const [now] = /\d+/.exec(await bar(page).innerText()) ?? [];
      await page.evaluate(() => history.back());
      const secondDialog = page.getByRole('dialog', { name: `Discard ${now} unsaved changes` });
      await secondDialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(cell(7, 'retail')).toHaveText('8');
      await cell(7, 'estimate').click();
      await page.keyboard.press('Control+z');
      await expect(cell(7, 'retail')).toHaveText('7');
      await page.keyboard.press('Control+z');
      await expect(cell(7, 'retail')).toHaveText('no price');
    });

    await test.step('discarded prices can be restored', async () => {
      const changes = await bar(page)
        .getByText(/^\d+ changes$/)
        .innerText();
      await bar(page).getByRole('button', { name: 'Discard' }).click();
      await expect(bar(page)).toBeHidden();
      await expect(cell(3, 'wholesale')).not.toHaveText('3');
      await page.getByText(`${changes} discarded`).locator('xpath=..').getByRole('button', { name: 'Undo' }).click();
      await expect(bar(page)).toContainText(changes);
      await expect(cell(3, 'wholesale')).toHaveText('3');
    });

    await test.step('one save stores all prices, and another browser shows them and keeps its position', async () => {
      const otherPage = await people.open('boss', `/customer/prices?cus=${customer.id}`);
      await cellOf(otherPage, customer, 5, 'retail').click();
      await otherPage.keyboard.type('8');
      await bar(page).getByRole('button', { name: 'Save 5 prices' }).click();
      await expect(page.getByText('5 prices saved')).toBeVisible();
      await expect(bar(page)).toBeHidden();
      await expect(cellOf(otherPage, customer, 0, 'retail')).toHaveText('1.25');
      await expect(cellOf(otherPage, customer, 5, 'retail').getByRole('textbox')).toHaveValue('8');
      const rows = await readPrices(boss, customer);
      expect(rows.slice(0, 5).map((row) => [row.retail_price, row.wholesale_price, row.enabled])).toEqual([
        [1.25, 0.5, true],
        [2, 1.5, true],
        [3, 2.5, true],
        [4, 3, true],
        [4, 3, false],
      ]);
    });

    await test.step('the price has a history', async () => {
      const { cat1 = '', cat2 = '' } = customer.rows[0] ?? {};
      await page.getByRole('button', { name: `History of ${cat1} / ${cat2}` }).click();
      const history = page.getByRole('dialog', { name: cat2 });
      await expect(history).toContainText('Retail Price');
      await expect(history).toContainText('1.25');
    });
  },
);

test('copy and paste work after a cell editor is closed in any way', async ({ people, named }) => {
  const customer = await createPricedCustomer(people.call('boss'), named('Clipboard'), [1, 2]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`, clipboard);
  const retail = (row: number) => cellOf(page, customer, row, 'retail');
  for (const [index, key] of ['Enter', 'Tab', 'Escape', 'ArrowDown'].entries()) {
    await retail(0).click();
    await page.keyboard.type(`${index + 3}`);
    await page.keyboard.press(key);
    await paste(page, `${index + 20}`);
    await page.keyboard.press('Control+c');
    expect(await readCopiedText(page), `after ${key}`).toBe(`${index + 20}`);
  }
  await retail(1).click();
  await page.keyboard.press('Control+x');
  await expect(retail(1)).toHaveText('');
  await retail(2).click();
  await page.keyboard.press('Control+v');
  await expect(retail(2)).toHaveText('23');
});

test('a user who cannot change prices sees only the keys for reading, and copies', async ({ people, named }) => {
  const customer = await createPricedCustomer(people.call('boss'), named('Reader'), [1, 2]);
  const page = await people.open('cs', `/customer/prices?cus=${customer.id}`, clipboard);
  await cellOf(page, customer, 0, 'retail').click();
  await expect(page.getByText('Ctrl+C copies')).toBeVisible();
  await expect(page.getByText('Type to replace')).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  expect(await readCopiedText(page)).toBe('1\n2');
});

test('the prices open on the last customer of each person on this device', async ({ people, named }) => {
  const customer = await createPricedCustomer(people.call('boss'), named('Last'), [1]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`);
  await expect(cellOf(page, customer, 0, 'retail')).toHaveText('1');
  await page.goto('/customer/prices');
  await expect(page).toHaveURL(new RegExp(`cus=${customer.id}$`));
  await expect(cellOf(page, customer, 0, 'retail')).toHaveText('1');
});

test('two people change one price: the second sees both values and decides', async ({ people, named }) => {
  const boss = people.call('boss');
  const customer = await createPricedCustomer(boss, named('Stale'), [1, 2]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`);
  // This browser receives no live events.
  await page.route('**/api/live', (route) => route.abort());
  await page.reload();
  const type = async (row: number, text: string) => {
    await cellOf(page, customer, row, 'retail').click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  const [first, second] = customer.rows;
  const change = async (row: PriceRow | undefined, retail_price: number) => {
    const now = (await readPrices(boss, customer)).find((price) => price.service_cat2_id === row?.service_cat2_id);
    const { service_cat2_id = 0, version = null } = now ?? {};
    const terms = { wholesale_price: 0.5, estimate_minutes: 10, visible: true, enabled: true };
    await boss(endpoints.price.update, {
      cus_id1: customer.id,
      prices: [{ ...terms, service_cat2_id, version, retail_price }],
    });
  };

  await type(0, '1.1');
  await type(1, '2.1');
  await change(first, 1.9);
  await bar(page).getByRole('button', { name: 'Save 2 prices' }).click();
  const notice = page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .filter({ hasText: 'Someone else changed 1 of these prices' });
  await expect(notice.getByRole('row').filter({ hasText: '1.90' })).toContainText('1.10');
  await notice.getByRole('button', { name: 'Use theirs' }).click();
  await expect(cellOf(page, customer, 0, 'retail')).toHaveText('1.90');
  await expect(bar(page)).toContainText('1 change');

  await change(second, 2.9);
  await bar(page).getByRole('button', { name: 'Save 1 price' }).click();
  await notice.getByRole('button', { name: 'Use mine' }).click();
  await expect(page.getByText('1 price saved')).toBeVisible();
  expect((await readPrices(boss, customer)).slice(0, 2).map((row) => row.retail_price)).toEqual([1.9, 2.1]);

  // A browser with live events shows the change before saving.
  await page.unroute('**/api/live');
  await page.reload();
  await type(0, '1.3');
  await change(first, 1.7);
  await expect(notice.getByRole('row').filter({ hasText: '1.70' })).toContainText('1.30');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('First choose which prices to keep')).toBeVisible();
  await notice.getByRole('button', { name: 'Use mine' }).click();
  await expect(notice).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Save 1 price' }).click();
  await expect(page.getByText('1 price saved')).toBeVisible();
  expect((await readPrices(boss, customer))[0]?.retail_price).toBe(1.3);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Nothing to undo')).toBeVisible();
});
