import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { test } from './bureau.ts';

test('an administrator finds a change in the audit, with its values and the link to the record', async ({
  people,
  named,
}) => {
  const [before, after] = [named('Evening shift'), named('Late shift')];
  const boss = people.call('boss');
  const { id, version } = await boss(endpoints.team.add, { team_name: before });
  await boss(endpoints.team.update, { id, version, team_name: after });
  const page = await people.open('admin', '/');
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Audit', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Record type' }).click();
  await page.getByTitle('Team', { exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/entity=/);
  const row = page.getByRole('row', { name: after }).first();
  await expect(row).toContainText('Changed');
  await row.getByRole('button', { name: /^Open/ }).click();
  const details = page.getByRole('definition').filter({ hasText: before });
  await expect(details).toContainText(after);
  await expect(page).toHaveURL(/open=/);
  await page.reload();
  await expect(details).toContainText(after);
  await row.getByRole('link', { name: `Team ${after}` }).click();
  await expect(page).toHaveURL(/\/staff\/team\?team=/);
});

test('a failed sign-in is in the audit, which only administrators can open', async ({ people }) => {
  const stranger = await people.openSignedOut('/login');
  await stranger.getByLabel('Username').fill('qc.pte');
  await stranger.getByLabel('Password', { exact: true }).fill('not the password');
  await stranger.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(stranger.getByRole('alert').first()).toBeVisible();
  const page = await people.open('admin', '/setting/audit?kind=refused');
  const row = page.getByRole('row', { name: 'qc.pte' }).first();
  await expect(row).toContainText('Sign-in failed');
  await expect((await people.open('cs', '/setting/audit')).getByText('you are not authorized')).toBeVisible();
});
