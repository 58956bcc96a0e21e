import { describe, expect, it } from 'vitest';
import { completeLink, isWebLink } from './link.ts';

describe('links', () => {
  it.each([
    ['drive.google.com/drive/folders/1a', 'https://drive.google.com/drive/folders/1a'],
    ['www.dropbox.com', 'https://www.dropbox.com'],
    ['files.example.vn:8443/a?b=1#c', 'https://files.example.vn:8443/a?b=1#c'],
  ])('%s is completed to https', (typed, expected) => {
    expect(completeLink(typed)).toBe(expected);
    expect(isWebLink(expected)).toBe(true);
  });

  it.each([
    'javascript:alert(1)',
    'javascript.alert(1)',
    'ftp://a.b/c',
    '//drive.google.com',
    'folder 12',
    'IMG_1.',
    'mailto:a@b.vn',
  ])('%s stays unchanged and is refused', (typed) => {
    expect(completeLink(typed)).toBe(typed);
    expect(isWebLink(typed)).toBe(false);
  });
});
