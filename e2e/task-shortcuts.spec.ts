import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { PASSWORD, test } from './bureau.ts';
import { card, holdResponses, readListedKeys } from './screens.ts';
import { finishAllWork, createTask, pickTaskVersion } from './work.ts';

const count = (page: Page) => card(page).getByRole('spinbutton', { name: 'x1' });
test('an editor enters quantities and submits by keyboard: the focus is in the next field', async ({
  people,
  named,
}) => {
  const editor = people.call('quan.ha');
  await finishAllWork(editor);
  const first = await createTask(people.call('cs'), editor, named('Ba mươi sáu'), 'started', 'OTS');
  const page = await people.openSignedOut('/job/task');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('quan.ha');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');

  await test.step("the focus is in the started task's quantity after sign-in", async () => {
    await expect(card(page)).toContainText(first.sub_prod_id);
    await expect(count(page)).toBeFocused();
    await expect(count(page)).toHaveValue('');
  });

  await test.step('digits fill the quantity, Shift+Enter saves, and letters are still shortcuts', async () => {
    await page.keyboard.type('1z1w');
    await expect(count(page)).toHaveValue('11');
    await page.keyboard.press('Shift+Enter');
    await expect(page.getByText(`Quantity of ${first.sub_prod_id} saved`)).toBeVisible();
    expect(await readListedKeys(page)).toEqual(
      expect.arrayContaining(['E', 'Enter', 'Shift Enter', 'D', 'O', 'U', '?']),
    );
    await page.keyboard.press('/');
    await expect(count(page)).toHaveValue('11');
  });

  await test.step('E focuses the quantity, and Enter submits the task', async () => {
    await page.getByRole('tab', { name: /^Mine/ }).focus();
    await page.keyboard.press('e');
    await expect(count(page)).toBeFocused();
    await page.keyboard.type('10');
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${first.sub_prod_id} done, waiting for QC`)).toBeVisible();
    const done = await people.call('boss')(endpoints.task.history, { task_id: first.task_id });
    expect(done.task).toMatchObject({ status: 4, x1: 10 });
  });

  await test.step('Enter asks for a quantity after S, and Ctrl+Enter submits the ordered quantity', async () => {
    const next = await createTask(people.call('cs'), editor, named('Một phím'), 'assigned', 'OTS');
    await expect(card(page)).toContainText(next.sub_prod_id);
    await page.keyboard.press('s');
    await expect(count(page)).toBeFocused();
    await expect(card(page).getByRole('button', { name: 'All 12 done' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(card(page).getByText('No quantity is entered.')).toBeVisible();
    expect((await editor(endpoints.task.history, { task_id: next.task_id })).task).toMatchObject({
      status: 3,
      x1: 0,
    });
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(`${next.sub_prod_id} done, waiting for QC`)).toBeVisible();
    const done = await people.call('boss')(endpoints.task.history, { task_id: next.task_id });
    expect(done.task).toMatchObject({ status: 4, x1: 12 });
  });
});

test('the focus moves from Start to the quantity, the next Start and the pool', async ({ people, named }) => {
  const editor = people.call('nga.ta');
  await finishAllWork(editor);
  const cs = people.call('cs');
  await createTask(cs, editor, named('Nối tiếp một'), 'assigned', 'OTS');
  await createTask(cs, editor, named('Nối tiếp hai'), 'assigned', 'OTS');
  const page = await people.open('nga.ta', '/job/task');
  const start = card(page).getByRole('button', { name: 'Start', exact: true });
  for (let nth = 0; nth < 2; nth += 1) {
    await expect(start).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(count(page)).toBeFocused();
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
  }
  const emptyCard = page.locator('section').filter({ hasText: 'No task in progress' });
  await expect(emptyCard).toBeVisible();
  await expect(emptyCard.and(page.locator(':focus')).or(emptyCard.locator(':focus'))).toHaveCount(1);
});

test('Enter does nothing before the card loads, and its fields get the focus when loaded', async ({
  people,
  named,
}) => {
  const editor = people.call('nga.ta');
  await finishAllWork(editor);
  const task = await createTask(people.call('cs'), editor, named('Nhanh tay'), 'started', 'OTS');
  const page = await people.open('nga.ta', '/account/information');
  // The card and its fields are in one file of code.
  const come = await holdResponses(page, /\/task-page-[\w-]{8}\.js$/);
  // On a slow computer, the frame appears after the placeholder.
  await (await page.context().newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 8 });
  await page.goto('/job/task', { waitUntil: 'commit' });
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await expect(count(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  come();
  await expect(card(page)).toContainText(task.sub_prod_id);
  await expect(count(page)).toBeFocused();
  expect((await editor(endpoints.task.history, { task_id: task.task_id })).task).toMatchObject({ status: 3, x1: 0 });
});

test('Enter that is held down submits one task, and the shortcut list returns the focus', async ({ people, named }) => {
  const editor = people.call('tam.luu');
  await finishAllWork(editor);
  const cs = people.call('cs');
  const older = await createTask(cs, editor, named('Giữ phím một'), 'started', 'OTS');
  const newer = await createTask(cs, editor, named('Giữ phím hai'), 'started', 'OTS');
  const page = await people.open('tam.luu', '/job/task');
  await expect(card(page)).toContainText(newer.sub_prod_id);
  await expect(count(page)).toBeFocused();
  await readListedKeys(page);
  await expect(count(page)).toBeFocused();

  await page.keyboard.type('12');
  await page.keyboard.down('Enter');
  await expect(card(page)).toContainText(older.sub_prod_id);
  await expect(count(page)).toBeFocused();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.type('7');
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByText(`Quantity of ${older.sub_prod_id} saved`)).toBeVisible();
  const unchangedTask = await editor(endpoints.task.history, { task_id: older.task_id });
  expect(unchangedTask.task).toMatchObject({ status: 3, x1: 7 });
});

test('a second Enter during or after a slow response does not change the next task', async ({ people, named }) => {
  const editor = people.call('tam.luu');
  await finishAllWork(editor);
  const cs = people.call('cs');
  const third = await createTask(cs, editor, named('Chưa đếm'), 'started', 'OTS');
  const startedTask = await createTask(cs, editor, named('Số lượng đã nhập'), 'started', 'OTS');
  const counted = await editor(endpoints.task.act, { ...pickTaskVersion(startedTask), action: 'set_quantity', x1: 5 });
  const newest = await createTask(cs, editor, named('Trả lời chậm'), 'started', 'OTS');
  const page = await people.open('tam.luu', '/job/task');
  await expect(card(page)).toContainText(newest.sub_prod_id);
  await expect(count(page)).toBeFocused();
  let sentCount = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/editor/task/update')) sentCount += 1;
  });
  const releaseResponses = await holdResponses(page, /\/api\/editor\/task\/update$/);

  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  releaseResponses();
  await expect(card(page)).toContainText(startedTask.sub_prod_id);
  await expect(count(page)).toHaveValue('5');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${startedTask.sub_prod_id} is now on the card`)).toBeVisible();
  await page.keyboard.press('Enter');
  expect(sentCount).toBe(1);
  expect((await editor(endpoints.task.history, { task_id: startedTask.task_id })).task.version).toBe(counted.version);

  // Tab is a different key, pressed for the new content.
  await page.keyboard.press('Tab');
  await page.keyboard.press('d');
  await expect(page.getByText(`${startedTask.sub_prod_id} done, waiting for QC`)).toBeVisible();
  await expect(card(page)).toContainText(third.sub_prod_id);
  await page.keyboard.press('d');
  await expect(page.getByText(`${third.sub_prod_id} is now on the card`)).toBeVisible();
  expect(sentCount).toBe(2);
});

test('a task that leaves the card shows its input, and focus stays', async ({ people, named }) => {
  const editor = people.call('tam.luu');
  await finishAllWork(editor);
  const cs = people.call('cs');
  const next = await createTask(cs, editor, named('Việc sau'), 'started', 'OTS');
  const task = await createTask(cs, editor, named('Nơi khác'), 'started', 'OTS');
  const page = await people.open('tam.luu', '/job/task');
  await expect(card(page)).toContainText(task.sub_prod_id);
  await expect(count(page)).toBeFocused();
  await page.keyboard.type('30');
  await editor(endpoints.task.act, { ...pickTaskVersion(task), action: 'done', x1: 12 });
  await expect(card(page)).toContainText(next.sub_prod_id);
  await expect(page.getByText(`${task.sub_prod_id} has changed`)).toContainText('not saved: 30');
  await expect(count(page)).toBeVisible();
  await expect(count(page)).not.toBeFocused();
});
