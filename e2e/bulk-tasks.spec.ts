import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { addJob, test, type Caller } from './bureau.ts';
import { holdResponses, openTask, rowOf, checkLongList } from './screens.ts';

/** Adds a job for this test with this number of tasks, all of one product ID. */
async function orderTasks(customerService: Caller, boss: Caller, name: string, count: number): Promise<number> {
  const job = await addJob(customerService, name);
  const job_detail_id = job.job_details[0]?.job_detail_id ?? 0;
  if (count > 1) await boss(endpoints.task.add, { job_detail_id, count: count - 1 });
  return job.job_id;
}

const getAddress = (name: string, more = '') => `/job/task?text=${encodeURIComponent(name)}${more}`;
const boxes = (page: Page, name: string) => rowOf(page, name).getByRole('checkbox');
const editors = (page: Page) => page.getByRole('complementary', { name: 'Assign' });

test('a leader assigns a range of rows by mouse, reassigns them, and undoes it', async ({ people, named }) => {
  const name = named('Viele auf einmal 31');
  await orderTasks(people.call('cs'), people.call('admin'), name, 6);
  const page = await people.open('leader.pte', getAddress(name));
  await expect(boxes(page, name)).toHaveCount(6);

  await test.step('Shift selects the range between two rows', async () => {
    await boxes(page, name).nth(1).click();
    await boxes(page, name)
      .nth(4)
      .click({ modifiers: ['Shift'] });
    await expect(page.getByText('4 tasks selected')).toBeVisible();
  });
  await test.step('selected tasks are assigned together', async () => {
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await editors(page)
      .getByRole('button', { name: /^anh\.nguyen\b/ })
      .click();
    await expect(page.getByText('4 tasks assigned')).toBeVisible();
    await expect(rowOf(page, name).filter({ hasText: 'Editor Assigned' })).toHaveCount(4);
  });
  await test.step('selected tasks are reassigned to another editor', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await editors(page)
      .getByRole('button', { name: /^giang\.vo\b/ })
      .click();
    await expect(page.getByText('6 tasks assigned to giang.vo, 4 of them from anh.nguyen')).toBeVisible();
    await expect(rowOf(page, name).filter({ hasText: 'giang.vo' })).toHaveCount(6);
  });
  await test.step('one Undo reverts all assignments', async () => {
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(rowOf(page, name).filter({ hasText: 'To Do' })).toHaveCount(2);
    await expect(rowOf(page, name).filter({ hasText: 'anh.nguyen' })).toHaveCount(4);
  });
});

test('failed tasks are listed row by row with the reason, and the others are changed', async ({ people, named }) => {
  const name = named('Nicht alles geht');
  await orderTasks(people.call('cs'), people.call('admin'), name, 4);
  const page = await people.open('leader.pte', getAddress(name));
  await expect(boxes(page, name)).toHaveCount(4);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const selectedEditor = editors(page).getByRole('button', { name: /^anh\.nguyen\b/ });
  await expect(selectedEditor).toBeVisible();

  // The leader's page receives no live events while another user takes one of the tasks.
  let release = () => {};
  const eventArrived = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/task/{list,counts,load}', async (route) => {
    await eventArrived;
    await route.continue();
  });
  const otherLeader = people.call('long.huynh');
  const [task] = (await otherLeader(endpoints.task.list, { text: name, scope: 'pool' })).results;
  if (!task) throw new Error('No tasks available');
  const editor = (await otherLeader(endpoints.user.me, {})).user.id;
  await otherLeader(endpoints.task.assign, { tasks: [{ task_id: task.task_id, version: task.version }], editor });
  await selectedEditor.click();

  const summary = page.getByRole('dialog', { name: '1 task was not changed' });
  await expect(summary).toContainText('3 tasks assigned');
  await expect(summary.getByRole('row').nth(1)).toContainText(task.sub_prod_id);
  await expect(summary.getByRole('row').nth(1)).toContainText(
    'Someone else changed this. Nothing was saved. Compare both versions, then try again.',
  );
  release();
  await summary.getByRole('button', { name: 'Close' }).last().click();
  await expect(summary).toBeHidden();
  await expect(page.getByText('1 task selected')).toBeVisible();
});

