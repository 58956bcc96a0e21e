import { endpoints } from '@darkroom/contract/endpoints';
import type { LockScreen } from '@darkroom/domain/lock/screens';
import { expect, type Page } from '@playwright/test';
import { orderJob, Refused, test, type Caller } from './bureau.ts';
import { card, findTask, pressStep, rowOf } from './screens.ts';

/** Opens a screen's lock if it stands, so that one test's lock never stops another's work. */
async function openLock(admin: Caller, screen_name: LockScreen): Promise<void> {
  const { results } = await admin(endpoints.setting.locks, { screen_name });
  for (const { month, locked, version } of results) {
    // A closed month is no lock of the screen.
    if (locked && month === null)
      await admin(endpoints.setting.changeLock, { screen_name, month, locked: false, version });
  }
}

/** Locks a screen over whatever stood there. */
async function lock(admin: Caller, screen_name: LockScreen, reason: string): Promise<void> {
  const { results } = await admin(endpoints.setting.locks, { screen_name });
  const version = results.find(({ month }) => month === null)?.version;
  await admin(endpoints.setting.changeLock, { screen_name, locked: true, reason, ...(version ? { version } : {}) });
}

/** Required within a second on every open screen; the tests wait for what a busy machine may take, and say what it was. */
async function heard(page: Page, words: string, since: number): Promise<void> {
  await expect(banner(page, words)).toBeVisible();
  test.info().annotations.push({ type: 'banner', description: `after ${Date.now() - since} ms` });
}

const banner = (page: Page, reason: string) => page.getByRole('main').getByText(reason);

test('a locked screen says so in every browser within a second, refuses changes with the reason, and opens again', async ({
  people,
}) => {
  const reason = 'kiểm kê cuối tháng';
  await openLock(people.call('admin'), 'redo');
  const [boss, leader, admin] = await Promise.all([
    people.open('boss', '/setting/lock'),
    people.open('leader.pte', '/job/redo-tasks'),
    people.open('admin', '/job/redo-tasks'),
  ]);
  await expect(leader.getByRole('heading', { name: 'Rework' })).toBeVisible();
  // Under their heads ten screens, and the two months of allowances that the demo has closed; one of years ago is closed beside this.
  await expect(boss.getByRole('row').filter({ hasNotText: '2011' })).toHaveCount(13);

  await test.step('a lock needs a reason', async () => {
    await boss.getByRole('button', { name: 'Lock Reworks' }).click();
    const dialog = boss.getByRole('dialog', { name: 'Lock: Reworks' });
    await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(dialog.getByText('Give the reason for the lock. Everyone will read it.')).toBeVisible();
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(rowOf(boss, 'Reworks')).toContainText('Locked');
  });

  await test.step('the banner stands in the other browsers', async () => {
    await expect(banner(leader, `Reworks are locked: ${reason}`)).toBeVisible();
    await expect(banner(leader, 'by boss')).toBeVisible();
    await expect(banner(admin, 'As a superuser you can still make changes.')).toBeVisible();
    await expect(leader.getByText('As a superuser')).toBeHidden();
    await expect(rowOf(boss, 'Reworks')).toContainText(reason);
  });

  await test.step('it can be taken back, and locked again', async () => {
    await boss.getByRole('button', { name: 'Undo' }).first().click();
    await expect(banner(leader, reason)).toBeHidden();
  });
});

