import { endpoints } from '@darkroom/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../testing/app.ts';
import { makeStaff } from '../../testing/session-makers.ts';
import { hashPassword } from './password.ts';

const { user } = endpoints;
let house: TestApp;
let password_hash: string;
const password = 'a quiet darkroom';

beforeAll(async () => {
  house = await testApp();
  password_hash = await hashPassword(password);
});
afterAll(() => house.close());

const nobody = () => house.withToken(null);

describe('signing in', () => {
  it('answers who one is, what one may do and until when', async () => {
    const id = await makeStaff(house.db, { username: 'Lan', permissions: ['npn_view_job'], password_hash });
    const session = await nobody().call(user.login, { username: ' lan ', password });
    expect(session).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      user: { id, username: 'Lan', full_name: 'Lan', account: 'staff', is_superuser: false, must_change_password: false },
      staff_id: id,
      permissions: ['npn_view_job'],
      expires_at: '2026-11-20T14:00:00.000Z',
      notice: null,
    });
    const { access_token, ...me } = session;
    expect(await house.withToken(access_token).call(user.me, {})).toEqual(me);
  });
});
