import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { test } from './bureau.ts';
import { card, holdResponses, rowOf } from './screens.ts';
import { finishAllWork, reportFault, createTask, readUserId, pickTaskVersion } from './work.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const toasts = (page: Page, text: string) => page.getByRole('status').getByText(text);

/** Hides or shows the page, as a browser does for a tab in the background. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    hidden ? 'hidden' : 'visible',
  );

test('a fault notifies its editor at once: toast, bell, title and tab', async ({ people, named }) => {
  const editor = people.call('lan.ngo');
  await finishAllWork(editor);
  const task = await createTask(people.call('cs'), editor, named('Mép da bệt'), 'done');
  const page = await people.open('lan.ngo', '/job/task');
  await expect(bell(page)).toBeVisible();
  const { unseen: before } = await editor(endpoints.notification.list, {});

  await reportFault(people.call('tuyet.doan'), task, 'Da ở mép trái bị bệt');
  await expect(toasts(page, `tuyet.doan found a fault in ${task.sub_prod_id}`)).toContainText('Da ở mép trái bị bệt');
  await expect(bell(page)).toHaveAccessibleName(`Notifications: ${before + 1} unread`);
  await expect(page).toHaveTitle(new RegExp(`^\\(${before + 1}\\) `));
  await expect(page.getByRole('tab', { name: /^Waiting for me/ })).toContainText('1 to fix');
  // The numbers have visible labels, not only labels for screen readers.
  const toFix = await page
    .getByRole('tab', { name: /^Waiting for me/ })
    .getByText('1 to fix')
    .boundingBox();
  expect(toFix?.width).toBeGreaterThan(20);

  await page.getByRole('status').getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('dialog', { name: 'Task' })).toContainText(task.sub_prod_id);
  await page.keyboard.press('Escape');

  await bell(page).click();
  const line = panel(page).getByRole('listitem').filter({ hasText: task.sub_prod_id });
  await expect(line).toContainText('Da ở mép trái bị bệt');
  await expect(line).toContainText('New');
  // Opening the list is enough to mark the notifications as read.
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(page).toHaveTitle(/^Task/);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.reload();
  await bell(page).click();
  await expect(line).toBeVisible();
  await expect(line).not.toContainText('New');
  await line.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Task' })).toContainText(task.sub_prod_id);
});

test('only one of several tabs shows a notification, and every visible tab counts it', async ({ people, named }) => {
  const editor = people.call('linh.duong');
  const leader = people.call('leader.pte');
  const first = await people.open('linh.duong', '/job/task');
  const second = await first.context().newPage();
  await second.goto('/account/information');
  for (const page of [first, second]) await expect(bell(page)).toBeVisible();
  const assignTask = async (name: string) => {
    const task = await createTask(people.call('cs'), editor, named(name), 'assigned');
    const rejectedTask = await editor(endpoints.task.act, { ...pickTaskVersion(task), action: 'reject' });
    await leader(endpoints.task.assign, { tasks: [pickTaskVersion(rejectedTask)], editor: await readUserId(editor) });
    return `leader.pte assigned ${task.sub_prod_id} to you`;
  };
  const { unseen: before } = await editor(endpoints.notification.list, {});

  const firstNotification = await assignTask('Hai thẻ');
  for (const page of [first, second]) await expect(page).toHaveTitle(new RegExp(`^\\(${before + 1}\\) `));
  const countShown = async () =>
    (await toasts(first, firstNotification).count()) + (await toasts(second, firstNotification).count());
  await expect.poll(countShown).toBe(1);

  for (const page of [first, second]) await hide(page, true);
  const secondNotification = await assignTask('Thẻ ở phía sau');
  await expect
    .poll(
      async () =>
        (await Promise.all([first.title(), second.title()])).filter((title) => title.startsWith(`(${before + 2})`))
          .length,
    )
    .toBe(1);
  await expect(toasts(first, secondNotification)).toHaveCount(0);
  await hide(first, false);
  await expect(first).toHaveTitle(new RegExp(`^\\(${before + 2}\\) `));
  await expect(toasts(first, secondNotification)).toHaveCount(1);
});

test('notification preferences are saved, and quiet hours stop toasts but not the bell', async ({ people, named }) => {
  const editor = people.call('duong.hoang');
  const qc = people.call('tuyet.doan');
  await editor(endpoints.notification.setPreferences, { off: [], quiet: null });
  const page = await people.open('duong.hoang', '/account/information');
  const section = page.getByRole('region', { name: 'Notifications' });
  await expect(section.getByRole('switch', { name: 'Quiet hours' })).not.toBeChecked();
  await expect(section.getByRole('checkbox', { name: 'Notes on my tasks' })).toBeVisible();
  // An editor never receives notifications of requests.
  await expect(section.getByRole('checkbox', { name: 'Customer requests' })).toHaveCount(0);
  // The first response is late. Changes before it stay.
  const releaseResponses = await holdResponses(page, /\/api\/notification\/preferences$/);
  await section.getByRole('switch', { name: 'Quiet hours' }).click();
  await expect(section.getByLabel('From', { exact: true })).toHaveAttribute('inputmode', 'numeric');
  await section.getByLabel('From', { exact: true }).fill('0');
  await section.getByLabel('To', { exact: true }).fill('2359');
  await section.getByLabel('To', { exact: true }).blur();
  await section.getByRole('checkbox', { name: 'Notes on my tasks' }).click();
  await expect(section.getByRole('checkbox', { name: 'Notes on my tasks' })).not.toBeChecked();
  releaseResponses();
  await expect(page.getByText('Saved').last()).toBeVisible();
  await expect
    .poll(() => editor(endpoints.notification.preferences, {}))
    .toEqual({ off: ['note'], quiet: { from: '00:00', to: '23:59' } });
  await page.reload();
  await expect(section.getByRole('checkbox', { name: 'Notes on my tasks' })).not.toBeChecked();
  await expect(section.getByLabel('To', { exact: true })).toHaveValue('23:59');

  const task = await createTask(people.call('cs'), editor, named('Giờ yên lặng'), 'done');
  const { unseen: before } = await editor(endpoints.notification.list, {});
  const taskWithFault = await reportFault(qc, task, 'Lệch màu');
  await expect(bell(page)).toHaveAccessibleName(`Notifications: ${before + 1} unread`);
  await qc(endpoints.task.updateNotes, { ...pickTaskVersion(taskWithFault), notes: 'Xem lại ảnh 3' });
  await editor(endpoints.notification.setPreferences, { off: [], quiet: null });
  await expect(toasts(page, task.sub_prod_id)).toHaveCount(0);
  expect((await editor(endpoints.notification.list, {})).unseen).toBe(before + 1);
});

test('the card, its list and its number agree when the server’s lists are late', async ({ people, named }) => {
  const editor = people.call('nam.mai');
  await finishAllWork(editor);
  const task = await createTask(people.call('cs'), editor, named('Cùng một lời'), 'assigned');
  const page = await people.open('nam.mai', '/job/task');
  await expect(card(page)).toContainText(task.sub_prod_id);
  const ownTab = page.getByRole('tab', { name: /^Mine/ });
  await expect(ownTab).toContainText('0');
  await expect(page.getByText('No tasks in progress')).toBeVisible();
  await expect(page.getByRole('button', { name: 'See the 1 task waiting for you' })).toBeVisible();

  await page.route('**/api/task/{list,counts}', (route) => route.abort());
  await card(page).getByRole('button', { name: 'Start', exact: true }).click();
  await expect(card(page)).toHaveAccessibleName('Now');
  await expect(ownTab).toContainText('1');
  await expect(page.getByText('No tasks in progress')).toBeHidden();
  await expect(rowOf(page, task.sub_prod_id)).toBeVisible();
  await page.unroute('**/api/task/{list,counts}');

  // A filter of another list does not filter this list.
  await page.goto('/job/task?tab=mine&text=nothing-like-it');
  await expect(rowOf(page, task.sub_prod_id)).toBeVisible();
});
