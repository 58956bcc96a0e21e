import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { addJob, test } from './bureau.ts';

test('a fractional quantity stays as typed and is refused with a message', async ({ people, named }) => {
  const cs = people.call('cs');
  const job = await addJob(cs, named('Numbers'));
  const page = await people.open('boss', `/job?job_id=${job.job_id}&form=job-${job.job_id}-detail`);
  const form = page.getByRole('dialog', { name: `Add detail to ${job.prod_id}` });
  const quantity = form.getByLabel('Quantity');
  for (const [typed, expectedText] of [
    ['2.5', /whole number from 1/],
    ['abc', 'Please enter a valid number!'],
    ['-3', /whole number from 1/],
    ['', 'Please enter Quantity'],
  ] as const) {
    await quantity.fill(typed);
    await form.getByRole('button', { name: 'Add detail' }).click();
    await expect(form.getByText(expectedText)).toBeVisible();
    await expect(quantity).toHaveValue(typed);
  }
  // The editor in the table refuses it too.
  await page.goto(`/job?job_id=${job.job_id}&open=${job.job_id}`);
  await page.locator('[data-edit$=".quantity"]').dblclick();
  const inline = page.locator('[data-edit$=".quantity"] input');
  for (const typed of ['2.5', 'abc', '-3']) {
    await inline.fill(typed);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: /whole number|valid number|at least/ })).toBeVisible();
    await expect(inline).toHaveValue(typed);
  }
  expect((await cs(endpoints.job.list, { job_id: job.job_id })).results[0]?.job_details[0]?.quantity).toBe(12);
});

for (const { language, save, words, thousandText, fine } of [
  { language: 'en', save: 'Save', words: 'Use at most 3 decimals.', thousandText: '1,234', fine: '12.3456' },
  { language: 'vi', save: 'Lưu', words: 'Tối đa 3 chữ số thập phân.', thousandText: '1.234', fine: '12,3456' },
] as const) {
  test(`an amount in đồng stays the same amount (${language})`, async ({ people }) => {
    const page = await people.open('admin', '/setting/metadata?tab=ALLOWANCE', { language });
    const form = page.getByRole('region', { name: /Internet/ });
    const amount = form.getByRole('spinbutton');
    for (const typed of ['12.5', '12,5']) {
      await amount.fill(typed);
      await expect(amount).toHaveAttribute('aria-valuenow', '12.5');
    }
    await amount.fill(fine);
    await form.getByRole('button', { name: save }).click();
    await expect(form.getByText(words)).toBeVisible();
    await expect(amount).toHaveValue(fine);
    await amount.fill(thousandText);
    await amount.blur();
    await expect(amount).toHaveValue(thousandText);
    await expect(amount).toHaveAttribute('aria-valuenow', '1234');
  });
}

test('invalid quantities on the task card are refused before a request is sent', async ({ people, named }) => {
  const job = await addJob(people.call('cs'), named('Counting'));
  const editor = people.call('editor.pte');
  const leader = people.call('leader.pte');
  const findTask = async () =>
    (await leader(endpoints.task.list, { text: job.prod_id, page: 1, page_size: 10 })).results[0];
  const me = Object.values(await leader(endpoints.user.list, {})).find((user) => user.username === 'editor.pte');
  const task = await findTask();
  if (!task || !me) throw new Error('Nothing to count');
  const { task_id } = task;
  await leader(endpoints.task.assign, { tasks: [{ task_id, version: task.version }], editor: me.id });
  await editor(endpoints.task.act, { task_id, version: (await findTask())?.version ?? 0, action: 'start' });
  const page = await people.open('editor.pte', `/job/task`);
  const card = page.getByRole('region').filter({ hasText: job.prod_id }).first();
  const count = card.getByRole('spinbutton', { name: 'x1' });
  await expect(page.getByText('Shown on the card above')).toBeVisible();
  await count.click();
  // The field accepts only digits.
  for (const typed of ['2.5', 'abc', '-3']) {
    await count.fill(typed);
    await expect(count).toHaveValue('');
  }
  await count.fill('2000000');
  await count.press('Enter');
  await expect(card.getByRole('alert')).toBeVisible();
  await expect(count).toHaveValue('2000000');
  // A task left in progress would be on this editor's card in every other test.
  await count.fill('12');
  await card.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByText(`${task.sub_prod_id} done, waiting for QC`)).toBeVisible();
});
