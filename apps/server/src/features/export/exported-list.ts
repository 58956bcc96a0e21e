import type { CountedBy } from '@darkroom/domain/price/period';
import type { Content } from 'pdfmake/interfaces.js';
import type { Ctx } from '../../http/context.ts';
import type { InputFor } from '../../http/handlers.ts';
import type { SideLayout, ExportLayout, FileLocale } from './files/cells.ts';
import type { SourceOf } from './source.ts';

/** Endpoints that return a list as a file. */
export type ExportName =
  | 'export.jobs'
  | 'export.jobDetails'
  | 'export.tasks'
  | 'export.redo'
  | 'export.audit'
  | 'export.prices'
  | 'export.priceReport'
  | 'export.requests'
  | 'export.complaints'
  | 'export.dueDates'
  | 'export.customers'
  | 'export.categories'
  | 'export.permissions'
  | 'export.groups'
  | 'export.staff'
  | 'export.allowances'
  | 'export.teams'
  | 'export.portalPrices'
  | 'export.portalReport'
  | 'export.portalJobs'
  | 'export.portalRequests'
  | 'export.work'
  | 'export.quality';
export type ExportFilter = InputFor<ExportName>['filter'];

/** Definition of an exported list: its filter and source, and the layout of its rows in a file. */
export interface ExportedList<Filter, Row> {
  /** Name in the audit. The file name is the word `export:file.<name>`. */
  readonly name: string;
  readonly title: string;
  /** Returns the period in the file name. A list without a period has today's date. */
  readonly period?: (filter: Filter, words: FileLocale['words']) => string;
  readonly source: SourceOf<Filter, Row>;
  /** Returns the part of the filter that the heading names. By default, all of it. */
  readonly filterForHeading?: (ctx: Ctx, filter: Filter) => Promise<Filter>;
  readonly xlsx: ExportLayout<Row>;
  readonly pdf: ExportLayout<Row>;
  /** Short tables next to the list, with details of the rows. */
  readonly sideTables?: readonly SideLayout<Row>[];
  /** Returns a page for each row in the PDF, instead of the table. */
  readonly slip?: (row: Row, locale: FileLocale, position: number) => Content[];
}

/** Filter of a list that is exported. */
export type FilterOf<N extends ExportName> = InputFor<N> extends { filter: infer Filter } ? Filter : never;

interface Period {
  date_from: string;
  date_to: string;
}

/** Formats the period of a report in its file name. */
export const formatPeriod = ({ date_from, date_to }: Period) => `${date_from}_${date_to}`;

/** Formats the period of reports that can count by other days. Two files of one month then have different names. */
export const formatCountedPeriod = (days: Period & { counted_by: CountedBy }, words: FileLocale['words']) =>
  days.counted_by === 'job_date'
    ? formatPeriod(days)
    : `${formatPeriod(days)}-${words(`export:counted.${days.counted_by}`)}`;
