import { serveFiles } from '../../lib/sheet-file/serve-files.ts';
import { readRows, type ImportFileRequest, type ImportSheet } from './read-rows.ts';

serveFiles<ImportSheet, ImportFileRequest>(readRows);
