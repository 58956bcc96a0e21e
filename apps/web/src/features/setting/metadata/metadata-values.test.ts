import { faultKind } from '@darkroom/contract/setting';
import { describe, expect, it } from 'vitest';
import { sortByDate, isInYear, createKey, addMissingKeys, listYears } from './metadata-values.ts';

describe('the key of a new fault type', () => {
  it('the key is created from the English name', () => {
    expect(createKey('Object left behind', new Set())).toBe('object_left_behind');
    expect(createKey('  Moiré / banding!', new Set())).toBe('moire_banding');
  });

  it('the key differs from all existing keys', () => {
    expect(createKey('Halo', new Set(['halo', 'halo_2']))).toBe('halo_3');
  });

  it('the server accepts the key of any name', () => {
    for (const en of ['100% crop', '…', 'Đỏ quá', 'x'.repeat(100), 'a '.repeat(50), '日本']) {
      const key = createKey(en, new Set());
      expect(faultKind.safeParse({ key, vi: 'v', en: 'e', severity: 'minor' }).success, `${en} → ${key}`).toBe(true);
    }
  });

  it('a saved key stays when its name changes', () => {
    const kinds = [{ key: 'halo', en: 'Ghosting' }, { en: 'Halo' }, { en: 'Halo' }];
    expect(addMissingKeys(kinds).map((kind) => kind.key)).toEqual(['halo', 'halo_2', 'halo_3']);
  });
});

describe('holidays', () => {
  const tet = { date: '2027-02-06', vi: 'Tết', en: 'Lunar New Year' };
  const labour = { date: '2026-05-01', vi: 'Lao động', en: 'Labour Day' };

  it('holidays are sorted by day, and those without a day are last', () => {
    expect(sortByDate([{}, tet, labour])).toEqual([labour, tet, {}]);
  });

  it('holidays are shown by year, and incomplete ones always', () => {
    expect(listYears([tet], '2025')).toEqual(['2025', '2026', '2027']);
    expect([tet, labour, { ...tet, vi: ' ' }, {}].map((holiday) => isInYear(holiday, '2026'))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});
