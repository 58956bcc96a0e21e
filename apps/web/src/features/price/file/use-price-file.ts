import { useSheetFile } from '../../../lib/sheet-file/use-sheet-file.ts';
import type { OpenedPrices } from './read-prices.ts';

/** Reads a file of prices. */
export const usePriceFile = () =>
  useSheetFile<OpenedPrices>(() => new Worker(new URL('./price-file-worker.ts', import.meta.url), { type: 'module' }));
