import { serveFiles } from '../../../lib/sheet-file/serve-files.ts';
import { readMonth } from './read-month.ts';

serveFiles(async (file) => readMonth(new Uint8Array(await file.arrayBuffer()), file.name));
