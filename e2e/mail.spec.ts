import { expect } from '@playwright/test';
import { test } from './bureau.ts';

test('an administrator sends a test email and sees its result', async ({ people }) => {
  const page = await people.open('admin', '/setting/mail');
  await expect(page.getByRole('heading', { name: 'Email', exact: true })).toBeVisible();
  // The test bureau has no mail server, so emails become files.
  await expect(page.getByText('Email is off')).toBeVisible();
  const address = `test-${Date.now().toString(36)}@studio.example`;
  await page.getByRole('button', { name: 'Send test email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send test email' });
  await dialog.getByRole('textbox', { name: 'Recipient' }).fill(address);
  await dialog.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText('Test email queued, result in the list')).toBeVisible();
  const row = page.getByRole('row', { name: address });
  await expect(row.getByText('Delivered')).toBeVisible();
  await row.getByRole('button', { name: `Resend the email to ${address}` }).click();
  await expect(page.getByText('Resending 1 email')).toBeVisible();
});

test('an administrator previews each kind of email in both languages', async ({ people }) => {
  const page = await people.open('admin', '/setting/mail');
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email preview' });
  await expect(dialog.getByText(/\/set-password#token=/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Email Type' }).click();
  await page.getByTitle('Replies to requests').click();
  await expect(dialog.getByText('Dear customer,')).toBeVisible();
  await dialog.getByText('Vietnamese').click();
  await expect(dialog.getByText('Kính gửi Quý khách,')).toBeVisible();
});

test(
  'a request for a new password shows the same sentence for every account',
  { tag: '@quick' },
  async ({ people }) => {
    const page = await people.openSignedOut('/login');
    for (const account of ['viet.ung', 'no.such.account']) {
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.getByLabel('Username or Email Address').fill(account);
      await page.getByRole('button', { name: 'Request a link' }).click();
      await expect(page.getByText(/^If the account exists and has an email address/)).toBeVisible();
      await page.getByRole('link', { name: 'Back to sign-in' }).click();
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    }
  },
);

test('an ended link leads to the request of a new one, and the token leaves the URL', async ({ people }) => {
  const page = await people.openSignedOut(`/set-password#token=${'A'.repeat(43)}`);
  await page.getByLabel('New Password', { exact: true }).fill('a quiet evening indoors');
  await expect(page).toHaveURL(/\/set-password$/);
  await page.getByLabel('Repeat New Password').fill('a quiet evening indoors');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('This link has been used or has expired. Request a new one.')).toBeVisible();
  await page.getByRole('link', { name: 'Request a link' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('a kind of emails is turned off with the link of an email', async ({ people }) => {
  const page = await people.openSignedOut('/unsubscribe#token=11111111-1111-4111-8111-111111111111&kind=reply');
  await page.getByRole('button', { name: 'Turn off these emails' }).click();
  await expect(page.getByText('You will no longer receive these emails.')).toBeVisible();
});
