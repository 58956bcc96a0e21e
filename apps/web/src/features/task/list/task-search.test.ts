import { describe, expect, it } from 'vitest';
import { isFiltered, listInput, taskSearch } from './task-search.ts';

describe('the address of the task screen', () => {
  it('asks for the list it names, and leaves out what only the screen knows', () => {
    const search = taskSearch.parse({ tab: 'pool', task: 7, assign: true, status: [1], text: '' });
    expect(listInput(search, 'pool')).toEqual({ scope: 'pool', status: [1], page: 1, page_size: 50 });
  });

  it('keeps the order somebody chose', () => {
    expect(listInput(taskSearch.parse({ sort: 'status' }), 'all').sort).toBe('status');
    expect(listInput(taskSearch.parse({}), 'all').sort).toBe('blocking');
  });

  it('knows a filter from a page or an open task', () => {
    expect(isFiltered(taskSearch.parse({ page: 3, task: 7, tab: 'all', sort: 'status' }))).toBe(false);
    expect(isFiltered(taskSearch.parse({ has_support: false }))).toBe(true);
  });
});
