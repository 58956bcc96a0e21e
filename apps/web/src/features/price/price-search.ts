import { id, text } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';

/** One customer's prices, which the screen narrows by itself. */
export const priceList = listSearch(
  { text: text().optional() },
  {
    beside: {
      /** The customer 1 whose prices are shown. */
      cus: id().optional(),
      /** All categories, those with a price, or those worth a second look. */
      show: z.enum(['all', 'priced', 'warnings']).default('all'),
    },
  },
);

export type PriceSearch = SearchOf<typeof priceList>;
