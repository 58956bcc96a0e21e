import { id } from '@darkroom/contract/fields';
import { categoryFilter } from '@darkroom/contract/category';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';

const { service_type_id: _several, ...filter } = categoryFilter;

/** The tree, filtered by one service type at a time (spec §3: ALL switches the filter off). */
export const categoryList = listSearch({ service_type: id().optional(), ...filter });

export type CategorySearch = SearchOf<typeof categoryList>;

/** Converts the URL parameters to a filter, for the tree and for its file. */
export function toCategoryFilter(search: CategorySearch) {
  const { service_type, ...rest } = categoryList.input(search);
  return { ...rest, ...(service_type === undefined ? {} : { service_type_id: [service_type] }) };
}
