import { endpoints } from '@darkroom/contract/endpoints';
import { expect, type Page } from '@playwright/test';
import { signIn, test, type Caller } from './bureau.ts';
import { rowOf } from './screens.ts';

const drawer = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Moves a person into a group of their own, so that its changes affect no one else. */
async function moveToGroup(admin: Caller, group_id: number, username: string): Promise<() => Promise<void>> {
  const users = Object.values(await admin(endpoints.user.list, {}));
  const { id = 0 } = users.find((user) => user.username === username) ?? {};
  const move = async (to: number | null) => {
    const { results } = await admin(endpoints.staff.list, { text: username, page_size: 200 });
    const { version = 0 } = results.find((member) => member.id === id) ?? {};
    await admin(endpoints.staff.update, { id, version, group_id: to });
  };
  const { results } = await admin(endpoints.staff.list, { text: username, page_size: 200 });
  const before = results.find((member) => member.id === id)?.group_id ?? null;
  await move(group_id);
  return () => move(before);
}

test('a group is created from another, refused, changed, compared and deleted', async ({ people, named }) => {
  const name = named('Night editors');
  const boss = await people.open('boss', '/setting/group');
  await test.step('a group is created from another, without permissions that the boss does not have', async () => {
    await boss.getByRole('button', { name: 'Copy Editor PTE' }).click();
    const form = drawer(boss, 'Add group');
    await expect(form.getByText('1 permission skipped, because you do not have it.')).toBeVisible();
    const edits = form.getByRole('checkbox', { name: /^Work as an editor on PTE tasks/ });
    await expect(edits).toBeDisabled();
    await expect(form.getByText(/Someone who has it, or a superuser, can/)).toBeVisible();
    await expect(form.getByRole('checkbox', { name: 'Use the customer portal', exact: false }).first()).toBeDisabled();

    await form.getByLabel('Group Name').fill('Editor PTE');
    await form.getByRole('button', { name: 'Add group' }).click();
    await expect(form.getByText('Group name exists')).toBeVisible();
    await form.getByLabel('Group Name').fill('');
    for (const area of ['All of Tasks', 'All of Allowance']) {
      // Some permissions are selected: the first press selects all, the second none.
      await form.getByRole('checkbox', { name: area }).check();
      await form.getByRole('checkbox', { name: area }).uncheck();
    }
    await form.getByRole('button', { name: 'Add group' }).click();
    await expect(form.getByText('Please enter Group Name')).toBeVisible();
    await expect(form.getByText('Please select at least one permission')).toBeVisible();

    await form.getByLabel('Group Name').fill(name);
    await form.getByRole('searchbox').fill('own task');
    await form.getByRole('checkbox', { name: 'Start own tasks' }).check();
    await form.getByRole('button', { name: 'Add group' }).click();
    await expect(boss.getByText(`Group ${name} added`)).toBeVisible();
    await expect(rowOf(boss, name)).toContainText('No members yet');
  });

  await test.step('a permission lists its screens and actions', async () => {
    await boss.getByRole('button', { name: `Edit ${name}` }).click();
    const form = drawer(boss, `Edit ${name}`);
    await form.getByRole('searchbox').fill('view_job');
    await form.getByRole('button', { name: 'Effects of npn_view_job' }).click();
    await expect(form.getByText('/api/job/list')).toBeVisible();
    await expect(form.getByText('Job › Job')).toBeVisible();
    await form.getByRole('checkbox', { name: 'View jobs and their details' }).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(boss.getByText(`Group ${name} updated`)).toBeVisible();
    await expect(rowOf(boss, name)).toContainText('Jobs 1 · Tasks 1');
  });

  await test.step('two groups are compared side by side', async () => {
    const { results } = await people.call('boss')(endpoints.group.list, {});
    const [first, second] = [name, 'Editor OTS'].map(
      (groupName) => results.find((row) => row.group_name === groupName)?.id,
    );
    await boss.goto(`/setting/group?compare=[${first},${second}]`);
    const side = drawer(boss, 'Compare groups');
    await expect(side.getByText(`1 in both · 1 only in ${name} · 4 only in Editor OTS`)).toBeVisible();
    await expect(side.getByRole('row', { name: /npn_view_job/ })).toBeVisible();
    await expect(side.getByRole('row', { name: /npn_start_task/ })).toBeHidden();
    await side.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a group with members cannot be deleted', async () => {
    await expect(boss.getByRole('button', { name: 'Delete Editor OTS' })).toBeDisabled();
    await boss.getByRole('button', { name: `Delete ${name}` }).click();
    const deleteDialog = drawer(boss, `Delete group ${name} with 2 permissions?`);
    await deleteDialog.getByRole('button', { name: 'Delete' }).click();
    await expect(boss.getByText(`Group ${name} deleted`)).toBeVisible();
    await expect(rowOf(boss, name)).toBeHidden();
  });
});

