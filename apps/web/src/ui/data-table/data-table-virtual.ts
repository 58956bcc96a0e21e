import { useLayoutEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { usePrinting } from '../../lib/device.ts';
import type { RowKey } from './data-table-row.tsx';

/** Shorter pages are drawn whole: fifty rows cost nothing. */
const FROM_ROWS = 120;
/** Rows drawn beyond what is seen, so that scrolling and J/K find them there. */
const BEYOND = 12;
const FIRST_GUESS = 37;

/** What stands in the table's body: a row by its place, or room that rows out of sight would take. */
export type Slot = { row: number } | { room: number; before: number };

interface Options {
  scroller: RefObject<HTMLElement | null>;
  keys: readonly RowKey[];
  /** The page itself scrolls, not the table: everything is drawn. */
  whole: boolean;
  /** Rows that stay drawn wherever one scrolls: the one with the focus, the one being edited. */
  kept: readonly (RowKey | null | undefined)[];
}

/**
 * Draws of a long page only the rows in sight and those around. Rows may be of any height, opened ones too: heights are
 * learned as rows are drawn, the others are taken to be like them.
 */
export function useVirtualRows({ scroller, keys, whole, kept }: Options): readonly Slot[] | null {
  const printing = usePrinting();
  const on = !whole && !printing && keys.length > FROM_ROWS;
  const [view] = useState(rowView);
  const seen = useSyncExternalStore(view.subscribe, view.seen);
  useLayoutEffect(() => {
    const element = scroller.current;
    const table = element?.querySelector('table');
    if (!on || !element || !table) return undefined;
    const look = () => view.look(element, keys);
    // Tells at once, and whenever a row opens, closes or turns out to be of another height.
    const sized = new ResizeObserver(() => {
      view.measure(table, keys);
      look();
    });
    sized.observe(element);
    sized.observe(table);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [on, scroller, keys, view]);
  if (!on) return null;
  const drawn = new Set(kept.map((key) => (key == null ? -1 : keys.indexOf(key))).filter((at) => at >= 0));
  for (let at = seen.from; at < Math.min(seen.to, keys.length); at += 1) drawn.add(at);
  return slotsOf(
    [...drawn].toSorted((a, b) => a - b),
    keys.map((key) => seen.heights.get(key) ?? seen.guess),
  );
}

interface Seen {
  from: number;
  to: number;
  heights: ReadonlyMap<RowKey, number>;
  /** What a row that was never drawn is taken to measure. */
  guess: number;
}

/** Which rows are in sight, by what is known of their heights; outside React, as scrolling is. */
function rowView() {
  const listeners = new Set<() => void>();
  let seen: Seen = { from: 0, to: 40, heights: new Map(), guess: FIRST_GUESS };
  const set = (patch: Partial<Seen>) => {
    seen = { ...seen, ...patch };
    for (const listener of listeners) listener();
  };
  const heightOf = (key: RowKey | undefined) => (key === undefined ? 0 : (seen.heights.get(key) ?? seen.guess));
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seen: () => seen,
    look({ scrollTop, clientHeight }: HTMLElement, keys: readonly RowKey[]) {
      let top = 0;
      let first = 0;
      while (first < keys.length && top + heightOf(keys[first]) < scrollTop) top += heightOf(keys[first++]);
      let end = first;
      while (end < keys.length && top < scrollTop + clientHeight) top += heightOf(keys[end++]);
      const [from, to] = [Math.max(0, first - BEYOND), Math.min(keys.length, end + BEYOND)];
      if (from !== seen.from || to !== seen.to) set({ from, to });
    },
    measure(table: HTMLElement, keys: readonly RowKey[]) {
      const measured = new Map<string, number>();
      for (const part of table.querySelectorAll<HTMLElement>('tr[data-group]')) {
        const { group = '' } = part.dataset;
        measured.set(group, (measured.get(group) ?? 0) + part.offsetHeight);
      }
      const heights = new Map(seen.heights);
      for (const key of keys) heights.set(key, measured.get(String(key)) ?? heightOf(key));
      if (keys.every((key) => heights.get(key) === heightOf(key))) return;
      for (const key of keys) if (!measured.has(String(key)) && !seen.heights.has(key)) heights.delete(key);
      // The middle one: opened rows would make the scrollbar lie.
      const plain = [...measured.values()].toSorted((a, b) => a - b);
      set({ heights, guess: plain[Math.floor(plain.length / 2)] ?? FIRST_GUESS });
    },
  };
}

function slotsOf(drawn: readonly number[], heights: readonly number[]): Slot[] {
  const slots: Slot[] = [];
  let next = 0;
  const leaveRoom = (until: number) => {
    const room = heights.slice(next, until).reduce((sum, height) => sum + height, 0);
    if (room > 0) slots.push({ room, before: until });
  };
  for (const row of drawn) {
    leaveRoom(row);
    slots.push({ row });
    next = row + 1;
  }
  leaveRoom(heights.length);
  return slots;
}