test('all tasks that match the filter are selected and deleted after one question', async ({ people, named }) => {
  const name = named('Alle die passen 25');
  await orderTasks(people.call('cs'), people.call('admin'), name, 25);
  const page = await people.open('admin', getAddress(name, '&tab=all&page_size=20'));
  await expect(boxes(page, name)).toHaveCount(20);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByRole('button', { name: 'Select all 25 that match' }).click();
  await expect(page.getByText('25 tasks selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete 25 tasks' }).click();
  const question = page.getByRole('dialog', { name: 'Delete 25 tasks?' });
  await expect(question).toContainText('cannot be undone');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('25 tasks deleted')).toBeVisible();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('a leader selects, assigns, undoes and changes pages with the keyboard', async ({ people, named }) => {
  const name = named('Tastenreihe 6');
  await orderTasks(people.call('cs'), people.call('admin'), name, 3);
  const page = await people.open('leader.pte', getAddress(name));
  const keys = page.keyboard;
  await expect(boxes(page, name)).toHaveCount(3);

  await test.step('J and X select, A assigns', async () => {
    await keys.press('j');
    await keys.press('x');
    await keys.press('j');
    await keys.press('x');
    await expect(page.getByText('2 tasks selected')).toBeVisible();
    // The editors are not loaded yet. Keys that are pressed now still count.
    const releaseEditors = await holdResponses(page, /\/api\/task\/load/);
    await keys.press('a');
    await expect(page.getByRole('searchbox', { name: 'Search editors' })).toBeFocused();
    await keys.type('long.huynh');
    await keys.press('Enter');
    await expect(page.getByRole('searchbox', { name: 'Search editors' })).toHaveValue('long.huynh');
    releaseEditors();
    await expect(page.getByText('2 tasks assigned')).toBeVisible();
  });
  await test.step('the next assignment starts with an empty search, which names the editor', async () => {
    await expect(page.getByRole('searchbox', { name: 'Search editors' })).toHaveValue('');
    await keys.press('j');
    await keys.press('a');
    await expect(page.getByRole('searchbox', { name: 'Search editors' })).toBeFocused();
    await keys.type('long.huynh');
    await expect(editors(page).getByText('Enter assigns to long.huynh.')).toBeVisible();
    await keys.press('Escape');
    await expect(editors(page)).toBeHidden();
    await keys.press('Escape');
  });
  await test.step('U undoes the assignment, and a second U does nothing', async () => {
    await keys.press('u');
    await expect(page.getByText('Undone')).toBeVisible();
    await expect(rowOf(page, name).filter({ hasText: 'To Do' })).toHaveCount(3);
    await keys.press('u');
    await expect(page.getByText('Nothing to undo')).toBeVisible();
  });
  await test.step('the shortcut list shows the keys', async () => {
    await keys.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    // The list has only the steps that this leader can do.
    for (const key of ['J', 'X', 'A', 'U', 'G J', 'G T', 'G R', '?']) {
      await expect(sheet.getByText(key, { exact: true })).toBeVisible();
    }
    await expect(sheet.getByText('S', { exact: true })).toHaveCount(0);
    await keys.press('Escape');
    await expect(sheet).toBeHidden();
  });
  await test.step('G J, G R and G T go to the three pages', async () => {
    await keys.press('g');
    await keys.press('j');
    await expect(page).toHaveURL(/\/job$/);
    await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible();
    // A long list can take longer to draw than a key sequence, so the keys are pressed after it is drawn.
    await expect(page.getByRole('row').nth(5)).toBeVisible();
    await keys.press('g');
    await keys.press('r');
    await expect(page).toHaveURL(/\/job\/redo-tasks/);
    await keys.press('g');
    await keys.press('t');
    await expect(page).toHaveURL(/\/job\/task$/);
    await expect(page.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  });
});

test('supporters are added, changed and removed with notes, in row, card and filter', async ({ people, named }) => {
  const name = named('Mit Hilfe 9');
  await orderTasks(people.call('cs'), people.call('admin'), name, 1);
  const leader = await people.open('leader.pte', getAddress(name));
  await expect(rowOf(leader, name)).toBeVisible();
  const task_no = (await people.call('leader.pte')(endpoints.task.list, { text: name })).results[0]?.sub_prod_id ?? '';

  const drawer = await openTask(leader, task_no);
  await test.step('the leader adds a supporter', async () => {
    await expect(drawer.getByText('No one supports this task.')).toBeVisible();
    await drawer.getByRole('combobox', { name: 'Supporter' }).click();
    // Only editors of the task's workstream are offered. The search for another editor finds no one.
    const findOption = (username: string) => leader.getByRole('option', { name: username });
    await leader.keyboard.type('nam.mai');
    await expect(findOption('nam.mai')).toBeAttached();
    await leader.keyboard.press('ControlOrMeta+a');
    await leader.keyboard.type('vinh.tang');
    await expect(findOption('nam.mai')).toHaveCount(0);
    await expect(findOption('vinh.tang')).toHaveCount(0);
    await leader.keyboard.press('ControlOrMeta+a');
    await leader.keyboard.type('nam.mai');
    await expect(findOption('nam.mai')).toBeAttached();
    await leader.keyboard.press('Enter');
    await drawer.getByRole('textbox', { name: 'Support Given' }).fill('Skies');
    await drawer.getByRole('button', { name: 'Add supporter' }).click();
    await expect(leader.getByText(`nam.mai added as supporter of ${task_no}`)).toBeVisible();
    await expect(drawer.getByText('Skies')).toBeVisible();
  });
  await test.step('a supporter is changed with the keyboard', async () => {
    await drawer.getByRole('button', { name: 'Edit the note for nam.mai' }).press('Enter');
    const note = drawer.getByRole('textbox', { name: 'Note for nam.mai' });
    await expect(note).toBeFocused();
    await note.fill('Skies and water');
    await leader.keyboard.press('Enter');
    await expect(leader.getByText('Note for nam.mai saved')).toBeVisible();
    await expect(drawer.getByText('Skies and water')).toBeVisible();
  });
  await test.step('the time is shown by stage', async () => {
    const editing = drawer.getByRole('row', { name: /^Editing/ });
    await expect(editing).toContainText('min');
  });
  await test.step('a supporter is removed, and restored by Undo', async () => {
    await drawer.getByRole('button', { name: 'Remove nam.mai' }).click();
    await expect(leader.getByText(`nam.mai removed as supporter of ${task_no}`)).toBeVisible();
    await expect(drawer.getByText('No one supports this task.')).toBeVisible();
    await leader.getByRole('button', { name: 'Undo' }).last().click();
    await expect(drawer.getByText('Skies and water')).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).first().click();
    await expect(drawer).toBeHidden();
  });
  await test.step('supporters are shown in the row, in the filter, and to themselves', async () => {
    await expect(rowOf(leader, task_no)).toContainText('+ nam.mai');
    await leader.goto(getAddress(name, '&has_support=false'));
    await expect(leader.getByText('Nothing matches')).toBeVisible();
    await leader.goto(getAddress(name, '&has_support=true'));
    await expect(rowOf(leader, task_no)).toBeVisible();
    const { results } = await people.call('nam.mai')(endpoints.task.list, { text: name });
    expect(results[0]?.supporters[0]?.note).toBe('Skies and water');
  });
  await test.step("the row's menu opens the supporters", async () => {
    await rowOf(leader, task_no)
      .getByRole('button', { name: `More steps of ${task_no}` })
      .click();
    await leader.getByRole('menuitem', { name: 'Supporters…' }).click();
    const dialog = leader.getByRole('dialog', { name: `Supporters · ${task_no}` });
    await expect(dialog.getByText('Skies and water')).toBeVisible();
  });
});

test('the foot of the list sums the time of the shown rows', async ({ people, named }) => {
  const name = named('Zeit im Fuss 3');
  await orderTasks(people.call('cs'), people.call('admin'), name, 2);
  const page = await people.open('leader.pte', getAddress(name));
  await expect(page.getByText('Time (2 rows)')).toBeVisible();
  await expect(page.getByText(/working · .* waiting/).first()).toBeVisible();
});

test('a thousand rows scroll, and a row is selected as fast as in fifty rows', async ({ people }) => {
  const page = await people.open('leader.pte', '/job/task');
  await checkLongList(page, 'All');
});
