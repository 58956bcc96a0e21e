import { describe, expect, it } from 'vitest';
import { membersBetween } from './history-change.tsx';

describe('a list before and after', () => {
  it('tells what came and what went', () => {
    expect(membersBetween([1, 2], [2, 3])).toEqual({ added: [3], removed: [1] });
    expect(membersBetween(null, ['a'])).toEqual({ added: ['a'], removed: [] });
    expect(membersBetween([{ user_id: 1, note: '' }], [])).toEqual({ added: [], removed: [{ user_id: 1, note: '' }] });
  });

  it('tells nothing of a list that only changed its order', () => {
    expect(membersBetween(['a', 'b'], ['b', 'a'])).toEqual({ added: [], removed: [] });
  });
});
