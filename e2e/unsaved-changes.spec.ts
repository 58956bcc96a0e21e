import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { addJob, test } from './bureau.ts';
import { holdResponses, openTask, rowOf } from './screens.ts';

const findDiscardDialog = (page: Page) => page.getByRole('dialog', { name: 'Discard what you typed?' });

/** Cancels the dialog. The screen and its typed text stay. */
async function cancelLeaving(page: Page): Promise<void> {
  await expect(findDiscardDialog(page)).toBeVisible();
  await findDiscardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(findDiscardDialog(page)).toBeHidden();
}

test('a changed password, notes of a task and a price dialog ask before leaving', async ({ people, named }) => {
  const boss = people.call('boss');
  const page = await people.open('boss', '/account/information');

  await test.step('a link asks before a typed password is lost', async () => {
    await page.getByRole('button', { name: 'Change password' }).click();
    const field = page.getByLabel('New Password', { exact: true });
    await field.fill('half a sentence');
    await page.getByRole('link', { name: 'Task', exact: true }).click();
    await cancelLeaving(page);
    await expect(field).toHaveValue('half a sentence');
    await page.getByRole('link', { name: 'Task', exact: true }).click();
    await findDiscardDialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page).toHaveURL(/\/job\/task/);
  });

  await test.step('Back asks before typed notes are lost', async () => {
    const job = await addJob(people.call('cs'), named('Notes'));
    const number = job.job_details[0]?.sub_prod_id ?? '';
    await page.goto(`/job/task?tab=all&text=${number}`);
    await expect(rowOf(page, number)).toBeVisible();
    const drawer = await openTask(page, number);
    await drawer.getByRole('button', { name: 'Edit notes' }).click();
    await drawer.getByRole('textbox', { name: 'Notes' }).fill('Mind the window');
    await page.goBack();
    await cancelLeaving(page);
    await expect(drawer.getByRole('textbox', { name: 'Notes' })).toHaveValue('Mind the window');
    await page.goBack();
    await cancelLeaving(page);
    // The user goes Back before the response arrives. The text is saved a moment later, and the step back happens.
    const answer = await holdResponses(page, /update-notes/);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.goBack();
    await expect(findDiscardDialog(page)).toBeVisible();
    answer();
    await expect(findDiscardDialog(page)).toBeHidden();
    await expect(drawer).toBeHidden();
    await expect(page).not.toHaveURL(/task=/);
    await page.goForward();
    await expect(drawer.getByText('Mind the window', { exact: true })).toBeVisible();
    await page.goBack();
    await expect(drawer).toBeHidden();
  });

  await test.step('Esc asks before a typed price is lost', async () => {
    const { cus1_list } = await boss(endpoints.customer.list, {});
    await page.goto(`/customer/prices?cus=${cus1_list[0]?.id}`);
    await page.getByRole('button', { name: 'Change by percent' }).click();
    const percent = page.getByRole('dialog', { name: 'Change prices by percent' });
    await percent.getByRole('spinbutton', { name: 'Change By' }).fill('5');
    await page.keyboard.press('Escape');
    await cancelLeaving(page);
    await expect(percent.getByRole('spinbutton', { name: 'Change By' })).toHaveValue('5');
  });
});

test('Back closes an overlay without its own URL, and the screen stays', async ({ people }) => {
  const page = await people.open('admin', '/setting/group');
  const go = async (link: string, path: string) => {
    await page.getByRole('link', { name: link, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  };
  const expectClosing = async (button: RegExp, path: string, typed?: string) => {
    await page.getByRole('button', { name: button }).first().click();
    const open = page.getByRole('dialog');
    await expect(open).toBeVisible();
    if (typed) await open.getByRole('textbox').first().fill(typed);
    await page.goBack();
    if (typed) await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await expect(open).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  };
  await go('Category', '/setting/category');
  await expectClosing(/^Add category$/, '/setting/category');
  await expectClosing(/^History of /, '/setting/category');
  await go('System Lock', '/setting/lock');
  await expectClosing(/^Lock Members$/, '/setting/lock');
  await expectClosing(/^Lock Members$/, '/setting/lock', 'counting');
  await page.goBack();
  await expect(page).toHaveURL(/category$/);
});

test('Back closes an overlay of the first opened page, and then leaves it at once', async ({ people }) => {
  const page = await people.open('editor.pte', 'about:blank');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/account/work');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeVisible();
  for (const opens of ['Open menu', 'Go to or search', /notification/i] as const) {
    await page.getByRole('button', { name: opens }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(heading).toBeVisible();
    await expect(page.getByRole('button', { name: opens })).toBeFocused();
  }
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
});

test('a search typed just before a form opens does not ask when the URL changes', async ({ people }) => {
  const page = await people.open('admin', '/setting/category');
  await expect(rowOf(page, 'Real Estate')).toBeVisible();
  await page.getByRole('searchbox').fill('real');
  await page.getByRole('button', { name: 'Add category' }).click();
  const form = page.getByRole('dialog', { name: 'Add category' });
  await form.getByRole('combobox', { name: 'Category 2' }).fill('Half a sentence');
  await expect(page).toHaveURL(/text=real/);
  await expect(findDiscardDialog(page)).toBeHidden();
  await expect(form.getByRole('combobox', { name: 'Category 2' })).toHaveValue('Half a sentence');
});

test('a search typed just before a menu link is pressed does not change the next screen', async ({ people }) => {
  const page = await people.open('boss', '/job');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  const search = page.getByRole('searchbox');
  await search.fill('lumen');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Details', exact: true }).click();
  await expect(page).toHaveURL((url) => url.pathname === '/customer/details');
  await expect(search).toHaveValue('');
  // A later search reaches the URL after the earlier one would have.
  await search.fill('palm');
  await expect(page).toHaveURL(/text=palm/);
  expect(visited.filter((url) => url.includes('/customer/details') && url.includes('lumen'))).toEqual([]);
});
