import type { ReactNode } from 'react';
import type { TableColumn, RowKey } from './data-table-row.tsx';
import type { Selection } from './data-table-select.ts';
import type { EmptyWords } from './data-table-states.tsx';

/** Position in the list. All of it is in the screen's URL parameters (code rule 18). */
export interface TableChange {
  page?: number;
  page_size?: number;
  /** Undefined restores the list's own order. */
  sort?: string | undefined;
  /** A column choice, if the URL has one. */
  columns?: string | undefined;
}

export interface DataTableProps<R> {
  /** The table's name for screen readers. */
  name: string;
  /** Name of the user's saved columns and density: `table.<list>`. Without it there are no settings. */
  list?: string;
  /** The columns in the URL. They override the user's settings. */
  columnsInUrl?: string | undefined;
  /** Memoised by the caller. */
  columns: readonly TableColumn<R>[];
  /** Undefined until the first response. */
  rows: readonly R[] | undefined;
  rowKey: (row: R) => RowKey;
  /** Returns a row's name for its controls: "Select 261118-004". */
  rowName: (row: R) => string;
  /** The query of the list as text. A new query scrolls to the top. */
  queryText?: string;
  /** True if another page or order is loading, and the old rows are still shown. */
  busy?: boolean;
  error?: unknown;
  onRetry?: () => void;
  empty: EmptyWords;
  /** True if the list has filters. Without rows, the list then shows that nothing matches. */
  filtered?: boolean;
  /** Text shown without matches because the linked record does not exist any more. */
  missingText?: Omit<EmptyWords, 'action'> | undefined;
  onClearFilters?: () => void;
  selection?: Selection | undefined;
  added?: ReadonlySet<RowKey>;
  /** Rows that open in place. `render` is the content of an open row. `showsAllColumns`: the content includes columns without space. */
  expandable?: {
    open: ReadonlySet<RowKey>;
    onToggle: (key: RowKey) => void;
    render: (row: R) => ReactNode;
    showsAllColumns?: boolean;
  };
  /** Consecutive rows with a common heading, above the first of each run. */
  groups?: { keyOf: (row: R) => RowKey; render: (row: R) => ReactNode } | undefined;
  /** True if some of its cells can be edited in place. */
  editable?: boolean;
  /** Runs on Enter or click for rows that do not open in place. */
  onOpen?: (row: R) => void;
  /** Renders the list's own card on a phone, memoised by the caller. The default card is made from the columns. */
  compact?: (row: R) => ReactNode;
  page: number;
  pageSize: number;
  /** Additional page sizes. Long pages draw only visible rows. */
  longPages?: readonly number[];
  total: number | undefined;
  /** True if there are more rows than the counted rows. */
  totalIsLeast?: true | undefined;
  sort?: string | undefined;
  /** Name of the list's own order, which applies without `sort` and to which the column heads return. */
  ownOrder?: string | undefined;
  onChange: (change: TableChange) => void;
  /** True if the table fills the rest of its flex column and scrolls inside. */
  fillHeight?: boolean;
}