test('a new group starts with the usual permissions and a name', async ({ people, named }) => {
  const admin = await people.open('admin', '/setting/group?form=new', { language: 'vi' });
  const form = drawer(admin, 'Thêm nhóm quyền');
  const start = form.getByRole('combobox', { name: 'Bắt đầu từ nhóm quyền' });
  const name = form.getByLabel('Tên nhóm quyền');
  const choose = async (templateName: string) => {
    await start.fill(templateName);
    await admin.locator('.ant-select-dropdown').getByTitle(templateName, { exact: true }).click();
  };
  await choose('Giám đốc');
  await expect(name).toHaveValue('Giám đốc');
  await choose('Kế toán');
  await expect(name).toHaveValue('Kế toán');
  await expect(form.getByText('Đã sao chép 9 quyền')).toBeVisible();
  // A typed name stays when the starting point changes.
  await name.fill(named('Kế toán đêm'));
  await choose('Chăm sóc khách hàng');
  await expect(name).toHaveValue(named('Kế toán đêm'));
  await choose('Kế toán');
  await form.getByRole('button', { name: 'Thêm nhóm quyền' }).click();
  await expect(rowOf(admin, named('Kế toán đêm'))).toBeVisible();
  const { results } = await people.call('admin')(endpoints.group.list, {});
  const findGroup = (group_name: string) => results.find((group) => group.group_name === group_name);
  const createdGroup = findGroup(named('Kế toán đêm'));
  expect(createdGroup?.permissions.toSorted()).toEqual(findGroup('Accountant')?.permissions.toSorted());
  await people.call('admin')(endpoints.group.delete, { group_id: createdGroup!.id });
});

