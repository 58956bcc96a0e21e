import type { z } from 'zod';
import { body, ids, oneOf } from './fields.ts';

/** The file formats a list can be exported to. */
export const EXPORT_FORMATS = ['xlsx', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The languages headings and statuses are written in: those of the screens. */
export const EXPORT_LANGUAGES = ['vi', 'en'] as const;
export type ExportLanguage = (typeof EXPORT_LANGUAGES)[number];

/** The most rows of a PDF: nobody reads more on paper. Excel takes any number. */
export const PDF_MOST_ROWS = 5000;

/** The media types of the formats. */
export const EXPORT_TYPES: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

/** What an export is asked for: the list's own filter and order, so that the file holds what the list shows, all pages of it. */
export const exportOf = <F extends z.ZodRawShape>(filter: F) =>
  body({ format: oneOf(EXPORT_FORMATS), language: oneOf(EXPORT_LANGUAGES), filter: body(filter) });

/** A list that the screen itself narrows and puts in order says which rows it shows; all of them when it says nothing. */
export const exportedRows = () => ids(1000).optional();

/** Of a list whose rows can be selected: the ids of those that were, and no others. */
export const onlySelected = { only: exportedRows() };

/** What every export may answer beside its file. */
export const EXPORT_ERRORS = ['too_many_rows', 'exports_busy'] as const;
