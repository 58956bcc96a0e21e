import { useTranslation } from 'react-i18next';
import { LONG_PAGE, type ListSearch } from '../../lib/list-search.ts';
import type { SetSearch } from '../../lib/use-screen-search.ts';
import type { DataTableProps, TableChange } from './data-table-props.ts';

interface Answer<R> {
  data?: { results: readonly R[]; total_items?: number; total_is_least?: true | undefined } | undefined;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

interface Place {
  page?: number;
  page_size?: number;
  sort?: string | undefined;
  columns?: string | undefined;
}

/** More than what stands on one page: everything. */
const ONE_PAGE = 200;

/** How many a list holds, in words. While another filter's answer is loading, the count of the one before is not shown. */
export function useCountNote(
  list: { data?: { total_items: number; total_is_least?: true | undefined } | undefined; isPlaceholderData: boolean },
  words: (count: number) => string,
): string | null {
  const { t } = useTranslation('common');
  if (list.isPlaceholderData) return t('loading');
  if (!list.data) return null;
  const what = words(list.data.total_items);
  return list.data.total_is_least ? t('moreThan', { what }) : what;
}

/**
 * What the one table asks of a list: how its answer stands, and where it stands in the screen's address. A list without pages
 * stands there whole.
 */
export const listed = <R, S extends Place>(of: ListSearch<S>, answer: Answer<R>, search: S, setSearch: SetSearch<S>) =>
  ({
    columnsInAddress: search.columns,
    asked: JSON.stringify(of.input(search)),
    rows: answer.data?.results,
    busy: answer.isPlaceholderData,
    error: answer.error,
    onRetry: () => void answer.refetch(),
    page: search.page ?? 1,
    pageSize: search.page_size ?? ONE_PAGE,
    total: answer.data?.total_items,
    totalIsLeast: answer.data?.total_is_least,
    ...(of.long ? { longPages: LONG_PAGES } : {}),
    ...(search.sort === undefined ? {} : { sort: search.sort }),
    filtered: of.isFiltered(search),
    onClearFilters: () => setSearch(of.cleared),
    // What a table changes are fields of every list's address.
    onChange: (change: TableChange) => setSearch(change as never),
  }) satisfies Partial<DataTableProps<R>>;

const LONG_PAGES = [LONG_PAGE];
