import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { findTask, intercept, measureOverflow, pressStep, rowOf, waitUntilSettled } from './screens.ts';

/** Toasts at the top of the page. */
const toasts = (page: Page) => page.locator('[role=status][aria-live=polite]');

/** Responds to the next request to an endpoint with this problem. */
const mockAnswer = (page: Page, path: string, status: number, problem: object) =>
  intercept(page, `**${path}`, (route) => route.fulfill({ status, json: { status, ...problem } }), { times: 1 });

test(
  'a step that fails unexpectedly shows the words of the specification',
  { tag: '@quick' },
  async ({ people, named }) => {
    const job = await addJob(people.call('cs'), named('Failures'));
    const number = job.job_details[0]?.sub_prod_id ?? '';
    const editor = await people.open('editor.pte', '/job/task');
    await findTask(editor, 'Available', number);
    const assign = { path: endpoints.task.assign.path, step: 'Assign to me' };

    await test.step('the network is away', async () => {
      await intercept(editor, `**${assign.path}`, (route) => route.abort(), { times: 1 });
      await pressStep(editor, number, assign.step);
      await expect(toasts(editor)).toContainText('Failed to log task!');
      await expect(toasts(editor)).toContainText('An error occurred while logging the task. Please try again.');
    });

    await test.step('the server returns an unexpected error', async () => {
      await mockAnswer(editor, assign.path, 500, { code: 'internal' });
      await editor.getByText('Failed to log task!').click();
      await pressStep(editor, number, assign.step);
      await expect(toasts(editor)).toContainText('Failed to log task!');
    });

    await test.step('a refused assignment has its title and its reason', async () => {
      await mockAnswer(editor, assign.path, 403, { code: 'not_allowed' });
      await pressStep(editor, number, assign.step);
      await expect(toasts(editor)).toContainText('Task assigned failed!');
      await expect(toasts(editor)).toContainText(
        'Your role on this task does not allow this step. Nothing was changed.',
      );
      await expect(rowOf(editor, number)).toBeVisible();
    });
  },
);

test('on a phone only the newest toast is shown, with its action on one line', async ({ people, named }) => {
  const job = await addJob(people.call('cs'), named('One at a time'));
  const number = job.job_details[0]?.sub_prod_id ?? '';
  const phone = await people.open('ha.phan', '/job/task', { viewport: { width: 360, height: 740 }, hasTouch: true });
  const { path } = endpoints.task.assign;
  await findTask(phone, 'Available', number);
  await intercept(phone, `**${path}`, (route) => route.abort(), { times: 1 });
  await pressStep(phone, number, 'Assign to me');
  await expect(toasts(phone)).toContainText('Failed to log task!');
  // A hovered toast stays until the next one comes.
  await phone.getByText('Failed to log task!').hover();
  await mockAnswer(phone, path, 403, { code: 'not_allowed' });
  // The toast can cover the button, so that the keyboard presses it.
  const button = rowOf(phone, number).getByRole('button', { name: 'Assign to me', exact: true });
  await button.press('Enter');
  await expect(phone.getByText('Task assigned failed!')).toBeVisible();
  await expect(phone.getByText('Failed to log task!')).toBeHidden();
  await button.press('Enter');
  const undo = toasts(phone).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  expect((await undo.boundingBox())?.height).toBeLessThan(28);
  expect(await measureOverflow(phone)).toBeLessThanOrEqual(0);
});

test('errors of fields that are not on the screen share one title', async ({ people }) => {
  const boss = await people.open('boss', '/setting/lock');
  await boss.getByRole('button', { name: 'Lock Rework tasks' }).click();
  const dialog = boss.getByRole('dialog', { name: 'Lock: Rework tasks' });
  await dialog.getByLabel('Reason').fill('stocktaking');
  const errors = [{ field: 'screen_name', code: 'required', message: '' }];
  await mockAnswer(boss, endpoints.setting.changeLock.path, 422, { code: 'validation', errors });
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(toasts(boss)).toContainText('Form Validation Error');
  await expect(dialog.getByLabel('Reason')).toHaveValue('stocktaking');
});

