import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';

test('own work explains its figures, and a leader selects a member of the team by name', async ({ people }) => {
  const page = await people.open('editor.pte', '/account/information');
  await page.getByRole('link', { name: 'Work', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Work' })).toBeVisible();
  const figures = page.getByLabel('Total');
  await figures.getByRole('button', { name: 'Working Time' }).click();
  await expect(page).toHaveURL(/figure=working/);
  // A whole month, because a month that has just begun has no checks yet.
  await page.getByRole('button', { name: 'Earlier' }).click();
  await figures.locator('dd').filter({ hasText: '%' }).getByRole('button').focus();
  await expect(page.getByRole('tooltip')).toContainText('without any fault');
  await page.getByText('Week', { exact: true }).click();
  await expect(page).toHaveURL(/by=week/);
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveCount(0);

  const leader = await people.open('leader.pte', '/account/work');
  const { fullName } = await readOwnName(page);
  await leader.getByRole('combobox', { name: 'Person' }).fill(fullName);
  // The options load automatically. Enter selects only an option that is there.
  await expect(leader.locator('.ant-select-item-option-active')).toHaveText(fullName);
  await leader.keyboard.press('Enter');
  await expect(leader.getByRole('heading', { name: `Work of ${fullName}` })).toBeVisible();
  await expect(leader.getByLabel('Total')).toBeVisible();
  // A member of the other workstream shows a message, without an id instead of the name and without Retry.
  const { data } = await leader.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
    return {
      data: (await (await fetch('/api/user/list', { headers })).json()) as Record<
        string,
        { id: number; username: string }
      >,
    };
  });
  const otherTeamEditor = Object.values(data).find(({ username }) => username === 'editor.ots')!.id;
  await leader.goto(`/account/work?person=${otherTeamEditor}`);
  await expect(leader.getByText('You cannot view this work')).toBeVisible();
  await expect(leader.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(leader.getByRole('main')).not.toContainText(`#${otherTeamEditor}`);
  await leader.getByRole('button', { name: 'Go to my work' }).click();
  await expect(leader).toHaveURL(/\/account\/work$/);
});

/** Reads the name of the user who is signed in on a page. */
const readOwnName = (page: Page) =>
  page.evaluate(() => ({
    fullName: (JSON.parse(localStorage.getItem('user') ?? '{}') as { full_name: string }).full_name,
  }));
