import { allOf, anyOf, everyone, signedIn, superuserOnly, canViewTasks } from '@darkroom/domain/permission/access';
import { describe, expect, it } from 'vitest';
import type { Session } from '../../lib/session/session-store.ts';
import { guard } from './guard.ts';
import { getHomePath } from './home.ts';

const createSession = (permissions: string[], user: Partial<Session['user']> = {}): Session => ({
  access_token: 'token',
  user: {
    id: 1,
    username: 'lan',
    full_name: 'Lan',
    account: 'staff',
    is_superuser: false,
    must_change_password: false,
    ...user,
  },
  staff_id: 1,
  permissions: new Set(permissions),
  has_list: permissions.length > 0,
});

describe('route guard (spec §2)', () => {
  it('the guard sends a visitor without a token to /login', () => {
    expect(guard(null, signedIn)).toBe('/login');
    expect(guard(null, canViewTasks)).toBe('/login');
    expect(guard(null, everyone)).toBeNull();
  });

  it('the guard sends a user who lacks the permission to /forbidden', () => {
    expect(guard(createSession(['npn_view_job']), anyOf('npn_view_team'))).toBe('/forbidden');
  });

  it('the guard sends a user without a permission list to /', () => {
    expect(guard(createSession([]), anyOf('npn_view_team'))).toBe('/');
    expect(guard(createSession([]), signedIn)).toBeNull();
  });

  it('the guard admits anyone with any of the listed permissions', () => {
    expect(guard(createSession(['npn_view_all_ots_tasks']), canViewTasks)).toBeNull();
  });

  it('the guard requires every listed permission for an all-of rule', () => {
    const access = allOf('npn_view_job', 'npn_add_job');
    expect(guard(createSession(['npn_view_job']), access)).toBe('/forbidden');
    expect(guard(createSession(['npn_view_job', 'npn_add_job']), access)).toBeNull();
  });

  it('a superuser-only screen admits only superusers, who pass everywhere', () => {
    expect(guard(createSession(['npn_admin']), superuserOnly)).toBe('/forbidden');
    const superuser = createSession([], { is_superuser: true });
    for (const access of [superuserOnly, canViewTasks, allOf('npn_view_job', 'npn_customer')]) {
      expect(guard(superuser, access)).toBeNull();
    }
  });
});

describe('home by role', () => {
  const getHome = (permissions: string[], extra: { account?: 'staff' | 'customer'; is_superuser?: boolean } = {}) =>
    getHomePath({ account: 'staff', is_superuser: false, permissions: new Set(permissions), ...extra });

  it('Home is the job page for a superuser and for a boss', () => {
    expect(getHome([], { is_superuser: true })).toBe('/job');
    expect(getHome(['npn_add_job', 'npn_view_task'])).toBe('/job');
  });

  it('Home is the task page for anyone who can view tasks', () => {
    expect(getHome(['npn_view_all_pte_tasks', 'npn_view_job'])).toBe('/job/task');
  });

  it('Home is the portal’s job page for a customer', () => {
    expect(getHome(['npn_customer'], { account: 'customer' })).toBe('/customer-portal/job');
  });

  it('Home is the account information for all other users', () => {
    expect(getHome(['npn_view_allowance'])).toBe('/account/information');
    expect(getHome([])).toBe('/account/information');
  });
});
