import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { rowOf, waitUntilSettled } from './screens.ts';

/** Opens the palette and types. Returns its options. */
async function search(page: Page, text: string) {
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  // A previous palette can still be closing.
  await expect(palette).toBeHidden();
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill(text);
  await expect(palette.getByText('Searching…')).toHaveCount(0);
  return palette;
}

test('the palette finds work by its number, and opens it in its list', async ({ people, named }) => {
  const job = await addJob(people.call('cs'), named('Palettenauftrag'));
  const number = job.job_details[0]!.sub_prod_id;
  const page = await people.open('leader.pte', '/job');
  await waitUntilSettled(page);

  await test.step('a task is found by its product ID: the exact number comes first', async () => {
    const palette = await search(page, number);
    await expect(palette.getByRole('option').first()).toContainText(new RegExp(`${number} #\\d+ · ${job.job_name}`));
    await expect(palette.getByRole('group', { name: 'Tasks' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/job\/task\?.*task=\d+/);
    await expect(page.getByRole('dialog', { name: 'Task' })).toContainText(number);
  });

  await test.step('a task is found by its own number, with or without the mark', async () => {
    const { results } = await people.call('leader.pte')(endpoints.task.list, { text: number });
    const { task_id } = results[0]!;
    for (const text of [`#${task_id}`, String(task_id)]) {
      await page.keyboard.press('Escape');
      const palette = await search(page, text);
      await expect(palette.getByRole('option').first()).toContainText(`${number} #${task_id}`);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`/job/task\\?.*task=${task_id}$`));
      await expect(page.getByRole('dialog', { name: 'Task' })).toContainText(`${number} #${task_id}`);
    }
  });

  await test.step("the palette lists the open task's steps and the page's actions", async () => {
    const palette = await search(page, 'assign');
    const pageGroup = palette.getByRole('group', { name: 'On this page' });
    await expect(pageGroup.getByRole('option', { name: /^Assign/ }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  await test.step('a customer and a person are found without diacritics, with the keyboard alone', async () => {
    let palette = await search(page, 'tran da nang');
    await expect(palette.getByRole('group', { name: 'Customers' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    palette = await search(page, 'editor.pte');
    await expect(palette.getByRole('group', { name: 'People' }).getByRole('option').first()).toContainText(
      'editor.pte',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/staff\/member\?.*member=\d+/);
  });

  await test.step('the last visited pages are listed before the user types', async () => {
    await page.goto('/job');
    await waitUntilSettled(page);
    const palette = await search(page, '');
    const recent = palette.getByRole('group', { name: 'Recent' }).getByRole('option');
    await expect(recent.first()).toContainText('editor.pte');
    await expect(recent.nth(1)).toContainText(number);
  });
});

test('the palette shows customers, people and requests by permission', async ({ people }) => {
  const boss = await people.open('boss', '/job');
  await waitUntilSettled(boss);
  let palette = await search(boss, 'tran da nang');
  await expect(palette.getByRole('group', { name: 'Customers' }).getByRole('option').first()).toContainText(
    'Trần Đà Nẵng',
  );
  await boss.keyboard.press('Enter');
  await expect(boss).toHaveURL(/\/customer\/details\?.*cus_id1=\d+/);
  await expect(boss.getByRole('heading', { name: 'Customer Details' })).toBeVisible();
  await expect(rowOf(boss, 'Trần Đà Nẵng').first()).toBeVisible();
  palette = await search(boss, 'add customer');
  await boss.keyboard.press('Enter');
  await expect(boss.getByRole('dialog', { name: 'Add customer' })).toBeVisible();

  const cs = people.call('cs');
  const [request] = (await cs(endpoints.request.list, { page_size: 1 })).results;
  const page = await people.open('cs', '/job');
  await waitUntilSettled(page);
  await search(page, request!.subject);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/customer\/requests\?.*request=\d+/);

  const editor = await people.open('editor.pte', '/job/task');
  await waitUntilSettled(editor);
  const searchedTexts: string[] = [];
  editor.on('request', (request) => searchedTexts.push(new URL(request.url()).pathname));
  palette = await search(editor, 'trung');
  await expect(palette.getByRole('group', { name: 'People' })).toHaveCount(0);
  await expect(palette.getByRole('group', { name: 'Jobs' })).toHaveCount(0);
  expect(searchedTexts.filter((path) => path === '/api/job/list' || path === '/api/customer-request/list')).toEqual([]);
  await palette.getByRole('combobox').fill('add');
  await expect(palette.getByRole('option', { name: /^Add/ })).toHaveCount(0);
});

test('the palette cancels outdated searches and sends one request for each pause', async ({ people }) => {
  const page = await people.open('leader.pte', '/job');
  await waitUntilSettled(page);
  const searchedTexts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/task/list') && request.postData()?.includes('"text"'))
      searchedTexts.push(request.postData() ?? '');
  });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search screens/ }).pressSequentially('parkveien', { delay: 20 });
  await expect(page.getByText('Searching…')).toHaveCount(0);
  await expect.poll(() => searchedTexts.length).toBeGreaterThan(0);
  // Nine letters were typed, some of them without a pause between them.
  expect(searchedTexts.length).toBeLessThan(9);
});
