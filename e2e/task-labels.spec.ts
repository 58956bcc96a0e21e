import { expect } from '@playwright/test';
import { orderJob, test } from './bureau.ts';
import { openTask } from './screens.ts';

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
