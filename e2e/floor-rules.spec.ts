import { endpoints, type TaskRow } from '@darkroom/contract';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { overflow } from './screens.ts';
import { handedTask } from './work.ts';

test.describe.configure({ timeout: 120_000 });

const addressOf = ({ job_id, task_id }: TaskRow) => `/job?job_id=${job_id}&open=${job_id}&form=task-${task_id}`;
const formOf = (page: Page) => page.getByRole('dialog', { name: /^Edit task/ });

const offered = (page: Page) => page.locator('.ant-select-item-option').filter({ visible: true });

async function pick(page: Page, form: Locator, field: string, choice: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).fill(choice);
  await offered(page).filter({ hasText: choice }).first().click();
}

const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Task', exact: true });

test('an editor who counts more than was ordered is asked once; what was typed is kept, Enter says it is meant', async ({
  people,
  named,
}) => {
  const task = await handedTask(people.call('cs'), people.call('editor.pte'), named('Nhiều hơn đã đặt'), 'started');
  const page = await people.open('editor.pte', `/job/task?task=${task.task_id}`);
  await drawerOf(page).getByRole('button', { name: 'Done', exact: true }).click();
  const step = page.getByRole('dialog', { name: /^Done ·/ });
  const count = step.getByRole('spinbutton', { name: 'x1' });
  await count.fill('48');
  await page.keyboard.press('Enter');

  const question = page.getByRole('dialog', { name: '48 of 12 ordered?' });
  await question.getByRole('button', { name: 'Correct it' }).click();
  await expect(question).toBeHidden();
  await expect(count).toHaveValue('48');
  await expect(step).toContainText('More is counted than was ordered.');

  await count.press('Enter');
  await expect(question.getByRole('button', { name: 'Done', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${task.sub_prod_id} done, waiting for QC`)).toBeVisible();
  const { results } = await people.call('admin')(endpoints.task.list, { job_id: task.job_id });
  expect(results).toMatchObject([{ status: 4, x1: 48 }]);
});

test('on a phone the form is one column, and nothing scrolls sideways', async ({ people, named }) => {
  const task = await handedTask(people.call('cs'), people.call('editor.pte'), named('Điện thoại'), 'done');
  const page = await people.open('admin', addressOf(task), {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const form = formOf(page);
  await pick(page, form, 'Task status', 'Done Rework');
  await expect(form.getByRole('combobox', { name: '2nd recheck' })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});
