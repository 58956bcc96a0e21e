import { describe, expect, it } from 'vitest';
import { readSearch } from '../../../lib/use-screen-search.ts';
import { jobList, openForm, toggled } from './job-search.ts';

const { input, isFiltered, schema } = jobList;
const read = (raw: Record<string, unknown>) => readSearch(schema, raw);

describe('URL parameters of the job page', () => {
  it('the parameters are empty for the default list, the newest 50 jobs', () => {
    const search = read({});
    expect(isFiltered(search)).toBe(false);
    expect(input(search)).toEqual({ page: 1, page_size: 50, sort: '-job_date' });
  });

  it('a toggled row is added to the open rows or removed from them', () => {
    expect(toggled([12], 14)).toEqual([12, 14]);
    expect(toggled([12, 14], 12)).toEqual([14]);
  });

  it('a search text of digits stays a text', () => {
    expect(read({ text: 261118 }).text).toBe('261118');
  });

  it('an invalid id, day or sort order is refused', () => {
    for (const bad of [{ open: 'x' }, { job_date_from: '2026-02-30' }, { sort: 'password' }, { page_size: 5000 }]) {
      expect(schema.safeParse(bad).success).toBe(false);
    }
  });

  it('the query stays the same when a row or a form opens', () => {
    const plain = input(read({ job_status: 'PENDING' }));
    expect(input(read({ job_status: 'PENDING', open: '1,2', form: 'job-1', bulk: 1 }))).toEqual(plain);
  });

  it('unknown task statuses are dropped', () => {
    expect(input(read({ task_status: '3,99' })).task_status).toEqual([3]);
  });

  it('the form parameter is parsed into the form and its record', () => {
    expect(openForm('new')).toEqual({ kind: 'new' });
    expect(openForm('request-3')).toEqual({ kind: 'new', request_id: 3 });
    expect(openForm('job-12')).toEqual({ kind: 'job', job_id: 12 });
    expect(openForm('job-12-detail')).toEqual({ kind: 'add-detail', job_id: 12 });
    expect(openForm('detail-5')).toEqual({ kind: 'detail', job_detail_id: 5 });
    expect(openForm('detail-5-tasks')).toEqual({ kind: 'add-tasks', job_detail_id: 5 });
    expect(openForm('task-9')).toEqual({ kind: 'task', task_id: 9 });
    for (const nothing of [undefined, '', 'task-9-tasks', 'job-x', 'admin']) expect(openForm(nothing)).toBeNull();
  });
});
