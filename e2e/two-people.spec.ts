import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { addJob, resetPassword, signIn, test } from './bureau.ts';
import { rowOf } from './screens.ts';

test('one of two editors takes a task, and the other sees the name', { tag: '@quick' }, async ({ people, named }) => {
  const name = named('Zwei greifen zu 88');
  const job = await addJob(people.call('cs'), name);
  const task_no = job.job_details[0]?.sub_prod_id ?? '';
  const pool = `/job/task?tab=pool&text=${encodeURIComponent(name)}`;
  const [first, second] = await Promise.all([people.open('bich.tran', pool), people.open('ha.phan', pool)]);
  const takeButton = (page: Page) => rowOf(page, task_no).getByRole('button', { name: 'Assign to me' });
  await expect(takeButton(first)).toBeVisible();
  await expect(takeButton(second)).toBeVisible();

  // The second page receives no updates for a moment, so that both press what both see.
  await second.route('**/api/task/{list,counts,history}', (route) => route.abort());
  await takeButton(first).click();
  await expect(first.getByText(`${task_no} assigned`)).toBeVisible();
  await takeButton(second).click();
  await expect(second.getByText('bich.tran already took')).toBeVisible();
  await second.unroute('**/api/task/{list,counts,history}');

  await expect(second).toHaveURL(new RegExp('tab=pool.*Zwei'));
  await expect(second.getByRole('searchbox', { name: 'Search prod ID or job name' })).toHaveValue(name);
  await expect(takeButton(second)).toBeHidden();
  const { results } = await people.call('boss')(endpoints.task.list, { text: task_no });
  const users = await people.call('boss')(endpoints.user.list, {});
  expect(users[String(results[0]?.editor)]?.username).toBe('bich.tran');
});

test(
  'two people change one job: the later one sees both versions and keeps the input',
  { tag: '@quick' },
  async ({ people, named }) => {
    const job = await addJob(people.call('cs'), named('Zwei Fassungen 12'));
    const address = `/job?job_id=${job.job_id}&form=job-${job.job_id}`;
    const [first, second] = await Promise.all([people.open('cs', address), people.open('boss', address)]);
    const form = (page: Page) => page.getByRole('dialog', { name: `Edit ${job.prod_id}` });
    const name = (page: Page) => form(page).getByLabel('Job Name');
    const notes = (page: Page) => form(page).getByLabel('Job Notes');

    await notes(second).fill('Getippt, bevor die andere speicherte');
    await name(second).fill('Zwei Fassungen, meine');
    await name(first).fill('Zwei Fassungen, ihre');
    await form(first).getByRole('button', { name: 'Save' }).click();
    await expect(first.getByText(`${job.prod_id} saved`)).toBeVisible();

    // The form shows at once who changed what, before anything is saved.
    const changeNotice = form(second).getByRole('status').filter({ hasText: 'Someone else changed this' });
    await expect(changeNotice).toContainText('Zwei Fassungen, ihre');
    await expect(changeNotice).toContainText(/Changed\s*cs/);

    await form(second).getByRole('button', { name: 'Save' }).click();
    const conflictNotice = form(second).getByRole('alert');
    await expect(conflictNotice).toContainText(/Changed\s*cs/);
    await expect(changeNotice).toBeHidden();
    await expect(conflictNotice).toContainText('Someone else changed this. Compare, then save.');
    await expect(conflictNotice.getByRole('row', { name: /Job Name/ })).toContainText('Zwei Fassungen, ihre');
    await expect(conflictNotice.getByRole('row', { name: /Job Name/ })).toContainText('Zwei Fassungen, meine');
    await expect(name(second)).toHaveValue('Zwei Fassungen, meine');
    await expect(notes(second)).toHaveValue('Getippt, bevor die andere speicherte');

    await conflictNotice.getByRole('button', { name: 'Use mine' }).click();
    await expect(second.getByText(`${job.prod_id} saved`)).toBeVisible();
    await expect(rowOf(first, job.prod_id)).toContainText('Zwei Fassungen, meine');
  },
);

test('a job deleted by another user is reported in its form, which keeps the input', async ({ people, named }) => {
  const cs = people.call('cs');
  const job = await addJob(cs, named('Gelöscht unter der Hand 9'));
  const page = await people.open('boss', `/job?job_id=${job.job_id}&form=job-${job.job_id}`);
  const form = page.getByRole('dialog', { name: `Edit ${job.prod_id}` });
  const notes = form.getByLabel('Job Notes');
  await notes.fill('Getippt, bevor er ging');
  const { job_id, version } = job;
  await cs(endpoints.job.delete, { jobs: [{ job_id, version }], job_details: [] });
  await expect(form.getByText('Someone else deleted this')).toBeVisible();
  await expect(form.getByText(/^It can no longer be saved/)).toBeVisible();
  await expect(notes).toHaveValue('Getippt, bevor er ging');
});

test('an offline page reports it, keeps its content, and reconnects automatically', async ({ people }) => {
  const page = await people.open('boss', '/job');
  const offline = page.getByText(/^You are offline/);
  const row = page.getByRole('row').nth(24);
  await expect(row).toBeVisible();
  await page.context().setOffline(true);
  await expect(offline).toBeVisible();
  await expect(row).toBeVisible();
  await expect(page.getByText('Could not load')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(offline).toBeHidden();
});

test('the page reports an unreachable server and repeats failed reads automatically', async ({ people }) => {
  const page = await people.open('boss', '/job');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Team' }).click();
  await expect(page.getByText(/^The server is not responding/)).toBeVisible();
  await expect(page.getByText('Could not load').first()).toBeVisible();
  await page.unroute('**/api/**');
  await expect(page.getByText(/^The server is not responding/)).toBeHidden();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('a session that ends elsewhere leads to sign-in and clears the data', async ({ people }) => {
  const page = await people.openSignedOut('/job/task');
  await signIn(page, 'my.dinh');
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  await resetPassword(people.call('admin'), 'my.dinh');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Username')).toBeVisible();
  await expect(page.getByText('You were signed out: your session has ended.')).toBeVisible();
  const storedKeys = await page.evaluate(() => Object.keys(localStorage));
  // Only the language is written again. Nothing of the session is left.
  expect(storedKeys.filter((key) => key !== 'i18nextLng')).toEqual([]);
});

test('signing out in one tab signs out the other', async ({ people }) => {
  const page = await people.openSignedOut('/job/task');
  await signIn(page, 'thu.quach');
  await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  const otherTab = await page.context().newPage();
  await otherTab.goto('/account/information');
  await otherTab.getByRole('button', { name: 'Account: thu.quach' }).click();
  await otherTab.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of [otherTab, page]) {
    await expect(tab).toHaveURL(/\/login$/);
    await expect(tab.getByLabel('Username')).toBeVisible();
    await expect(tab.getByText(/^You were signed out/)).toHaveCount(0);
  }
});
