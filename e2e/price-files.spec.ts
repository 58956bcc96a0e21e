import { expect } from '@playwright/test';
import { test } from './bureau.ts';
import { bar, cellOf, createPricedCustomer, readPrices } from './price-grid.ts';

const COLUMNS =
  'Khách hàng cấp 1;Danh mục cấp 1;Danh mục cấp 2;Giá bán lẻ;Giá bán buôn;Thời gian dự kiến (phút);Hiển thị;Áp dụng';

test('in Vietnamese: an exported price list imports unchanged, and a file is fixed and saved', async ({
  people,
  named,
}) => {
  const boss = people.call('boss');
  const customer = await createPricedCustomer(boss, named('Nhập'), [1.125, 0, 1234.5]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`, { language: 'vi' });
  const dialog = page.getByRole('dialog', { name: 'Bảng giá từ tệp' });
  const saveButton = dialog.getByRole('button', { name: /^Lưu \d/ });
  const dropText = (name: string, text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  await test.step('an exported file imports without a change', async () => {
    await page.getByRole('button', { name: 'Xuất tệp' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /Excel/ }).click();
    const file = await (await download).path();
    await page.getByRole('button', { name: 'Từ tệp' }).click();
    await dialog.locator('input[type=file]').setInputFiles(file);
    await expect(dialog.getByRole('radio', { name: `Không đổi (${customer.rows.length})` })).toBeAttached();
    await expect(saveButton).toBeDisabled();
    await dialog.getByRole('button', { name: 'Làm lại từ đầu' }).click();
  });

  await test.step('a file that is not a spreadsheet is refused', async () => {
    await dropText('anh.xlsx', '%PDF-1.7');
    await expect(dialog.getByRole('alert')).toContainText('không phải');
    await dropText('la.csv', 'a,b\n1,2\n');
    await expect(dialog.getByRole('alert')).toContainText('Không tìm thấy tiêu đề');
  });

  const name = (row: number) => `${customer.rows[row]?.cat1};${customer.rows[row]?.cat2}`;
  await test.step('each wrong cell is marked, and the other rows are saved', async () => {
    const lines = [
      COLUMNS,
      `${customer.name};${name(0)};1,5;0,5;10;Có;Không`,
      `${customer.name};${name(1)};rẻ;-2;1,5;Có;Có`,
      `${customer.name};Vườn;Cây cảnh;2;1;10;Có;Có`,
      // The customer of the page is used for a row without one.
      `;${name(2)};1234,5;0,5;;;`,
      `Nobody;${name(3)};2,25;1;;;`,
    ];
    await dropText('gia.csv', lines.join('\n'));
    for (const text of ['rẻ', 'Vườn', 'Nobody'])
      await expect(dialog.getByRole('gridcell', { name: new RegExp(`^${text}`) })).toHaveAttribute(
        'aria-invalid',
        'true',
      );
    await expect(dialog.getByRole('gridcell', { name: /^1,5/ }).first().locator('del')).toHaveText('1,125');
    await dialog.getByRole('button', { name: /^Bỏ qua/ }).click();
    await saveButton.click();
    await expect(dialog.getByRole('heading', { name: /đã sửa 1/ })).toBeVisible();
    expect((await readPrices(boss, customer))[0]).toMatchObject({ retail_price: 1.5, enabled: false, version: 2 });
  });

  await test.step('an amount that can be read in two ways is asked once, and a large change is confirmed', async () => {
    await dialog.getByRole('button', { name: 'Chọn tệp khác' }).click();
    await dropText('gia.csv', `${COLUMNS}\n;${name(0)};1,755;;;;`);
    const question = page.getByRole('dialog', { name: 'Dấu thập phân' });
    await question.getByRole('button', { name: /^Dấu chấm/ }).click();
    await expect(saveButton).toBeEnabled();
    await saveButton.click();
    const confirmation = page.getByRole('dialog', { name: /thay đổi lớn/ });
    await expect(confirmation).toContainText('1,5 → 1755');
    await confirmation.getByRole('button', { name: 'Hủy' }).click();
    expect((await readPrices(boss, customer))[0]).toMatchObject({ retail_price: 1.5 });
    await saveButton.click();
    await confirmation.getByRole('button', { name: 'Lưu giá' }).click();
    await expect(dialog.getByRole('heading', { name: /đã sửa 1/ })).toBeVisible();
    expect((await readPrices(boss, customer))[0]).toMatchObject({ retail_price: 1755 });
  });
});

test('prices are copied from another customer and changed by percent, with old and new values', async ({
  people,
  named,
}) => {
  const boss = people.call('boss');
  const source = await createPricedCustomer(boss, named('Source'), [3, 4, 5]);
  const customer = await createPricedCustomer(boss, named('Target'), [1]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`);

  await page.getByRole('button', { name: 'Copy prices' }).click();
  const copy = page.getByRole('dialog', { name: `Copy prices to ${customer.name}` });
  await copy.getByRole('combobox', { name: 'From' }).fill(source.name);
  await page.getByTitle(source.name).last().click();
  // The first category already has a price, which stays.
  await expect(copy.getByRole('button', { name: 'Add 2 prices to the list' })).toBeVisible();
  await copy.getByRole('radio', { name: 'Replace existing prices' }).check();
  await expect(copy.getByRole('row').filter({ hasText: 'Retail' }).first()).toContainText('13');
  await copy.getByRole('radio', { name: 'Only missing prices' }).check();
  await copy.getByRole('button', { name: 'Add 2 prices to the list' }).click();

  await page.getByRole('button', { name: 'Change by percent' }).click();
  const percent = page.getByRole('dialog', { name: 'Change prices by percent' });
  await percent.getByRole('spinbutton', { name: 'Change By' }).fill('-12.5');
  await expect(percent.getByRole('row').nth(1)).toContainText('0.875');
  // A warning names rounding that is too coarse for a price before it is applied.
  await percent.getByRole('spinbutton', { name: 'Change By' }).fill('1');
  await percent.getByRole('combobox', { name: 'Round To' }).click();
  await page.getByTitle('1', { exact: true }).last().click();
  await expect(percent.getByRole('row').filter({ hasText: 'does not change' })).toHaveCount(3);
  await percent.getByRole('combobox', { name: 'Round To' }).click();
  await page.getByTitle('0.001').last().click();
  await expect(percent.getByText('does not change')).toHaveCount(0);
  await percent.getByRole('spinbutton', { name: 'Change By' }).fill('-12.5');
  await percent.getByRole('button', { name: 'Add 3 prices to the list' }).click();
  await expect(cellOf(page, customer, 2, 'retail')).toHaveText('4.375');
  await bar(page).getByRole('button', { name: 'Save 3 prices' }).click();
  await expect(page.getByText('3 prices saved')).toBeVisible();
  const rows = await readPrices(boss, customer);
  expect(rows.slice(0, 3).map((row) => [row.retail_price, row.wholesale_price])).toEqual([
    [0.875, 0.5],
    [3.5, 0.5],
    [4.375, 0.5],
  ]);
});
