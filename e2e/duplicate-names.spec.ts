import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { addMember, addJob, test } from './bureau.ts';
import { rowOf } from './screens.ts';

/** Presses the link to the existing record, which opens next to the form. */
async function openExisting(page: Page, name: string): Promise<Page> {
  const [existingPage] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: `Open “${name}” in a new tab`, exact: true }).click(),
  ]);
  return existingPage;
}

test('a duplicate name is refused with a link, and the form keeps the input', async ({ people, named }) => {
  const admin = people.call('admin');

  await test.step('a team in upper or lower case has a link', async () => {
    const team = named('Twin');
    await admin(endpoints.team.add, { team_name: team, leader_id: null, members: [] });
    const page = await people.open('admin', '/staff/team');
    await page.getByRole('button', { name: 'Add team' }).click();
    const form = page.getByRole('dialog', { name: 'Add team' });
    await form.getByLabel('Team name').fill(team);
    await form.getByRole('button', { name: 'Add team' }).click();
    const existingPage = await openExisting(page, team);
    await expect(rowOf(existingPage, team)).toBeVisible();
    await expect(form.getByLabel('Team name')).toHaveValue(team);
  });

  await test.step('a staff ID has a link', async () => {
    const name = named('Double');
    const { member } = await addMember(admin, name);
    const page = await people.open('admin', `/staff/member?member=${member.id}&edit=1`);
    const form = page.getByRole('dialog', { name: `Edit ${name}` });
    const otherMember = (await admin(endpoints.staff.list, { page_size: 2 })).results.find(
      (row) => row.id !== member.id,
    )!;
    await form.getByLabel('Staff ID').fill(otherMember.staff_id);
    await form.getByRole('button', { name: 'Save' }).click();
    const existingPage = await openExisting(page, otherMember.staff_id);
    await expect(rowOf(existingPage, otherMember.staff_id).first()).toBeVisible();
    await expect(form.getByLabel('Staff ID')).toHaveValue(otherMember.staff_id);
  });

  await test.step('a production ID has a link', async () => {
    const job = await addJob(people.call('cs'), named('First of two'));
    const page = await people.open('boss', '/job');
    await page.getByRole('button', { name: 'Add job' }).click();
    const form = page.getByRole('dialog', { name: 'Add job' });
    const pickFirst = async (label: string) => {
      await form.getByRole('combobox', { name: label }).click();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    await pickFirst('Customer ID 2');
    await form.getByLabel('Job Name').fill(named('Second of two'));
    await form.getByLabel('Prod ID').fill(job.prod_id);
    await pickFirst('Category');
    await form.getByLabel('Quantity').fill('3');
    await form.getByRole('button', { name: 'Add job' }).click();
    const existingPage = await openExisting(page, job.prod_id);
    await expect(rowOf(existingPage, job.job_name)).toBeVisible();
  });

  await test.step('a customer 1 has a link', async () => {
    const [firstCustomerName, secondCustomerName] = [named('Zenith'), named('Nadir')];
    const { detailAdd } = endpoints.customer;
    const first = await admin(detailAdd, {
      cus0_name: named('Heavens'),
      cus1_name: firstCustomerName,
      cus2_names: ['Shop'],
    });
    const second = await admin(detailAdd, {
      cus_id0: first.cus0.id,
      cus1_name: secondCustomerName,
      cus2_names: ['Shop'],
    });
    const page = await people.open('cs', `/customer/details?cus_id0=[${first.cus0.id}]&form=edit-${second.cus_id1}`);
    const form = page.getByRole('dialog', { name: `Edit ${secondCustomerName}` });
    const field = form.getByRole('textbox', { name: 'Customer ID 1' });
    await field.fill(firstCustomerName);
    await form.getByRole('button', { name: 'Save' }).click();
    const existingPage = await openExisting(page, firstCustomerName);
    await expect(rowOf(existingPage, firstCustomerName).first()).toBeVisible();
    await expect(field).toHaveValue(firstCustomerName);
  });
});
