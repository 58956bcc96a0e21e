import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { openTask } from './screens.ts';
import { createCompletedTask } from './work.ts';

/** Labels of a task that spec §3 lists under "Other labels", in the same words. */
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

test('the task details show all labels of a task', async ({ people, named }) => {
  const job = await addJob(people.call('cs'), named('In every word'));
  const { sub_prod_id } = job.job_details[0]!;
  const page = await people.open('leader.pte', `/job/task?text=${sub_prod_id}`);
  const drawer = await openTask(page, sub_prod_id);
  for (const label of [...LABELS, 'Supporters', 'Notes']) {
    await expect(drawer.getByText(label, { exact: true }), label).toBeVisible();
  }
  await expect(drawer.getByRole('row').filter({ hasText: 'Created By' })).toContainText('cs');
});

test('the rework details show all labels, and the list offers them as columns', async ({ people }) => {
  // A rework of its own, because other tests delete theirs.
  const { task, sub_prod_id } = await createCompletedTask(people.call, 'Rework in every word');
  const { task_id, version, job_id } = task;
  const rework = { action: 'rework', rework_quantity: 1, rework_notes: 'Zu hell' } as const;
  await people.call('leader.pte')(endpoints.task.act, { task_id, version, ...rework });
  const page = await people.open(
    'boss',
    `/job/redo-tasks?state=all&job_id=${job_id}&columns=job,customer0,customer2,level,has_support,created_by`,
  );
  for (const label of ['Customer ID 0', 'Customer ID 2', 'Level', 'Have Support', 'Created By']) {
    await expect(page.getByRole('columnheader', { name: label }), label).toBeVisible();
  }
  await page.getByText(sub_prod_id).first().click();
  const drawer = page.getByRole('dialog').filter({ hasText: sub_prod_id });
  for (const label of LABELS) await expect(drawer.getByText(label, { exact: true }), label).toBeVisible();
});
