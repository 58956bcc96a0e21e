import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../lib/use-screen-search.ts';
import { redoList } from './redo-page.tsx';

const { isFiltered, input, viewSearch } = redoList;
const readParameters = (raw: Record<string, unknown>) => parseSearch(redoList.schema, raw);

describe('URL parameters of the rework list', () => {
  it('the default list has open reworks, the newest first', () => {
    expect(input(readParameters({}))).toEqual({ state: 'open', sort: '-rework_at', page: 1, page_size: 50 });
  });

  it('the query sends the filters without the parameters of the screen', () => {
    const listInput = input(readParameters({ state: 'past', task: 7, editor: [3], view: 2, columns: 'job', text: '' }));
    expect(listInput).toEqual({ state: 'past', sort: '-rework_at', page: 1, page_size: 50, editor: [3] });
  });

  it('tab, page and open task do not count as filters', () => {
    expect(isFiltered(readParameters({ state: 'all', page: 3, task: 7, sort: 'job_date' }))).toBe(false);
    expect(isFiltered(readParameters({ workstream: 'PTE' }))).toBe(true);
  });

  it('a saved view keeps neither page, open task nor default values', () => {
    expect(viewSearch(readParameters({ page: 3, task: 7, editor: [3], columns: 'job' }))).toEqual({
      editor: [3],
      columns: 'job',
    });
    expect(viewSearch(readParameters({ state: 'past', sort: 'job_date' }))).toEqual({
      state: 'past',
      sort: 'job_date',
    });
  });
});