test('failed options load on Retry, in a filter and in a form', { tag: '@quick' }, async ({ people }) => {
  const page = await people.open('cs', '/account/information');
  const path = '**/api/customer/list';
  await intercept(page, path, (route) => route.abort());
  await page.getByRole('link', { name: 'Job', exact: true }).click();
  const loadErrors = page.getByRole('alert').filter({ hasText: 'Could not load' });

  await test.step('Retry loads the options of a filter', async () => {
    await page.getByRole('combobox', { name: 'Customer' }).click();
    await expect(loadErrors).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('Retry loads the options of a form', async () => {
    await page.getByRole('button', { name: 'Add job' }).first().click();
    await page.getByRole('dialog').getByLabel('Customer').first().click();
    await expect(loadErrors).toBeVisible();
    await page.unroute(path);
    await expect(loadErrors.getByRole('button', { name: 'Try again' })).toBeVisible();
    // With the keyboard alone, the focus stays in the field.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option').first()).toBeAttached();
    await expect(loadErrors).toBeHidden();
  });
});

test('a form over a list that failed to refresh says that the input is kept', async ({ people, named }) => {
  const page = await people.open('admin', '/setting/permission');
  await page.getByRole('button', { name: 'Add permission' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add permission' });
  await form.getByLabel('Description').fill('Typed before the network went');
  await intercept(page, '**/api/permission/list', (route) => route.abort());
  const codename = `npn_kept_${named('x').slice(2)}`;
  await people.call('admin')(endpoints.permission.create, { codename, description: 'Added by somebody else' });
  await expect(form.getByRole('status')).toHaveText(
    'Could not refresh the page behind this form. What you typed is kept.',
  );
  await expect(form.getByLabel('Description')).toHaveValue('Typed before the network went');
});

test('a failed or missing record has the same message on every screen', async ({ people }) => {
  const page = await people.open('leader.pte', '/account/information');
  await intercept(page, '**/api/task/history**', (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
  await intercept(page, '**/api/task/load**', (route) => route.fulfill({ status: 500, json: { code: 'internal' } }));
  const loadFailure = page.getByRole('alert').filter({ hasText: 'Could not load' });

  await test.step('a drawer shows the message', async () => {
    await page.goto('/job/task?task=1');
    await expect(loadFailure).toContainText('Server error. Nothing was changed.');
    await page.unroute('**/api/task/history**');
    await loadFailure.getByRole('button', { name: 'Try again' }).click();
    await expect(loadFailure).toBeHidden();
  });

  await test.step('the panel next to a list shows the message', async () => {
    await page.goto('/job/task?assign=true');
    await expect(loadFailure).toBeVisible();
    await page.unroute('**/api/task/load**');
    await loadFailure.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('complementary', { name: 'Assign' }).getByRole('listitem').first()).toBeVisible();
  });

  await test.step('a missing task shows a message and a link, no picture', async () => {
    await page.goto('/job/task?task=99999999');
    const drawer = page.getByRole('dialog', { name: 'Task' });
    await expect(drawer.getByText('Task not found!')).toBeVisible();
    await expect(drawer.locator('.ant-result')).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Close' }).last().click();
    await expect(drawer).toBeHidden();
  });
});

test('the page stays without a network, and a new screen opens after it', { tag: '@quick' }, async ({ people }) => {
  const page = await people.open('cs', '/account/information');
  await waitUntilSettled(page);
  const link = page.getByRole('link', { name: 'Customer Prices', exact: true });
  const loadFailure = page.getByRole('heading', { name: 'Could not load this screen' });
  const place = await link.boundingBox();
  const content = await page.getByRole('heading', { level: 1 }).boundingBox();
  await page.context().setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
  // The message takes no space, so nothing moves under the pointer.
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(content);
  expect(await link.boundingBox()).toEqual(place);
  // Hovering a link already loads the code of its screen.
  await link.hover();
  await link.click();
  await expect(loadFailure).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(loadFailure).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Customer Prices' })).toBeVisible();
  await expect(loadFailure).toBeHidden();
});

test('a new form without a network shows the error, returns the focus, and opens later', async ({ people }) => {
  const page = await people.open('boss', '/setting/category');
  await waitUntilSettled(page);
  const add = page.getByRole('button', { name: 'Add category' }).first();
  const loadFailure = page.getByRole('alertdialog', { name: 'Could not load' });
  await page.context().setOffline(true);
  await add.click();
  await expect(loadFailure.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(loadFailure.getByRole('button', { name: 'Try again' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(loadFailure).toBeHidden();
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(loadFailure).toBeVisible();
  await page.context().setOffline(false);
  const form = page.getByRole('dialog', { name: 'Add category' });
  await expect(form).toBeVisible();
  await expect(loadFailure).toBeHidden();
});

test('code that a newer release has replaced loads that release once', async ({ people }) => {
  const page = await people.open('admin', '/setting/metadata');
  await waitUntilSettled(page);
  await intercept(page, '**/article-tab-*.js', (route) => route.fulfill({ status: 404 }));
  await intercept(
    page,
    '**/',
    async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('src="/assets/start', 'src="/newer/start'),
      });
    },
    { times: 1 },
  );
  const reloaded = page.waitForEvent('load');
  await page.getByRole('tab', { name: 'Info Hub' }).click();
  await reloaded;
  await expect(page.getByRole('alert').filter({ hasText: 'Could not load' })).toBeVisible();
});

test('without a network a part of a page shows one line, and loads on Retry', async ({ people }) => {
  const page = await people.open('admin', '/setting/metadata');
  await waitUntilSettled(page);
  // The server answers all other requests, so the page is not reloaded.
  const code = '**/article-tab-*.js';
  await intercept(page, code, (route) => route.abort());
  await page.getByRole('tab', { name: 'Info Hub' }).click();
  const loadFailure = page.getByRole('alert').filter({ hasText: 'Could not load' });
  await loadFailure.getByRole('button', { name: 'Try again' }).click();
  await expect(loadFailure).toBeVisible();
  await page.unroute(code);
  await loadFailure.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('table', { name: 'Articles' })).toBeVisible();
  await expect(loadFailure).toBeHidden();
});
