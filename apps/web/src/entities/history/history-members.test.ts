import { describe, expect, it } from 'vitest';
import { membersBetween } from './history-change.tsx';

describe('a list before and after', () => {
  it('shows added and removed entries', () => {
    expect(membersBetween([1, 2], [2, 3])).toEqual({ added: [3], removed: [1] });
    expect(membersBetween(null, ['a'])).toEqual({ added: ['a'], removed: [] });
    expect(membersBetween([{ user_id: 1, note: '' }], [])).toEqual({ added: [], removed: [{ user_id: 1, note: '' }] });
  });

  it('shows nothing when only its order changed', () => {
    expect(membersBetween(['a', 'b'], ['b', 'a'])).toEqual({ added: [], removed: [] });
  });
});
