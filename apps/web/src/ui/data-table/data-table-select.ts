import { useLayoutEffect, useMemo, useRef } from 'react';
import type { RowKey } from './data-table-row.tsx';

/** Which rows are chosen, and how more than the page can be. */
export interface Selection {
  keys: ReadonlySet<RowKey>;
  onChange: (keys: ReadonlySet<RowKey>) => void;
  /** Chooses everything the filter matches, other pages included. */
  matching?: { most: number; onSelect: () => void; busy: boolean };
}

interface Selectable<R> {
  rows: readonly R[] | undefined;
  rowKey: (row: R) => RowKey;
  selection?: Selection | undefined;
  expandable?: { onToggle: (key: RowKey) => void } | undefined;
}

/** Adds the keys to a set, or takes them out of it. */
function withKeys(set: ReadonlySet<RowKey>, keys: readonly RowKey[], adding: boolean): ReadonlySet<RowKey> {
  const next = new Set(set);
  for (const key of keys) {
    if (adding) next.add(key);
    else next.delete(key);
  }
  return next;
}

/** Handlers that never change, so that memoised rows stay as they are; they read the newest props when called. */
export function useRowHandlers<R>(props: Selectable<R>) {
  const latest = useRef(props);
  const last = useRef<RowKey | null>(null);
  useLayoutEffect(() => {
    latest.current = props;
  });
  return useMemo(
    () => ({
      /** With `range`, everything from the row pressed before to this one. */
      select(key: RowKey, range: boolean) {
        const { rows = [], rowKey, selection } = latest.current;
        if (!selection) return;
        const keys = rows.map(rowKey);
        const [from, to] = [keys.indexOf(range && last.current !== null ? last.current : key), keys.indexOf(key)];
        const touched = from === -1 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
        last.current = key;
        selection.onChange(withKeys(selection.keys, touched, !selection.keys.has(key)));
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
