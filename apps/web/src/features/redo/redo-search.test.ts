import { describe, expect, it } from 'vitest';
import { readSearch } from '../../lib/use-screen-search.ts';
import { redoList } from './redo-page.tsx';

const { isFiltered, input, viewSearch } = redoList;
const read = (raw: Record<string, unknown>) => readSearch(redoList.schema, raw);

describe('the address of the rework list', () => {
  it('shows what goes on, sent last first, when it says nothing', () => {
    expect(input(read({}))).toEqual({ state: 'open', sort: '-rework_at', page: 1, page_size: 50 });
  });

  it('asks for the list it names, and leaves out what only the screen knows', () => {
    const asked = input(read({ state: 'past', task: 7, editor: [3], view: 2, columns: 'job', text: '' }));
    expect(asked).toEqual({ state: 'past', sort: '-rework_at', page: 1, page_size: 50, editor: [3] });
  });

  it('knows a filter from a tab, a page or an open story', () => {
    expect(isFiltered(read({ state: 'all', page: 3, task: 7, sort: 'job_date' }))).toBe(false);
    expect(isFiltered(read({ workstream: 'PTE' }))).toBe(true);
  });

  it('is kept by a saved view without the page and the open story, and without what goes without saying', () => {
    expect(viewSearch(read({ page: 3, task: 7, editor: [3], columns: 'job' }))).toEqual({
      editor: [3],
      columns: 'job',
    });
    expect(viewSearch(read({ state: 'past', sort: 'job_date' }))).toEqual({
      state: 'past',
      sort: 'job_date',
    });
  });
});
