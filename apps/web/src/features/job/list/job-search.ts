import type { InputOf } from '@darkroom/contract/endpoint';
import { JOB_SORTS, type jobEndpoints } from '@darkroom/contract/job';
import type { SavedView } from '@darkroom/contract/view';
import { isDay } from '@darkroom/domain/calendar/day';
import { JOB_PRIORITIES, JOB_STATUSES, type JobStatus } from '@darkroom/domain/job/status';
import { TASK_STATUSES, type TaskStatus } from '@darkroom/domain/task/status';
import { z } from 'zod';
import { pageSize } from '../../../lib/search-fields.ts';
import { viewOf } from '../../../ui/saved-views/saved-view-search.ts';
import { jobKey } from './job-selection.ts';

const SORTS = JOB_SORTS.flatMap((field) => [field, `-${field}`] as const);

/** `12,14` in the address; one id alone is read as a number by the router. */
export const idList = z.union([z.int().positive(), z.string().regex(/^\d+(,\d+)*$/)]).optional();
const day = z.string().refine(isDay).optional();

/** By which row the page lists: by job, unless its address says by detail. */
export const bySearch = z.object({ by: z.literal('detail').optional() });

/** What jobs and their details are filtered by alike. */
export const filterFields = {
  job_date_from: day,
  job_date_to: day,
  customer0_id: idList,
  customer1_id: idList,
  customer2_id: idList,
  job_status: z.enum(JOB_STATUSES).optional(),
  task_status: idList,
  job_priority: z.enum(JOB_PRIORITIES).optional(),
  service_type_id: idList,
  service_cat1_id: idList,
  service_cat2_id: idList,
  unpriced: z.boolean().optional(),
  text: z
    .union([z.string(), z.number()])
    .transform((text) => String(text).slice(0, 100))
    .optional(),
  /** One job alone: what a copied link shows. */
  job_id: z.int().positive().optional(),
  /** The jobs of one import: what "Show these jobs" shows. */
  import_id: z.uuid().optional(),
};

/** The rest of a list's state: page, opened rows, the open form, the view one came by. */
export const listFields = {
  page: z.int().min(1).max(1_000_000).default(1),
  page_size: pageSize(),
  /** Opened rows. */
  open: idList,
  /** The open form: `new`, `job-12`, `job-12-detail`, `detail-5`, `detail-5-tasks`, `task-9`. */
  form: z.string().max(40).optional(),
  /** The saved view one came by. */
  view: z.int().positive().optional(),
  /** Columns a view brings: `status,job,!price`. */
  columns: z.string().max(400).optional(),
};

/** The job page's state in its address (style sheet 18). */
export const jobSearch = z.object({
  ...filterFields,
  ...listFields,
  sort: z.enum(SORTS).default('-job_date'),
  bulk: z.literal(1).optional(),
  /** The recent imports are open. */
  imports: z.literal(1).optional(),
});

const filterSearch = z.object(filterFields);
export type FilterSearch = z.output<typeof filterSearch>;
export type FilterPatch = Partial<z.input<typeof filterSearch>>;
export type JobSearch = z.output<typeof jobSearch>;
export type JobSearchPatch = Partial<z.input<typeof jobSearch>>;

/** `12,14` → [12, 14]. */
export const idsIn = (list: string | number | undefined): number[] =>
  list === undefined ? [] : String(list).split(',').map(Number);

/** [12, 14] → `12,14`, as it stands in the address. */
export const inAddress = (ids: readonly number[] | undefined): string | number | undefined =>
  !ids || ids.length === 0 ? undefined : ids.length === 1 ? ids[0] : ids.join(',');

/** What every filter is when none is set. */
export const NO_FILTERS = {
  job_date_from: undefined,
  job_date_to: undefined,
  customer0_id: undefined,
  customer1_id: undefined,
  customer2_id: undefined,
  job_status: undefined,
  task_status: undefined,
  job_priority: undefined,
  service_type_id: undefined,
  service_cat1_id: undefined,
  service_cat2_id: undefined,
  unpriced: undefined,
  text: undefined,
  job_id: undefined,
  import_id: undefined,
} as const satisfies JobSearchPatch;

export const isFiltered = (search: FilterSearch): boolean =>
  Object.keys(NO_FILTERS).some((field) => search[field as keyof typeof NO_FILTERS] !== undefined);

/** What of a search a view keeps of the filters. */
export const filtersOf = (search: FilterSearch): Record<string, unknown> =>
  Object.fromEntries(Object.keys(NO_FILTERS).map((field) => [field, search[field as keyof typeof NO_FILTERS]]));

/** What a saved view keeps: filters, order and columns, as they stand in the address. */
export function viewSearch(search: JobSearch): SavedView['search'] {
  const { sort, columns } = search;
  return viewOf({ ...filtersOf(search), columns, sort: sort === '-job_date' ? undefined : sort });
}

/** The task statuses an address names; what is none of them is left out. */
export function statusesIn(list: string | number | undefined): TaskStatus[] | undefined {
  const statuses = idsIn(list).filter((n): n is TaskStatus => TASK_STATUSES.includes(n as TaskStatus));
  return statuses.length > 0 ? statuses : undefined;
}

const idsOrNone = (list: string | number | undefined) => (list === undefined ? undefined : idsIn(list));

/** The filter a search stands for. */
export function filterOf(search: FilterSearch): InputOf<typeof jobEndpoints.ids> {
  return {
    job_date_from: search.job_date_from,
    job_date_to: search.job_date_to,
    customer0_id: idsOrNone(search.customer0_id),
    customer1_id: idsOrNone(search.customer1_id),
    customer2_id: idsOrNone(search.customer2_id),
    job_status: search.job_status && ([search.job_status] satisfies JobStatus[]),
    task_status: statusesIn(search.task_status),
    job_priority: search.job_priority,
    service_type_id: idsOrNone(search.service_type_id),
    service_cat1_id: idsOrNone(search.service_cat1_id),
    service_cat2_id: idsOrNone(search.service_cat2_id),
    unpriced: search.unpriced,
    text: search.text,
    job_id: search.job_id,
    import_id: search.import_id,
  };
}

/** The call a search stands for. Opened rows and forms are no part of it: opening one asks nothing of the server. */
export const listInput = (search: JobSearch): InputOf<typeof jobEndpoints.list> => ({
  ...filterOf(search),
  page: search.page,
  page_size: search.page_size,
  sort: search.sort,
});

/** Which form stands open, read from the address. */
export type OpenForm =
  | { kind: 'new' }
  | { kind: 'job'; job_id: number }
  | { kind: 'add-detail'; job_id: number }
  | { kind: 'detail'; job_detail_id: number }
  | { kind: 'add-tasks'; job_detail_id: number }
  | { kind: 'task'; task_id: number };

export function openForm(form: string | undefined): OpenForm | null {
  if (form === 'new') return { kind: 'new' };
  const match = /^(job|detail|task)-(\d+)(?:-(detail|tasks))?$/.exec(form ?? '');
  const id = Number(match?.[2]);
  switch (`${match?.[1]}-${match?.[3] ?? ''}`) {
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

/** What is said when a job, or something of it, was added: it opens in that job, whatever the list is filtered by. */
export const addedJob = (job_id: number, words: string) => ({
  list: 'job' as const,
  row: jobKey({ job_id }),
  words,
  to: '/job',
  search: { job_id, open: job_id },
});
