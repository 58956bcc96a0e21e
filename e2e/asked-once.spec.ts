import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { orderJob, test, type Caller } from './bureau.ts';
import { idOf } from './work.ts';

/** A job of 12 pieces whose one task is completed. */
async function completedJob(admin: Caller, editor: Caller, job_name: string) {
  const { job_id } = await orderJob(admin, job_name, 'PTE');
  const [row] = (await admin(endpoints.task.list, { job_id })).results;
  await admin(endpoints.task.adminUpdate, {
    task_id: row!.task_id,
    version: row!.version,
    reason: 'Completed by hand',
    status: 9,
    editor: await idOf(editor),
    x1: 12,
  });
  return (await admin(endpoints.job.list, { job_id })).results[0]!;
}

test('a completed job is asked about once before it changes its customer, its month or its quantity', async ({
  people,
  named,
}) => {
  const admin = people.call('admin');
  const job = await completedJob(admin, people.call('editor.pte'), named('Asked once'));
  const page = await people.open('admin', `/job?job_id=${job.job_id}&form=job-${job.job_id}`);
  const form = page.getByRole('dialog', { name: `Edit ${job.prod_id}` });
  const asked = page.getByRole('dialog', { name: `Save ${job.prod_id} all the same?` });

  const [month, year] = [job.job_date.slice(5, 7), Number(job.job_date.slice(0, 4))];
  const before = `${year - 1}-${month}-01`;
  await form.getByRole('textbox', { name: 'Date' }).fill(`01/${month}/${year - 1}`);
  await form.getByRole('textbox', { name: 'Date' }).press('Enter');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(asked).toContainText('another month’s bill');
  await asked.getByRole('button', { name: 'Go back' }).click();
  await expect(asked).toBeHidden();
  expect((await admin(endpoints.job.list, { job_id: job.job_id })).results[0]).toMatchObject({ version: job.version });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await asked.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  expect((await admin(endpoints.job.list, { job_id: job.job_id })).results[0]!.job_date).toBe(before);
});
