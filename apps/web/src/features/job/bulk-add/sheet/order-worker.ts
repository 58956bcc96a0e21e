import { serveFiles } from '../../../../lib/sheet-file/serve-files.ts';
import { readOrders } from './read-orders.ts';

serveFiles(readOrders);
