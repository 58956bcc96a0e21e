import { id, text } from '@darkroom/contract/fields';
import { z } from 'zod';
import { listSearch, type SearchOf } from '../../lib/list-search.ts';

/** URL parameters of one customer's prices. The browser filters them. */
export const priceList = listSearch(
  { text: text().optional() },
  {
    screenState: {
      cus: id().optional(),
      /** All categories, those with a price, or those with a warning. */
      show: z.enum(['all', 'priced', 'warnings']).default('all'),
    },
  },
);

export type PriceSearch = SearchOf<typeof priceList>;
