// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { endSession, followOtherTabs, onSessionEnd, storeSession, type SessionEnd } from './session-store.ts';

const ends: SessionEnd[] = [];
onSessionEnd((end) => ends.push(end));
followOtherTabs();
afterEach(() => {
  ends.length = 0;
  localStorage.clear();
});

const signIn = () =>
  storeSession({
    access_token: 'token',
    user: {
      id: 7,
      username: 'lan',
      full_name: 'Lan',
      account: 'staff',
      is_superuser: false,
      must_change_password: false,
    },
    staff_id: 3,
    permissions: [],
  });

/** What another tab of the browser does to the storage they share. */
function elsewhere(key: string | null, newValue: string | null) {
  if (key === null) localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

it('tells a sign-out here from a session that was lost', () => {
  signIn();
  endSession('signed_out');
  signIn();
  endSession();
  expect(ends).toEqual(['signed_out', 'lost']);
  expect(localStorage.length).toBe(0);
});

it('tells a sign-out in another tab from a session that another tab found to be lost', () => {
  signIn();
  elsewhere('signing_out', '1');
  elsewhere(null, null);
  signIn();
  elsewhere(null, null);
  expect(ends).toEqual(['signed_out_beside', 'lost']);
});
