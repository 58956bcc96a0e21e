import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';

test.describe.configure({ timeout: 90_000 });

const heads = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((cells) => cells.map((cell) => cell.textContent).filter(Boolean));

test('a filter with its order is kept under a name, opened as an address, changed, deleted and taken back', async ({
  people,
}) => {
  const page = await people.open('cs', '/job?job_priority=Urgent&sort=job_name&page=2');
  await page.getByRole('button', { name: 'Views' }).click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  await panel.getByRole('textbox', { name: 'Name of the view' }).fill('Urgent by name');
  await panel.getByRole('button', { name: 'Save as new view' }).click();
  await expect(page.getByRole('button', { name: 'Urgent by name' })).toBeVisible();

  await page.goto('/job');
  await page.getByRole('button', { name: 'Views' }).click();
  const link = panel.getByRole('link', { name: 'Urgent by name' });
  await expect(link).toHaveAttribute('href', /job_priority=Urgent/);
  await link.click();
  await expect(page).toHaveURL(/job_priority=Urgent/);
  await expect(page).toHaveURL(/sort=job_name/);
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(page).not.toHaveURL(/job_priority/);
  await page.goForward();

  await page.getByRole('button', { name: 'Remove filter Priority' }).click();
  await page.getByRole('button', { name: 'Urgent by name' }).click();
  await panel.getByRole('button', { name: 'Save changes to' }).click();
  await expect(page.getByText('View “Urgent by name” saved')).toBeVisible();
  const { results } = await people.call('cs')(endpoints.view.list, { screen: 'job' });
  expect(results.find((view) => view.name === 'Urgent by name')?.search).toEqual({ sort: 'job_name' });

  await page.getByRole('button', { name: 'Urgent by name' }).click();
  await panel.getByRole('button', { name: 'Delete view Urgent by name' }).click();
  await expect(page.getByText('View “Urgent by name” deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Urgent by name' })).toBeVisible();
});

test('a view shared with a team is there for its members; by keyboard', async ({ people }) => {
  const cs = people.call('cs');
  const [team] = (await cs(endpoints.user.me, {})).teams;
  await cs(endpoints.view.save, {
    screen: 'job',
    name: 'For the team',
    team_id: team?.id ?? null,
    search: { job_status: 'PENDING' },
  });
  // The boss is in the same team, and has no views of her own.
  const page = await people.open('boss', '/job');
  const views = page.getByRole('button', { name: 'Views' });
  await views.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Views' });
  const ours = panel.getByRole('link', { name: /^For the team/ });
  await expect(ours).toBeVisible();
  // The ready-made ones come first.
  await expect(panel.getByRole('link', { name: 'Today' })).toBeFocused();
  const isThere = () => ours.evaluate((link) => link === document.activeElement);
  for (let presses = 0; presses < 20 && !(await isThere()); presses++) await page.keyboard.press('Tab');
  await expect(ours).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/job_status=PENDING/);
  await expect(panel).toHaveCount(0);
});

test('columns are hidden, moved and set wider apart for this person alone, and stay so', async ({ people }) => {
  const page = await people.open('boss', '/job');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  expect(await heads(page)).toContain('Unit price (USD)');
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('checkbox', { name: 'Unit price (USD)' }).click();
  await panel.getByRole('button', { name: 'Move Status forward' }).click();
  await panel.getByText('Roomy').click();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();
  const chosen = await heads(page);
  expect(chosen).not.toContain('Unit price (USD)');
  expect(chosen.indexOf('Status')).toBeLessThan(chosen.indexOf('Done / ordered'));
  await expect
    .poll(async () => (await people.call('boss')(endpoints.view.preferences, {}))['table.job'])
    .toMatchObject({ density: 'roomy' });

  await page.reload();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  expect(await heads(page)).toEqual(chosen);
  const other = await people.open('cs', '/job');
  await expect(other.getByRole('columnheader', { name: 'Unit price (USD)' })).toBeVisible();

  // A view's columns stand in its address and are nobody's preference.
  await other.goto('/job?columns=prod_id,!unit_price,!tasks');
  await expect(other.getByRole('row').nth(3)).toBeVisible();
  expect(await heads(other)).not.toContain('Tasks');
  await other.goto('/job');
  await expect(other.getByRole('columnheader', { name: 'Tasks' })).toBeVisible();

  await page.getByRole('button', { name: 'Columns' }).click();
  await panel.getByRole('button', { name: 'As it was' }).click();
  await expect(page.getByRole('columnheader', { name: 'Unit price (USD)' })).toBeVisible();
});

test('the task page keeps views and columns of its own', async ({ people }) => {
  const page = await people.open('huong.dang', '/job/task?status=[1]');
  await page.getByRole('button', { name: 'Views' }).click();
  const panel = page.getByRole('dialog', { name: 'Views' });
  await panel.getByRole('textbox', { name: 'Name of the view' }).fill('To be handed out');
  await panel.getByRole('textbox', { name: 'Name of the view' }).press('Enter');
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
