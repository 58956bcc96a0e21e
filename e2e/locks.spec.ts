import { endpoints } from '@darkroom/contract/endpoints';
import type { LockScreen } from '@darkroom/domain/lock/screens';
import { expect, type Page } from '@playwright/test';
import { addJob, Refused, test, type Caller } from './bureau.ts';
import { card, findTask, pressStep, rowOf } from './screens.ts';

/** Removes the lock of a screen, so that one test's lock does not stop another test. */
async function openLock(admin: Caller, screen_name: LockScreen): Promise<void> {
  const { results } = await admin(endpoints.setting.locks, { screen_name });
  for (const { month, locked, version } of results) {
    // A closed month is not a lock of the screen.
    if (locked && month === null)
      await admin(endpoints.setting.changeLock, { screen_name, month, locked: false, version });
  }
}

/** Locks a screen and replaces an existing lock. */
async function lock(admin: Caller, screen_name: LockScreen, reason: string): Promise<void> {
  const { results } = await admin(endpoints.setting.locks, { screen_name });
  const version = results.find(({ month }) => month === null)?.version;
  await admin(endpoints.setting.changeLock, { screen_name, locked: true, reason, ...(version ? { version } : {}) });
}

/** Waits for the lock's banner and records the time. The requirement is one second on each open screen, plus a tolerance. */
async function waitForText(page: Page, text: string, since: number): Promise<void> {
  await expect(banner(page, text)).toBeVisible();
  test.info().annotations.push({ type: 'banner', description: `after ${Date.now() - since} ms` });
}

const banner = (page: Page, reason: string) => page.getByRole('main').getByText(reason);

test('a locked screen refuses changes with the reason in every browser until it opens', async ({ people }) => {
  const reason = 'kiểm kê cuối tháng';
  await openLock(people.call('admin'), 'redo');
  const [boss, leader, admin] = await Promise.all([
    people.open('boss', '/setting/lock'),
    people.open('leader.pte', '/job/redo-tasks'),
    people.open('admin', '/job/redo-tasks'),
  ]);
  await expect(leader.getByRole('heading', { name: 'Rework' })).toBeVisible();
  // The rows are heads, ten screens and the demo's two closed months. Other tests close months of 2011.
  await expect(boss.getByRole('row').filter({ hasNotText: '2011' })).toHaveCount(13);

  await test.step('a lock needs a reason', async () => {
    await boss.getByRole('button', { name: 'Lock Rework tasks' }).click();
    const dialog = boss.getByRole('dialog', { name: 'Lock: Rework tasks' });
    await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(dialog.getByText('Give the reason for the lock. Everyone will read it.')).toBeVisible();
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(rowOf(boss, 'Rework tasks')).toContainText('Locked');
  });

  await test.step('the banner is shown in the other browsers', async () => {
    await expect(banner(leader, `Rework tasks are locked: ${reason}`)).toBeVisible();
    await expect(banner(leader, 'by boss')).toBeVisible();
    await expect(banner(admin, 'As a superuser you can still make changes.')).toBeVisible();
    await expect(leader.getByText('As a superuser')).toBeHidden();
    await expect(rowOf(boss, 'Rework tasks')).toContainText(reason);
  });

  await test.step('the lock can be undone and set again', async () => {
    await boss.getByRole('button', { name: 'Undo' }).first().click();
    await expect(banner(leader, reason)).toBeHidden();
  });
});

test('steps are disabled with a reason while tasks are locked, and work after it', async ({ people, named }) => {
  const reason = 'Stocktaking until noon';
  const admin = people.call('admin');
  const job = await addJob(people.call('cs'), named('Settings: a lock on the floor'));
  const task_no = job.job_details[0]?.sub_prod_id ?? '';
  const editor = await people.open('editor.pte', '/job/task');
  await findTask(editor, 'Available', task_no);
  const step = rowOf(editor, task_no).getByRole('button', { name: 'Assign to me', exact: true });
  await expect(step).toBeEnabled();
  try {
    const since = Date.now();
    await lock(admin, 'task', reason);
    await waitForText(editor, `Tasks are locked: ${reason}`, since);
    await expect(step).toBeDisabled();
    await expect(step).toHaveAttribute('title', `Tasks are locked: ${reason}`);

    // A tab without live events gets the lock from the response of a request.
    const latePage = await people
      .call('editor.pte')(endpoints.task.assign, {
        tasks: [{ task_id: job.job_details[0]?.tasks[0]?.task_id ?? 0, version: 1 }],
        editor: 1,
      })
      .catch((error: unknown) => error);
    expect(latePage).toBeInstanceOf(Refused);
    expect((latePage as Refused).status).toBe(423);
    expect((latePage as Refused).message).toContain(reason);
  } finally {
    await openLock(admin, 'task');
  }
  await expect(banner(editor, reason)).toBeHidden();
  await pressStep(editor, task_no, 'Assign to me');
  // The row disappears, whatever other tasks the editor has on the card.
  await expect(rowOf(editor, task_no)).toBeHidden();
  await findTask(editor, 'Waiting for me', task_no);
});

test('an unexpected refusal shows its reason', async ({ people, named }) => {
  const reason = 'Month is being closed';
  const admin = people.call('admin');
  const job = await addJob(people.call('cs'), named('Settings: a lock nobody heard of'));
  const task_no = job.job_details[0]?.sub_prod_id ?? '';
  const editor = await people.open('editor.pte');
  // This browser receives no live events, so it shows no lock.
  await editor.route('**/api/live', (route) => route.abort());
  await editor.route(`**${endpoints.setting.locks.path}`, (route) => route.fulfill({ json: { results: [] } }));
  await editor.goto('/job/task');
  await findTask(editor, 'Available', task_no);
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

test('the second of two people who lock a screen sees the first lock', async ({ people }) => {
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

test('the lock of allowances can close a single month', async ({ people }) => {
  await openLock(people.call('admin'), 'allowance');
  // Before anyone of the demo bureau worked, so that the month has no findings. A superuser can close it alone.
  const office = await people.open('admin', '/setting/lock');
  await office.getByRole('button', { name: 'Lock Allowances', exact: true }).click();
  const dialog = office.getByRole('dialog', { name: 'Lock: Allowances' });
  await dialog.getByLabel('Reason').fill('March is paid');
  await dialog.getByLabel('Month').fill('03/2010');
  // The first Enter accepts the month.
  await dialog.getByLabel('Month').press('Enter');
  await dialog.getByLabel('Month').press('Enter');
  const closed = rowOf(office, 'Allowances · Month 03/2010');
  await expect(closed).toContainText('Locked');
  // All staff can read the locks. The reason of a closed month is only for people who edit allowances.
  await expect(closed).not.toContainText('March is paid');
  await office.getByRole('link', { name: 'Unlock Allowances · Month 03/2010' }).click();
  await expect(office).toHaveURL(/account\/allowance\?.*month=2010-03/);
});
