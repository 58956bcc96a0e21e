import { readFileSync } from 'node:fs';
import { endpoints } from '@darkroom/contract/endpoints';
import type { Job } from '@darkroom/contract/job/job';
import { expect, type Page } from '@playwright/test';
import { findFirstTask, openAsNewMember, addJob, test, type Caller } from './bureau.ts';
import { rowOf } from './screens.ts';

/** Adds a job, and one more detail to it later. */
async function addJobWithTwoDetails({ call }: { call: (username: string) => Caller }, name: string): Promise<Job> {
  const [cs, boss] = [call('cs'), call('admin')];
  const { job_id, job_details } = await addJob(cs, name);
  const { service_cat1_id, service_cat2_id } = job_details[0]!;
  await cs(endpoints.job.addDetail, { job_id, service_cat1_id, service_cat2_id, quantity: 7 });
  return (await boss(endpoints.job.list, { job_id })).results[0]!;
}

const getAddress = (name: string) => `/job?by=detail&text=${encodeURIComponent(name)}`;
const findEntry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true });

test('Job → Detail lists each detail, from the menu and from its URL', async ({ people, named }) => {
  const name = named('Row by row');
  const job = await addJobWithTwoDetails(people, name);
  const page = await people.open('boss', '/job');
  await expect(findEntry(page, 'Job')).toHaveAttribute('aria-current', 'page');
  await findEntry(page, 'Detail').click();
  await expect(page.getByRole('heading', { name: 'Job details' })).toBeVisible();
  await expect(page).toHaveURL(/\/job\?by=detail$/);
  await expect(findEntry(page, 'Detail')).toHaveAttribute('aria-current', 'page');
  await expect(findEntry(page, 'Job')).not.toHaveAttribute('aria-current', 'page');

  await page.getByRole('searchbox').fill(name);
  await expect(page.getByText('2 details match')).toBeVisible();
  await page.getByRole('button', { name: 'Sub Prod ID', exact: true }).click();
  await expect(page).toHaveURL(/sort=-sub_prod_id/);
  await page.reload();
  await expect(page.getByText('2 details match')).toBeVisible();
  const [first, second] = job.job_details.map(({ sub_prod_id }) => sub_prod_id);
  await expect(page.locator('tr[data-row]')).toContainText([second!, first!]);
  await page.goBack();
  await expect(page).not.toHaveURL(/sort=/);
  await findEntry(page, 'Job').click();
  await expect(page.getByRole('heading', { name: 'Jobs', exact: true })).toBeVisible();
});

test(
  'quantity and note are edited in place, and an opened row shows its tasks',
  { tag: '@quick' },
  async ({ people, named }) => {
    const name = named('In place');
    const job = await addJobWithTwoDetails(people, name);
    const [, detail] = job.job_details;
    const page = await people.open('cs', getAddress(name));
    const row = rowOf(page, detail!.sub_prod_id);
    await row.getByRole('button', { name: `Edit Quantity of ${detail!.sub_prod_id}` }).click();
    const editor = page.getByRole('textbox', { name: `Quantity of ${detail!.sub_prod_id}`, exact: true });
    await editor.fill('9');
    await editor.press('Enter');
    await expect(row).toContainText('9');
    const readSavedText = async () =>
      (await people.call('cs')(endpoints.job.details, { job_id: job.job_id, sort: 'sub_prod_id' })).results[1]
        ?.quantity;
    await expect.poll(readSavedText).toBe(9);

    await row.getByRole('button', { name: `Open ${detail!.sub_prod_id}` }).click();
    await expect(page.getByText(`#${detail!.tasks[0]!.task_id}`)).toBeVisible();
    await page.reload();
    await expect(page.getByText(`#${detail!.tasks[0]!.task_id}`)).toBeVisible();
    await page.getByRole('link', { name: `Show job ${job.prod_id}` }).click();
    await expect(page.getByRole('heading', { name: 'Jobs', exact: true })).toBeVisible();
    await expect(page.getByRole('list', { name: `Details of ${job.prod_id}` })).toBeVisible();
  },
);

test('keys move, open and select the details, and delete a selected one with its tasks', async ({ people, named }) => {
  const name = named('By keys');
  const job = await addJobWithTwoDetails(people, name);
  const [first, second] = job.job_details.map(({ sub_prod_id }) => sub_prod_id);
  const page = await people.open('boss', `${getAddress(name)}&sort=sub_prod_id`);
  await expect(rowOf(page, second!)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Close ${second}` })).toBeVisible();
  await page.keyboard.press('x');
  await expect(page.getByText('1 detail selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete detail' }).click();
  await page
    .getByRole('dialog', { name: `Delete detail ${second} with 1 task?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('1 detail matches')).toBeVisible();
  await expect(rowOf(page, first!)).toBeVisible();
});

test('a user with only the assign permission assigns a selected detail and single tasks', async ({ people, named }) => {
  const name = named('Handed out');
  const [first, second] = (await addJobWithTwoDetails(people, name)).job_details;
  const admin = people.call('admin');
  const group_name = named('Assigns only');
  await admin(endpoints.group.create, {
    group_name,
    permissions: ['npn_view_job', 'npn_view_all_tasks', 'npn_assign_task'],
  });
  const page = await openAsNewMember(people, named('Hands Out'), group_name);
  await page.goto(`${getAddress(name)}&sort=sub_prod_id`);
  const editors = page.getByRole('dialog', { name: /^Assign/ });
  await rowOf(page, second!.sub_prod_id).getByRole('checkbox').check();
  await expect(page.getByRole('button', { name: 'Delete detail' })).toBeHidden();
  await page.getByRole('button', { name: /^Assign 1 task/ }).click();
  await expect(editors).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editors).toBeHidden();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: `Open ${first!.sub_prod_id}` }).click();
  await page.getByRole('button', { name: /^Assign/ }).click();
  await expect(editors).toBeVisible();
});

test('the list is filtered by the detail’s status, saved as a view, and exported', async ({ people, named }) => {
  const name = named('Taken');
  const job = await addJobWithTwoDetails(people, name);
  const task = findFirstTask(job);
  const boss = people.call('admin');
  const users = Object.values(await boss(endpoints.user.list, {}));
  await boss(endpoints.task.assign, {
    tasks: [{ task_id: task.task_id, version: task.version }],
    editor: users.find(({ username }) => username === 'editor.pte')!.id,
  });
  const page = await people.open('boss', `${getAddress(name)}&status=2`);
  await expect(page.getByText('1 detail matches')).toBeVisible();
  await expect(page.getByRole('search')).toContainText('Editor Assigned');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Excel' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^job-details-\d{4}-\d\d-\d\d\.xlsx$/);
  expect(readFileSync(await file.path()).toString('latin1', 0, 2)).toBe('PK');

  const view = named('Handed out');
  const panel = page.getByRole('dialog', { name: 'Views' });
  await page.getByRole('button', { name: 'Views' }).click();
  await panel.getByRole('textbox', { name: 'View Name' }).fill(view);
  await panel.getByRole('button', { name: 'Save as new view' }).click();
  await expect(page.getByRole('button', { name: view })).toBeVisible();
  await page.goto('/job');
  await page.getByRole('button', { name: 'Views' }).click();
  await panel.getByRole('link', { name: view }).click();
  await expect(page.getByRole('heading', { name: 'Job details' })).toBeVisible();
  await expect(page.getByText('1 detail matches')).toBeVisible();
});
