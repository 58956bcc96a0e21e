import { describe, expect, it } from 'vitest';
import { readSearch } from '../../../lib/use-screen-search.ts';
import { listInput, taskList } from './task-search.ts';

const read = (raw: Record<string, unknown>) => readSearch(taskList.schema, raw);

describe('the address of the task screen', () => {
  it('asks for the list it names, and leaves out what only the screen knows', () => {
    const search = read({ tab: 'pool', task: 7, assign: true, status: [1], text: '' });
    expect(listInput(search, 'pool')).toEqual({ scope: 'pool', status: [1], page: 1, page_size: 50 });
  });

  it('asks for all of what one has in hand: a filter has no place there', () => {
    expect(listInput(read({ tab: 'mine', status: [1], page_size: 1000 }), 'mine')).toEqual({
      scope: 'mine',
      page: 1,
      page_size: 200,
    });
  });

  it('keeps the order somebody chose', () => {
    expect(listInput(read({ sort: 'status' }), 'all').sort).toBe('status');
    expect(listInput(read({}), 'all').sort).toBe('blocking');
  });

  it('knows a filter from a page or an open task', () => {
    expect(taskList.isFiltered(read({ page: 3, task: 7, tab: 'all', sort: 'status' }))).toBe(false);
    expect(taskList.isFiltered(read({ has_support: false }))).toBe(true);
  });

  it('is kept by a saved view with its tab, without the open task', () => {
    expect(taskList.viewSearch(read({ tab: 'all', task: 7, page: 3, has_support: false }))).toEqual({
      tab: 'all',
      has_support: false,
    });
  });
});
