import { Readable } from 'node:stream';
import { writePdf, type Print } from './files/pdf-file.ts';

/** Upright pages that another feature laid out, as a PDF: the same letters and page numbers as every file. */
export const printPages = (
  print: Pick<Print, 'title' | 'language' | 'at' | 'pageWords' | 'author'> & { pages: NonNullable<Print['pages']> },
): Readable =>
  writePdf(
    { ...print, headings: [], titles: [], pieces: Readable.from([]), about: [], beside: [], totalWords: '' },
    () => undefined,
  );
