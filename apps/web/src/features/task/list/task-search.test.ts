import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../../lib/use-screen-search.ts';
import { toListInput, taskList } from './task-search.ts';

const readParameters = (raw: Record<string, unknown>) => parseSearch(taskList.schema, raw);

describe('the URL of the task screen', () => {
  it('the request has the filters and no parameters of the screen', () => {
    const search = readParameters({ tab: 'pool', task: 7, assign: true, status: [1], text: '' });
    expect(toListInput(search, 'pool')).toEqual({ scope: 'pool', status: [1], page: 1, page_size: 50 });
  });

  it('the request for the user’s own work has no filter', () => {
    expect(toListInput(readParameters({ tab: 'mine', status: [1], page_size: 1000 }), 'mine')).toEqual({
      scope: 'mine',
      page: 1,
      page_size: 200,
    });
  });

  it('a selected order is kept', () => {
    expect(toListInput(readParameters({ sort: 'status' }), 'all').sort).toBe('status');
    expect(toListInput(readParameters({}), 'all').sort).toBe('blocking');
  });

  it('a filter differs from a page number or an open task', () => {
    expect(taskList.isFiltered(readParameters({ page: 3, task: 7, tab: 'all', sort: 'status' }))).toBe(false);
    expect(taskList.isFiltered(readParameters({ has_support: false }))).toBe(true);
  });

  it('a saved view has the tab and no open task', () => {
    expect(taskList.viewSearch(readParameters({ tab: 'all', task: 7, page: 3, has_support: false }))).toEqual({
      tab: 'all',
      has_support: false,
    });
  });
});
