import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { openAsNewMember, test } from './bureau.ts';

const readHeads = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.textContent).filter(Boolean));

test('a filter with its order is saved as a view, opened, changed, deleted', async ({ people, named }) => {
  const name = named('Urgent by name');
  const page = await people.open('cs', '/job?job_priority=Urgent&sort=job_name&page=2');
  await page.getByRole('button', { name: 'Views' }).click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  await panel.getByRole('textbox', { name: 'View Name' }).fill(name);
  await panel.getByRole('button', { name: 'Save as new view' }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();

  await page.goto('/job');
  await page.getByRole('button', { name: 'Views' }).click();
  const link = panel.getByRole('link', { name });
  await expect(link).toHaveAttribute('href', /job_priority=Urgent/);
  await link.click();
  await expect(page).toHaveURL(/job_priority=Urgent/);
  await expect(page).toHaveURL(/sort=job_name/);
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(page).not.toHaveURL(/job_priority/);
  await page.goForward();

  const { results: savedViews } = await people.call('cs')(endpoints.view.list, { screen: 'job' });
  await page.goto(`/job?view=${savedViews.find((view) => view.name === name)!.id}`);
  await expect(page).toHaveURL(/job_priority=Urgent/);
  await expect(page).toHaveURL(/sort=job_name/);
  // Clearing the filters leaves the view, so its name disappears.
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).not.toHaveURL(/view=/);
  await expect(page.getByRole('button', { name })).toBeHidden();
  await page.goBack();

  await page.getByRole('button', { name: 'Remove filter Priority' }).click();
  await page.getByRole('button', { name }).click();
  await panel.getByRole('button', { name: 'Save changes to' }).click();
  await expect(page.getByText(`View “${name}” saved`)).toBeVisible();
  const { results } = await people.call('cs')(endpoints.view.list, { screen: 'job' });
  expect(results.find((view) => view.name === name)?.search).toEqual({ sort: 'job_name' });

  await page.getByRole('button', { name }).click();
  await panel.getByRole('button', { name: `Delete view ${name}` }).click();
  await expect(page.getByText(`View “${name}” deleted`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name })).toBeVisible();
});

test('a view of this week follows the week, and a view of fixed days keeps them', async ({ people, named }) => {
  const cs = people.call('cs');
  const page = await people.open('cs', '/job');
  const panel = page.getByRole('dialog', { name: 'Views' });
  const keep = async (name: string, moving: boolean) => {
    await page
      .getByRole('button', { name: 'Views' })
      .or(page.getByRole('button', { name: 'This week' }))
      .click();
    await panel.getByRole('link', { name: 'This week' }).click();
    await page.getByRole('button', { name: 'This week' }).click();
    await panel.getByRole('textbox', { name: 'View Name' }).fill(name);
    await panel.getByRole('checkbox', { name: '“This week” always follows the current date' }).setChecked(moving);
    await panel.getByRole('button', { name: 'Save as new view' }).click();
    await expect(page.getByText(`View “${name}” saved`)).toBeVisible();
    await page.goto('/job');
  };
  const [moving, fixed] = [named('Week by week'), named('That week')];
  await keep(moving, true);
  await keep(fixed, false);
  const { results } = await cs(endpoints.view.list, { screen: 'job' });
  const findView = (name: string) => results.find((view) => view.name === name)!;
  expect(findView(moving).search).toEqual({ job_date_days: 'this_week' });
  const { job_date_from = null } = findView(fixed).search;
  expect(findView(fixed).search).toEqual({ job_date_from, job_date_to: expect.any(String) });
  // The relative range is shown as fixed days.
  await page.getByRole('button', { name: 'Views' }).click();
  await panel.getByRole('link', { name: moving }).click();
  await expect(page).toHaveURL(
    new RegExp(`job_date_from=${JSON.stringify(job_date_from).slice(1, -1)}&job_date_to=.*view=${findView(moving).id}`),
  );
  await page.getByRole('button', { name: moving }).click();
  await expect(panel.getByRole('button', { name: 'Save changes to' })).toBeHidden();
  for (const name of [moving, fixed]) await cs(endpoints.view.delete, { id: findView(name).id });
});

