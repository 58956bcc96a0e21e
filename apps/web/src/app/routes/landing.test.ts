import { expect, it } from 'vitest';
import type { Session } from '../../lib/session/session-store.ts';
import { getReturnPage } from '../router.tsx';

const createSession = (...permissions: string[]): Session => ({
  access_token: 'token',
  user: {
    id: 7,
    username: 'lan',
    full_name: 'Lan',
    account: 'staff',
    is_superuser: false,
    must_change_password: false,
  },
  staff_id: 1,
  permissions: new Set(permissions),
  has_list: true,
});

it('sign-in returns to the requested page when the user has access', () => {
  const state = { returnTo: '/job/redo-tasks?page=2', by: 7 };
  expect(getReturnPage(createSession('npn_view_job'), state)).toBeNull();
  expect(getReturnPage(createSession('npn_view_job', 'npn_view_redo'), state)).toBe('/job/redo-tasks?page=2');
});

it("sign-in leads neither to another user's page nor out of the app", () => {
  const session = createSession('npn_view_redo');
  expect(getReturnPage(session, { returnTo: '/job/redo-tasks', by: 8 })).toBeNull();
  expect(getReturnPage(session, { returnTo: '//elsewhere/job/redo-tasks' })).toBeNull();
  expect(getReturnPage(session, {})).toBeNull();
  expect(getReturnPage(null, { returnTo: '/job/redo-tasks' })).toBeNull();
});
