import { describe, expect, it } from 'vitest';
import { diffMembers } from './history-change.tsx';

describe('a changed list', () => {
  it('added and removed entries of a list are shown', () => {
    expect(diffMembers([1, 2], [2, 3])).toEqual({ added: [3], removed: [1] });
    expect(diffMembers(null, ['a'])).toEqual({ added: ['a'], removed: [] });
    expect(diffMembers([{ user_id: 1, note: '' }], [])).toEqual({ added: [], removed: [{ user_id: 1, note: '' }] });
  });

  it('a list in another order shows no entries', () => {
    expect(diffMembers(['a', 'b'], ['b', 'a'])).toEqual({ added: [], removed: [] });
  });
});
