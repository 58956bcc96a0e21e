import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { rowOf } from './screens.ts';

test('a job gets a due date, a new one with a reason, and is late', async ({ people, named }) => {
  const name = named('Promised twice');
  const job = await addJob(people.call('cs'), name);
  const page = await people.open('boss', `/job?text=${encodeURIComponent(name)}`);
  const row = rowOf(page, job.prod_id);
  await expect(row.getByText(/^due in .+ of work/)).toBeVisible();

  await row.getByRole('button', { name: /^Open / }).click();
  await page.getByRole('button', { name: 'Edit job', exact: true }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByText(/^due in .+ of work/)).toBeVisible();
  await expect(form.getByText(/With the current turnarounds/), 'it is what they would give').toHaveCount(0);
  const time = form.getByLabel('Due Date: time');
  await form.getByLabel('Due Date', { exact: true }).fill('02 Nov 2026');
  await form.getByLabel('Due Date', { exact: true }).press('Enter');
  await time.fill('9.30');
  // The due date that the turnarounds give is shown next to the typed date.
  await expect(form.getByText(/^late by .+ of work/)).toBeVisible();
  await expect(form.getByText(/With the current turnarounds/)).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please enter Reason for the New Due Date')).toBeVisible();
  await form.getByRole('textbox', { name: 'Reason for the New Due Date' }).fill('Agreed by telephone');
  await form.getByRole('button', { name: 'Save' }).click();
  // The job is for a future day, so its due date is not before that day.
  await expect(form.getByText('A due date cannot be before the job’s date.')).toBeVisible();
  await form.getByLabel('Date', { exact: true }).fill('02 Nov 2026');
  await form.getByLabel('Date', { exact: true }).press('Enter');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(row.getByText(/^late by .+ of work/)).toBeVisible();

  // The job is in the list of late jobs, and its history has the reason.
  await page.goto(`/job?due=late&text=${encodeURIComponent(name)}`);
  await expect(rowOf(page, job.prod_id)).toBeVisible();
  const boss = people.call('boss');
  const history = await boss(endpoints.history.list, { entity: 'job', entity_id: job.job_id });
  expect(history.results[0]?.note).toBe('Agreed by telephone');
  const [after] = (await boss(endpoints.job.list, { job_id: job.job_id })).results;
  expect([after?.due_at, after?.first_due_at]).toEqual(['2026-11-02T02:30:00.000Z', job.due_at]);
});

test('a turnaround is tried before it is saved', async ({ people }) => {
  const page = await people.open('admin', '/setting/metadata');
  const rules = page.getByRole('region', { name: 'Turnarounds' });
  const defaultRule = rules.getByRole('listitem', { name: 'All other work' });
  const previewText = rules.getByText(/^Due date if added now: .+ \(30 h of work\)\.$/);
  await expect(previewText).toBeVisible();
  await defaultRule.getByRole('spinbutton', { name: 'Working hours' }).fill('1000');
  await expect(rules.getByText(/\(1,000 h of work\)\.$/)).toBeVisible();
  await rules.getByRole('button', { name: 'Discard changes' }).click();
  await expect(previewText).toBeVisible();
  const hours = page.getByRole('region', { name: 'Working hours' });
  await hours.getByRole('textbox', { name: 'Monday' }).fill('13-9');
  await hours.getByRole('button', { name: 'Save' }).click();
  await expect(hours.getByText('The end must be after the start.')).toBeVisible();
});

test('a customer sees the due day on the card, without a time', async ({ people }) => {
  const page = await people.open('customer.lumen-sydney', '/customer-portal/job', {
    viewport: { width: 360, height: 740 },
  });
  await expect(page.getByText(/^Due \d{2} \w{3} \d{4}$/).first()).toBeVisible();
});
