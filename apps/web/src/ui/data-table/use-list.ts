import type { Endpoint, InputOf, OutputOf } from '@darkroom/contract/endpoint';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../lib/i18n/use-translation.tsx';
import { pageQuery } from '../../lib/api/query.ts';
import { LONG_PAGE_SIZE, type ListSearch } from '../../lib/list-search.ts';
import { useScreenSearch } from '../../lib/use-screen-search.ts';
import { useFormat } from '../../lib/i18n/format.ts';
import { useAddedRows, type AddedList } from './added.ts';
import type { DataTableProps, TableChange } from './data-table-props.ts';

interface ListPosition {
  page?: number;
  page_size?: number;
  sort?: string | undefined;
  columns?: string | undefined;
}

interface ListResponse<R> {
  results: readonly R[];
  total_items?: number;
  total_is_least?: true;
}

type RowOf<E extends Endpoint> = OutputOf<E> extends { results: readonly (infer R)[] } ? R : never;

interface ListOptions<E extends Endpoint, S, R, I extends InputOf<E>> {
  /** Returns the endpoint's input, if it differs from the URL parameters. */
  input?: (search: S) => I;
  /** Returns the rows of a response, if the browser filters or sorts them. Declared outside the component, or memoised. */
  rows?: (response: OutputOf<E>, search: S) => readonly R[];
  /** The name with which the list's forms mark added rows. */
  added?: AddedList;
  ready?: (search: S) => boolean;
}

/** Number of rows above the maximum of one page. */
const ONE_PAGE = 200;
const LONG_PAGES = [LONG_PAGE_SIZE];

/** Returns a list of a screen: its URL parameters, its rows with their number, and `table`, the properties of the data table. */
export function useList<E extends Endpoint, S extends ListPosition, R = RowOf<E>, I extends InputOf<E> = InputOf<E>>(
  listSearch: ListSearch<S>,
  endpoint: E,
  { input, rows: toRows, added, ready }: ListOptions<E, S, R, I> = {},
) {
  const [search, setSearch] = useScreenSearch(listSearch.schema);
  const callInput = input?.(search) ?? (listSearch.input(search) as I);
  const options = pageQuery(endpoint, callInput as Parameters<typeof pageQuery<E>>[1]);
  const enabled = ready?.(search) ?? true;
  const client = useQueryClient();
  // The request starts now and not after the whole screen is drawn, which can take as long as the request.
  if (enabled && !client.getQueryState(options.queryKey)) void client.prefetchQuery(options);
  const query = useQuery({ ...options, placeholderData: keepPreviousData, enabled });
  const { data } = query;
  const rows = useMemo(
    () => data && (toRows ? toRows(data, search) : (data as OutputOf<E> & ListResponse<R>).results),
    [data, toRows, search],
  );
  const { total_items, total_is_least } = (data ?? {}) as Partial<ListResponse<R>>;
  const markedRows = useAddedRows(added);
  const { isPlaceholderData, error, refetch } = query;
  const { t } = useTranslation('common');
  const { number } = useFormat();
  const count = total_items ?? rows?.length;
  return {
    search,
    setSearch,
    input: callInput,
    query,
    data,
    rows,
    count,
    /** Formats the number of rows for the page's head. Empty while the rows of another filter load. */
    note: (words: (count: number, n: string) => string): string | null => {
      if (isPlaceholderData) return t('loading');
      if (count === undefined) return null;
      const text = words(count, number(count));
      return total_is_least ? t('moreThan', { what: text }) : text;
    },
    table: {
      columnsInUrl: search.columns,
      queryText: JSON.stringify({ ...listSearch.input(search), ...(callInput as object) }),
      rows,
      added: markedRows,
      busy: isPlaceholderData,
      error,
      onRetry: () => void refetch(),
      page: search.page ?? 1,
      pageSize: search.page_size ?? ONE_PAGE,
      total: total_items,
      totalIsLeast: total_is_least,
      ...(listSearch.long ? { longPages: LONG_PAGES } : {}),
      ...(search.sort === undefined ? {} : { sort: search.sort }),
      filtered: listSearch.isFiltered(search),
      onClearFilters: () => setSearch(listSearch.cleared),
      // Every list has the parameters that a table changes.
      onChange: (change: TableChange) => setSearch(change as never),
    } satisfies Partial<DataTableProps<R>>,
  };
}

/** The result of `useList`, for parts of its screen. */
export type List<E extends Endpoint, S extends ListPosition, R = RowOf<E>> = ReturnType<typeof useList<E, S, R>>;

/** Returns the row of an open dialog: `dialog.open('edit', row)`, `dialog.rowFor('edit')`. For dialogs without URL parameters. */
export function useRowDialog<R, Act extends string>() {
  const [opened, setOpened] = useState<{ act: Act; row: R } | null>(null);
  const acts = useMemo(
    () => ({ open: (act: Act, row: R) => setOpened({ act, row }), close: () => setOpened(null) }),
    [],
  );
  return { ...acts, rowFor: (act: Act): R | undefined => (opened?.act === act ? opened.row : undefined) };
}
