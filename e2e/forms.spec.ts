import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Locator, type Page } from '@playwright/test';
import { addJob, test } from './bureau.ts';

const findDiscardDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Discard what you typed?' });

/** Every form that adds a record, with its screen and a field to type into. */
const ADD_FORMS = [
  { who: 'boss', path: '/job', button: 'Add job', form: 'Add job', field: 'Job Name' },
  { who: 'boss', path: '/customer/details', button: 'Add customer', form: 'Add customer', field: 'Company name' },
  {
    who: 'admin',
    path: '/setting/permission',
    button: 'Add permission',
    form: 'Add permission',
    field: 'Permission Name',
  },
  { who: 'admin', path: '/setting/group', button: 'Add group', form: 'Add group', field: 'Group Name' },
  { who: 'admin', path: '/staff/member', button: 'Add member', form: 'Add member', field: 'Full name' },
  { who: 'admin', path: '/staff/team', button: 'Add team', form: 'Add team', field: 'Team name' },
  { who: 'admin', path: '/setting/category', button: 'Add category', form: 'Add category', field: 'Category 2' },
] as const;

for (const { who, path, button, form: title, field } of ADD_FORMS) {
  test(`${title}: Back and Esc ask before the input is lost, and Back works after that`, async ({ people }) => {
    const page = await people.open(who, '/account/information');
    // A link is used, so that Back stays within the page.
    await page.locator(`nav a[href="${path}"]`).click();
    await page.getByRole('button', { name: button, exact: true }).click();
    const form = page.getByRole('dialog', { name: title });
    const typed = form
      .getByRole('textbox', { name: field })
      .or(form.getByRole('combobox', { name: field }))
      .first();
    await typed.fill('aurora');

    await page.goBack();
    await findDiscardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(typed).toHaveValue('aurora');
    await page.keyboard.press('Escape');
    await findDiscardDialog(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(typed).toHaveValue('aurora');

    await page.goBack();
    await findDiscardDialog(page).getByRole('button', { name: 'Discard' }).click();
    await expect(form).toBeHidden();
    // If the form has its own URL, one more step back leaves the list.
    if (page.url().includes(path)) await page.goBack();
    await expect(page).toHaveURL(/account\/information/);
  });
}

test('a form without input closes without a question, and a reload of a form asks', async ({ people }) => {
  const page = await people.open('boss', '/job');
  await page.getByRole('button', { name: 'Add job' }).click();
  const form = page.getByRole('dialog', { name: 'Add job' });
  await expect(form).toBeVisible();
  await page.goBack();
  await expect(form).toBeHidden();

  await page.getByRole('button', { name: 'Add job' }).click();
  await form.getByLabel('Job Name').fill('Aurora');
  const discardDialog = page.waitForEvent('dialog');
  const reload = page.reload().catch(() => undefined);
  const question = await discardDialog;
  expect(question.type()).toBe('beforeunload');
  await question.accept();
  await reload;
});

test(
  'a double Enter adds one record, and so does a retry after a lost response',
  { tag: '@quick' },
  async ({ people, named }) => {
    const boss = people.call('boss');
    const countTeams = async (name: string) =>
      (await boss(endpoints.team.list, {})).results.filter((row) => row.team_name === name).length;
    const page = await people.open('admin', '/staff/team?form=new');
    const form = page.getByRole('dialog', { name: 'Add team' });
    const job = await addJob(people.call('cs'), named('Twice'));

    await test.step('a detail, which can occur twice in a job', async () => {
      const otherPage = await people.open(
        'boss',
        `/job?job_id=${job.job_id}&open=${job.job_id}&form=job-${job.job_id}-detail`,
      );
      const detail = otherPage.getByRole('dialog', { name: `Add detail to ${job.prod_id}` });
      await detail.getByRole('combobox').first().click();
      await otherPage.keyboard.press('ArrowDown');
      await otherPage.keyboard.press('Enter');
      await detail.getByLabel('Quantity').fill('7');
      await otherPage.evaluate(() => {
        const formElement = document.querySelector('form');
        formElement?.requestSubmit();
        formElement?.requestSubmit();
      });
      await expect(detail).toBeHidden();
      const { results } = await boss(endpoints.job.list, { job_id: job.job_id });
      expect(results[0]?.job_details).toHaveLength(2);
    });

    await test.step('a team whose response is lost', async () => {
      const name = named('Lost');
      let lostCount = 0;
      await page.route('**/api/team/add', async (route) => {
        if (lostCount > 0) return route.continue();
        lostCount += 1;
        await route.fetch();
        await route.abort();
      });
      await form.getByLabel('Team name').fill(name);
      await form.getByRole('button', { name: 'Add team' }).click();
      await expect(page.getByRole('status').filter({ hasText: 'Could not reach' }).first()).toBeVisible();
      await expect(form.getByLabel('Team name')).toHaveValue(name);
      await form.getByRole('button', { name: 'Add team' }).click();
      await expect(form).toBeHidden();
      expect(await countTeams(name)).toBe(1);
    });
  },
);

test('an added record is marked, and its toast opens it despite a filter', async ({ people, named }) => {
  const page = await people.open('admin', '/setting/permission?text=nothing-has-this');
  const codename = `forms_${named('x').slice(2)}`;
  await page.getByRole('button', { name: 'Add permission' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add permission' });
  await form.getByLabel('Permission Name').fill(codename);
  await form.getByLabel('Description').fill('Made by a test');
  await form.getByRole('button', { name: 'Add permission' }).click();
  const addedToast = page.getByRole('status').filter({ hasText: codename });
  await addedToast.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('dialog', { name: `Edit npn_${codename}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('tr[data-added]')).toContainText(codename);
});
