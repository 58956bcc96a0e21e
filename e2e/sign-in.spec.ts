import { expect } from '@playwright/test';
import { PASSWORD, resetPassword, signIn, test } from './bureau.ts';

test('a wrong password shows the specification’s words and keeps the input', { tag: '@quick' }, async ({ people }) => {
  const page = await people.openSignedOut('/login');
  await signIn(page, 'viet.ung', 'not-the-password');
  await expect(page.getByRole('alert')).toHaveText('Something wrong. Please check your username & password');
  await expect(page.getByLabel('Username')).toHaveValue('viet.ung');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/login$/);
});

test('missing fields are named, and the first of them gets the focus', async ({ people }) => {
  const page = await people.openSignedOut('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Please enter Username')).toBeVisible();
  await expect(page.getByText('Please enter Password')).toBeVisible();
  await expect(page.getByLabel('Username')).toBeFocused();
});

test('password managers find their fields, and paste works', async ({ people }) => {
  const page = await people.openSignedOut('/login', { permissions: ['clipboard-read', 'clipboard-write'] });
  const username = page.getByLabel('Username');
  const password = page.getByLabel('Password', { exact: true });
  await expect(username).toHaveAttribute('autocomplete', 'username');
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(password).toHaveAttribute('type', 'password');
  for (const [field, text] of [
    [username, 'accountant'],
    [password, 'darkroom-demo'],
  ] as const) {
    await page.evaluate((clipboardText) => navigator.clipboard.writeText(clipboardText), text);
    await field.focus();
    await page.keyboard.press('Control+v');
    await expect(field).toHaveValue(text);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('button', { name: 'Account: accountant' })).toBeVisible();
});

test('the language changes without a reload and keeps the input', async ({ people }) => {
  const page = await people.openSignedOut('/login');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByLabel('Username').fill('cs');
  await page.getByText('Tiếng Việt').click();
  await expect(page.getByRole('heading', { name: 'Đăng nhập' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
  await expect(page).toHaveTitle(/^Đăng nhập/);
  await expect(page.getByRole('textbox').first()).toHaveValue('cs');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
});

test('the chosen language stays after a session ends in any way', async ({ people }) => {
  const page = await people.openSignedOut('/login');
  await signIn(page, 'yen.thach');
  await page.getByText('VI', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');

  await test.step('the user signs out', async () => {
    await page.getByRole('button', { name: 'Tài khoản: yen.thach' }).click();
    await page.getByRole('menuitem', { name: 'Đăng xuất' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Đăng nhập' })).toBeVisible();
  });

  await test.step('a 401 ends the session', async () => {
    await page.getByLabel('Tên đăng nhập').fill('yen.thach');
    await page.getByLabel('Mật khẩu', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Đăng nhập' }).click();
    await expect(page).not.toHaveURL(/\/login/);
    await resetPassword(people.call('admin'), 'yen.thach');
    await expect(page).toHaveURL(/\/login$/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Đăng nhập' })).toBeVisible();
  });
});

test('a one-time password must be replaced first', { tag: '@quick' }, async ({ people }) => {
  const { one_time_password } = await resetPassword(people.call('admin'), 'viet.ung');

  const page = await people.openSignedOut('/job');
  await signIn(page, 'viet.ung', one_time_password!);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeHidden();
  // A deep link still leads to the new password.
  await page.goto('/account/information');
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();

  await page.getByLabel('One-time password').fill(one_time_password!);
  await page.getByLabel('New Password', { exact: true }).fill('password');
  await page.getByLabel('Repeat New Password').fill('password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/too common|harder to guess/)).toBeVisible();

  await page.getByLabel('New Password', { exact: true }).fill('một câu dài dễ nhớ');
  await page.getByLabel('Repeat New Password').fill('một câu dài dễ nhớ');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Information' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
});
