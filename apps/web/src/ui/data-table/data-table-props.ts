import type { ReactNode } from 'react';
import type { Column, RowKey } from './data-table-row.tsx';
import type { Selection } from './data-table-select.ts';
import type { EmptyWords } from './data-table-states.tsx';

/** Where the list stands; every part of it lives in the screen's URL search (style sheet 18). */
export interface TableChange {
  page?: number;
  page_size?: number;
  /** Without it, the list's own order again. */
  sort?: string | undefined;
  /** A choice of columns, where the address holds one. */
  columns?: string | undefined;
}

export interface DataTableProps<R> {
  /** What the table lists, for screen readers. */
  name: string;
  /** Under which name each person's columns and density are kept: `table.<list>`. Without it there is nothing to choose. */
  list?: string;
  /** The columns the address asks for; they come before what the person prefers. */
  columnsInAddress?: string | undefined;
  /** Memoised by the caller. */
  columns: readonly Column<R>[];
  /** undefined while the first answer is on its way. */
  rows: readonly R[] | undefined;
  rowKey: (row: R) => RowKey;
  /** A row's own name, for its controls: "Select 261118-004". */
  rowName: (row: R) => string;
  /** What the list was asked for, as one text: another page, order or filter begins at its top. */
  asked?: string;
  /** Another page or order is on its way: the rows shown are the former ones. */
  busy?: boolean;
  error?: unknown;
  onRetry?: () => void;
  empty: EmptyWords;
  /** Filters are set: no rows then means nothing matches, not that there is nothing. */
  filtered?: boolean;
  /** What is said where nothing matches because the one record that was linked to is gone. */
  gone?: Omit<EmptyWords, 'action'> | undefined;
  onClearFilters?: () => void;
  selection?: Selection | undefined;
  /** Rows that were added a moment ago. */
  added?: ReadonlySet<RowKey>;
  /** Rows that open in place; `render` is what stands under an open one. `tellsAll`: of columns without room, too. */
  expandable?: {
    open: ReadonlySet<RowKey>;
    onToggle: (key: RowKey) => void;
    render: (row: R) => ReactNode;
    tellsAll?: boolean;
  };
  /** Rows that follow each other under one head: a head stands above the first of each run. */
  groups?: { keyOf: (row: R) => RowKey; render: (row: R) => ReactNode } | undefined;
  /** Some of its cells are edited where they stand. */
  editable?: boolean;
  /** Enter or a click on a row that does not open in place. */
  onOpen?: (row: R) => void;
  /** A card of the list's own for a phone; without it, the card follows from the columns. Memoised by the caller. */
  compact?: (row: R) => ReactNode;
  page: number;
  pageSize: number;
  /** Page sizes beyond the usual ones; long pages draw only the rows in sight. */
  longPages?: readonly number[];
  total: number | undefined;
  /** There are more than that, and nobody counted them. */
  totalIsLeast?: true | undefined;
  sort?: string | undefined;
  /** Words of an order of the list's own, which it has where no `sort` is set and to which the heads lead back. */
  ownOrder?: string | undefined;
  onChange: (change: TableChange) => void;
  /** Takes the rest of its flex column's height and scrolls inside. */
  fillHeight?: boolean;
}
