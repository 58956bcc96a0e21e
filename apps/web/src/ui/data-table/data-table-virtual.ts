import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, type RefObject } from 'react';
import { usePrinting } from '../../lib/device.ts';
import type { RowKey } from './data-table-row.tsx';

/** Shorter pages are drawn whole. */
const FROM_ROWS = 120;
/** Rows drawn beyond those in sight, so that scrolling and J/K find them there. */
const BEYOND = 12;
const ROW_HEIGHT = { compact: 37, roomy: 53 };

/** A part of the table's body: a row by its place, or the space of rows that are not drawn. */
export type Slot = { row: number } | { room: number; before: number };

interface Options {
  scroller: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLTableSectionElement | null>;
  keys: readonly RowKey[];
  density: keyof typeof ROW_HEIGHT;
  /** The page itself scrolls, not the table: everything is drawn. */
  whole: boolean;
  /** Rows that stay drawn wherever the table is scrolled: the one with the focus, the one being edited. */
  kept: readonly (RowKey | null | undefined)[];
}

/** Draws of a long page only the rows in sight and those around. A row's height includes its group's head and what it opens. */
export function useVirtualRows({ scroller, body, keys, density, whole, kept }: Options): readonly Slot[] | null {
  const printing = usePrinting();
  const on = !whole && !printing && keys.length > FROM_ROWS;
  const virtualizer = useVirtualizer({
    enabled: on,
    count: keys.length,
    getScrollElement: () => scroller.current,
    getItemKey: (at) => keys[at]!,
    estimateSize: () => ROW_HEIGHT[density],
    overscan: BEYOND,
    initialRect: { width: 0, height: ROW_HEIGHT.compact * 30 },
    rangeExtractor: (range) => {
      const staying = kept.map((key) => (key == null ? -1 : keys.indexOf(key))).filter((at) => at >= 0);
      return [...new Set([...defaultRangeExtractor(range), ...staying])].toSorted((a, b) => a - b);
    },
  });
  useLayoutEffect(() => {
    const element = body.current;
    if (!on || !element) return undefined;
    const sized = new ResizeObserver(() => {
      const heights = new Map<string, number>();
      for (const { dataset, offsetHeight } of element.rows)
        if (dataset.group !== undefined) heights.set(dataset.group, (heights.get(dataset.group) ?? 0) + offsetHeight);
      for (const [at, key] of keys.entries()) {
        const height = heights.get(String(key));
        if (height !== undefined) virtualizer.resizeItem(at, height);
      }
    });
    sized.observe(element);
    return () => sized.disconnect();
  }, [on, body, keys, virtualizer]);
  if (!on) return null;
  const slots: Slot[] = [];
  let drawnTo = 0;
  for (const { index, start, end } of virtualizer.getVirtualItems()) {
    if (start > drawnTo) slots.push({ room: start - drawnTo, before: index });
    slots.push({ row: index });
    drawnTo = end;
  }
  const rest = virtualizer.getTotalSize() - drawnTo;
  return rest > 0 ? [...slots, { room: rest, before: keys.length }] : slots;
}
