import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, type ReactNode, type RefObject } from 'react';
import type { RowKey } from './data-table-row.tsx';

/** Rows drawn beyond the visible rows, for scrolling and J/K. */
const OVERSCAN_ROWS = 12;
const ROW_HEIGHT = { compact: 37, roomy: 53 };

interface LongRowsProps {
  scroller: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLTableSectionElement | null>;
  keys: readonly RowKey[];
  density: keyof typeof ROW_HEIGHT;
  /** Rows that always stay drawn: the focused and the edited row. */
  alwaysDrawn: readonly (RowKey | null | undefined)[];
  cells: number;
  drawRow: (at: number) => ReactNode;
}

/** Draws only the visible rows of a long page and their neighbours. A row's height includes its group heading and its opened content. */
export default function LongRows({ scroller, body, keys, density, alwaysDrawn, cells, drawRow }: LongRowsProps) {
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroller.current,
    getItemKey: (at) => keys[at]!,
    estimateSize: () => ROW_HEIGHT[density],
    overscan: OVERSCAN_ROWS,
    initialRect: { width: 0, height: ROW_HEIGHT.compact * 30 },
    rangeExtractor: (range) => {
      const alwaysDrawnIndexes = alwaysDrawn
        .map((key) => (key == null ? -1 : keys.indexOf(key)))
        .filter((at) => at >= 0);
      return [...new Set([...defaultRangeExtractor(range), ...alwaysDrawnIndexes])].toSorted((a, b) => a - b);
    },
  });
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const heights = new Map<string, number>();
      for (const { dataset, offsetHeight } of element.rows)
        if (dataset.group !== undefined) heights.set(dataset.group, (heights.get(dataset.group) ?? 0) + offsetHeight);
      for (const [position, key] of keys.entries()) {
        const height = heights.get(String(key));
        if (height !== undefined) virtualizer.resizeItem(position, height);
      }
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [body, keys, virtualizer]);
  const rows: ReactNode[] = [];
  let drawnTo = 0;
  const addSpacer = (to: number, before: number) =>
    to > drawnTo &&
    rows.push(
      <tr key={`room-${before}`} aria-hidden="true">
        <td colSpan={cells} style={{ height: to - drawnTo, padding: 0 }} />
      </tr>,
    );
  for (const { index, start, end } of virtualizer.getVirtualItems()) {
    addSpacer(start, index);
    rows.push(drawRow(index));
    drawnTo = end;
  }
  addSpacer(virtualizer.getTotalSize(), keys.length);
  return rows;
}
