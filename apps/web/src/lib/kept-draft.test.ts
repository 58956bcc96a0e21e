// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { keepDraft, keptDraft } from './kept-draft.ts';

describe('a draft', () => {
  beforeEach(() => sessionStorage.clear());

  it('is there again for whoever wrote it, and for nobody else', () => {
    keepDraft(7, 'new', { subject: 'More sky' });
    expect(keptDraft(7, 'new')).toEqual({ subject: 'More sky' });
    expect(keptDraft(8, 'new')).toBeNull();
    expect(keptDraft(7, 'wrong.12')).toBeNull();
  });

  it('outlives a session that ends, which clears all local storage', () => {
    keepDraft(7, 'new', { subject: 'More sky' });
    localStorage.clear();
    expect(keptDraft(7, 'new')).toEqual({ subject: 'More sky' });
  });

  it('is forgotten once it was sent', () => {
    keepDraft(7, 'new', { subject: 'More sky' });
    keepDraft(7, 'new', null);
    expect(keptDraft(7, 'new')).toBeNull();
  });

  it('that somebody has broken is none', () => {
    sessionStorage.setItem('draft.7.new', '{half');
    expect(keptDraft(7, 'new')).toBeNull();
  });
});
