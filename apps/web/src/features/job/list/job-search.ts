import { ids } from '@darkroom/contract/fields';
import { jobEndpoints } from '@darkroom/contract/job/job';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import type { SetSearch } from '../../../lib/use-screen-search.ts';
import { jobKey } from './job-selection.ts';

/** Kind of rows: jobs by default, or details. */
export const rowKindSearch = z.object({ by: z.literal('detail').optional() });

/** Parameters of open rows and forms, shared by jobs and details. */
export const openParams = {
  open: ids().default([]),
  /** The open form: `new`, `request-3` (a new job of that request), `job-12`, `job-12-detail`, `detail-5`, `detail-5-tasks`, `task-9`. */
  form: z.string().max(40).optional(),
};

export const jobList = listSearch(jobEndpoints.list.input.shape, {
  screenState: {
    ...openParams,
    bulk: z.literal(1).optional(),
    imports: z.literal(1).optional(),
  },
  long: true,
});

export type JobSearch = SearchOf<typeof jobList>;
export type SetJobSearch = SetSearch<JobSearch>;

/** Returns the open rows with one row added or removed. */
export const toggleId = (open: readonly number[], one: number): number[] =>
  open.includes(one) ? open.filter((other) => other !== one) : [...open, one];

/** Returns the input for all matching jobs: the filter without sort order and page. */
export function toFilterInput(search: JobSearch) {
  const { page: _page, page_size: _size, sort: _sort, ...filter } = jobList.input(search);
  return filter;
}

/** The open form, parsed from the URL parameters. */
export type OpenJobForm =
  | { kind: 'new'; request_id?: number }
  | { kind: 'job'; job_id: number }
  | { kind: 'add-detail'; job_id: number }
  | { kind: 'detail'; job_detail_id: number }
  | { kind: 'add-tasks'; job_detail_id: number }
  | { kind: 'task'; task_id: number };

export function parseOpenJobForm(form: string | undefined): OpenJobForm | null {
  if (form === 'new') return { kind: 'new' };
  const match = /^(job|detail|task|request)-(\d+)(?:-(detail|tasks))?$/.exec(form ?? '');
  const id = Number(match?.[2]);
  switch (`${match?.[1]}-${match?.[3] ?? ''}`) {
    case 'request-':
      return { kind: 'new', request_id: id };
    case 'job-':
      return { kind: 'job', job_id: id };
    case 'job-detail':
      return { kind: 'add-detail', job_id: id };
    case 'detail-':
      return { kind: 'detail', job_detail_id: id };
    case 'detail-tasks':
      return { kind: 'add-tasks', job_detail_id: id };
    case 'task-':
      return { kind: 'task', task_id: id };
    default:
      return null;
  }
}

/** Creates the toast for an added job or part of a job. Its link opens that job under any filter. */
export const createAddedToast = (job_id: number, words: string) => ({
  list: 'job' as const,
  row: jobKey({ job_id }),
  words,
  to: '/job',
  search: { job_id, open: [job_id] },
});
