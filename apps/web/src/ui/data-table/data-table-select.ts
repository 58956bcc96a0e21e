import { useLayoutEffect, useMemo, useRef } from 'react';
import type { RowKey } from './data-table-row.tsx';

/** The selected rows, which can be more than the page. */
export interface Selection {
  keys: ReadonlySet<RowKey>;
  onChange: (keys: ReadonlySet<RowKey>) => void;
  /** Selects all rows that match the filter, also on other pages. */
  matching?: { limit: number; onSelect: () => void; busy: boolean };
}

interface Selectable<R> {
  rows: readonly R[] | undefined;
  rowKey: (row: R) => RowKey;
  selection?: Selection | undefined;
  expandable?: { onToggle: (key: RowKey) => void } | undefined;
}

/** Adds keys to a set or removes them. */
function withKeys(set: ReadonlySet<RowKey>, keys: readonly RowKey[], adding: boolean): ReadonlySet<RowKey> {
  const next = new Set(set);
  for (const key of keys) {
    if (adding) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** Returns stable handlers, so that memoised rows do not render again. They read the newest props when called. */
export function useRowHandlers<R>(props: Selectable<R>) {
  const latest = useRef(props);
  const lastKey = useRef<RowKey | null>(null);
  useLayoutEffect(() => {
    latest.current = props;
  });
  return useMemo(
    () => ({
      /** Selects a row. With `range`, all rows from the previously pressed row to this row. */
      select(key: RowKey, range: boolean) {
        const { rows = [], rowKey, selection } = latest.current;
        if (!selection) return;
        const keys = rows.map(rowKey);
        const [from, to] = [keys.indexOf(range && lastKey.current !== null ? lastKey.current : key), keys.indexOf(key)];
        const changedKeys = from === -1 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
        lastKey.current = key;
        selection.onChange(withKeys(selection.keys, changedKeys, !selection.keys.has(key)));
      },
      selectAll() {
        const { rows = [], rowKey, selection } = latest.current;
        if (!selection) return;
        const keys = rows.map(rowKey);
        const all = keys.every((key) => selection.keys.has(key));
        selection.onChange(withKeys(selection.keys, keys, !all));
      },
      toggle: (key: RowKey) => latest.current.expandable?.onToggle(key),
    }),
    [],
  );
}
