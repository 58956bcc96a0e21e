import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { keySheet, readListedKeys, rowOf } from './screens.ts';
import { finishAllWork, createTask, readUserId, pickTaskVersion } from './work.ts';

const findResultForm = (page: Page) => page.getByRole('region', { name: 'Result' });

test('the shortcut list shows only the keys that work on this screen', async ({ people }) => {
  const editor = await people.open('nhat.lam', '/job/task?tab=pool');
  await expect(editor.getByRole('row').nth(1)).toBeVisible();
  const editors = await readListedKeys(editor);
  expect(editors).toEqual(expect.arrayContaining(['S', 'E', 'A', 'J', 'K', '/', 'G T']));
  // No rows are selected here, and checks and customers are not visible to an editor.
  for (const key of ['X', 'P', 'F', '1–9', 'G C']) expect(editors).not.toContain(key);
  await editor.getByRole('tab', { name: /^Waiting for me/ }).click();
  await expect(editor.getByRole('tab', { name: /^Waiting for me/, selected: true })).toBeVisible();
  expect(await readListedKeys(editor)).not.toContain('/');

  const leader = await people.open('leader.ots', '/job/task');
  await expect(leader.getByRole('row').nth(1)).toBeVisible();
  const leaders = await readListedKeys(leader);
  expect(leaders).toEqual(expect.arrayContaining(['A', 'X', 'J', '/', 'Ctrl K']));
  expect(leaders).not.toContain('S');
  // The page behind the shortcut list does not react to keys.
  await leader.keyboard.press('?');
  await expect(keySheet(leader)).toBeVisible();
  await leader.keyboard.press('a');
  await expect(leader.getByRole('complementary', { name: 'Assign' })).toBeHidden();
});

test('the shortcut list opens on every screen, and returns the focus', async ({ people }) => {
  const boss = await people.open('boss', '/job');
  await expect(boss.getByRole('row').nth(1)).toBeVisible();
  await boss.keyboard.press('j');
  const readFocusedRow = () => boss.evaluate(() => document.activeElement?.getAttribute('data-row'));
  const row = await readFocusedRow();
  expect(row).toMatch(/^j/);
  expect(await readListedKeys(boss)).toEqual(expect.arrayContaining(['J', 'K', 'X', 'G T', 'Ctrl K']));
  await expect.poll(readFocusedRow).toBe(row);
  await boss.goto('/setting/group');
  await expect(boss.getByRole('row').nth(1)).toBeVisible();
  expect(await readListedKeys(boss)).toContain('J');
});

test('a QC’s focus is on the result, and an undone fault is in its form again', async ({ people, named }) => {
  const editor = people.call('son.kieu');
  const qc = people.call('xuan.la');
  const task = await createTask(people.call('cs'), editor, named('Lấy lại lỗi'), 'done', 'OTS');
  const boss = people.call('boss');
  const { results } = await boss(endpoints.job.list, { job_id: task.job_id });
  await boss(endpoints.job.update, {
    job_id: task.job_id,
    version: results[0]!.version,
    job_link: 'https://example.com/pictures',
  });
  await qc(endpoints.task.act, { ...pickTaskVersion(task), action: 'start_qc1' });
  const page = await people.open('xuan.la', `/job/task?check=${task.task_id}`);
  const pass = findResultForm(page).getByRole('button', { name: /^Pass QC 1/ });
  await expect(pass).toBeFocused();
  const keys = await readListedKeys(page);
  expect(keys).toEqual(expect.arrayContaining(['P', 'F', 'R', 'O', 'U']));
  for (const key of ['J', 'E', 'A', '1–9']) expect(keys).not.toContain(key);

  await page.keyboard.press('h');
  await expect(page.getByRole('region', { name: 'Earlier faults of son.kieu' })).toBeVisible();
  await page.keyboard.press('h');
  await expect(page.getByRole('region', { name: 'Earlier faults of son.kieu' })).toBeHidden();

  await page.context().route('https://example.com/**', (route) => route.fulfill({ body: 'pictures' }));
  const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('o')]);
  await opened.waitForLoadState();
  expect(opened.url()).toBe('https://example.com/pictures');
  expect(await opened.evaluate(() => window.opener === null)).toBe(true);
  await opened.close();

  await page.getByRole('checkbox', { name: 'Stop after this one' }).check();
  await page.keyboard.press('f');
  await page.keyboard.press('1');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Nghiêng về bên trái');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Fault in ${task.sub_prod_id} reported`)).toBeVisible();
  await page.keyboard.press('u');
  const note: Locator = page.getByLabel('Fault Note');
  await expect(note).toHaveValue('Nghiêng về bên trái');
  await expect(findResultForm(page).getByRole('checkbox').first()).toBeChecked();
  await note.fill('Nghiêng về bên phải');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(`Fault in ${task.sub_prod_id} reported`).last()).toBeVisible();
  await expect
    .poll(async () => (await boss(endpoints.task.history, { task_id: task.task_id })).events.at(-1)?.note)
    .toBe('Nghiêng về bên phải');
});

test('a key that is turned off does nothing, and the shortcut list shows it', async ({ people, named }) => {
  const editor = people.call('phuong.chau');
  await finishAllWork(editor);
  const task = await createTask(people.call('cs'), editor, named('Tắt phím'), 'assigned', 'OTS');
  const page = await people.open('phuong.chau', '/account/information');
  await page.getByRole('group', { name: 'Single-Key Shortcuts' }).getByText('Off').click();
  await page.goto('/job/task?tab=waiting');
  await expect(rowOf(page, task.sub_prod_id)).toBeVisible();
  await page.keyboard.press('s');
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(keySheet(page)).toContainText('turned off on this device');
  expect(await keySheet(page).locator('kbd').allInnerTexts()).not.toContain('S');
  await page.keyboard.press('Escape');
  expect((await editor(endpoints.task.history, { task_id: task.task_id })).task).toMatchObject({
    status: 2,
    editor: await readUserId(editor),
  });
});