test('while tasks are locked their steps are disabled and say why; opened, they work', async ({ people, named }) => {
  const reason = 'Stocktaking until noon';
  const admin = people.call('admin');
  const job = await orderJob(people.call('cs'), named('Settings: a lock on the floor'));
  const task_no = job.job_details[0]?.sub_prod_id ?? '';
  const editor = await people.open('editor.pte', '/job/task');
  await findTask(editor, 'Could take', task_no);
  const step = rowOf(editor, task_no).getByRole('button', { name: 'Assign to me', exact: true });
  await expect(step).toBeEnabled();
  try {
    const since = Date.now();
    await lock(admin, 'task', reason);
    await heard(editor, `Tasks are locked: ${reason}`, since);
    await expect(step).toBeDisabled();
    await expect(step).toHaveAttribute('title', `Tasks are locked: ${reason}`);

    // A tab that has not heard of it yet is told by the answer.
    const late = await people
      .call('editor.pte')(endpoints.task.assign, {
        tasks: [{ task_id: job.job_details[0]?.tasks[0]?.task_id ?? 0, version: 1 }],
        editor: 1,
      })
      .catch((error: unknown) => error);
    expect(late).toBeInstanceOf(Refused);
    expect((late as Refused).status).toBe(423);
    expect((late as Refused).message).toContain(reason);
  } finally {
    await openLock(admin, 'task');
  }
  await expect(banner(editor, reason)).toBeHidden();
  await pressStep(editor, task_no, 'Assign to me');
  // Whatever else is in their hands and stands on the card.
  await expect(rowOf(editor, task_no)).toBeHidden();
  await findTask(editor, 'Waiting for me', task_no);
});

test('a refusal that comes as a surprise shows the reason', async ({ people, named }) => {
  const reason = 'Month is being closed';
  const admin = people.call('admin');
  const job = await orderJob(people.call('cs'), named('Settings: a lock nobody heard of'));
  const task_no = job.job_details[0]?.sub_prod_id ?? '';
  const editor = await people.open('editor.pte');
  // This browser hears of no change, and knows of no lock.
  await editor.route('**/api/live', (route) => route.abort());
  await editor.route(`**${endpoints.setting.locks.path}`, (route) => route.fulfill({ json: { results: [] } }));
  await editor.goto('/job/task');
  await findTask(editor, 'Could take', task_no);
  try {
    await lock(admin, 'task', reason);
    await pressStep(editor, task_no, 'Assign to me');
    await expect(editor.getByText(`This screen is locked: ${reason}`)).toBeVisible();
    await expect(rowOf(editor, task_no)).toContainText('To Do');
  } finally {
    await openLock(admin, 'task');
  }
  await pressStep(editor, task_no, 'Assign to me');
  await expect(
    editor
      .getByText(`${task_no} assigned`)
      .or(card(editor).filter({ hasText: task_no }))
      .first(),
  ).toBeVisible();
});

test('two who change the same lock: the second sees what the first did, and what was typed is kept', async ({
  people,
}) => {
  const admin = people.call('admin');
  await openLock(admin, 'team');
  const boss = await people.open('boss', '/setting/lock');
  await boss.getByRole('button', { name: 'Lock Teams' }).click();
  const dialog = boss.getByRole('dialog', { name: 'Lock: Teams' });
  await dialog.getByLabel('Reason').fill('Boss’s own reason');
  await lock(admin, 'team', 'New teams tomorrow');
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(dialog.getByText('admin locked it: New teams tomorrow')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('Boss’s own reason');
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(rowOf(boss, 'Teams')).toContainText('Boss’s own reason');
  await boss.getByRole('button', { name: 'Unlock Teams' }).click();
  await expect(rowOf(boss, 'Teams')).toContainText('Open');
});

test('a month of allowances is closed by itself', async ({ people }) => {
  await openLock(people.call('admin'), 'allowance');
  // Before anybody of the demo bureau worked here: nothing of it is to be looked at. A superuser closes alone.
  const office = await people.open('admin', '/setting/lock');
  await office.getByRole('button', { name: 'Lock Allowances', exact: true }).click();
  const dialog = office.getByRole('dialog', { name: 'Lock: Allowances' });
  await dialog.getByLabel('Reason').fill('March is paid');
  await dialog.getByLabel(/Only one month/).fill('03/2010');
  // The first takes the month.
  await dialog.getByLabel(/Only one month/).press('Enter');
  await dialog.getByLabel(/Only one month/).press('Enter');
  const closed = rowOf(office, 'Allowances · Month 03/2010');
  await expect(closed).toContainText('Locked');
  // All staff reads the locks; why a month was closed is for those who keep allowances.
  await expect(closed).not.toContainText('March is paid');
  await office.getByRole('link', { name: 'Unlock Allowances · Month 03/2010' }).click();
  await expect(office).toHaveURL(/account\/allowance\?.*month=2010-03/);
});
