import { expect } from '@playwright/test';
import { resetPassword, signIn, test } from './bureau.ts';

test('a wrong password is answered in the specification’s words, and what was typed stays', async ({ people }) => {
  const page = await people.stranger('/login');
  await signIn(page, 'viet.ung', 'not-the-password');
  await expect(page.getByRole('alert')).toHaveText('Something wrong. Please check your username & password');
  await expect(page.getByLabel('Username')).toHaveValue('viet.ung');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/login$/);
});

test('missing fields are named, and the first of them gets the focus', async ({ people }) => {
  const page = await people.stranger('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Please enter username')).toBeVisible();
  await expect(page.getByText('Please enter password')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
});

test('password managers find their fields, and paste works', async ({ people }) => {
  const page = await people.stranger('/login', { permissions: ['clipboard-read', 'clipboard-write'] });
  const username = page.getByLabel('Username');
  const password = page.getByLabel('Password', { exact: true });
  await expect(username).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(password).toHaveAttribute('type', 'password');
  for (const [field, text] of [
    [username, 'accountant'],
    [password, 'darkroom-demo'],
  ] as const) {
    await page.evaluate((clip) => navigator.clipboard.writeText(clip), text);
    await field.focus();
    await page.keyboard.press('Control+v');
    await expect(field).toHaveValue(text);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('button', { name: 'Account: accountant' })).toBeVisible();
});

test('the language changes without a reload, and what was typed stays', async ({ people }) => {
  const page = await people.stranger('/login');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByLabel('Username').fill('cs');
  await page.getByText('Tiếng Việt').click();
  await expect(page.getByRole('heading', { name: 'Đăng nhập' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await expect(page).toHaveTitle(/^Đăng nhập/);
  await expect(page.getByRole('textbox').first()).toHaveValue('cs');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('a one-time password has to be replaced before anything else', async ({ people }) => {
  const { one_time_password } = await resetPassword(people.call('admin'), 'viet.ung');

  const page = await people.stranger('/job');
  await signIn(page, 'viet.ung', one_time_password);
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  // A deep link does not get around it.
  await page.goto('/account/information');
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();

  await page.getByLabel('One-time password').fill(one_time_password);
  await page.getByLabel('New password', { exact: true }).fill('password');
  await page.getByLabel('New password, once more').fill('password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/too common|harder to guess/)).toBeVisible();

  await page.getByLabel('New password', { exact: true }).fill('một câu dài dễ nhớ');
  await page.getByLabel('New password, once more').fill('một câu dài dễ nhớ');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Information' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});
