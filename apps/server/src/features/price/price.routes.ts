import type { Handlers } from '../../http/handlers.ts';
import { fillIn, previewFillIn } from './fill-in.service.ts';
import { readPriceReport } from './price-report.service.ts';
import { readPrices, updatePrices } from './price.service.ts';

export const priceRoutes = {
  'price.detail': (ctx, { id }) => readPrices(ctx, id),
  'price.update': updatePrices,
  'price.previewFillIn': previewFillIn,
  'price.fillIn': fillIn,
  'price.report': readPriceReport,
} satisfies Partial<Handlers>;
