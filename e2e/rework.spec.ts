import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { findTask, pressStep, rowOf } from './screens.ts';
import { createCompletedTask } from './work.ts';

/** Fills in the rework form and sends it. */
async function askForRework(page: Page, quantity: number, message: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Send to rework ·/ });
  await dialog.getByRole('spinbutton', { name: /Quantity to Rework/ }).fill(String(quantity));
  await dialog.getByRole('textbox', { name: 'Rework Notes' }).fill(message);
  await dialog.getByRole('button', { name: 'Send to rework', exact: true }).click();
}

const find = async (page: Page, text: string): Promise<Locator> => {
  await page.getByRole('searchbox', { name: 'Search rework' }).fill(text);
  // The row is in the list before the search. It would move away under a press at that time.
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await expect(rowOf(page, text)).toBeVisible();
  return rowOf(page, text);
};

/** Rechecks as a QC, who sees the rework notes and the quantity. */
async function passRecheck(page: Page, message: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Pass recheck/ });
  await expect(dialog).toContainText(message);
  await expect(dialog).toContainText('Vẫn còn xám');
  await dialog.getByRole('button', { name: 'Pass recheck' }).click();
}

test('rework goes through the editor and two rechecks to Completed', async ({ people }) => {
  const { task, sub_prod_id } = await createCompletedTask(people.call, 'Rework by the mouse');
  const message = 'Trời phải xanh hơn: make the sky bluer, as in the first three.';
  const leader = await people.open('leader.pte', `/job/task?task=${task.task_id}`);

  await test.step('the leader sends the task to rework from the task page', async () => {
    const drawer = leader.getByRole('dialog', { name: 'Task', exact: true });
    await expect(drawer.getByText('Completed', { exact: true }).first()).toBeVisible();
    await drawer.getByRole('button', { name: 'Send to rework', exact: true }).click();
    await askForRework(leader, 3, message);
    await expect(leader.getByText(`${sub_prod_id} sent to rework`)).toBeVisible();
  });

  await test.step('the task is in the rework list with its history', async () => {
    await leader.goto('/job/redo-tasks');
    const row = await find(leader, sub_prod_id);
    for (const text of ['Rework by the mouse', '3 / 12', message, 'editor.pte', 'qc.pte · qc2.pte', 'leader.pte']) {
      await expect(row).toContainText(text);
    }
    await expect(row).toContainText('After rework');
  });

  await test.step('the leader changes the rework notes', async () => {
    await rowOf(leader, sub_prod_id).getByText('3 / 12').click();
    await expect(leader).toHaveURL(new RegExp(`task=${task.task_id}`));
    const drawer = leader.getByRole('dialog', { name: 'Rework', exact: true });
    await drawer.getByRole('button', { name: 'Edit rework' }).click();
    const form = leader.getByRole('dialog', { name: /^Edit rework ·/ });
    await form.getByRole('spinbutton', { name: /Quantity to Rework/ }).fill('4');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(leader.getByText(`Rework of ${sub_prod_id} saved`)).toBeVisible();
    await expect(drawer).toContainText('4 of 12 to rework');
    await leader.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(rowOf(leader, sub_prod_id)).toContainText('4 / 12');
  });

  const editor = await people.open('editor.pte', '/job/task?tab=waiting');
  const reworkTask = async (times: string) => {
    await findTask(editor, 'Waiting for me', sub_prod_id);
    await pressStep(editor, sub_prod_id, 'Submit rework');
    await editor
      .getByRole('dialog', { name: /^Submit rework/ })
      .getByRole('button', { name: 'Submit rework' })
      .click();
    await expect(editor.getByText(`Rework of ${sub_prod_id} submitted`), times).toBeVisible();
  };
  await test.step('the editor reworks the task', () => reworkTask('once'));

  await test.step('a recheck finds a fault, and the task returns to the editor', async () => {
    const page = await people.open('qc.pte', '/job/redo-tasks');
    const row = await find(page, sub_prod_id);
    await row.getByRole('button', { name: /^More steps/ }).click();
    await page.getByRole('menuitem', { name: 'Report recheck fault' }).click();
    const dialog = page.getByRole('dialog', { name: /^Report recheck fault/ });
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByLabel('Fault Note').fill('Vẫn còn xám');
    await dialog.getByRole('button', { name: 'Report recheck fault' }).click();
    await expect(page.getByText(`${sub_prod_id} sent to rework again`)).toBeVisible();
    await page.context().close();
    await reworkTask('again');
  });

  await test.step('two different QCs recheck the task', async () => {
    const first = await people.open('qc.pte', '/job/redo-tasks');
    await (await find(first, sub_prod_id)).getByRole('button', { name: 'Pass recheck' }).click();
    await passRecheck(first, message);
    await expect(first.getByText(`Recheck of ${sub_prod_id} passed`)).toBeVisible();
    await expect(rowOf(first, sub_prod_id)).toContainText('1st recheck: qc.pte');
    await expect(rowOf(first, sub_prod_id)).toContainText('2nd recheck missing');
    await rowOf(first, sub_prod_id).getByText('2nd recheck missing').click();
    const drawer = first.getByRole('dialog', { name: 'Rework', exact: true });
    await expect(drawer.getByRole('button', { name: 'Pass recheck' })).toBeDisabled();
    await expect(drawer.getByText(/Someone else must do the second recheck/).first()).toBeVisible();

    const second = await people.open('qc2.pte', '/job/redo-tasks');
    await (await find(second, sub_prod_id)).getByRole('button', { name: 'Pass recheck' }).click();
    await passRecheck(second, message);
    await expect(second.getByText(`Recheck of ${sub_prod_id} passed`)).toBeVisible();
  });

  await test.step('the leader completes the task in an open list', async () => {
    const row = rowOf(leader, sub_prod_id);
    await expect(row).toContainText('2nd recheck: qc2.pte');
    await row.getByRole('button', { name: 'Complete' }).click();
    await leader
      .getByRole('dialog', { name: /^Complete/ })
      .getByRole('button', { name: 'Complete' })
      .click();
    await expect(leader.getByText(`${sub_prod_id} completed`)).toBeVisible();
    await expect(row).toBeHidden();
    await leader.getByRole('tab', { name: 'Past' }).click();
    await expect(rowOf(leader, sub_prod_id)).toContainText('Completed');
    await rowOf(leader, sub_prod_id).getByText(message).click();
    const drawer = leader.getByRole('dialog', { name: 'Rework', exact: true });
    await expect(drawer.getByRole('region', { name: 'Sent to rework once' })).toContainText('completed by leader.pte');
    await expect(drawer.getByText('Vẫn còn xám').first()).toBeVisible();
    await leader.reload();
    await expect(drawer).toContainText(message);
  });
});

