import { useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react';
import { fit, kindOf, type Need } from './data-table-fit.ts';
import { useGrownCells } from './data-table-grown.ts';
import type { Column, RowKey } from '../data-table-row.tsx';

/** What stands in a column's cells and in its head, each on one line, in pixels with padding. */
interface Measure {
  body: number;
  head: number;
  headBroken: number;
}

interface Known {
  measures: ReadonlyMap<string, Measure>;
  /** Columns that had something to say since these rows are shown: they stay, even when it is taken back. */
  telling: ReadonlySet<string>;
}

/** Which columns left for these rows, in this room. */
interface Stood {
  readonly rows: unknown;
  readonly room: number | undefined;
  readonly columns: string;
  readonly left: ReadonlySet<string>;
}

const NOTHING: Known = { measures: new Map(), telling: new Set() };
/** Room of one box or arrow before the columns. */
export const CONTROL = 32;
const PADDING = 16;
const SORT_MARK = 12;
const TEXT_MIN = 120;
const NAME_MIN = 140;
const UNSCROLLED = { top: 0, left: 0 };

/** Widths as they were measured; outside React, as measuring is. */
function widthStore() {
  const listeners = new Set<() => void>();
  let known = NOTHING;
  let keys: ReadonlySet<RowKey> = new Set();
  let drawn: unknown;
  let stood: Stood | undefined;
  return {
    /** Which columns had left when other rows came: while these bring news, nothing comes or goes under the hands of whoever works in them. */
    leftBefore: ({ rows, room, columns }: Omit<Stood, 'left'>): ReadonlySet<string> | undefined =>
      stood && stood.rows !== rows && stood.room === room && stood.columns === columns ? stood.left : undefined,
    stand: (next: Stood | undefined) => (stood = next),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    known: () => known,
    set(next: Known) {
      known = next;
      for (const listener of listeners) listener();
    },
    /** Whether the columns say what they hold otherwise than before: names that came after the rows, another language. */
    drawWith(columns: unknown): boolean {
      const anew = drawn !== columns;
      drawn = columns;
      return anew;
    },
    /** Whether most rows are others than before: another page, order or filter, not the same rows with news. */
    turnTo(next: readonly RowKey[]): boolean {
      const same = next.filter((key) => keys.has(key)).length;
      keys = new Set(next);
      return same * 2 < next.length;
    },
  };
}

/** By a list's name: it opens again as it stood. */
const stores = new Map<string, ReturnType<typeof widthStore>>();

function storeOf(name: string) {
  const store = stores.get(name) ?? widthStore();
  stores.set(name, store);
  return store;
}

interface Options<R> {
  /** What the widths are remembered by: the list's name in the page's language. */
  name: string;
  scroller: RefObject<HTMLElement | null>;
  /** The scroller's width; undefined before it is drawn, or where there are no columns. */
  room: number | undefined;
  controls: number;
  columns: readonly Column<R>[];
  rows: readonly R[] | undefined;
  keys: readonly RowKey[];
  sort: string | undefined;
  /** A cell is being edited: nothing moves under it. */
  still: boolean;
}

export interface Widths<R> {
  columns: readonly Column<R>[];
  widthOf: (column: Column<R>) => number | undefined;
  /** What the columns take together. */
  total: number | undefined;
  /** Chosen columns that are not shown, and why. */
  apart: ReadonlyMap<string, 'empty' | 'noRoom'>;
  /** Nothing was ever measured: the places of the heads are a guess. */
  guessed: boolean;
}

/**
 * The columns a table draws and how wide (look.md, "Widths"): empty ones fold, the others share the room by what stands in
 * them. Measured in one go before the first paint of new rows; rows that only bring news never make a column narrower,
 * and what comes into a cell by itself makes its column wider at most.
 */
export function useWidths<R>(options: Options<R>): Widths<R> {
  const { name, scroller, room, controls, columns, rows, keys, sort, still } = options;
  const store = storeOf(name);
  const known = useSyncExternalStore(store.subscribe, store.known);

  const telling = useMemo(() => tellingOf(columns, rows, sort), [columns, rows, sort]);
  const fitted = useMemo(() => {
    const folds = (column: Column<R>) =>
      column.empty !== undefined && !telling.has(column.key) && !known.telling.has(column.key);
    const staying = rows?.length ? columns.filter((column) => !folds(column)) : columns;
    const before = store.leftBefore({ rows, room, columns: keysOf(columns) });
    const { widths, left } =
      room === undefined
        ? { widths: new Map<string, number>(), left: new Set<string>() }
        : fit(
            staying.map((column) => needOf(column, known.measures.get(column.key), sort)),
            room - controls,
            before,
          );
    const shown = staying.filter(({ key }) => !left.has(key));
    const apart = new Map<string, 'empty' | 'noRoom'>();
    for (const column of columns)
      if (!shown.includes(column)) apart.set(column.key, left.has(column.key) ? 'noRoom' : 'empty');
    return { shown, widths, apart, left, anew: before === undefined };
  }, [columns, telling, known, room, controls, rows, sort, store]);
  // The same list of columns for the same columns: rows are drawn again only when it is another.
  const shownKeys = keysOf(fitted.shown);
  const shown = useMemo(() => {
    const those = new Set(shownKeys.split(','));
    return columns.filter(({ key }) => those.has(key));
  }, [columns, shownKeys]);

  // To ask the browser where it stands would make it lay out the table once more before it is measured.
  const scrolled = useRef(UNSCROLLED);
  useEffect(() => {
    const element = scroller.current;
    const note = () => (scrolled.current = { top: element?.scrollTop ?? 0, left: element?.scrollLeft ?? 0 });
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, [scroller]);

  useLayoutEffect(() => {
    const table = scroller.current?.querySelector<HTMLTableElement>(':scope > table');
    if (!table || room === undefined || keys.length === 0 || still) return undefined;
    const take = (turned: boolean) => {
      if (turned) store.stand(undefined);
      const before = store.known();
      const measures = new Map(before.measures);
      for (const [key, one] of measure(table, shown, scrolled.current))
        measures.set(key, turned ? one : wider(one, measures.get(key)));
      store.set({ measures, telling: turned ? telling : new Set([...before.telling, ...telling]) });
    };
    const turned = store.turnTo(keys);
    const anew = store.drawWith(shown);
    if (turned || anew || shown.some(({ key }) => !store.known().measures.has(key)) || isOverfull(table)) take(turned);
    if (document.fonts.status === 'loaded') return undefined;
    let gone = false;
    void document.fonts.ready.then(() => gone || take(true));
    return () => {
      gone = true;
    };
  }, [store, scroller, room, keys, rows, shown, telling, still]);

  const { left, anew } = fitted;
  useLayoutEffect(() => {
    if (anew) store.stand({ rows, room, columns: keysOf(columns), left });
  }, [store, anew, rows, room, columns, left]);

  useGrownCells({
    scroller,
    still,
    onGrown: (table) => {
      if (room === undefined || keys.length === 0) return;
      const before = store.known();
      const exact = new Set(shown.filter((column) => kindOf(column) === 'exact').map(({ key }) => key));
      const grown = measure(table, shown, scrolled.current).filter(
        ([key, { body }]) => exact.has(key) && body > (before.measures.get(key)?.body ?? 0),
      );
      if (grown.length > 0) store.set({ ...before, measures: new Map([...before.measures, ...grown]) });
    },
  });

  return useMemo(() => {
    const all = [...fitted.widths.values()];
    return {
      columns: shown,
      widthOf: ({ key }) => fitted.widths.get(key),
      total: all.length === 0 ? undefined : all.reduce((total, width) => total + width, controls),
      apart: fitted.apart,
      guessed: known === NOTHING,
    };
  }, [fitted, shown, controls, known]);
}

const keysOf = (columns: readonly { key: string }[]) => columns.map(({ key }) => key).join();

function needOf<R>(column: Column<R>, measured: Measure | undefined, sort: string | undefined): Need {
  const kind = kindOf(column);
  const { width, min = kind === 'text' ? TEXT_MIN : NAME_MIN } = column;
  const guess = width ?? min;
  const { body, head, headBroken } = measured ?? { body: guess, head: guess, headBroken: 0 };
  // What the rows are ordered by leaves after all the others, and only where names have nothing more to give.
  const leaves = column.leaves !== undefined && isOrderedBy(column, sort) ? Infinity : column.leaves;
  return { key: column.key, kind, body, head, headBroken, min, grow: column.grow ?? 1, leaves };
}

const isOrderedBy = <R>({ sort: field }: Column<R>, sort: string | undefined): boolean =>
  field !== undefined && field === sort?.replace(/^-/, '');

/** The columns that have something to say in one of the rows, and the one the rows are ordered by. */
function tellingOf<R>(columns: readonly Column<R>[], rows: readonly R[] | undefined, sort: string | undefined) {
  const tells = (column: Column<R>) =>
    !column.empty || isOrderedBy(column, sort) || rows?.some((row) => !column.empty?.(row));
  return new Set(columns.filter(tells).map(({ key }) => key));
}

/** The table as wide as its words for a moment that nobody sees: one layout, whatever the number of cells. */
function measure<R>(
  table: HTMLTableElement,
  columns: readonly Column<R>[],
  { top, left }: typeof UNSCROLLED,
): readonly [string, Measure][] {
  table.dataset.measuring = '';
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])].slice(-columns.length);
  const found = columns.flatMap((column, at): [string, Measure][] => {
    const cell = cells[at];
    if (!cell) return [];
    const word = cell.firstElementChild;
    const head = Math.ceil(word?.getBoundingClientRect().width ?? 0) + PADDING;
    const headBroken = Math.min(head, Math.ceil(widestPart(word)) + (column.sort ? SORT_MARK : 0) + PADDING + 2);
    return [[column.key, { body: Math.ceil(cell.getBoundingClientRect().width), head, headBroken }]];
  });
  delete table.dataset.measuring;
  if (top > 0 || left > 0) table.parentElement?.scrollTo({ top, left, behavior: 'instant' });
  return found;
}

/** How wide the widest of a head's words is: of two as long, one of wide letters is wider. */
function widestPart(word: Element | null): number {
  const text = word?.firstChild;
  if (!(text instanceof Text)) return 0;
  const range = document.createRange();
  const widths = [...text.data.matchAll(/\S+/g)].map(({ index, 0: part }) => {
    range.setStart(text, index);
    range.setEnd(text, index + part.length);
    return range.getBoundingClientRect().width;
  });
  return Math.max(0, ...widths);
}

const wider = (one: Measure, before: Measure | undefined): Measure => ({
  ...one,
  body: Math.max(one.body, before?.body ?? 0),
});

/** Whether a figure, id or date that came later does not fit its column. */
const isOverfull = (table: HTMLElement): boolean =>
  [...table.querySelectorAll('td[data-kind="exact"]')].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  );
