import type { InputOf } from '@darkroom/contract/endpoint';
import type { taskEndpoints } from '@darkroom/contract/task';
import { TASK_SCOPES, TASK_SORTS } from '@darkroom/contract/task-filter';
import type { SavedView } from '@darkroom/contract/view';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { JOB_PRIORITIES } from '@darkroom/domain/job/status';
import { TASK_STATUSES } from '@darkroom/domain/task/status';
import { z } from 'zod';
import { day, ids, pageSize } from '../../../lib/search-fields.ts';
import { viewOf } from '../../../ui/saved-views/saved-view-search.ts';

const sorts = TASK_SORTS.flatMap((field) => [field, `-${field}`] as const);

/** What narrows the list; named as the call names it, so that it goes out as it stands. */
const filters = {
  status: z.array(z.literal(TASK_STATUSES)).optional(),
  workstream: z.enum(WORKSTREAMS).optional(),
  job_date_from: day(),
  job_date_to: day(),
  customer0_id: ids(),
  customer1_id: ids(),
  customer2_id: ids(),
  service_type_id: ids(),
  service_cat1_id: ids(),
  service_cat2_id: ids(),
  job_priority: z.enum(JOB_PRIORITIES).optional(),
  editor: ids(),
  first_qc: ids(),
  second_qc: ids(),
  has_support: z.boolean().optional(),
  waits_hours: z.int().min(1).max(10_000).optional(),
  text: z.string().max(100).optional(),
};

/** Everything of the task screen that lives in its address (quality 3). */
export const taskSearch = z.object({
  ...filters,
  /** Which list; without it the first one this person has. */
  tab: z.enum(TASK_SCOPES).optional(),
  /** The task whose history is open. */
  task: z.int().min(1).optional(),
  /** The task being checked in the check view, or `next` between two of them; without it there is no check view. */
  check: z.union([z.int().min(1), z.literal('next')]).optional(),
  /** The assign panel is open. */
  assign: z.boolean().optional(),
  sort: z.enum(sorts as [(typeof sorts)[number], ...(typeof sorts)[number][]]).optional(),
  page: z.int().min(1).default(1),
  page_size: pageSize(),
  /** The saved view one came by. */
  view: z.int().positive().optional(),
  /** Columns a view brings: `status,job,!qcs`. */
  columns: z.string().max(400).optional(),
});

export type TaskSearch = z.output<typeof taskSearch>;
export type TaskTab = (typeof TASK_SCOPES)[number];
/** Changes a part of the address. */
export type SetTaskSearch = (patch: Partial<z.input<typeof taskSearch>>, options?: { replace?: boolean }) => void;

/** No filter at all: what "Clear" leaves. */
export const NO_FILTERS = Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])) as {
  [K in keyof typeof filters]: undefined;
};

export const isFiltered = (search: TaskSearch): boolean =>
  (Object.keys(filters) as (keyof typeof filters)[]).some((name) => search[name] !== undefined && search[name] !== '');

/** What a saved view keeps: list, filters, order and columns, as they stand in the address. */
export function viewSearch(search: TaskSearch): SavedView['search'] {
  const { task: _task, check: _check, assign: _assign, view: _view, page: _page, page_size: _size, ...kept } = search;
  return viewOf(kept);
}

/** One's own lists stand in the page, drawn whole: a long page of the floor is not taken along to them. */
const LONGEST_OWN = 200;

/** The lists that can be narrowed. What one has in hand is short and always shown whole: a filter has no place there. */
export const narrows = (tab: TaskTab): boolean => tab === 'all' || tab === 'pool';

/** The first page of one of one's own lists, as it is shown when nothing else is asked for. */
export const ownInput = (scope: 'mine' | 'waiting') =>
  ({ scope, page: 1, page_size: 50 }) satisfies InputOf<typeof taskEndpoints.list>;

/** The list call this address asks for: every list in the order in which work blocks, unless another one is chosen. */
export function listInput(address: TaskSearch, tab: TaskTab) {
  const search: TaskSearch = narrows(tab) ? address : { ...address, ...NO_FILTERS };
  const { tab: _tab, columns: _columns, sort = tab === 'all' ? 'blocking' : undefined, text, ...rest } = search;
  const { task: _task, assign: _assign, check: _check, view: _view, ...filter } = rest;
  const page_size = tab === 'all' ? search.page_size : Math.min(search.page_size, LONGEST_OWN);
  return { ...filter, page_size, scope: tab, ...(sort ? { sort } : {}), ...(text ? { text } : {}) } satisfies InputOf<
    typeof taskEndpoints.list
  >;
}
