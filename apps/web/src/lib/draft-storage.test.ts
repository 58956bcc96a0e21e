// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { saveDraft, loadDraft } from './draft-storage.ts';
import { endSession, storeSession } from './session/session-store.ts';

describe('drafts', () => {
  beforeEach(() => sessionStorage.clear());

  it('a draft returns only for the user who wrote it', () => {
    saveDraft(7, 'new', { subject: 'More sky' });
    expect(loadDraft(7, 'new')).toEqual({ subject: 'More sky' });
    expect(loadDraft(8, 'new')).toBeNull();
    expect(loadDraft(7, 'wrong.12')).toBeNull();
  });

  it('a draft survives the end of a session, which clears all local storage', () => {
    saveDraft(7, 'new', { subject: 'More sky' });
    localStorage.clear();
    expect(loadDraft(7, 'new')).toEqual({ subject: 'More sky' });
  });

  it('a draft is deleted after it is sent', () => {
    saveDraft(7, 'new', { subject: 'More sky' });
    saveDraft(7, 'new', null);
    expect(loadDraft(7, 'new')).toBeNull();
  });

  it('a draft is ignored when its stored text is damaged', () => {
    sessionStorage.setItem('drafts', '{half');
    expect(loadDraft(7, 'new')).toBeNull();
  });

  it("a member's draft in a portal view does not reach the customer", () => {
    const session = { username: 'mai', full_name: 'Mai', account: 'staff', is_superuser: false } as const;
    storeSession({
      access_token: 'token',
      user: { ...session, id: 3, must_change_password: false },
      staff_id: 3,
      permissions: [],
    });
    const view = {
      view_as: 'link',
      expires_at: '',
      user_id: 7,
      username: 'studio',
      full_name: 'Studio',
      permissions: [],
      by: 3,
      back: '/',
    };
    sessionStorage.setItem('view_as', JSON.stringify(view));
    saveDraft(7, 'new', { subject: 'Only a try' });
    expect(loadDraft(7, 'new')).toEqual({ subject: 'Only a try' });
    endSession('lost');
    expect(loadDraft(7, 'new')).toBeNull();
  });
});
