import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing/app.ts';
import { buildStaff } from '../../testing/factories/people.ts';

const { staff } = endpoints;
let bureau: TestApp;

beforeAll(async () => {
  bureau = await testApp();
});
afterAll(() => bureau.close());

it('is changed by superusers only, whatever the change is', async () => {
  const powers = ['npn_change_member', 'npn_delete_member', 'npn_reset_password', 'npn_view_staff_info'];
  const below = await bureau.as(powers);
  const superuser = await bureau.as({ is_superuser: true });
  const { user_id: id } = await buildStaff(bureau.db, { is_superuser: true, permissions: [] });
  const gone = await buildStaff(bureau.db, { is_superuser: true, permissions: [], active: false });
  const answers = [
    await below.send(staff.update, { id, version: 1, phone_number: '0900000009' }),
    await below.send(staff.update, { id, version: 1, group_id: null }),
    await below.send(staff.setAvatar, { id, version: 1, avatar: null }),
    await below.send(staff.delete, { staff_id: id, version: 1 }),
    await below.send(staff.activate, { staff_id: gone.user_id, version: 1 }),
    await below.send(endpoints.user.resetPassword, { user_id: id }),
  ];
  expect(answers.map(({ problem }) => problem.code)).toEqual(answers.map(() => 'beyond_own_rights'));
  expect((await superuser.send(staff.update, { id, version: 1, phone_number: '0900000009' })).status).toBe(200);
});
