import { describe, expect, it } from 'vitest';
import { parseSearch, dropInvalidParams } from '../../../lib/use-screen-search.ts';
import { jobList } from '../list/job-search.ts';
import { detailList } from './detail-search.ts';

const parseParameters = (raw: Record<string, unknown>) => parseSearch(detailList.schema, raw);

describe('URL parameters of the detail page', () => {
  it('the query sends all parameters, with the detail’s status apart from its tasks’ statuses', () => {
    const search = parseParameters({
      by: 'detail',
      status: '2,3',
      task_status: 4,
      service_cat2_id: 7,
      page: 2,
      sort: 'status',
    });
    expect(detailList.input(search)).toMatchObject({
      status: [2, 3],
      task_status: [4],
      service_cat2_id: [7],
      page: 2,
      sort: 'status',
    });
  });

  it('a saved view of details keeps its parameters, and the job page ignores them', () => {
    const viewSearch = detailList.viewSearch(
      parseParameters({ by: 'detail', status: 9, text: 'Lam Sơn', sort: '-job_date', open: '1,2' }),
    );
    expect(viewSearch).toEqual({ by: 'detail', status: [9], text: 'Lam Sơn' });
    expect(dropInvalidParams(jobList.schema, viewSearch)).toEqual({ text: 'Lam Sơn' });
  });

  it('an invalid parameter is dropped and the others are kept', () => {
    const search = parseParameters({ by: 'detail', status: 'x', sort: 'job_name', text: 'a' });
    expect(search).toMatchObject({ by: 'detail', sort: '-job_date', text: 'a' });
    expect(search.status).toBeUndefined();
  });
});