test('a permission change reaches open browsers at once: menu, buttons and the open screen', async ({
  people,
  named,
}) => {
  const admin = people.call('admin');
  const { id } = await admin(endpoints.group.create, {
    group_name: named('Trainees'),
    permissions: ['npn_view_job', 'npn_view_redo', 'npn_view_group'],
  });
  const restoreGroup = await moveToGroup(admin, id, 'thao.ho');
  try {
    const trainee = await people.open('thao.ho', '/job');
    const menu = trainee.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('link', { name: 'Rework List' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Permissions' })).toBeHidden();
    await expect(trainee.getByRole('button', { name: 'Add job' })).toBeHidden();

    const boss = await people.open('boss', `/setting/group?form=${id}`);
    const form = drawer(boss, /^Edit Trainees/);
    await expect(form.getByText('Hồ Phương Thảo')).toBeVisible();
    const save = async (box: RegExp, on: boolean) => {
      await form.getByRole('checkbox', { name: box }).setChecked(on);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toBeHidden();
      await boss.getByRole('button', { name: /^Edit Trainees/ }).click();
    };
    await save(/^Add jobs, one by one or in bulk/, true);
    await expect(trainee.getByRole('button', { name: 'Add job' }).first()).toBeVisible();
    await expect(trainee.getByText('Your permissions were changed').first()).toBeVisible();
    await save(/^View permissions, locks/, true);
    await expect(menu.getByRole('link', { name: 'Permissions' })).toBeVisible();

    // The user is looking at a list when the permission for it is removed.
    await menu.getByRole('link', { name: 'Rework List' }).click();
    await expect(trainee.getByRole('heading', { name: 'Rework' }).first()).toBeVisible();
    await save(/^View the rework list/, false);
    await expect(trainee).toHaveURL(/\/forbidden$/);
    await expect(menu.getByRole('link', { name: 'Rework List' })).toBeHidden();
    await expect(trainee.getByText('Sorry, you are not authorized to access this page.')).toBeVisible();
    // When the permission is restored, the list appears again automatically.
    await save(/^View the rework list/, true);
    await expect(trainee.getByRole('heading', { name: 'Rework' }).first()).toBeVisible();

    // The input stays readable when the permission for the page is removed, and it cannot be saved.
    await menu.getByRole('link', { name: 'Job', exact: true }).click();
    await trainee.getByRole('button', { name: 'Add job' }).first().click();
    const typing = drawer(trainee, 'Add job');
    await typing.getByLabel('Job Name').fill('Half typed');
    await save(/^Add jobs, one by one or in bulk/, false);
    await save(/^View jobs/, false);
    await expect(typing.getByText(/You no longer have permission to save this/)).toBeVisible();
    await expect(typing.getByLabel('Job Name')).toHaveValue('Half typed');
    await expect(typing.getByRole('button', { name: 'Add job' })).toBeDisabled();
  } finally {
    await restoreGroup();
    await admin(endpoints.group.delete, { group_id: id });
  }
});

test('in Vietnamese: a built-in permission is renamed, and a custom one is added and deleted', async ({
  people,
  named,
}) => {
  const admin = people.call('admin');
  const code = named('den').replaceAll(' ', '_').toLowerCase();
  const find = async (codename: string) =>
    (await admin(endpoints.permission.list, {})).results.find((row) => row.codename === codename);
  const before = await find('npn_view_team');
  const boss = await people.open('boss', '/setting/permission?text=npn_view_team', { language: 'vi' });
  try {
    await boss.getByRole('button', { name: 'Sửa mô tả npn_view_team' }).click();
    const form = drawer(boss, 'Sửa mô tả npn_view_team');
    await expect(form.getByLabel('Tên quyền')).toBeDisabled();
    await form.getByLabel('Mô tả').fill('Xem các tổ');
    await form.getByRole('button', { name: 'Lưu' }).click();
    await expect(boss.getByText('Đã cập nhật quyền npn_view_team')).toBeVisible();
    await expect(rowOf(boss, 'npn_view_team')).toContainText('Xem các tổ');
    await expect(rowOf(boss, 'npn_view_team')).toContainText('Mô tả gốc: Xem nhóm làm việc');

    await boss.getByRole('button', { name: 'Thêm quyền' }).click();
    const add = drawer(boss, 'Thêm quyền');
    await add.getByRole('button', { name: 'Thêm quyền' }).click();
    await expect(add.getByText('Vui lòng nhập tên quyền')).toBeVisible();
    await expect(add.getByText('Vui lòng nhập mô tả')).toBeVisible();
    await add.getByLabel('Mô tả').fill('Bật đèn đỏ');
    await add.getByLabel('Tên quyền').fill('view_team');
    await add.getByRole('button', { name: 'Thêm quyền' }).click();
    await expect(add.getByText('Mã quyền đã tồn tại')).toBeVisible();
    await add.getByLabel('Tên quyền').fill(`npn_${code}`);
    await add.getByRole('button', { name: 'Thêm quyền' }).click();
    await expect(boss.getByText(`Đã thêm quyền npn_${code}`)).toBeVisible();

    await boss.goto('/setting/permission?area=own');
    await boss.getByRole('button', { name: `Xóa npn_${code}` }).click();
    await drawer(boss, `Xóa quyền npn_${code}?`).getByRole('button', { name: 'Xóa' }).click();
    await expect(boss.getByText('Đã xóa 1 quyền')).toBeVisible();
    await expect(rowOf(boss, `npn_${code}`)).toBeHidden();
  } finally {
    const now = await find('npn_view_team');
    if (before && now && now.description !== before.description) {
      await admin(endpoints.permission.update, { id: now.id, version: now.version, description: before.description });
    }
  }
});

test('a person’s other sessions end at once on every device', async ({ people }) => {
  const currentDevice = await people.openSignedOut('/account/information');
  await signIn(currentDevice, 'giang.vo');
  const otherDevice = await people.openSignedOut('/job/task');
  await signIn(otherDevice, 'giang.vo');
  await expect(otherDevice.getByRole('heading', { name: 'Tasks' })).toBeVisible();
  await expect(currentDevice.getByRole('region', { name: 'My record' })).toContainText('DR-');
  const sessions = currentDevice.getByRole('region', { name: 'Signed-in devices' });
  await currentDevice.reload();
  await expect(sessions.getByText('This device')).toBeVisible();
  await sessions
    .getByRole('button', { name: /^Sign out Chrome on/ })
    .first()
    .click();
  await expect(otherDevice).toHaveURL(/\/login$/);
  // The demo bureau starts with people at work on other devices.
  const otherSessionButtons = sessions.getByRole('button', { name: /^Sign out/ });
  await expect(async () => {
    if ((await otherSessionButtons.count()) > 0) await otherSessionButtons.first().click();
    await expect(otherSessionButtons).toHaveCount(0);
  }).toPass();
  await expect(sessions.getByText('You are not signed in anywhere else.')).toBeVisible();
  await expect(currentDevice.getByRole('region', { name: 'My record' })).toContainText('giang.vo');
});