test('a rework deleted by mistake returns with Undo, and after the deletion its task is Completed', async ({
  people,
}) => {
  const { task, sub_prod_id } = await createCompletedTask(people.call, 'Rework sent by mistake');
  const { task_id, version } = task;
  await people.call('leader.pte')(endpoints.task.act, {
    task_id,
    version,
    action: 'rework',
    rework_quantity: 2,
    rework_notes: 'Nhầm đơn hàng',
  });
  const page = await people.open('leader.pte', `/job/redo-tasks?task=${task_id}`);
  const drawer = page.getByRole('dialog', { name: 'Rework', exact: true });
  const remove = async () => {
    await drawer.getByRole('button', { name: 'Delete rework' }).click();
    await expect(page.getByText(`Rework of ${sub_prod_id} deleted: the task is Completed again`)).toBeVisible();
    await expect(drawer.getByText('Completed', { exact: true }).first()).toBeVisible();
  };
  await remove();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(drawer.getByText('Nhầm đơn hàng').first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Delete rework' })).toBeEnabled();
  await remove();
  await expect(drawer).toContainText('This task is not in rework.');
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox', { name: 'Search rework' }).fill(sub_prod_id);
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('with the keyboard alone: rework is done, rechecked, undone with U and rechecked again', async ({ people }) => {
  const { task, sub_prod_id } = await createCompletedTask(people.call, 'Rework by keys');
  const { task_id, version } = task;
  await people.call('leader.pte')(endpoints.task.act, {
    task_id,
    version,
    action: 'rework',
    rework_quantity: 1,
    rework_notes: 'Cắt sát hơn',
  });
  const findReworkRow = async (page: Page) => {
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search rework' })).toBeFocused();
    await page.keyboard.type(sub_prod_id);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.keyboard.press('Tab');
    await page.keyboard.press('j');
    await expect(rowOf(page, sub_prod_id)).toBeFocused();
  };

  const leader = await people.open('leader.pte', '/job/redo-tasks');
  await expect(leader.getByRole('row').nth(1)).toBeVisible();
  await findReworkRow(leader);
  // A leader can submit for the editor.
  await leader.keyboard.press('d');
  await expect(leader.getByRole('dialog', { name: /^Submit rework/ })).toBeVisible();
  await leader.keyboard.press('Control+Enter');
  await expect(leader.getByText(`Rework of ${sub_prod_id} submitted`)).toBeVisible();

  const qc = await people.open('qc.pte', '/job/redo-tasks');
  await expect(qc.getByRole('row').nth(1)).toBeVisible();
  await findReworkRow(qc);
  await qc.keyboard.press('p');
  await expect(qc.getByRole('dialog', { name: /^Pass recheck/ })).toContainText('Cắt sát hơn');
  await qc.keyboard.press('Control+Enter');
  await expect(rowOf(qc, sub_prod_id)).toContainText('1st recheck: qc.pte');
  await qc.keyboard.press('u');
  await expect(rowOf(qc, sub_prod_id)).toContainText('1st recheck missing');
  await qc.keyboard.press('Enter');
  const drawer = qc.getByRole('dialog', { name: 'Rework', exact: true });
  await expect(drawer).toContainText('Cắt sát hơn');
  await qc.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await rowOf(qc, sub_prod_id).focus();
  await qc.keyboard.press('p');
  await expect(qc.getByRole('dialog', { name: /^Pass recheck/ })).toBeVisible();
  await qc.keyboard.press('Control+Enter');
  await expect(rowOf(qc, sub_prod_id)).toContainText('1st recheck: qc.pte');
});

test('on the job page, completed work is sent to rework, and this is undone', async ({ people }) => {
  const { task, sub_prod_id } = await createCompletedTask(people.call, 'Rework from the job page');
  const page = await people.open('leader.pte', `/job?job_id=${task.job_id}&open=${task.job_id}`);
  await page.getByRole('button', { name: `Send task #${task.task_id} to rework` }).click();
  await askForRework(page, 6, 'Làm ấm màu da');
  await expect(page.getByText(`${sub_prod_id} sent to rework`)).toBeVisible();
  const tasks = page.getByRole('list', { name: new RegExp(`^Tasks of ${sub_prod_id}`) });
  await expect(tasks).toContainText('Rework');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(tasks).toContainText('Completed');
});
