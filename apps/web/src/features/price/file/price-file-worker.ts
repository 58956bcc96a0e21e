import { serveFiles } from '../../../lib/sheet-file/serve-files.ts';
import { readPrices } from './read-prices.ts';

serveFiles(async (file) => readPrices(new Uint8Array(await file.arrayBuffer()), file.name));
