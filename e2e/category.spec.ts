import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { orderJob, test } from './bureau.ts';
import { rowOf } from './screens.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (page: Page, words: string) => page.getByText(words);

test(
  'a category with a new service type and category 1 in one form; another browser follows; history tells it',
  { tag: '@quick' },
  async ({ people, named }) => {
    const [type, one, two] = [named('Drone'), named('Orbit'), named('Roof')];
    const [admin, boss] = await Promise.all([
      people.open('admin', '/setting/category'),
      people.open('boss', '/setting/category'),
    ]);
    await expect(rowOf(boss, 'Real Estate')).toBeVisible();

    await test.step('what is missing is said on every field', async () => {
      await admin.getByRole('button', { name: 'Add category' }).click();
      const form = dialog(admin, 'Add category');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(form.getByText('Please select Service type')).toBeVisible();
      await expect(form.getByText('Please select or enter a new category 1')).toBeVisible();
      await expect(form.getByText('Please select or enter a new category 2')).toBeVisible();
      await expect(form.getByText('Please enter Level')).toBeVisible();
      await form.getByRole('combobox', { name: 'Service type' }).fill('New service');
      await admin.keyboard.press('Enter');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(form.getByText('Please enter New service type')).toBeVisible();
      await expect(form.getByText('Please select Workstream')).toBeVisible();
    });

    await test.step('one Add makes all three, in both browsers', async () => {
      const form = dialog(admin, 'Add category');
      await form.getByLabel('New service type').fill(type);
      await form.getByText('OTS', { exact: true }).click();
      await form.getByRole('combobox', { name: 'Category 1' }).fill(one);
      await form.getByRole('combobox', { name: 'Category 2' }).fill(two);
      await form.getByRole('spinbutton', { name: 'Level' }).fill('3');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(toast(admin, `${two} added`)).toBeVisible();
      for (const page of [admin, boss]) {
        await page.getByRole('searchbox').fill(two);
        // The rows have their places once the search has come into the address.
        await expect(page).toHaveURL(/text=/);
        await expect(rowOf(page, type)).toContainText('OTS');
        await expect(rowOf(page, one)).toBeVisible();
        await expect(rowOf(page, two)).toContainText('3');
      }
    });

    await test.step('the same name again is refused on its field; what was typed stays', async () => {
      await admin.getByRole('button', { name: `Add to ${one}`, exact: true }).click();
      const form = dialog(admin, 'Add category');
      await form.getByRole('combobox', { name: 'Category 2' }).fill(two.toUpperCase());
      await form.getByRole('spinbutton', { name: 'Level' }).fill('1');
      await form.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(form.getByText(`“${two.toUpperCase()}” already exists.`)).toBeVisible();
      await expect(form.getByRole('combobox', { name: 'Category 2' })).toHaveValue(two.toUpperCase());
      await form.getByRole('button', { name: 'Cancel' }).click();
      await admin.getByRole('button', { name: 'Discard' }).click();
    });

    await test.step('two people change it: the later one sees the other’s and saves over it', async () => {
      await admin.getByRole('button', { name: `Edit ${one} / ${two}` }).click();
      const form = dialog(admin, `Edit ${one} / ${two}`);
      await form.getByRole('spinbutton', { name: 'Estimate Time (minutes)' }).fill('25');
      await boss.getByRole('switch', { name: `${one} / ${two}: enabled` }).click();
      await expect(toast(boss, `${one} / ${two} disabled`)).toBeVisible();
      await expect(rowOf(admin, two)).toContainText('Disabled');
      await form.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(form.getByText('Somebody else has changed this meanwhile')).toBeVisible();
      await form.getByRole('button', { name: 'Save both' }).click();
      await expect(rowOf(boss, two)).toContainText('25');
      await expect(rowOf(boss, two)).toContainText('Disabled');
    });

    await test.step('its history says who did what', async () => {
      await admin.getByRole('button', { name: `History of ${one} / ${two}` }).click();
      const history = dialog(admin, `History of ${one} / ${two}`);
      await expect(history.getByRole('listitem').nth(0)).toContainText('Estimate Time (minutes)');
      await expect(history.getByRole('listitem').nth(0)).toContainText('admin');
      await expect(history.getByRole('listitem').nth(1)).toContainText(/boss.*State.*Enabled.*Disabled/s);
      await expect(history.getByRole('listitem').nth(2)).toContainText(/Added.*admin/s);
      await boss.getByRole('switch', { name: `${one} / ${two}: enabled` }).click();
      await expect(history.getByRole('listitem').nth(0)).toContainText(/boss.*Disabled.*Enabled/s);
      await history.getByRole('button', { name: 'Close' }).click();
    });

    await test.step('what nothing hangs on goes, from below up', async () => {
      await admin.getByRole('button', { name: `Delete ${type}`, exact: true }).click();
      await dialog(admin, `Delete ${type}?`).getByRole('button', { name: 'Delete' }).click();
      const refusal = dialog(admin, `${type} is in use`);
      await expect(refusal).toContainText('1 category 1');
      await expect(refusal).toContainText('1 category 2');
      await refusal.getByRole('button', { name: 'Close' }).last().click();
      for (const name of [`${one} / ${two}`, one, type]) {
        await admin.getByRole('searchbox').fill(name === type ? type : one);
        await admin.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
        await dialog(admin, `Delete ${name}?`).getByRole('button', { name: 'Delete' }).click();
        await expect(toast(admin, `${name} deleted`)).toBeVisible();
      }
      await expect(rowOf(boss, two)).toBeHidden();
    });
  },
);

