import { endpoints } from '@darkroom/contract/endpoints';
import type { TaskRow } from '@darkroom/contract/task/task';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { measureOverflow } from './screens.ts';
import { createTask } from './work.ts';

const getAddress = ({ job_id, task_id }: TaskRow) => `/job?job_id=${job_id}&open=${job_id}&form=task-${task_id}`;
const findForm = (page: Page) => page.getByRole('dialog', { name: /^Edit task/ });

const findOptions = (page: Page) => page.locator('.ant-select-item-option').filter({ visible: true });

async function pick(page: Page, form: Locator, field: string, choice: string): Promise<void> {
  await form.getByRole('combobox', { name: field }).fill(choice);
  await findOptions(page).filter({ hasText: choice }).first().click();
}

const findDrawer = (page: Page) => page.getByRole('dialog', { name: 'Task', exact: true });

test('a quantity over the order asks once and saves on a second Enter', async ({ people, named }) => {
  const task = await createTask(people.call('cs'), people.call('editor.pte'), named('Nhiều hơn đã đặt'), 'started');
  const page = await people.open('editor.pte', `/job/task?task=${task.task_id}`);
  await findDrawer(page).getByRole('button', { name: 'Done', exact: true }).click();
  const step = page.getByRole('dialog', { name: /^Done ·/ });
  const count = step.getByRole('spinbutton', { name: 'x1' });
  await count.fill('48');
  await page.keyboard.press('Enter');

  const question = page.getByRole('dialog', { name: 'Enter 48, more than the 12 ordered?' });
  await question.getByRole('button', { name: 'Correct quantity' }).click();
  await expect(question).toBeHidden();
  await expect(count).toHaveValue('48');
  await expect(step).toContainText('The quantity is more than was ordered. Confirm it to continue.');

  await count.press('Enter');
  await expect(question.getByRole('button', { name: 'Correct quantity' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(count).toHaveValue('48');

  await count.press('Enter');
  await question.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByText(`${task.sub_prod_id} done, waiting for QC`)).toBeVisible();
  const { results } = await people.call('admin')(endpoints.task.list, { job_id: task.job_id });
  expect(results).toMatchObject([{ status: 4, x1: 48 }]);
});

test('an administrator reports a fault with all required fields, and the editor resolves it', async ({
  people,
  named,
}) => {
  const task = await createTask(people.call('cs'), people.call('editor.pte'), named('Lỗi do quản trị'), 'done');
  // A device in another zone still shows times of Bangkok.
  const page = await people.open('admin', getAddress(task), { timezoneId: 'America/New_York' });
  const form = findForm(page);

  await test.step('a missing value has a message on its field', async () => {
    await pick(page, form, 'Task Status', 'QC1 Faults Found');
    await form.getByRole('textbox', { name: 'Reason' }).fill('QC báo qua điện thoại');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Choose at least one fault type.')).toBeVisible();
    await expect(form.getByText('Write what has to be fixed.')).toBeVisible();
    await expect(form.getByText('Please select QC 1')).toBeVisible();
  });

  await test.step('errors of the server are shown on their fields', async () => {
    await form.getByRole('checkbox').first().check();
    await form.getByRole('textbox', { name: 'Fault Note' }).fill('Chân trời bị nghiêng');
    // Only QCs of this workstream are offered.
    await form.getByRole('combobox', { name: 'QC 1' }).fill('pte');
    await expect(findOptions(page).filter({ hasText: 'qc2.pte' })).toBeVisible();
    await expect(findOptions(page).filter({ hasText: 'editor.pte' })).toHaveCount(0);
    await pick(page, form, 'QC 1', 'qc.pte');
    await form.getByRole('textbox', { name: 'Start Time', exact: true }).fill('02/11/2026');
    await form.getByRole('textbox', { name: 'Start Time: time' }).fill('9h05');
    await form.getByRole('textbox', { name: 'End Time', exact: true }).fill('01/11/2026');
    await form.getByRole('textbox', { name: 'End Time: time' }).fill('8:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('The end cannot be before the start.')).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'Start Time: time' })).toHaveValue('09:05');
    const day = form.getByRole('textbox', { name: 'End Time', exact: true });
    await day.click();
    await day.fill('31/12/2050');
    await day.press('Tab');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('This is in the future. Choose a time up to now.')).toBeVisible();
    await day.click();
    await day.fill('03/11/2026');
    // The first Enter accepts the day, the next one saves.
    await day.press('Enter');
    await day.press('Enter');
    await expect(form).toBeHidden();
  });

  const admin = people.call('admin');
  const [now] = (await admin(endpoints.task.list, { job_id: task.job_id })).results;
  expect(now).toMatchObject({ status: 10, fault_stage: 1 });
  // The task keeps the seconds of its start within this minute.
  expect(now?.start_time).toMatch(/2026-11-02T02:05:/);
  expect(now?.end_time).toMatch(/2026-11-03T01:00:00/);

  const editor = await people.open('editor.pte', `/job/task?task=${task.task_id}`);
  await expect(findDrawer(editor)).toContainText('Chân trời bị nghiêng');
  await findDrawer(editor).getByRole('button', { name: 'Resolve', exact: true }).click();
  await editor
    .getByRole('dialog', { name: /^Resolve/ })
    .getByRole('button', { name: 'Resolve' })
    .click();
  await expect(editor.getByText(`${task.sub_prod_id} resolved`)).toBeVisible();
});

test('a leader corrects a task and undoes it, and people without the permission see no button', async ({
  people,
  named,
}) => {
  const task = await createTask(people.call('cs'), people.call('editor.pte'), named('Đếm nhầm'), 'done');
  const page = await people.open('leader.pte', `/job/task?tab=all&task=${task.task_id}`);
  const more = (of: Page, name: string) => of.getByRole('dialog').getByRole('button', { name });
  await more(page, `More steps of ${task.sub_prod_id}`).click();
  await page.getByRole('menuitem', { name: 'Correct…' }).click();
  const form = findForm(page);
  await form.getByRole('spinbutton', { name: 'x1' }).fill('11');
  await form.getByRole('textbox', { name: 'Reason' }).fill('Đếm lại cùng khách');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const readX1 = async () => (await people.call('admin')(endpoints.task.history, { task_id: task.task_id })).task.x1;
  await expect.poll(readX1).toBe(11);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(readX1).toBe(12);

  const phone = await people.open('leader.pte', `/job/task?tab=all&task=${task.task_id}`, {
    viewport: { width: 360, height: 740 },
    language: 'vi',
  });
  // In landscape, a phone has less room than the menu needs above or below its button.
  await phone.setViewportSize({ width: 740, height: 300 });
  await more(phone, `Thao tác khác của ${task.sub_prod_id}`).click();
  const menu = phone.getByRole('menu').filter({ has: phone.getByRole('menuitem', { name: 'Sửa lại…' }) });
  await expect.poll(async () => (await menu.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  const box = await menu.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(300);
  await expect(menu.getByRole('menuitem').first()).toBeInViewport();
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.getByRole('menuitem', { name: 'Sửa lại…' }).click();
  await expect(phone.getByRole('dialog', { name: /^Sửa công việc/ })).toBeVisible();
  expect(await measureOverflow(phone)).toBeLessThanOrEqual(0);

  const editor = await people.open('editor.pte', `/job/task?task=${task.task_id}`);
  await expect(findDrawer(editor)).toContainText(task.sub_prod_id);
  await more(editor, `More steps of ${task.sub_prod_id}`).click();
  await expect(editor.getByRole('menuitem')).not.toHaveCount(0);
  await expect(editor.getByRole('menuitem', { name: 'Correct…' })).toHaveCount(0);
});
