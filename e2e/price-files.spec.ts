import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { bar, cellOf, createPricedCustomer, readPrices } from './price-grid.ts';

async function importFile(page: Page, text: RegExp, file: string | { name: string; text: string }): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByText(text).click();
  await (
    await chooser
  ).setFiles(
    typeof file === 'string' ? file : { name: file.name, mimeType: 'text/csv', buffer: Buffer.from(file.text) },
  );
}

test('in Vietnamese: an exported price list imports unchanged, and each invalid row is named', async ({
  people,
  named,
}) => {
  const boss = people.call('boss');
  const customer = await createPricedCustomer(boss, named('Nhập'), [1.125, 0, 1234.5]);
  const page = await people.open('accountant', `/customer/prices?cus=${customer.id}`, { language: 'vi' });
  const dialog = page.getByRole('dialog', { name: `Nhập giá của ${customer.name}` });
  const changes = page.getByRole('region', { name: 'Thay đổi' });

  await test.step('an exported file imports without a change', async () => {
    await page.getByRole('button', { name: 'Xuất tệp' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /Excel/ }).click();
    const file = await (await download).path();
    await page.getByRole('button', { name: 'Nhập từ Excel' }).click();
    await importFile(page, /Thả tệp/, file);
    await expect(dialog).toContainText(`0 giá thay đổi · ${customer.rows.length} dòng không đổi`);
    await expect(dialog.getByRole('button', { name: /vào bảng/ })).toBeDisabled();
  });

  await test.step('a file that is not a spreadsheet is refused', async () => {
    await dialog.getByRole('button', { name: 'Chọn tệp khác' }).click();
    await importFile(page, /Thả tệp/, { name: 'anh.xlsx', text: '%PDF-1.7' });
    await expect(dialog.getByRole('alert')).toContainText('anh.xlsx');
    await importFile(page, /Thả tệp/, { name: 'la.csv', text: 'a,b\n1,2\n' });
    await expect(dialog.getByRole('alert')).toContainText('Không thấy dòng tiêu đề');
  });

  const name = (row: number) => `${customer.rows[row]?.cat1};${customer.rows[row]?.cat2}`;
  await test.step('each invalid row shows its error', async () => {
    const lines = [
      'Khách hàng cấp 1;Danh mục cấp 1;Danh mục cấp 2;Giá bán lẻ;Giá bán buôn;Thời gian dự kiến (phút);Hiển thị;Áp dụng',
      `${customer.name};${name(0)};1,5;0,5;10;Có;Không`,
      `${customer.name};${name(1)};rẻ;-2;1,5;Có;Có`,
      `${customer.name};${name(2)};2;1;10;Có;Có`,
      `Lumen Sydney;${name(2)};2;1;10;Có;Có`,
      `${customer.name};Vườn;Cây cảnh;2;1;10;Có;Có`,
      `${customer.name};${name(3)};2,25;;;;`,
      `${customer.name};${name(2)};3;1;10;Có;Có`,
    ];
    await importFile(page, /Thả tệp/, { name: 'gia.csv', text: lines.join('\n') });
    const problems = dialog.getByRole('region', { name: 'Dòng cần sửa' });
    for (const [row, reason] of [
      ['3', 'Vui lòng nhập số hợp lệ'],
      ['4', 'Danh mục này có hai lần trong tệp.'],
      ['5', 'Dòng này của khách hàng khác.'],
      ['6', 'Không có danh mục này.'],
      ['7', 'Bán buôn'],
      ['8', 'Danh mục này có hai lần trong tệp.'],
    ] as const) {
      const line = problems.getByRole('row').filter({ has: page.getByRole('rowheader', { name: row, exact: true }) });
      await expect(line).toContainText(reason);
    }
    await expect(dialog.getByRole('button', { name: /vào bảng/ })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Bỏ qua 6 dòng lỗi và lấy phần còn lại' }).check();
    await dialog.getByRole('button', { name: 'Đưa 1 giá vào bảng' }).click();
  });

  await test.step('the remaining rows fill the sheet and apply after saving', async () => {
    await expect(cellOf(page, customer, 0, 'retail')).toHaveText('1,50');
    expect((await readPrices(boss, customer))[0]).toMatchObject({ retail_price: 1.125 });
    await changes.getByRole('button', { name: 'Lưu 1 giá' }).click();
    await expect(page.getByText('Đã lưu 1 giá')).toBeVisible();
    expect((await readPrices(boss, customer))[0]).toMatchObject({ retail_price: 1.5, enabled: false, version: 2 });
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
