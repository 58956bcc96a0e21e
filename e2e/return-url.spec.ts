import { expect, type Page } from '@playwright/test';
import { signIn, test } from './bureau.ts';

/** Replaces the token with one that the server does not have, so that the next request ends the session. */
async function endSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('access_token', 'gone'.padEnd(43, '0')));
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'access_token' })));
  await expect(page).toHaveURL(/\/login$/);
}

test('the return URL of a lost session is not used for another person', async ({ people }) => {
  const secret = '/customer-portal/job?text=SecretProject';
  const page = await people.openSignedOut('/login');

  await test.step('the user signs out', async () => {
    await signIn(page, 'customer.lumen-sydney');
    await expect(page).not.toHaveURL(/login/);
    await page.goto(secret);
    await page.getByRole('button', { name: 'Account: customer.lumen-sydney' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, 'customer.clairefontaine-paris');
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('another person signs in after a lost session', async () => {
    await page.goto(secret);
    await endSession(page);
    await signIn(page, 'customer.lumen-sydney');
    await expect(page).toHaveURL(/\/$/);
  });

  await test.step('the same person signs in after a lost session', async () => {
    await page.goto(secret);
    await endSession(page);
    await signIn(page, 'customer.lumen-sydney');
    await expect(page).toHaveURL(/text=SecretProject/);
  });
});

test('a page of a list that no longer exists shows the last page', async ({ people }) => {
  const page = await people.open('customer.lumen-sydney', '/customer-portal/job?page=99999');
  await expect(page).not.toHaveURL(/99999/);
  await expect(page.getByText('No jobs yet')).toHaveCount(0);
  await expect(page.getByText(/^[\d,]+–[\d,]+ of/)).toBeVisible();
});
