import { describe, expect, it } from 'vitest';
import { formatLevels, toLowestLevel, buildTree, type Level } from './filter-bar-level-tree.ts';

const levels: readonly Level<'a' | 'b' | 'c'>[] = [
  {
    field: 'a',
    items: [
      { id: 1, name: 'Trần & Partners', parent: null },
      { id: 2, name: 'Lumen', parent: null },
    ],
  },
  {
    field: 'b',
    items: [
      { id: 1, name: 'Trần Sài Gòn', parent: 1 },
      { id: 2, name: 'Lumen Sydney', parent: 2 },
      { id: 3, name: 'Lumen Brisbane', parent: 2 },
    ],
  },
  {
    field: 'c',
    items: [
      { id: 1, name: 'Ảnh cưới', parent: 1 },
      { id: 2, name: 'Harbour', parent: 2 },
    ],
  },
];

describe('filters by a hierarchy', () => {
  it('equal ids of different levels are separate', () => {
    const [tran] = buildTree(levels);
    expect([tran?.value, tran?.children[0]?.value, tran?.children[0]?.children[0]?.value]).toEqual([
      '0:1',
      '1:1',
      '2:1',
    ]);
  });

  it('a filter sets one level only, because a call combines filters with "and"', () => {
    expect(toLowestLevel(levels, ['0:2'])).toEqual({ a: [2], b: undefined, c: undefined });
    expect(toLowestLevel(levels, ['0:2', '1:1'])).toEqual({ a: undefined, b: [2, 3, 1], c: undefined });
    expect(toLowestLevel(levels, [])).toEqual({ a: undefined, b: undefined, c: undefined });
  });

  it('the selection is shown as a name and a number', () => {
    const formatMore = (name: string, n: number) => `${name} +${n}`;
    expect(formatLevels(levels, { b: [2, 3] }, formatMore)).toBe('Lumen Sydney +1');
    expect(formatLevels(levels, { c: [9] }, formatMore)).toBe('#9');
    expect(formatLevels(levels, {}, formatMore)).toBeNull();
  });
});
