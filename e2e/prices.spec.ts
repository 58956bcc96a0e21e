import { endpoints } from '@darkroom/contract/endpoints';
import type { PriceRow } from '@darkroom/contract/price';
import { expect, type Locator, type Page } from '@playwright/test';
import { test, type Caller } from './bureau.ts';
import { overflow } from './screens.ts';

interface Customer {
  id: number;
  name: string;
  /** The categories in the order of the list. */
  rows: PriceRow[];
}

/** A customer of a test's own, with prices for the first of the categories. */
async function priced(boss: Caller, name: string, prices: readonly number[]): Promise<Customer> {
  const { cus_id1 } = await boss(endpoints.customer.detailAdd, {
    cus0_name: `${name} group`,
    cus1_name: name,
    cus2_names: [`${name} shop`],
  });
  const { results } = await boss(endpoints.price.detail, { id: cus_id1 });
  if (prices.length > 0) {
    await boss(endpoints.price.update, {
      cus_id1,
      prices: prices.map((retail_price, at) => ({
        service_cat2_id: results[at]?.service_cat2_id ?? 0,
        version: null,
        retail_price,
        wholesale_price: 0.5,
        estimate_minutes: 10,
        visible: true,
        enabled: true,
      })),
    });
  }
  return { id: cus_id1, name, rows: (await boss(endpoints.price.detail, { id: cus_id1 })).results };
}

const pricesOf = async (who: Caller, { id }: Customer) => (await who(endpoints.price.detail, { id })).results;

const COLUMNS = ['category', 'retail', 'wholesale', 'estimate', 'visible', 'enabled'] as const;

/** A cell of the grid: of a row of the list, in a column. */
const cellOf = (page: Page, { rows }: Customer, row: number, column: (typeof COLUMNS)[number]): Locator =>
  page.locator(`[id="price-${rows[row]?.service_cat2_id}-${COLUMNS.indexOf(column)}"]`);

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

