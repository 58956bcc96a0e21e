import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { setNewPassword, findFirstTask, addMember, addJob, signIn, test, toWord } from './bureau.ts';
import { rowOf } from './screens.ts';

const record = (page: Page) => page.getByRole('dialog', { name: 'Member', exact: true });

test('a member is added, gets a one-time password and a picture, and has a history', async ({ people, named }) => {
  const name = named('Hà Thị Mới');
  const word = toWord(name);
  const page = await people.open('boss', '/staff/member');
  await page.getByRole('button', { name: 'Add member' }).click();
  const form = page.getByRole('dialog', { name: 'Add member' });
  const save = form.getByRole('button', { name: 'Add member' });

  await test.step('every missing field has a message, and the next staff ID is filled in', async () => {
    await expect(form.getByLabel('Staff ID')).toHaveValue(/^DR-\d{3}$/);
    await save.click();
    for (const text of [
      'Please enter Full Name',
      'Please select Gender',
      'Please select Birthday',
      'Please enter Email',
      'Please enter Phone Number',
      'Please choose at least 1 team',
      'Please enter Residence ID',
      'Please enter Residence Address',
      'Please enter Address',
    ]) {
      await expect(form.getByText(text, { exact: true })).toBeVisible();
    }
    await form.getByLabel('Email').fill('nobody@nowhere@');
    await form.getByLabel('Phone Number').fill('09012345678');
    await form.getByLabel('Username').fill('x'.repeat(101));
    await expect(form.getByText('The input is not valid E-mail!')).toBeVisible();
    await expect(form.getByText('Max Length is 10!')).toBeVisible();
    await expect(form.getByText('Max Length is 100!')).toBeVisible();
  });

  await test.step('a value that is already used has a message on its field', async () => {
    await form.getByLabel('Staff ID').fill('DR-001');
    await form.getByLabel('Full Name').fill(name);
    await expect(form.getByLabel('Last Name')).toHaveValue(name.split(' ').slice(0, -1).join(' '));
    await form.getByText('Female', { exact: true }).click();
    await form.getByLabel('Birthday').fill('05 May 1995');
    await form.getByLabel('Birthday').press('Enter');
    await form.getByLabel('Email').fill(`${word}@darkroom.example`);
    await form.getByLabel('Phone Number').fill('(+84) 901.234 567');
    await form.getByLabel('Teams').fill('Lụa');
    await form.getByLabel('Teams').press('Enter');
    await form.getByLabel('Username').fill(word);
    await form.getByLabel('Residence ID').fill('079095000001');
    await form.getByLabel('Residence Address').fill('1 Lê Lợi');
    await form.getByLabel('Address', { exact: true }).fill('2 Lê Lợi');
    await form.getByLabel('Salary 1').fill('12500000');
    await save.click();
    await expect(form.getByText(/^“.+” already exists\.$/)).toBeVisible();
    await form.getByLabel('Staff ID').fill(word);
    await save.click();
  });

  await test.step('the one-time password is shown once', async () => {
    const secret = page.getByRole('dialog', { name: `One-time password for ${word}` });
    await expect(secret.getByText(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)).toBeVisible();
    await secret.getByRole('button', { name: 'I have passed it on' }).click();
    await expect(record(page)).toContainText('12,500,000 VND');
    await expect(record(page)).toContainText('0901234567');
  });

  await test.step('a picture is converted and shown', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    await page.locator('input[type=file]').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from(png, 'base64'),
    });
    await expect(page.getByText(`Picture of ${name} saved`)).toBeVisible();
    await expect(record(page).locator('img[src^="blob:"]')).toBeVisible();
    await expect(record(page).getByRole('button', { name: 'Remove picture' })).toBeVisible();
  });

  await test.step('a change is in the history', async () => {
    await record(page).getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: `Edit ${name}` });
    await edit.getByLabel('Position').fill('Retoucher');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${name} saved`, { exact: true })).toBeVisible();
    await record(page)
      .getByRole('button', { name: `History of ${name}` })
      .click();
    const history = page.getByRole('dialog').last();
    await expect(history).toContainText('Retoucher');
  });
});

test('a user without permission sees pay in no list, record or URL', async ({ people }) => {
  const leader = await people.open('leader.pte', '/staff/member?sort=-salary_1');
  await expect(rowOf(leader, 'DR-010')).toBeVisible();
  await expect(leader.getByRole('columnheader', { name: /Salary/ })).toHaveCount(0);
  await expect(leader.getByRole('button', { name: 'Add member' })).toHaveCount(0);
  await rowOf(leader, 'DR-010').getByText('Trần Thị Kim Chi').click();
  await expect(record(leader)).toContainText('editor.pte@darkroom.example');
  await expect(record(leader)).not.toContainText('Salary');
  await expect(record(leader).getByRole('button', { name: 'Deactivate' })).toHaveCount(0);

  const accountant = await people.open('accountant', '/staff/member?sort=-salary_1&member=10');
  await expect(accountant.getByRole('columnheader', { name: /Salary 1/ })).toBeVisible();
  await expect(record(accountant).getByRole('region', { name: 'Salary and residence' })).toContainText('VND');
});

test('a member who leaves is signed out, and the work is handed over', async ({ people, named }) => {
  const name = named('Người Sắp Nghỉ');
  const admin = people.call('admin');
  const { member, one_time_password, word } = await addMember(admin, name);
  const job = await addJob(people.call('cs'), named('Staff: work left behind'));
  const task = findFirstTask(job);
  await admin(endpoints.task.assign, {
    tasks: [{ task_id: task.task_id, version: task.version }],
    editor: member.id,
  });

  const leaverPage = await people.openSignedOut('/login');
  await signIn(leaverPage, word, one_time_password!);
  await setNewPassword(leaverPage, one_time_password!);
  await expect(leaverPage.getByRole('heading', { name: 'Tasks' })).toBeVisible();

  const page = await people.open('admin', `/staff/member?member=${member.id}`);
  await record(page).getByRole('button', { name: 'Deactivate' }).click();
  const dialog = page.getByRole('dialog', { name: `Deactivate ${name}` });
  await expect(dialog).toContainText('1 task in progress');
  await expect(dialog).toContainText(job.job_details[0]?.sub_prod_id ?? '');
  await dialog.getByLabel('New Editor for PTE').fill('Nguyễn Tuấn Anh');
  await dialog.getByLabel('New Editor for PTE').press('Enter');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(page.getByText(`${name} deactivated`)).toBeVisible();
  await expect(leaverPage).toHaveURL(/\/login/);
  const { results } = await admin(endpoints.job.list, { job_id: job.job_id });
  const users = await admin(endpoints.user.list, {});
  const successor = Object.values(users).find((user) => user.username === 'anh.nguyen');
  expect(results[0]?.job_details[0]?.tasks[0]).toMatchObject({ status: 2, editor: successor?.id });

  await expect(record(page)).toContainText('Left');
  await record(page).getByRole('button', { name: 'Reactivate' }).click();
  await page
    .getByRole('dialog', { name: /^Reactivate/ })
    .getByRole('button', { name: 'Reactivate' })
    .click();
  await page.getByRole('button', { name: 'I have passed it on' }).click();
  await expect(record(page)).toContainText('Working');
});

test('in Vietnamese: a team is added, its leader changes, members are added and removed', async ({ people, named }) => {
  const name = named('Hừng Đông');
  const page = await people.open('boss', '/staff/team', { language: 'vi' });
  await expect(rowOf(page, 'Bình Minh')).toBeVisible();
  await page.getByRole('button', { name: 'Thêm nhóm' }).click();
  const form = page.getByRole('dialog', { name: 'Thêm nhóm' });
  await form.getByRole('button', { name: 'Thêm nhóm' }).click();
  await expect(form.getByText('Vui lòng nhập Tên nhóm')).toBeVisible();
  await form.getByLabel('Tên nhóm').fill('bình minh');
  await form.getByRole('button', { name: 'Thêm nhóm' }).click();
  await expect(form.getByText('“bình minh” đã có.')).toBeVisible();
  await form.getByLabel('Tên nhóm').fill(name);
  await form.getByLabel('Trưởng nhóm').fill('Bùi Minh Đức');
  await form.getByLabel('Trưởng nhóm').press('Enter');
  await form.getByRole('button', { name: 'Thêm nhóm' }).click();
  await expect(rowOf(page, name)).toContainText('Bùi Minh Đức');

  const team = page.getByRole('dialog', { name });
  await team.getByLabel('Thêm thành viên').fill('Cao Xuân Sơn');
  await team.getByLabel('Thêm thành viên').press('Enter');
  await page.keyboard.press('Escape');
  await team.getByRole('button', { name: 'Thêm', exact: true }).click();
  await expect(team.getByRole('listitem').filter({ hasText: 'Cao Xuân Sơn' })).toBeVisible();
  await expect(rowOf(page, name)).toContainText('1');
  await team.getByRole('button', { name: 'Đưa Cao Xuân Sơn ra khỏi nhóm' }).click();
  await expect(team.getByText('Chưa có thành viên.')).toBeVisible();
  await page.getByRole('button', { name: 'Hoàn tác' }).click();
  await expect(team.getByRole('listitem').filter({ hasText: 'Cao Xuân Sơn' })).toBeVisible();

  await page.goto('/staff/team');
  await rowOf(page, 'Chuyển Động').getByText('Chuyển Động').click();
  await page.getByRole('button', { name: 'Đưa Lưu Thanh Tâm ra khỏi nhóm' }).click();
  await expect(page.getByText('Ai cũng phải thuộc ít nhất một nhóm', { exact: false })).toBeVisible();
});
