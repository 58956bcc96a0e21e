import { describe, expect, it } from 'vitest';
import { parseSearch } from '../../../lib/use-screen-search.ts';
import { jobList, parseOpenJobForm, toggleId } from './job-search.ts';

const { input, isFiltered, schema } = jobList;
const readParameters = (raw: Record<string, unknown>) => parseSearch(schema, raw);

describe('URL parameters of the job page', () => {
  it('the parameters are empty for the default list, the newest 50 jobs', () => {
    const search = readParameters({});
    expect(isFiltered(search)).toBe(false);
    expect(input(search)).toEqual({ page: 1, page_size: 50, sort: '-job_date' });
  });

  it('a toggled row is added to the open rows or removed from them', () => {
    expect(toggleId([12], 14)).toEqual([12, 14]);
    expect(toggleId([12, 14], 12)).toEqual([14]);
  });

  it('a search text of digits stays a text', () => {
    expect(readParameters({ text: 261118 }).text).toBe('261118');
  });

  it('an invalid id, day or sort order is refused', () => {
    for (const invalidParams of [
      { open: 'x' },
      { job_date_from: '2026-02-30' },
      { sort: 'password' },
      { page_size: 5000 },
    ]) {
      expect(schema.safeParse(invalidParams).success).toBe(false);
    }
  });

  it('the query stays the same when a row or a form opens', () => {
    const plain = input(readParameters({ job_status: 'PENDING' }));
    expect(input(readParameters({ job_status: 'PENDING', open: '1,2', form: 'job-1', bulk: 1 }))).toEqual(plain);
  });

  it('unknown task statuses are dropped', () => {
    expect(input(readParameters({ task_status: '3,99' })).task_status).toEqual([3]);
  });

  it('the form parameter is parsed into the form and its record', () => {
    expect(parseOpenJobForm('new')).toEqual({ kind: 'new' });
    expect(parseOpenJobForm('request-3')).toEqual({ kind: 'new', request_id: 3 });
    expect(parseOpenJobForm('job-12')).toEqual({ kind: 'job', job_id: 12 });
    expect(parseOpenJobForm('job-12-detail')).toEqual({ kind: 'add-detail', job_id: 12 });
    expect(parseOpenJobForm('detail-5')).toEqual({ kind: 'detail', job_detail_id: 5 });
    expect(parseOpenJobForm('detail-5-tasks')).toEqual({ kind: 'add-tasks', job_detail_id: 5 });
    expect(parseOpenJobForm('task-9')).toEqual({ kind: 'task', task_id: 9 });
    for (const formParam of [undefined, '', 'task-9-tasks', 'job-x', 'admin'])
      expect(parseOpenJobForm(formParam)).toBeNull();
  });
});