/** Pastes with the keys, wherever they take it: what a spreadsheet would have left on the clipboard. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Changes' });

async function chooseFile(page: Page, words: RegExp, file: string | { name: string; text: string }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByText(words).click();
  await (
    await chooser
  ).setFiles(
    typeof file === 'string' ? file : { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) },
  );
}

test('prices are typed and pasted as in a spreadsheet, taken back, and saved in one go', async ({ people, named }) => {
  const boss = people.call('boss');
  const customer = await priced(boss, named('Grid'), [1, 2]);
  const page = await people.open('accountant', '/customer/prices', clipboard);
  await page.getByRole('combobox', { name: 'Customer' }).fill(customer.name);
  await page.getByRole('option', { name: customer.name }).or(page.getByTitle(customer.name)).last().click();
  await expect(page).toHaveURL(new RegExp(`cus=${customer.id}`));
  const cell = (row: number, column: (typeof COLUMNS)[number]) => cellOf(page, customer, row, column);
  await expect(cell(0, 'retail')).toHaveText('1');
  await expect(cell(2, 'retail')).toHaveText('no price');

  await test.step('typing replaces, Enter and Tab go on, Esc leaves what was there', async () => {
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

  await test.step('a new price needs both amounts; what is no number says so and stops the saving', async () => {
    // The third row, where Enter has come to.
    await page.keyboard.type('dear');
    await page.keyboard.press('Enter');
    await expect(cell(2, 'wholesale')).toHaveAttribute('aria-invalid', 'true');
    await expect(cell(2, 'wholesale')).toHaveAttribute('title', 'Please enter a valid number!');
    await expect(cell(2, 'retail')).toHaveAttribute('title', 'This field is required.');
    await expect(bar(page).getByRole('button', { name: /^Save/ })).toBeDisabled();
    await page.keyboard.press('Control+z');
    await expect(bar(page)).toContainText('2 changes');
  });

  await test.step('a range from a spreadsheet goes down and right, and Ctrl+D fills it down', async () => {
    await cell(2, 'retail').click();
    await paste(page, '3\t2.5\t7\n4\t"3"\t8');
    await expect(cell(3, 'wholesale')).toHaveText('3');
    await cell(2, 'retail').click();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+c');
    expect(await copied(page)).toBe('3\t2.5');
    await cell(3, 'retail').click();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Control+d');
    await expect(cell(4, 'retail')).toHaveText('4');
    await expect(cell(4, 'wholesale')).toHaveText('3');
    await cell(4, 'enabled').getByRole('checkbox').click();
  });

  await test.step('a block is read with one decimal mark; where it could be either it is asked once', async () => {
    await cell(5, 'retail').click();
    await paste(page, '0,298\t0,2\n1,755\t1,404');
    await expect(cell(5, 'retail')).toHaveText('0.298');
    await expect(cell(6, 'retail')).toHaveText('1.755');
    await expect(cell(6, 'wholesale')).toHaveText('1.404');
    await page.keyboard.press('Control+z');
    await cell(5, 'retail').click();
    await paste(page, '1,755\t1,404');
    const asked = page.getByRole('dialog', { name: 'Which prices are meant?' });
    await expect(asked.getByRole('button', { name: '1,755 · 1,404' })).toBeVisible();
    await asked.getByRole('button', { name: '1.755 · 1.404' }).click();
    await expect(asked).toBeHidden();
    await expect(cell(5, 'retail')).toHaveText('1.755');
    await expect(cell(5, 'wholesale')).toHaveText('1.404');
    await page.keyboard.press('Control+z');
  });

  await test.step('leaving asks first', async () => {
    await page.getByRole('link', { name: 'Customer Price Report' }).click();
    const dialog = page.getByRole('dialog', { name: /^Leave with \d+ changes not saved/ });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('what was discarded can be had again', async () => {
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

  await test.step('one save for all; another’s browser shows it and stays where it was', async () => {
    const other = await people.open('boss', `/customer/prices?cus=${customer.id}`);
    await cellOf(other, customer, 5, 'retail').click();
    await other.keyboard.type('8');
    await bar(page).getByRole('button', { name: 'Save 5 prices' }).click();
    await expect(page.getByText('5 prices saved')).toBeVisible();
    await expect(bar(page)).toBeHidden();
    await expect(cellOf(other, customer, 0, 'retail')).toHaveText('1.25');
    await expect(cellOf(other, customer, 5, 'retail').getByRole('textbox')).toHaveValue('8');
    const rows = await pricesOf(boss, customer);
    expect(rows.slice(0, 5).map((row) => [row.retail_price, row.wholesale_price, row.enabled])).toEqual([
      [1.25, 0.5, true],
      [2, 1.5, true],
      [3, 2.5, true],
      [4, 3, true],
      [4, 3, false],
    ]);
  });

  await test.step('the price tells its history', async () => {
    const { cat1 = '', cat2 = '' } = customer.rows[0] ?? {};
    await page.getByRole('button', { name: `History of ${cat1} / ${cat2}` }).click();
    const history = page.getByRole('dialog', { name: cat2 });
    await expect(history).toContainText('Retail price');
    await expect(history).toContainText('1.25');
  });
});

test('copy and paste go on after cells were typed into, whichever way they were left', async ({ people, named }) => {
  const customer = await priced(people.call('boss'), named('Clipboard'), [1, 2]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`, clipboard);
  const retail = (row: number) => cellOf(page, customer, row, 'retail');
  for (const [at, key] of ['Enter', 'Tab', 'Escape', 'ArrowDown'].entries()) {
    await retail(0).click();
    await page.keyboard.type(`${at + 3}`);
    await page.keyboard.press(key);
    await paste(page, `${at + 20}`);
    await page.keyboard.press('Control+c');
    expect(await copied(page), `after ${key}`).toBe(`${at + 20}`);
  }
  await retail(1).click();
  await page.keyboard.press('Control+x');
  await expect(retail(1)).toHaveText('');
  await retail(2).click();
  await page.keyboard.press('Control+v');
  await expect(retail(2)).toHaveText('23');
});

test('who may not change prices is told the keys that read, and copies', async ({ people, named }) => {
  const customer = await priced(people.call('boss'), named('Reader'), [1, 2]);
  const page = await people.open('cs', `/customer/prices?cus=${customer.id}`, clipboard);
  await cellOf(page, customer, 0, 'retail').click();
  await expect(page.getByText('Ctrl+C copies')).toBeVisible();
  await expect(page.getByText('Type to replace')).toHaveCount(0);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  expect(await copied(page)).toBe('1\n2');
});

test('the prices open on the customer one looked at last, each person on this device on their own', async ({
  people,
  named,
}) => {
  const customer = await priced(people.call('boss'), named('Last'), [1]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`);
  await expect(cellOf(page, customer, 0, 'retail')).toHaveText('1');
  await page.goto('/customer/prices');
  await expect(page).toHaveURL(new RegExp(`cus=${customer.id}$`));
  await expect(cellOf(page, customer, 0, 'retail')).toHaveText('1');
});

test('two people on one price: the second sees both, and decides', async ({ people, named }) => {
  const boss = people.call('boss');
  const customer = await priced(boss, named('Stale'), [1, 2]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`);
  // This browser hears of no change.
  await page.route('**/api/live', (route) => route.abort());
  await page.reload();
  const type = async (row: number, text: string) => {
    await cellOf(page, customer, row, 'retail').click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  };
  const [first, second] = customer.rows;
  const change = async (row: PriceRow | undefined, retail_price: number) => {
    const now = (await pricesOf(boss, customer)).find((one) => one.service_cat2_id === row?.service_cat2_id);
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
  const notice = page.getByRole('alert').filter({ hasText: 'Somebody else has changed 1 of these prices' });
  await expect(notice.getByRole('row').filter({ hasText: '1.90' })).toContainText('1.10');
  await notice.getByRole('button', { name: 'Take theirs' }).click();
  await expect(cellOf(page, customer, 0, 'retail')).toHaveText('1.90');
  await expect(bar(page)).toContainText('1 change');

  await change(second, 2.9);
  await bar(page).getByRole('button', { name: 'Save 1 price' }).click();
  await notice.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(page.getByText('1 price saved')).toBeVisible();
  expect((await pricesOf(boss, customer)).slice(0, 2).map((row) => row.retail_price)).toEqual([1.9, 2.1]);
});

