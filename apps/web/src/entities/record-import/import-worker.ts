import { serveFiles } from '../../lib/sheet-file/serve-files.ts';
import { readRows, type ImportColumn } from './read-rows.ts';

serveFiles((file, columns) => readRows(file, columns as readonly ImportColumn[]));
