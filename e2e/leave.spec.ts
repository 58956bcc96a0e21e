import { endpoints } from '@darkroom/contract/endpoints';
import { expect } from '@playwright/test';
import { addJob, addMember, findFirstTask, openAsNewMember, test, toWord } from './bureau.ts';
import { rowOf } from './screens.ts';

test('a member enters days off, and a leader hands over the work of a member who is ill', async ({ people, named }) => {
  const name = named('Nghỉ Ốm');
  const boss = people.call('admin');
  const own = await openAsNewMember(people, name, 'Editor PTE');
  const { member: heir } = await addMember(boss, named('Thay Thế'), 'Editor PTE');
  const member = Object.values(await boss(endpoints.user.list, {})).find(({ username }) => username === toWord(name))!;
  const isAway = async () => (await boss(endpoints.user.list, {}))[String(member.id)]?.is_away;

  await test.step('the member adds a half day off, and sees it in the calendar', async () => {
    await own.goto('/staff/leave');
    await own.getByRole('button', { name: 'Add days off', exact: true }).click();
    const form = own.getByRole('dialog', { name: 'Add days off' });
    await form.getByText('Afternoon').click();
    await form.getByRole('button', { name: 'Add days off' }).click();
    await expect(own.getByText(`Days off of ${name} added`)).toBeVisible();
    await own.getByRole('button', { name: /^Planned: .*, Afternoon$/ }).click();
    await own.getByRole('button', { name: 'Remove days off' }).click();
    await own.getByRole('button', { name: 'Remove days off' }).last().click();
    await expect(own.getByRole('button', { name: /^Planned/ })).toHaveCount(0);
  });

  const jobName = named('Bàn giao');
  const jobs = [await addJob(people.call('cs'), jobName), await addJob(people.call('cs'), jobName)];
  const leader = people.call('leader.pte');
  for (const job of jobs) {
    const { task_id, version } = findFirstTask(job);
    await leader(endpoints.task.assign, { tasks: [{ task_id, version }], editor: member.id });
  }
  const listEditors = async () =>
    (await leader(endpoints.task.list, { text: jobName })).results.map((row) => row.editor);

  await test.step('the leader presses Ill today, hands over one task and undoes it', async () => {
    const page = await people.open('admin', `/staff/member?member=${member.id}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Ill today' }).click();
    await expect.poll(isAway).toBe(true);
    const dialog = page.getByRole('dialog', { name: `Hand over ${name}’s tasks` });
    await expect(dialog.getByText('2 tasks in progress')).toBeVisible();
    await dialog.getByRole('checkbox').first().uncheck();
    await dialog.getByRole('combobox').fill(heir.full_name);
    await page.getByText(heir.full_name, { exact: true }).last().click();
    await dialog.getByRole('button', { name: 'Hand over tasks' }).click();
    await expect(page.getByText('1 task handed over')).toBeVisible();
    await expect.poll(async () => new Set(await listEditors())).toEqual(new Set([member.id, heir.id]));
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(listEditors).toEqual([member.id, member.id]);
    await expect(page.getByText(/^Ill: /)).toBeVisible();
  });

  await test.step('the leader hands over selected tasks in the list, and the member is offered no work', async () => {
    const page = await people.open('leader.pte', `/job/task?tab=all&text=${encodeURIComponent(jobName)}`);
    await expect(rowOf(page, jobName)).toHaveCount(2);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Hand over' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hand over tasks' });
    await dialog.getByRole('combobox').click();
    await expect(page.getByRole('option', { name })).toHaveCount(0);
    await dialog.getByRole('combobox').fill(heir.full_name);
    await page.getByText(heir.full_name, { exact: true }).last().click();
    await dialog.getByRole('button', { name: 'Hand over tasks' }).click();
    await expect(page.getByText('2 tasks handed over')).toBeVisible();
    await expect.poll(listEditors).toEqual([heir.id, heir.id]);
  });

  await test.step('days off that include today offer the hand-over too', async () => {
    const page = await people.open('leader.pte', `/staff/leave?add=${heir.id}`);
    const form = page.getByRole('dialog', { name: 'Add days off' });
    await form.getByText('Ill', { exact: true }).click();
    await form.getByRole('button', { name: 'Add days off' }).click();
    const dialog = page.getByRole('dialog', { name: `Hand over ${heir.full_name}’s tasks` });
    await expect(dialog.getByText('2 tasks in progress')).toBeVisible();
  });
});
