import { z } from 'zod';

/** Everything of the price list that lives in its address (quality 3). */
export const priceSearch = z.object({
  /** The customer 1 whose prices are shown. */
  cus: z.int().min(1).optional(),
  text: z.string().max(100).optional(),
  /** All categories, those with a price, or those worth a second look. */
  show: z.enum(['all', 'priced', 'warnings']).default('all'),
});

export type PriceSearch = z.output<typeof priceSearch>;
