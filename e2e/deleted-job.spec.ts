import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { addJob, test } from './bureau.ts';

test('links to a deleted job and to its form show that it was deleted', async ({ people, named }) => {
  const cs = people.call('cs');
  const existingJob = await addJob(cs, named('Still there'));
  const { job_id, version } = await addJob(cs, named('Gone'));
  await cs(endpoints.job.delete, { jobs: [{ job_id, version }], job_details: [] });
  const page = await people.open('cs', `/job?job_id=${job_id}&open=${job_id}`);
  await expect(page.getByText('This job no longer exists')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.locator('[data-row]').first()).toBeVisible();
  // With other filters, the job can also be hidden by the filters.
  await page.goto(`/job?job_id=${existingJob.job_id}&text=nothing-of-this-name`);
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.goto(`/job?form=job-${job_id}`);
  await expect(page.getByText(/^The record in this form is not in this list/)).toBeVisible();
  await expect(page).toHaveURL(/\/job$/);
});
