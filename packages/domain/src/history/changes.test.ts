import { describe, expect, it } from 'vitest';
import { changesBetween } from './changes.ts';

describe('what differs between a record before and after', () => {
  it('is told field by field, and what stayed is not told', () => {
    expect(changesBetween({ name: 'A', level: 2 }, { name: 'B', level: 2 })).toEqual([
      { field: 'name', before: 'A', after: 'B' },
    ]);
  });

  it('takes nothing, empty text and an empty list for the same', () => {
    expect(changesBetween({ a: '', b: null, c: [] }, { a: null, b: [] })).toEqual([]);
  });

  it('names every field that holds something when a record was added or deleted', () => {
    expect(changesBetween(null, { name: 'A', note: '', enabled: false })).toEqual([
      { field: 'name', before: null, after: 'A' },
      { field: 'enabled', before: null, after: false },
    ]);
    expect(changesBetween({ name: 'A' }, null)).toEqual([{ field: 'name', before: 'A', after: null }]);
  });

  it('goes into a value, so that one changed amount is one line', () => {
    const value = { A: 5000, B: 8000 };
    expect(changesBetween({ value }, { value: { ...value, B: 9000 } })).toEqual([
      { field: 'value.B', before: 8000, after: 9000 },
    ]);
  });

  it('compares records with keys by their keys: who came and went, then what changed within', () => {
    const blur = { key: 'blur', en: 'Blur' };
    const dust = { key: 'dust', en: 'Dust' };
    expect(changesBetween({ value: [blur, dust] }, { value: [dust, { key: 'blur', en: 'Blurred' }] })).toEqual([
      { field: 'value', before: ['blur', 'dust'], after: ['dust', 'blur'] },
      { field: 'value.blur.en', before: 'Blur', after: 'Blurred' },
    ]);
    expect(changesBetween({ value: [blur] }, { value: [blur, dust] })).toEqual([
      { field: 'value', before: ['blur'], after: ['blur', 'dust'] },
      { field: 'value.dust.en', before: null, after: 'Dust' },
    ]);
  });

  it('keeps a list of plain values whole, and does not mind the order in which keys were kept', () => {
    expect(changesBetween({ teams: [1, 2] }, { teams: [2, 3] })).toEqual([
      { field: 'teams', before: [1, 2], after: [2, 3] },
    ]);
    expect(changesBetween({ list: [{ a: 1, b: 2 }] }, { list: [{ b: 2, a: 1 }] })).toEqual([]);
  });

  it('leaves out what it is told to', () => {
    expect(changesBetween({ a: 1, b: 1 }, { a: 2, b: 2 }, (field) => field === 'a')).toEqual([
      { field: 'b', before: 1, after: 2 },
    ]);
  });
});
