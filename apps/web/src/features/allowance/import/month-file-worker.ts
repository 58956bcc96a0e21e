import { serveFiles } from '../../../lib/sheet-file/serve-files.ts';
import { readSheetMonth } from './read-month.ts';

serveFiles(async (file) => readSheetMonth(new Uint8Array(await file.arrayBuffer()), file.name));
