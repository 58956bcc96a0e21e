import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { rowOf } from './screens.ts';

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const toast = (page: Page, text: string) => page.getByText(text);

test('one form adds a category, service type and category 1, which another browser shows', async ({
  people,
  named,
}) => {
  const [type, cat1Name, cat2Name] = [named('Drone'), named('Orbit'), named('Roof')];
  const [admin, boss] = await Promise.all([
    people.open('admin', '/setting/category'),
    people.open('boss', '/setting/category'),
  ]);
  await expect(rowOf(boss, 'Real Estate')).toBeVisible();

  await test.step('every missing field has a message', async () => {
    await admin.getByRole('button', { name: 'Add category' }).click();
    const form = dialog(admin, 'Add category');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByText('Please select Service Type')).toBeVisible();
    await expect(form.getByText('Please select or enter a new category 1')).toBeVisible();
    await expect(form.getByText('Please select or enter a new category 2')).toBeVisible();
    await expect(form.getByText('Please enter Level')).toBeVisible();
    await form.getByRole('combobox', { name: 'Service Type' }).fill('New service');
    await admin.keyboard.press('Enter');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByText('Please enter New Service Type')).toBeVisible();
    await expect(form.getByText('Please select Workstream')).toBeVisible();
  });

  await test.step('one Add creates all three, in both browsers', async () => {
    const form = dialog(admin, 'Add category');
    await form.getByLabel('New Service Type').fill(type);
    await form.getByText('OTS', { exact: true }).click();
    await form.getByRole('combobox', { name: 'Category 1' }).fill(cat1Name);
    await form.getByRole('combobox', { name: 'Category 2' }).fill(cat2Name);
    await form.getByRole('spinbutton', { name: 'Level' }).fill('3');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(toast(admin, `${cat2Name} added`)).toBeVisible();
    for (const page of [admin, boss]) {
      await page.getByRole('searchbox').fill(cat2Name);
      // The rows are final when the URL contains the search.
      await expect(page).toHaveURL(/text=/);
      await expect(rowOf(page, type)).toContainText('OTS');
      await expect(rowOf(page, cat1Name)).toBeVisible();
      await expect(rowOf(page, cat2Name)).toContainText('3');
    }
  });

  await test.step('a repeated name is refused on its field, and the input stays', async () => {
    await admin.getByRole('button', { name: `Add to ${cat1Name}`, exact: true }).click();
    const form = dialog(admin, 'Add category');
    await form.getByRole('combobox', { name: 'Category 2' }).fill(cat2Name.toUpperCase());
    await form.getByRole('spinbutton', { name: 'Level' }).fill('1');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByText(`“${cat2Name.toUpperCase()}” already exists.`)).toBeVisible();
    await expect(form.getByRole('combobox', { name: 'Category 2' })).toHaveValue(cat2Name.toUpperCase());
    await form.getByRole('button', { name: 'Cancel' }).click();
    await admin.getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('the later of two people sees the other’s change and replaces it', async () => {
    await admin.getByRole('button', { name: `Edit ${cat1Name} / ${cat2Name}` }).click();
    const form = dialog(admin, `Edit ${cat1Name} / ${cat2Name}`);
    await form.getByRole('spinbutton', { name: 'Estimate Time (minutes)' }).fill('25');
    await boss.getByRole('switch', { name: `${cat1Name} / ${cat2Name}: enabled` }).click();
    await expect(toast(boss, `${cat1Name} / ${cat2Name} disabled`)).toBeVisible();
    await expect(rowOf(admin, cat2Name)).toContainText('Disabled');
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form.getByText('Someone else changed this. Compare, then save.')).toBeVisible();
    await form.getByRole('button', { name: 'Save both' }).click();
    await expect(rowOf(boss, cat2Name)).toContainText('25');
    await expect(rowOf(boss, cat2Name)).toContainText('Disabled');
  });

  await test.step("the history shows each person's changes", async () => {
    await admin.getByRole('button', { name: `History of ${cat1Name} / ${cat2Name}` }).click();
    const history = dialog(admin, `History of ${cat1Name} / ${cat2Name}`);
    await expect(history.getByRole('listitem').nth(0)).toContainText('Estimate Time (minutes)');
    await expect(history.getByRole('listitem').nth(0)).toContainText('admin');
    await expect(history.getByRole('listitem').nth(1)).toContainText(/boss.*Status.*Enabled.*Disabled/s);
    await expect(history.getByRole('listitem').nth(2)).toContainText(/Added.*admin/s);
    await boss.getByRole('switch', { name: `${cat1Name} / ${cat2Name}: enabled` }).click();
    await expect(history.getByRole('listitem').nth(0)).toContainText(/boss.*Disabled.*Enabled/s);
    await history.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('records without dependents are deleted, from the lowest level up', async () => {
    await admin.getByRole('button', { name: `Delete ${type}`, exact: true }).click();
    await dialog(admin, `Delete ${type}?`).getByRole('button', { name: 'Delete' }).click();
    const refusalDialog = dialog(admin, `${type} is in use`);
    await expect(refusalDialog).toContainText('1 level-1 category');
    await expect(refusalDialog).toContainText('1 level-2 category');
    await refusalDialog.getByRole('button', { name: 'Close' }).last().click();
    for (const name of [`${cat1Name} / ${cat2Name}`, cat1Name, type]) {
      await admin.getByRole('searchbox').fill(name === type ? type : cat1Name);
      await admin.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
      await dialog(admin, `Delete ${name}?`).getByRole('button', { name: 'Delete' }).click();
      await expect(toast(admin, `${name} deleted`)).toBeVisible();
    }
    await expect(rowOf(boss, cat2Name)).toBeHidden();
  });
});