test('a view shared with a team is available to its members by keyboard', async ({ people, named }) => {
  const name = named('For the team');
  const cs = people.call('cs');
  const [team] = (await cs(endpoints.user.me, {})).teams;
  const { id } = await cs(endpoints.view.save, {
    screen: 'job',
    name,
    team_id: team?.id ?? null,
    search: { job_status: 'PENDING' },
  });
  // The boss is in the same team, and has no views of her own.
  const page = await people.open('boss', '/job');
  const views = page.getByRole('button', { name: 'Views' });
  await views.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Views' });
  const teamViewLink = panel.getByRole('link', { name: new RegExp(`^${name}`) });
  await expect(teamViewLink).toBeVisible();
  // The built-in views come first.
  await expect(panel.getByRole('link', { name: 'Today' })).toBeFocused();
  const isThere = () => teamViewLink.evaluate((link) => link === document.activeElement);
  for (let presses = 0; presses < 20 && !(await isThere()); presses++) await page.keyboard.press('Tab');
  await expect(teamViewLink).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/job_status=PENDING/);
  await expect(panel).toHaveCount(0);
  // Deleted after the test, because the views would collect in the lists of the team's members.
  await cs(endpoints.view.delete, { id });
});

test('columns are hidden, moved and resized for one person only, and stay so', async ({ people, named }) => {
  const page = await openAsNewMember(people, named('Wide Apart'), 'Customer service');
  await page.goto('/job');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  expect(await readHeads(page)).toContain('Unit Price (USD)');
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('checkbox', { name: 'Unit Price (USD)' }).click();
  await panel.getByRole('button', { name: 'Move Status left' }).click();
  const densitySaved = page.waitForResponse(
    (response) => response.request().postData()?.includes('"density":"roomy"') ?? false,
  );
  await panel.getByText('Spacious').click();
  expect((await densitySaved).ok()).toBe(true);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  const shownHeads = await readHeads(page);
  expect(shownHeads).not.toContain('Unit Price (USD)');
  expect(shownHeads.indexOf('Status')).toBeLessThan(shownHeads.indexOf('Done / Ordered'));

  await page.reload();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  expect(await readHeads(page)).toEqual(shownHeads);
  await expect(page.locator('table[data-density="roomy"]')).toBeVisible();
  const otherPage = await people.open('cs', '/job');
  await expect(otherPage.getByRole('columnheader', { name: 'Unit Price (USD)' })).toBeVisible();

  // The columns of a view are in its URL and are not stored as a preference.
  await otherPage.goto('/job?columns=prod_id,!unit_price,!tasks');
  await expect(otherPage.getByRole('row').nth(3)).toBeVisible();
  expect(await readHeads(otherPage)).not.toContain('Tasks');
  await otherPage.goto('/job');
  await expect(otherPage.getByRole('columnheader', { name: 'Tasks' })).toBeVisible();

  await page.getByRole('button', { name: 'Columns' }).click();
  await panel.getByRole('button', { name: 'Reset to default' }).click();
  await expect(page.getByRole('columnheader', { name: 'Unit Price (USD)' })).toBeVisible();
});

test('the task page keeps its own views and columns', async ({ people, named }) => {
  const page = await openAsNewMember(people, named('Hands Out'), 'Leader PTE');
  await page.goto('/job/task?status=[1]');
  await page.getByRole('button', { name: 'Views' }).click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  await panel.getByRole('textbox', { name: 'View Name' }).fill('To be handed out');
  await panel.getByRole('textbox', { name: 'View Name' }).press('Enter');
  await expect(page.getByRole('button', { name: 'To be handed out' })).toBeVisible();
  await page.goto('/job/task');
  await page.getByRole('button', { name: 'Views' }).click();
  await panel.getByRole('link', { name: 'To be handed out' }).click();
  await expect(page).toHaveURL(/status=/);
  await expect(page).toHaveURL(/view=\d+/);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Category' }).click();
  await expect(page.getByRole('columnheader', { name: 'Category' })).toHaveCount(0);
});
