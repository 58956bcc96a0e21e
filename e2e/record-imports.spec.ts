import { readFile } from 'node:fs/promises';
import { endpoints } from '@darkroom/contract/endpoints';
import { cellText } from '@darkroom/domain/order-sheet/cell';
import { expect, type Page } from '@playwright/test';
import { openGrids } from '../apps/web/src/lib/sheet-file/open-grids.ts';
import { setNewPassword, signIn, test, toWord } from './bureau.ts';

type Rows = readonly (readonly string[])[];

/** Drops rows as a CSV file on the open import, which opens its only sheet. */
async function dropFile(page: Page, name: string, rows: Rows): Promise<void> {
  const text = rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n');
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
}
const saved = (page: Page, added: number, updated: number) =>
  page.getByRole('heading', { name: `${added} added, ${updated} changed` });
const openImport = async (page: Page) => page.getByRole('button', { name: 'From a file' }).click();

test(
  'members of a file are fixed, added with passwords, and removed by undo',
  { tag: '@quick' },
  async ({ people, named }) => {
    const word = toWord(named('member'));
    const page = await people.open('boss', '/staff/member');
    await openImport(page);

    await test.step('the template has the headings of the form', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download template' }).click();
      const bytes = new Uint8Array(await readFile(await (await download).path()));
      const opened = await openGrids(bytes, { headings: () => 0, textColumns: () => [] });
      expect(opened.ok && opened.sheets[0]?.grid[0]).toEqual(
        expect.arrayContaining(['Staff ID', 'Full Name', 'Teams']),
      );
    });

    const heading = [
      'Mã nhân viên',
      'Full Name',
      'Username',
      'Email',
      'Số điện thoại',
      'Gender',
      'Birthday',
      'Teams',
      'Residence ID',
      'Residence Address',
      'Address',
      'Shoe size',
    ];
    const row = (n: number, birthday: string) => [
      `${word}${n}`,
      named('Nhân viên'),
      `${word}${n}`,
      `${word}${n}@darkroom.example`,
      '0901234567',
      'Nữ',
      birthday,
      'Lụa',
      '079095000001',
      '1 Lê Lợi',
      '2 Lê Lợi',
      '38',
    ];
    await dropFile(page, 'people.csv', [
      heading,
      row(1, '05/05/1995'),
      row(2, '31/02/1995'),
      ['DR-001', '', '', '', '', '', '', '', '', '', '3 Lê Lợi', ''],
    ]);

    await test.step('a bad cell is marked, both values of a change are shown, and nothing can be saved yet', async () => {
      await expect(page.getByText(/Not read: Shoe size/)).toBeVisible();
      await expect(page.getByText('1 row has a problem. Nothing is saved yet.')).toBeVisible();
      const bad = page.getByRole('gridcell', { name: '31/02/1995' });
      await expect(bad).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByRole('button', { name: /^Save/ }).last()).toBeDisabled();
      await expect(page.getByRole('gridcell', { name: /^3 Lê Lợi/ }).locator('del')).not.toBeEmpty();
    });

    await test.step('the cell is fixed by keyboard, and all rows are saved', async () => {
      await page.getByRole('button', { name: 'Next problem' }).click();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+a');
      await page.keyboard.type('28/02/1995');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Save 2 new, 1 changed' }).click();
      await expect(saved(page, 2, 1)).toBeVisible();
    });

    await test.step('the one-time passwords are shown, can be saved, and work', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save the list' }).click();
      const bytes = new Uint8Array(await readFile(await (await download).path()));
      const opened = await openGrids(bytes, { headings: () => 0, textColumns: () => [] });
      const [, , second] = opened.ok ? opened.sheets[0]!.grid : [];
      const fresh = await people.openSignedOut('/login');
      const password = cellText(second![2]);
      await signIn(fresh, `${word}2`, password);
      await setNewPassword(fresh, password);
      await expect(fresh.getByRole('navigation').first()).toBeVisible();
    });

    await test.step('undo removes the unused member, restores the changed one, and names the one who signed in', async () => {
      await page.getByRole('button', { name: 'Undo import' }).click();
      await page.getByRole('tooltip').getByRole('button', { name: 'Undo import' }).click();
      await expect(page.getByText('Import undone: 1 removed, 1 restored')).toBeVisible();
      await expect(page.getByText(`${word}2: used since the import`)).toBeVisible();
    });
    const { results } = await people.call('boss')(endpoints.staff.list, { text: word });
    expect(results.map(({ staff_id }) => staff_id)).toEqual([`${word}2`]);
  },
);

