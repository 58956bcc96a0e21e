import { describe, expect, it } from 'vitest';
import { findChanges } from './changes.ts';

describe('changes between two versions of a record', () => {
  it('changed fields are listed, and equal fields are not', () => {
    expect(findChanges({ name: 'A', level: 2 }, { name: 'B', level: 2 })).toEqual([
      { field: 'name', before: 'A', after: 'B' },
    ]);
  });

  it('null, an empty text and an empty list are equal', () => {
    expect(findChanges({ a: '', b: null, c: [] }, { a: null, b: [] })).toEqual([]);
  });

  it('an added or deleted record lists all fields with a value', () => {
    expect(findChanges(null, { name: 'A', note: '', enabled: false })).toEqual([
      { field: 'name', before: null, after: 'A' },
      { field: 'enabled', before: null, after: false },
    ]);
    expect(findChanges({ name: 'A' }, null)).toEqual([{ field: 'name', before: 'A', after: null }]);
  });

  it('a changed amount inside a value is listed alone', () => {
    const value = { A: 5000, B: 8000 };
    expect(findChanges({ value }, { value: { ...value, B: 9000 } })).toEqual([
      { field: 'value.B', before: 8000, after: 9000 },
    ]);
  });

  it('records with keys are compared by key, first the list and then each record', () => {
    const blur = { key: 'blur', en: 'Blur' };
    const dust = { key: 'dust', en: 'Dust' };
    expect(findChanges({ value: [blur, dust] }, { value: [dust, { key: 'blur', en: 'Blurred' }] })).toEqual([
      { field: 'value', before: ['blur', 'dust'], after: ['dust', 'blur'] },
      { field: 'value.blur.en', before: 'Blur', after: 'Blurred' },
    ]);
    expect(findChanges({ value: [blur] }, { value: [blur, dust] })).toEqual([
      { field: 'value', before: ['blur'], after: ['blur', 'dust'] },
      { field: 'value.dust.en', before: null, after: 'Dust' },
    ]);
  });

  it('a list of plain values is compared as a whole, in any order of keys', () => {
    expect(findChanges({ teams: [1, 2] }, { teams: [2, 3] })).toEqual([
      { field: 'teams', before: [1, 2], after: [2, 3] },
    ]);
    expect(findChanges({ list: [{ a: 1, b: 2 }] }, { list: [{ b: 2, a: 1 }] })).toEqual([]);
  });

  it('a field that the caller skips is left out', () => {
    expect(findChanges({ a: 1, b: 1 }, { a: 2, b: 2 }, (field) => field === 'a')).toEqual([
      { field: 'b', before: 1, after: 2 },
    ]);
  });
});
