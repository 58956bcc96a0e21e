import { expect } from '@playwright/test';
import { orderJob, test } from './bureau.ts';
import { openTask, rowOf } from './screens.ts';

/** Spec §3, "Other labels" of a task, in the spec's words. */
const LABELS = [
  'Customer ID 0',
  'Customer ID 1',
  'Customer ID 2',
  'Product Type 1',
  'Product Type 2',
  'Level',
  'Have Support',
  'Created At',
  'Created By',
];

test('a task in full says all the labels of a task', async ({ people, named }) => {
  const job = await orderJob(people.call('cs'), named('In every word'));
  const { sub_prod_id } = job.job_details[0]!;
  const page = await people.open('leader.pte', `/job/task?text=${sub_prod_id}`);
  const drawer = await openTask(page, sub_prod_id);
  for (const label of [...LABELS, 'Supporters', 'Task notes']) {
    await expect(drawer.getByText(label, { exact: true }), label).toBeVisible();
  }
  await expect(drawer.getByRole('row').filter({ hasText: 'Created By' })).toContainText('cs');
});

test('each of them is a column for whoever chooses it, and stays chosen', async ({ people, named }) => {
  const job = await orderJob(people.call('cs'), named('In every column'));
  const { sub_prod_id } = job.job_details[0]!;
  const page = await people.open('leader.ots', `/job/task?text=${job.prod_id}`);
  await expect(rowOf(page, sub_prod_id).or(page.getByText('Nothing matches'))).toBeVisible();
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await expect(head('Created By')).toHaveCount(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  for (const label of [...LABELS, 'Supporter', 'Task notes', 'Start Time', 'End Time']) {
    await expect(page.getByRole('checkbox', { name: label, exact: true }), label).not.toBeChecked();
  }
  for (const label of ['Level', 'Created By']) await page.getByRole('checkbox', { name: label, exact: true }).check();
  await page.keyboard.press('Escape');
  await page.goto('/job/task');
  await expect(head('Level')).toBeVisible();
  await expect(head('Created By')).toBeVisible();
});
