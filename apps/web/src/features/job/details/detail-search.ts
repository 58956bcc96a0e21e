import type { InputOf } from '@darkroom/contract/endpoint';
import { DETAIL_SORTS, type jobDetailEndpoints } from '@darkroom/contract/job-detail';
import type { SavedView } from '@darkroom/contract/view';
import { z } from 'zod';
import { viewOf } from '../../../ui/saved-views/saved-view-search.ts';
import {
  bySearch,
  filterFields,
  filterOf,
  filtersOf,
  idList,
  listFields,
  NO_FILTERS,
  statusesIn,
} from '../list/job-search.ts';

const SORTS = DETAIL_SORTS.flatMap((field) => [field, `-${field}`] as const);

/** The state of the page of details in its address: the job page's, by another row. */
export const detailSearch = z.object({
  ...bySearch.shape,
  ...filterFields,
  /** The detail's own status. */
  status: idList,
  ...listFields,
  sort: z.enum(SORTS).default('-job_date'),
});

export type DetailSearch = z.output<typeof detailSearch>;
export type DetailSearchPatch = Partial<z.input<typeof detailSearch>>;

export const NO_DETAIL_FILTERS = { ...NO_FILTERS, status: undefined } as const satisfies DetailSearchPatch;

/** The call a search stands for. */
export const detailListInput = (search: DetailSearch): InputOf<typeof jobDetailEndpoints.details> => ({
  ...filterOf(search),
  status: statusesIn(search.status),
  page: search.page,
  page_size: search.page_size,
  sort: search.sort,
});

/** What a saved view keeps; that it is of details is part of it. */
export const detailViewSearch = (search: DetailSearch): SavedView['search'] =>
  viewOf({
    by: 'detail',
    ...filtersOf(search),
    status: search.status,
    columns: search.columns,
    sort: search.sort === '-job_date' ? undefined : search.sort,
  });
