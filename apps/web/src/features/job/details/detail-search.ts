import { jobDetailEndpoints } from '@darkroom/contract/job/bulk';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import { rowKindSearch, openParams } from '../list/job-search.ts';

/** URL parameters of the job page with one row per detail. A saved view includes `by=detail`. */
export const detailList = listSearch(jobDetailEndpoints.details.input.shape, {
  savedState: rowKindSearch.shape,
  screenState: openParams,
  long: true,
});

export type DetailSearch = SearchOf<typeof detailList>;