test('in Vietnamese: a category with work is neither deleted nor moved to another workstream; once retired it is not ordered', async ({
  people,
  named,
}) => {
  const admin = people.call('admin');
  const [type, one, two] = [named('Phục chế'), named('Ảnh cũ'), named('Tô màu')];
  const { cat1, cat2, service_type } = await admin(endpoints.category.add, {
    type: 'cat2',
    name: two,
    level: 2,
    new_cat1: one,
    new_service_type: type,
    workstream: 'PTE',
  });
  const job = await orderJob(admin, named('Ảnh bà ngoại'), 'PTE');
  const line = { service_cat1_id: cat1[one]?.id ?? 0, service_cat2_id: cat2[`${one}.${two}`]?.id ?? 0, quantity: 1 };
  await admin(endpoints.job.addDetail, { job_id: job.job_id, ...line });
  const address = `/setting/category?service_type=${service_type[type]?.id}`;
  const page = await people.open('boss', address, { language: 'vi', viewport: { width: 360, height: 740 } });
  await expect(page.getByRole('row')).toHaveCount(3);

  await test.step('loại dịch vụ không sang luồng việc khác', async () => {
    await page.getByRole('button', { name: `Sửa ${type}`, exact: true }).click();
    const form = dialog(page, `Sửa ${type}`);
    await form.getByText('OTS', { exact: true }).click();
    await form.getByRole('button', { name: 'Lưu' }).click();
    await expect(form.getByText('Đã có việc đặt theo danh mục này')).toBeVisible();
    await form.getByRole('button', { name: 'Hủy' }).click();
    await page.getByRole('button', { name: 'Bỏ', exact: true }).click();
  });

  await test.step('không xóa được, hộp thoại nói vì sao và mời ngừng dùng', async () => {
    await page.getByRole('button', { name: `Xóa ${one} / ${two}` }).click();
    await dialog(page, `Xóa ${one} / ${two}?`).getByRole('button', { name: 'Xóa' }).click();
    const refusal = dialog(page, `${one} / ${two} đang được dùng`);
    await expect(refusal).toContainText('1 chi tiết đơn hàng');
    await refusal.getByRole('button', { name: 'Ngừng dùng' }).click();
    await expect(rowOf(page, two)).toContainText('Ngừng dùng');
  });

  await test.step('lịch sử kể lại bằng tiếng Việt', async () => {
    await page.getByRole('button', { name: `Lịch sử của ${one} / ${two}` }).click();
    const first = dialog(page, `Lịch sử của ${one} / ${two}`).getByRole('listitem').first();
    await expect(first).toContainText(/Đã sửa.*boss.*Trạng thái.*Đang dùng.*Ngừng dùng/s);
  });

  await expect(admin(endpoints.job.addDetail, { job_id: job.job_id, ...line })).rejects.toThrow(/422/);
});
