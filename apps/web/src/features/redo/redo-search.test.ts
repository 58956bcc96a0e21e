import { describe, expect, it } from 'vitest';
import { isFiltered, listInput, redoSearch } from './redo-search.ts';

describe('the address of the rework list', () => {
  it('shows what goes on, sent last first, when it says nothing', () => {
    expect(listInput(redoSearch.parse({}))).toEqual({ state: 'open', sort: '-rework_at', page: 1, page_size: 50 });
  });

  it('asks for the list it names, and leaves out what only the screen knows', () => {
    const input = listInput(redoSearch.parse({ state: 'past', task: 7, editor: [3], text: '' }));
    expect(input).toEqual({ state: 'past', sort: '-rework_at', page: 1, page_size: 50, editor: [3] });
  });

  it('knows a filter from a tab, a page or an open story', () => {
    expect(isFiltered(redoSearch.parse({ state: 'all', page: 3, task: 7, sort: 'job_date' }))).toBe(false);
    expect(isFiltered(redoSearch.parse({ workstream: 'PTE' }))).toBe(true);
  });
});
