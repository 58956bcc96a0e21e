import { jobDetailEndpoints } from '@darkroom/contract/job/many';
import { listSearch, type SearchOf } from '../../../lib/list-search.ts';
import { bySearch, opened } from '../list/job-search.ts';

/** The list of details: the job page by another row. A saved view includes `by=detail`. */
export const detailList = listSearch(jobDetailEndpoints.details.input.shape, {
  kept: bySearch.shape,
  beside: opened,
  long: true,
});

export type DetailSearch = SearchOf<typeof detailList>;