test('customers of a file are added with three levels and changed by name', async ({ people, named }) => {
  const group = named('Import Group');
  const cs = await people.open('cs', '/customer/details');
  const heading = ['Customer ID 0', 'Customer ID 1', 'Khách hàng cấp 2', 'Country', 'Join Date', 'Tier'];
  await openImport(cs);
  await dropFile(cs, 'customers.csv', [
    heading,
    [group, 'North', 'Albums; Prints', 'Norway', '01/02/2024', 'gold'],
    [group, 'South', 'Films', 'Iceland', '', 'Tin'],
  ]);
  await expect(cs.getByRole('gridcell', { name: 'Tin' })).toHaveAttribute('aria-invalid', 'true');
  await cs.getByRole('button', { name: 'Skip 1 row with problems' }).click();
  await cs.getByRole('button', { name: 'Save 1 new, 0 changed' }).click();
  await expect(saved(cs, 1, 0)).toBeVisible();
  await cs.getByRole('button', { name: 'Choose another file' }).click();
  await dropFile(cs, 'more.csv', [heading, [group, 'North', '', 'Sweden', '', '']]);
  await expect(cs.getByRole('gridcell', { name: /^Sweden/ }).locator('del')).toHaveText('Norway');
  await cs.getByRole('button', { name: 'Save 0 new, 1 changed' }).click();
  await expect(saved(cs, 0, 1)).toBeVisible();
  await cs.getByRole('button', { name: 'Choose another file' }).click();
  // The list can still be the one from before the import.
  const latest = cs.getByRole('listitem').filter({ hasText: 'more.csv' });
  await latest.getByRole('button', { name: 'Undo import' }).first().click();
  await cs.getByRole('tooltip').getByRole('button', { name: 'Undo import' }).click();
  await expect(cs.getByText('Import undone: 0 removed, 1 restored')).toBeVisible();
  await cs.getByRole('button', { name: 'Close', exact: true }).click();
  const { results } = await people.call('cs')(endpoints.customer.detailList, { text: group });
  expect(results).toMatchObject([{ cus1_name: 'North', details: { country: 'Norway', tier: 'Gold' } }]);
});

test('categories and prices are pasted in Vietnamese', async ({ people, named }) => {
  const [type, product] = [named('Drone'), named('Roof')];
  const options = { permissions: ['clipboard-read', 'clipboard-write'], language: 'vi' as const };
  const paste = async (page: Page, rows: Rows) => {
    await page.getByRole('button', { name: 'Từ tệp' }).click();
    const text = rows.map((row) => row.join('\t')).join('\n');
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.getByRole('textbox', { name: /bảng tính/ }).focus();
    await page.keyboard.press('Control+v');
  };
  const admin = await people.open('admin', '/setting/category', options);
  await paste(admin, [
    ['Service Type', 'Workstream', 'Category 1', 'Category 2', 'Level', 'Estimate Time'],
    [type, 'PTE', type, product, '3', '15'],
  ]);
  await admin.getByRole('button', { name: 'Lưu 1 mới, 0 sửa' }).click();
  await expect(admin.getByRole('heading', { name: 'Đã thêm 1, đã sửa 0' })).toBeVisible();

  const [owner] = (await people.call('admin')(endpoints.customer.detailList, {})).results;
  const accountant = await people.open('accountant', '/customer/prices', options);
  await paste(accountant, [
    ['Customer ID 0', 'Customer ID 1', 'Category 1', 'Category 2', 'Retail Price', 'Wholesale Price'],
    [owner!.cus0.name, owner!.cus1_name, type, product, '2,5', '1,5'],
  ]);
  await accountant.getByRole('button', { name: 'Lưu 1 mới, 0 sửa' }).click();
  await expect(accountant.getByRole('heading', { name: 'Đã thêm 1, đã sửa 0' })).toBeVisible();
  const prices = await people.call('admin')(endpoints.price.detail, { id: owner!.cus_id1 });
  expect(prices.results.find(({ cat2 }) => cat2 === product)).toMatchObject({
    retail_price: 2.5,
    estimate_minutes: 15,
  });
});
