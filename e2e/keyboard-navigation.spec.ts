import { expect, type Locator, type Page } from '@playwright/test';
import { endpoints } from '@darkroom/contract/endpoints';
import { TaskStatus } from '@darkroom/domain/task/status';
import { addJob, PASSWORD, test, type People } from './bureau.ts';
import { card, rowOf, waitUntilSettled } from './screens.ts';

/** Submits the started tasks of an editor. Their number depends on the time at which the demo bureau was created. */
async function submitStartedTasks(people: People, name: string): Promise<void> {
  const call = people.call(name);
  const { results } = await call(endpoints.task.list, { scope: 'mine' });
  for (const { task_id, version, status } of results)
    if (status === TaskStatus.PROCESSING) await call(endpoints.task.act, { task_id, version, action: 'done', x1: 1 });
}

test(
  'a task is found, taken, started and submitted with the keyboard alone',
  { tag: '@quick' },
  async ({ people, named }) => {
    const job = await addJob(people.call('cs'), named('Nur mit der Tastatur 7'));
    const task_no = job.job_details[0]?.sub_prod_id ?? '';
    await submitStartedTasks(people, 'dung.pham');
    const page = await people.openSignedOut('/');
    const keys = page.keyboard;

    await test.step('the editor signs in', async () => {
      await expect(page.getByLabel('Username')).toBeFocused();
      await keys.type('dung.pham');
      await keys.press('Tab');
      await keys.type(PASSWORD);
      await keys.press('Enter');
      await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
    });

    await test.step('the editor opens the task page with the palette', async () => {
      await keys.press('Control+k');
      await expect(page.getByRole('combobox', { name: /^Search screens/ })).toBeFocused();
      await keys.type('task');
      await expect(page.getByRole('option', { selected: true })).toContainText('Task');
      await keys.press('Enter');
      await expect(page).toHaveURL(/\/job\/task$/);
    });

    await test.step('the editor finds the task in the pool', async () => {
      await pressUntilFocused(page, 'Tab', page.getByRole('tab', { name: /Mine/ }));
      await keys.press('ArrowRight');
      await keys.press('ArrowRight');
      await keys.press('Enter');
      await expect(page.getByRole('tab', { name: /Available/, selected: true })).toBeVisible();
      // The focus leaves the tabs first, because tabs have their own keys.
      await keys.press('/');
      await expect(page.getByRole('searchbox', { name: 'Search prod ID or job name' })).toBeFocused();
      await keys.type(task_no);
      await keys.press('Enter');
      await expect(rowOf(page, task_no)).toBeVisible();
      await expect(page.getByRole('row')).toHaveCount(2);
    });

    await test.step('arrow down and Enter open the task, and A takes it', async () => {
      await keys.press('ArrowDown');
      await expect(rowOf(page, task_no)).toBeFocused();
      await keys.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Task' })).toContainText(task_no);
      await keys.press('Escape');
      await expect(page.getByRole('dialog', { name: 'Task' })).toBeHidden();
      await pressUntilFocused(page, 'Tab', rowOf(page, task_no));
      await keys.press('a');
      await expect(page.getByText(`${task_no} assigned`)).toBeVisible();
    });

    await test.step('the next key starts the task, and quantity and Enter submit it', async () => {
      await expect(rowOf(page, task_no)).toBeHidden();
      await keys.press('s');
      await expect(card(page)).toContainText(task_no);
      await expect(card(page)).toContainText('Processing');
      await expect(card(page).getByRole('spinbutton', { name: 'x1' })).toBeFocused();
      await keys.type('12');
      await keys.press('Shift+Enter');
      await expect(page.getByText(`Quantity of ${task_no} saved`)).toBeVisible();
      await keys.press('Enter');
      await expect(page.getByText(`${task_no} done, waiting for QC`)).toBeVisible();
    });
  },
);

test('single keys do nothing while typing, are listed by ?, and can be turned off', async ({ people }) => {
  const page = await people.open('dung.pham', '/job/task?tab=pool');
  const keys = page.keyboard;
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  await keys.press('?');
  await expect(sheet).toBeVisible();
  await expect(sheet).toContainText('Next row');
  await keys.press('Escape');
  await expect(sheet).toBeHidden();
  // A dialog that is still closing returns the focus at its end.
  await waitUntilSettled(page);

  await keys.press('/');
  const search = page.getByRole('searchbox', { name: 'Search prod ID or job name' });
  await expect(search).toBeFocused();
  await keys.type('jak?');
  await expect(search).toHaveValue('jak?');
  await expect(sheet).toBeHidden();

  await page.getByRole('button', { name: 'Go to or search' }).click();
  await expect(page.getByRole('combobox', { name: /^Search screens/ })).toBeFocused();
  await keys.type('Turn off single-key');
  await expect(page.getByRole('option', { selected: true })).toHaveText('Turn off single-key shortcuts');
  await keys.press('Enter');
  await page.goto('/job/task?tab=pool');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await keys.press('?');
  await keys.press('j');
  await expect(page.getByRole('row').nth(1)).not.toBeFocused();
  await expect(sheet).toBeHidden();
  // Keys with Ctrl still work.
  await keys.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Search screens/ })).toBeFocused();
});

/** Presses a key until the target has the focus, as users do. */
async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(target).toBeFocused({ timeout: 100 });
  }).toPass({ intervals: [0] });
}
