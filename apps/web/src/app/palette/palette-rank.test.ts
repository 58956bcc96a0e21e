import { describe, expect, it } from 'vitest';
import { scoreMatch, rankGroups } from './palette-rank.ts';

const createEntry = (...names: string[]) => ({ names });

describe('palette matches', () => {
  it('a search ignores diacritics and case', () => {
    expect(scoreMatch(['Ảnh cưới Đà Nẵng'], 'anh cuoi da nang')).toBe(4);
    expect(scoreMatch(['Ảnh cưới Đà Nẵng'], 'cuoi')).toBe(2);
    expect(scoreMatch(['Ảnh cưới Đà Nẵng'], 'nang anh')).toBe(1);
    expect(scoreMatch(['Ảnh cưới Đà Nẵng'], 'sai gon')).toBe(0);
  });

  it('the exact name comes first, then names with that beginning, then others', () => {
    const entries = [
      createEntry('Old Harbour Homes'),
      createEntry('Harbour Homes'),
      createEntry('Harbour Homes North'),
    ];
    expect(
      rankGroups([{ name: 'customers', entries }], 'harbour homes')[0]?.entries.map(({ names }) => names[0]),
    ).toEqual(['Harbour Homes', 'Harbour Homes North', 'Old Harbour Homes']);
  });

  it('the group with the best match comes first, and the exact number first', () => {
    const jobs = { name: 'jobs' as const, entries: [createEntry('261118-004', 'Parkveien 24')] };
    const tasks = { name: 'tasks' as const, entries: [createEntry('261118-004-02', 'Parkveien 24')] };
    expect(rankGroups([jobs, tasks], '261118-004-02').map(({ name }) => name)).toEqual(['tasks', 'jobs']);
    const people = { name: 'people' as const, entries: [createEntry('Park Min-ji', 'park.minji')] };
    expect(rankGroups([jobs, people], 'min').map(({ name }) => name)).toEqual(['people', 'jobs']);
    expect(rankGroups([jobs, tasks], '261118').map(({ name }) => name)).toEqual(['jobs', 'tasks']);
  });
});
