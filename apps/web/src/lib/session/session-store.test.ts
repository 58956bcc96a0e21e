// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { saveDraft, loadDraft } from '../draft-storage.ts';
import { endSession, followOtherTabs, onSessionEnd, storeSession, type SessionEnd } from './session-store.ts';

const sessionEnds: SessionEnd[] = [];
onSessionEnd((end) => sessionEnds.push(end));
followOtherTabs();
afterEach(() => {
  sessionEnds.length = 0;
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

/** Changes the shared storage as another tab does. */
function changeInOtherTab(key: string | null, newValue: string | null) {
  if (key === null) localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
}

it('a sign-out in this tab differs from a lost session', () => {
  signIn();
  endSession('signed_out');
  signIn();
  endSession();
  expect(sessionEnds).toEqual(['signed_out', 'lost']);
  expect(localStorage.length).toBe(0);
});

it('a sign-out in another tab differs from a session lost in it', () => {
  signIn();
  changeInOtherTab('signing_out', '1');
  changeInOtherTab(null, null);
  signIn();
  changeInOtherTab(null, null);
  expect(sessionEnds).toEqual(['signed_out_elsewhere', 'lost']);
});

it('a sign-out in any tab removes the drafts of this tab', () => {
  const type = () => {
    signIn();
    saveDraft(7, 'new', { subject: 'More sky' });
    saveDraft(8, 'answer.3', { text: 'Thanks' });
    sessionStorage.setItem('wall', 'kept');
  };
  type();
  endSession('signed_out');
  expect(Object.keys(sessionStorage)).toEqual(['wall']);
  type();
  changeInOtherTab('signing_out', '1');
  changeInOtherTab(null, null);
  expect(Object.keys(sessionStorage)).toEqual(['wall']);
});

it('a lost session keeps the drafts for their writer', () => {
  signIn();
  saveDraft(7, 'new', { subject: 'More sky' });
  endSession();
  expect(loadDraft(8, 'new')).toBeNull();
  signIn();
  expect(loadDraft(7, 'new')).toEqual({ subject: 'More sky' });
  changeInOtherTab(null, null);
  expect(loadDraft(7, 'new')).toEqual({ subject: 'More sky' });
});
