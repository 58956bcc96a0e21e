import { faultKind } from '@darkroom/contract/setting';
import { describe, expect, it } from 'vitest';
import { keyFor, withKeys } from './metadata-values.ts';

describe('the key of a new fault kind', () => {
  it('is made from its English words', () => {
    expect(keyFor('Object left behind', new Set())).toBe('object_left_behind');
    expect(keyFor('  Moiré / banding!', new Set())).toBe('moire_banding');
  });

  it('is never one that is taken', () => {
    expect(keyFor('Halo', new Set(['halo', 'halo_2']))).toBe('halo_3');
  });

  it('is one the server takes, whatever the words', () => {
    for (const en of ['100% crop', '…', 'Đỏ quá', 'x'.repeat(100), 'a '.repeat(50), '日本']) {
      const key = keyFor(en, new Set());
      expect(faultKind.safeParse({ key, vi: 'v', en: 'e', severity: 'minor' }).success, `${en} → ${key}`).toBe(true);
    }
  });

  it('leaves saved keys as they are, however their words changed', () => {
    const kinds = [{ key: 'halo', en: 'Ghosting' }, { en: 'Halo' }, { en: 'Halo' }];
    expect(withKeys(kinds).map((kind) => kind.key)).toEqual(['halo', 'halo_2', 'halo_3']);
  });
});
