import { describe, expect, it } from 'vitest';
import { membersBetween } from './history-change.tsx';

describe('a changed list', () => {
  it('added and removed entries are shown', () => {
    expect(membersBetween([1, 2], [2, 3])).toEqual({ added: [3], removed: [1] });
    expect(membersBetween(null, ['a'])).toEqual({ added: ['a'], removed: [] });
    expect(membersBetween([{ user_id: 1, note: '' }], [])).toEqual({ added: [], removed: [{ user_id: 1, note: '' }] });
  });

  it('a changed order shows no entries', () => {
    expect(membersBetween(['a', 'b'], ['b', 'a'])).toEqual({ added: [], removed: [] });
  });
});
