import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { addJob, test, type Caller } from './bureau.ts';
import { readUserId } from './work.ts';

/** Creates a job of 12 pieces with one completed task. */
async function createCompletedJob(admin: Caller, editor: Caller, job_name: string) {
  const { job_id } = await addJob(admin, job_name, 'PTE');
  const [row] = (await admin(endpoints.task.list, { job_id })).results;
  await admin(endpoints.task.adminUpdate, {
    task_id: row!.task_id,
    version: row!.version,
    reason: 'Completed by hand',
    status: 9,
    editor: await readUserId(editor),
    x1: 12,
  });
  return (await admin(endpoints.job.list, { job_id })).results[0]!;
}

test('a completed job asks once before its customer, month or quantity changes', async ({ people, named }) => {
  const admin = people.call('admin');
  const job = await createCompletedJob(admin, people.call('editor.pte'), named('Asked once'));
  const page = await people.open('admin', `/job?job_id=${job.job_id}&form=job-${job.job_id}`);
  const form = page.getByRole('dialog', { name: `Edit ${job.prod_id}` });
  const question = page.getByRole('dialog', { name: `Save ${job.prod_id} anyway?` });

  const [month, year] = [job.job_date.slice(5, 7), Number(job.job_date.slice(0, 4))];
  const before = `${year - 1}-${month}-01`;
  await form.getByLabel('Date', { exact: true }).fill(`01/${month}/${year - 1}`);
  // Enter accepts the typed day. The next Enter saves the form, as in any field.
  await form.getByLabel('Date', { exact: true }).press('Enter');
  await form.getByLabel('Date', { exact: true }).press('Enter');
  await expect(question).toContainText('another month’s bill');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  expect((await admin(endpoints.job.list, { job_id: job.job_id })).results[0]).toMatchObject({ version: job.version });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  expect((await admin(endpoints.job.list, { job_id: job.job_id })).results[0]!.job_date).toBe(before);

  await test.step('another customer shows its effect on prices, and asks', async () => {
    const [detail] = job.job_details;
    const { cus1_list, cus2_list } = await admin(endpoints.customer.list, {});
    const otherCustomer = cus2_list.find(
      (cus2) => cus2.cus_id1 !== cus2_list.find(({ id }) => id === job.customer2_id)?.cus_id1,
    )!;
    const prices = await admin(endpoints.price.detail, { id: otherCustomer.cus_id1 });
    const now = prices.results.find((row) => row.service_cat2_id === detail!.service_cat2_id);
    await page.goto(`/job?job_id=${job.job_id}&form=job-${job.job_id}`);
    await form.getByLabel('Customer ID 2').click();
    await form.getByLabel('Customer ID 2').fill(cus1_list.find(({ id }) => id === otherCustomer.cus_id1)!.name);
    await page.keyboard.press('Enter');
    expect(now?.retail_price).not.toBe(detail!.unit_price);
    await expect(form.getByText(/1 detail takes this customer/)).toBeVisible();
    await form.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(question).toContainText('This job is completed.');
    await question.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(form).toBeHidden();
  });

  await test.step('an ordered quantity below the entered one asks', async () => {
    const [detail] = (await admin(endpoints.job.list, { job_id: job.job_id })).results[0]!.job_details;
    await page.goto(`/job?job_id=${job.job_id}&form=detail-${detail!.job_detail_id}`);
    const edit = page.getByRole('dialog', { name: `Edit ${detail!.sub_prod_id}` });
    await edit.getByLabel('Quantity').fill('5');
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    const fewer = page.getByRole('dialog', { name: `Save ${detail!.sub_prod_id} anyway?` });
    await expect(fewer).toContainText('5 ordered is less than the 12 already entered');
    await fewer.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(edit).toBeHidden();
  });
});
