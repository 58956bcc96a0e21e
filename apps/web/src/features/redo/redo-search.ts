import type { InputOf } from '@darkroom/contract/endpoint';
import { REDO_SORTS, REDO_STATES, type redoEndpoints } from '@darkroom/contract/redo';
import type { SavedView } from '@darkroom/contract/view';
import { WORKSTREAMS } from '@darkroom/domain/customer/enums';
import { z } from 'zod';
import { day, ids, pageSize } from '../../lib/search-fields.ts';
import { viewOf } from '../../ui/saved-views/saved-view-search.ts';

const sorts = REDO_SORTS.flatMap((field) => [field, `-${field}`] as const);

/** What narrows the list; named as the call names it, so that it goes out as it stands. */
const filters = {
  job_date_from: day(),
  job_date_to: day(),
  customer0_id: ids(),
  customer1_id: ids(),
  customer2_id: ids(),
  service_type_id: ids(),
  service_cat1_id: ids(),
  service_cat2_id: ids(),
  workstream: z.enum(WORKSTREAMS).optional(),
  editor: ids(),
  text: z.string().max(100).optional(),
};

/** Everything of the rework list that lives in its address (quality 3). */
export const redoSearch = z.object({
  ...filters,
  /** Rework that goes on, that of the past, or both. */
  state: z.enum(REDO_STATES).default('open'),
  /** The task whose story is open. */
  task: z.int().min(1).optional(),
  sort: z.enum(sorts as [(typeof sorts)[number], ...(typeof sorts)[number][]]).default('-rework_at'),
  page: z.int().min(1).default(1),
  page_size: pageSize(),
  /** The saved view one came by. */
  view: z.int().positive().optional(),
  /** Columns a view brings: `status,job,!said`. */
  columns: z.string().max(400).optional(),
});

export type RedoSearch = z.output<typeof redoSearch>;
/** Changes a part of the address. */
export type SetRedoSearch = (patch: Partial<z.input<typeof redoSearch>>, options?: { replace?: boolean }) => void;

/** No filter at all: what "Clear" leaves. */
export const NO_FILTERS = Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])) as {
  [K in keyof typeof filters]: undefined;
};

export const isFiltered = (search: RedoSearch): boolean =>
  (Object.keys(filters) as (keyof typeof filters)[]).some((name) => search[name] !== undefined && search[name] !== '');

/** What a saved view keeps: tab, filters, order and columns, as they stand in the address. */
export function viewSearch(search: RedoSearch): SavedView['search'] {
  const { task: _task, view: _view, page: _page, page_size: _size, state, sort, ...rest } = search;
  return viewOf({
    ...rest,
    state: state === 'open' ? undefined : state,
    sort: sort === '-rework_at' ? undefined : sort,
  });
}

/** The list call this address asks for. */
export function listInput(search: RedoSearch): InputOf<typeof redoEndpoints.list> {
  const { task: _task, view: _view, columns: _columns, text, ...rest } = search;
  return { ...rest, ...(text ? { text } : {}) };
}
