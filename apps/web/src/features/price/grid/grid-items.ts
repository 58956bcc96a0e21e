import type { Place } from '../../../ui/grid/grid-range.ts';
import type { ShownPrice } from './draft.ts';
import { PRICE_COLUMNS } from './price-columns.ts';

/** What stands in the grid, top to bottom: group headings and prices; `at` is a price's place among the prices. */
export type Item = { readonly group: string } | { readonly price: ShownPrice; readonly at: number };

/** The tracks that header and rows share, and the width below which the grid scrolls sideways. */
export const TRACKS = {
  '--columns': PRICE_COLUMNS.map(({ width, grow }) => (grow ? `minmax(${width}px, ${grow}fr)` : `${width}px`)).join(
    ' ',
  ),
  '--least-width': `${PRICE_COLUMNS.reduce((sum, { width }) => sum + width, 0)}px`,
};

/** What an item is known by while others come and go around it. */
export const keyOf = (item: Item | undefined, index: number) =>
  item === undefined ? index : 'group' in item ? `group ${item.group}` : item.price.row.service_cat2_id;

/** In pixels, as the style sheet has them. */
export const HEIGHTS = { head: 34, group: 28, row: 30 } as const;
/** How wide the column is that stays while the rest scrolls sideways. */
export const STAYING = 180;

/** Goes to a cell that something outside the grid points at. */
export interface ShowPlace {
  focus: () => void;
  show: (place: Place) => void;
}

/** The first cell that cannot be saved as it is, row by row. */
export function firstTrouble(prices: readonly ShownPrice[]): Place | null {
  for (const { row, troubles } of prices) {
    const column = PRICE_COLUMNS.findIndex(({ field }) => field !== null && troubles.has(field));
    if (column >= 0) return { id: row.service_cat2_id, column };
  }
  return null;
}

/** Rows under headings of their service type and category 1, and where each row stands among them. */
export function itemsOf(prices: readonly ShownPrice[]): { items: Item[]; itemOf: number[] } {
  const items: Item[] = [];
  const itemOf: number[] = [];
  let last = '';
  for (const [at, price] of prices.entries()) {
    const group = `${price.row.service_type} › ${price.row.cat1}`;
    if (group !== last) items.push({ group });
    last = group;
    itemOf.push(items.length);
    items.push({ price, at });
  }
  return { items, itemOf };
}
