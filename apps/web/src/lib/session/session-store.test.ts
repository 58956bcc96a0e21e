// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { keepDraft, keptDraft } from '../kept-draft.ts';
import { endSession, followOtherTabs, onSessionEnd, storeSession, type SessionEnd } from './session-store.ts';

const ends: SessionEnd[] = [];
onSessionEnd((end) => ends.push(end));
followOtherTabs();
afterEach(() => {
  ends.length = 0;
  localStorage.clear();
  sessionStorage.clear();
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

/** A change of the shared storage by another tab. */
function elsewhere(key: string | null, newValue: string | null) {
  if (key === null) localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

it('a sign-out here differs from a lost session', () => {
  signIn();
  endSession('signed_out');
  signIn();
  endSession();
  expect(ends).toEqual(['signed_out', 'lost']);
  expect(localStorage.length).toBe(0);
});

it('a sign-out in another tab differs from a session lost there', () => {
  signIn();
  elsewhere('signing_out', '1');
  elsewhere(null, null);
  signIn();
  elsewhere(null, null);
  expect(ends).toEqual(['signed_out_beside', 'lost']);
});

it('a sign-out in any tab removes the drafts of this tab', () => {
  const type = () => {
    signIn();
    keepDraft(7, 'new', { subject: 'More sky' });
    keepDraft(8, 'answer.3', { text: 'Thanks' });
    sessionStorage.setItem('wall', 'kept');
  };
  type();
  endSession('signed_out');
  expect(Object.keys(sessionStorage)).toEqual(['wall']);
  type();
  elsewhere('signing_out', '1');
  elsewhere(null, null);
  expect(Object.keys(sessionStorage)).toEqual(['wall']);
});

it('a lost session keeps the drafts for their writer', () => {
  signIn();
  keepDraft(7, 'new', { subject: 'More sky' });
  endSession();
  expect(keptDraft(8, 'new')).toBeNull();
  signIn();
  expect(keptDraft(7, 'new')).toEqual({ subject: 'More sky' });
  elsewhere(null, null);
  expect(keptDraft(7, 'new')).toEqual({ subject: 'More sky' });
});
