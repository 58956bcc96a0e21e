import { describe, expect, it } from 'vitest';
import { readSearch, validSearch } from '../../../lib/use-screen-search.ts';
import { jobList } from '../list/job-search.ts';
import { detailList } from './detail-search.ts';

const parse = (raw: Record<string, unknown>) => readSearch(detailList.schema, raw);

describe('URL parameters of the page of details', () => {
  it('the query uses all parameters, with the detail’s status apart from its tasks’', () => {
    const search = parse({ by: 'detail', status: '2,3', task_status: 4, service_cat2_id: 7, page: 2, sort: 'status' });
    expect(detailList.input(search)).toMatchObject({
      status: [2, 3],
      task_status: [4],
      service_cat2_id: [7],
      page: 2,
      sort: 'status',
    });
  });

  it('a view of details is kept, and the job page ignores it', () => {
    const kept = detailList.viewSearch(
      parse({ by: 'detail', status: 9, text: 'Lam Sơn', sort: '-job_date', open: '1,2' }),
    );
    expect(kept).toEqual({ by: 'detail', status: [9], text: 'Lam Sơn' });
    expect(validSearch(jobList.schema, kept)).toEqual({ text: 'Lam Sơn' });
  });

  it('a bad value is dropped and the others are kept', () => {
    const search = parse({ by: 'detail', status: 'x', sort: 'job_name', text: 'a' });
    expect(search).toMatchObject({ by: 'detail', sort: '-job_date', text: 'a' });
    expect(search.status).toBeUndefined();
  });
});
