import { describe, expect, it } from 'vitest';
import { suggestUsername, findUsernameError } from './username.ts';

describe('a username', () => {
  it.each([
    'lan',
    'nguyễn.thị.ánh-đào',
    'Đặng_2',
    'øystein',
    'иван.2',
    'νίκος',
    '李明',
    'ひらがなカタカナー',
    '2026',
    'a\u0323',
  ])('a username with letters of one alphabet is valid: %s', (name) => {
    expect(findUsernameError(name)).toBeNull();
  });

  it.each([
    ['Latin and Cyrillic', 'l\u0430n'],
    ['Cyrillic and Latin', '\u0438v\u0430n'],
    ['Latin and Greek', 'edit\u03bfr.pte'],
    ['Cyrillic and Greek', '\u0430\u03bf'],
    ['Latin and Han', 'lan李'],
    ['Latin and mathematical letters', '\u{1d41a}dmin'],
  ])('a username with letters of %s is refused', (_what, name) => {
    expect(findUsernameError(name)).toBe('mixed_alphabets');
  });

  it.each(['two words', 'l\u200ban', 'tab\tbed'])('a username is one visible word', (name) => {
    expect(findUsernameError(name)).toBe('invalid_username');
  });

  it('an empty username is not an error here', () => {
    expect(findUsernameError('')).toBeNull();
  });
});

describe('a suggested username', () => {
  it.each([
    ['Nguyễn Thị Minh Khai', [], 'khai.nguyen'],
    ['Đặng Ánh', ['anh.dang', 'anh.dang2'], 'anh.dang3'],
    ['  Lan ', [], 'lan'],
    ["O'Brien, Seán", [], 'sean.obrien'],
    ['李明', [], ''],
  ])('the suggestion for %s with %j taken is %s', (full_name, usedNames, username) => {
    expect(suggestUsername(full_name, new Set(usedNames))).toBe(username);
    expect(findUsernameError(username)).toBeNull();
  });
});