test('in Vietnamese: a price list exported to Excel comes back unchanged; a broken file names each bad row', async ({
  people,
  named,
}) => {
  const boss = people.call('boss');
  const customer = await priced(boss, named('Nhập'), [1.125, 0, 1234.5]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`, { language: 'vi' });
  const dialog = page.getByRole('dialog', { name: `Nhập giá của ${customer.name}` });
  const changes = page.getByRole('region', { name: 'Thay đổi' });

  await test.step('xuất ra rồi nhập lại không đổi gì', async () => {
    await page.getByRole('button', { name: 'Xuất file' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /Excel/ }).click();
    const file = await (await download).path();
    await page.getByRole('button', { name: 'Nhập từ Excel' }).click();
    await chooseFile(page, /Thả file/, file);
    await expect(dialog).toContainText(`0 giá thay đổi · ${customer.rows.length} dòng không đổi`);
    await expect(dialog.getByRole('button', { name: /vào bảng/ })).toBeDisabled();
  });

  await test.step('file không phải bảng tính thì bị từ chối', async () => {
    await dialog.getByRole('button', { name: 'File khác' }).click();
    await chooseFile(page, /Thả file/, { name: 'anh.xlsx', text: '%PDF-1.7' });
    await expect(dialog.getByRole('alert')).toContainText('anh.xlsx');
    await chooseFile(page, /Thả file/, { name: 'la.csv', text: 'a,b\n1,2\n' });
    await expect(dialog.getByRole('alert')).toContainText('Không thấy dòng tiêu đề');
  });

  const name = (row: number) => `${customer.rows[row]?.cat1};${customer.rows[row]?.cat2}`;
  await test.step('mỗi dòng hỏng nói rõ sai ở đâu', async () => {
    const lines = [
      'Khách hàng 1;Danh mục 1;Danh mục 2;Giá bán lẻ;Giá bán buôn;Thời gian dự kiến (phút);Hiển thị;Áp dụng',
      `${customer.name};${name(0)};1,5;0,5;10;Có;Không`,
      `${customer.name};${name(1)};rẻ;-2;1,5;Có;Có`,
      `${customer.name};${name(0)};2;1;10;Có;Có`,
      `Lumen Sydney;${name(2)};2;1;10;Có;Có`,
      `${customer.name};Vườn;Cây cảnh;2;1;10;Có;Có`,
      `${customer.name};${name(3)};2,25;;;;`,
    ];
    await chooseFile(page, /Thả file/, { name: 'gia.csv', text: lines.join('\n') });
    const problems = dialog.getByRole('region', { name: 'Những dòng cần sửa' });
    for (const [row, reason] of [
      ['3', 'Vui lòng nhập số hợp lệ'],
      ['4', 'Danh mục này có hai lần trong file.'],
      ['5', 'Dòng này của khách hàng khác.'],
      ['6', 'Không có danh mục này.'],
      ['7', 'Bán buôn'],
    ] as const) {
      const line = problems.getByRole('row').filter({ has: page.getByRole('rowheader', { name: row, exact: true }) });
      await expect(line).toContainText(reason);
    }
    await expect(dialog.getByRole('button', { name: /vào bảng/ })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Bỏ qua 5 dòng lỗi và lấy phần còn lại' }).check();
    await dialog.getByRole('button', { name: 'Đưa 1 giá vào bảng' }).click();
  });

  await test.step('phần còn lại nằm trong bảng, lưu rồi mới có hiệu lực', async () => {
    await expect(cellOf(page, customer, 0, 'retail')).toHaveText('1,50');
    expect((await pricesOf(boss, customer))[0]).toMatchObject({ retail_price: 1.125 });
    await changes.getByRole('button', { name: 'Lưu 1 giá' }).click();
    await expect(page.getByText('Đã lưu 1 giá')).toBeVisible();
    expect((await pricesOf(boss, customer))[0]).toMatchObject({ retail_price: 1.5, enabled: false, version: 2 });
  });
});

test('prices are copied from another customer and changed by percent, with every value before and after', async ({
  people,
  named,
}) => {
  const boss = people.call('boss');
  const source = await priced(boss, named('Source'), [3, 4, 5]);
  const customer = await priced(boss, named('Target'), [1]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`);

  await page.getByRole('button', { name: 'Copy prices' }).click();
  const copy = page.getByRole('dialog', { name: `Copy prices to ${customer.name}` });
  await copy.getByRole('combobox', { name: 'From' }).fill(source.name);
  await page.getByTitle(source.name).last().click();
  // The first has a price already, which is left alone.
  await expect(copy.getByRole('button', { name: 'Put 2 prices into the list' })).toBeVisible();
  await copy.getByRole('radio', { name: 'Overwrite what is there' }).check();
  await expect(copy.getByRole('row').filter({ hasText: 'Retail' }).first()).toContainText('13');
  await copy.getByRole('radio', { name: 'Only where there is no price yet' }).check();
  await copy.getByRole('button', { name: 'Put 2 prices into the list' }).click();

  await page.getByRole('button', { name: 'Change by percent' }).click();
  const percent = page.getByRole('dialog', { name: 'Change prices by percent' });
  await percent.getByRole('spinbutton', { name: 'Change by' }).fill('-12.5');
  await expect(percent.getByRole('row').nth(1)).toContainText('0.875');
  // Rounding that is too coarse for a price is told before it is taken.
  await percent.getByRole('spinbutton', { name: 'Change by' }).fill('1');
  await percent.getByRole('combobox', { name: 'Round to' }).click();
  await page.getByTitle('1', { exact: true }).last().click();
  await expect(percent.getByRole('row').filter({ hasText: 'does not move' })).toHaveCount(3);
  await percent.getByRole('combobox', { name: 'Round to' }).click();
  await page.getByTitle('0.001').last().click();
  await expect(percent.getByText('does not move')).toHaveCount(0);
  await percent.getByRole('spinbutton', { name: 'Change by' }).fill('-12.5');
  await percent.getByRole('button', { name: 'Put 3 prices into the list' }).click();
  await expect(cellOf(page, customer, 2, 'retail')).toHaveText('4.375');
  await bar(page).getByRole('button', { name: 'Save 3 prices' }).click();
  await expect(page.getByText('3 prices saved')).toBeVisible();
  const rows = await pricesOf(boss, customer);
  expect(rows.slice(0, 3).map((row) => [row.retail_price, row.wholesale_price])).toEqual([
    [0.875, 0.5],
    [3.5, 0.5],
    [4.375, 0.5],
  ]);
});

test('on a phone a price is read in a list and changed in its form', async ({ people, named }) => {
  const boss = people.call('boss');
  const customer = await priced(boss, named('Phone'), [0.25]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`, {
    viewport: { width: 360, height: 780 },
  });
  const name = `${customer.rows[0]?.cat1} / ${customer.rows[0]?.cat2}`;
  await expect(page.getByText('Retail is below wholesale').first()).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: `Edit price of ${name}` }).click();
  const form = page.getByRole('dialog', { name });
  await form.getByLabel('Retail price').fill('0.12345');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('At most 3 decimals.')).toBeVisible();
  await form.getByLabel('Retail price').fill('0.75');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 price saved')).toBeVisible();
  await expect(page.getByText('Retail is below wholesale')).toHaveCount(0);
});
