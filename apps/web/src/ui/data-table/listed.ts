import type { DataTableProps, TableChange } from './data-table.tsx';

interface Answer<R> {
  data?: { results: readonly R[]; total_items: number } | undefined;
  isPlaceholderData: boolean;
  error: unknown;
  refetch: () => Promise<unknown>;
}

interface Place {
  page: number;
  page_size: number;
  sort?: string | undefined;
  columns?: string | undefined;
}

/** How many a list holds, in words. While another filter's answer is loading, the count of the one before is not shown. */
export const countNote = (
  list: Pick<Answer<unknown>, 'data' | 'isPlaceholderData'>,
  words: (count: number) => string,
  loading: string,
): string | null => (list.isPlaceholderData ? loading : list.data ? words(list.data.total_items) : null);

/** What the one table asks of a paged list: how its answer stands, and where it stands in the screen's address. */
export const listed = <R>(list: Answer<R>, search: Place, setSearch: (patch: never) => void) =>
  ({
    columnsInAddress: search.columns,
    rows: list.data?.results,
    busy: list.isPlaceholderData,
    error: list.error,
    onRetry: () => void list.refetch(),
    page: search.page,
    pageSize: search.page_size,
    total: list.data?.total_items,
    ...(search.sort === undefined ? {} : { sort: search.sort }),
    // The schema of the screen's address takes what a table changes: it holds the same fields.
    onChange: (change: TableChange) => setSearch(change as never),
  }) satisfies Partial<DataTableProps<R>>;
