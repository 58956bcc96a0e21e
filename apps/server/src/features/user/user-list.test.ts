import { endpoints } from '@darkroom/contract/endpoints';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { buildCustomerAccount, buildStaff } from '../../testing/factories/people.ts';

const { user } = endpoints;
let bureau: TestApp;

beforeAll(async () => {
  bureau = await createTestApp();
});
afterAll(() => bureau.close());

describe('the user list', () => {
  it('the list names all staff, with permissions of active ones only', async () => {
    const reader = await bureau.as([]);
    const { user_id: active } = await buildStaff(bureau.db, {
      username: 'here',
      full_name: 'Here Still',
      permissions: ['npn_view_job', 'npn_add_job'],
    });
    const { user_id: leaverId } = await buildStaff(bureau.db, {
      username: 'gone',
      permissions: ['npn_view_job'],
      active: false,
    });
    const customer = await buildCustomerAccount(bureau.db);
    const users = await reader.call(user.list, {});
    expect(users[active]).toEqual({
      id: active,
      username: 'here',
      full_name: 'Here Still',
      active: true,
      is_superuser: false,
      is_away: false,
      permissions: ['npn_add_job', 'npn_view_job'],
    });
    expect(users[leaverId]).toMatchObject({ active: false, permissions: [] });
    expect(users[customer.user_id]).toBeUndefined();
  });
});
