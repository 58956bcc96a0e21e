import type { CountedBy } from '@darkroom/domain/price/period';
import type { Content } from 'pdfmake/interfaces.js';
import type { Ctx } from '../../http/context.ts';
import type { InputFor } from '../../http/handlers.ts';
import type { Beside, Layout, Look } from './files/cells.ts';
import type { SourceOf } from './source.ts';

/** The calls that answer a list as a file. */
export type ExportName =
  | 'export.jobs'
  | 'export.jobDetails'
  | 'export.tasks'
  | 'export.redo'
  | 'export.prices'
  | 'export.priceReport'
  | 'export.requests'
  | 'export.complaints'
  | 'export.promises'
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

/** A list as an export knows it: the list's own way of narrowing and reading, and how a file shows its rows. */
export interface Exported<Filter, Row> {
  /** What the audit calls it; its file is named by the word `export:file.<name>`. */
  readonly name: string;
  readonly title: string;
  /** The days it tells of, in the name of its file; of a list that is as it is today, today. */
  readonly period?: (filter: Filter, words: Look['words']) => string;
  readonly source: SourceOf<Filter, Row>;
  /** What the heading may name of the filter; without it, all. */
  readonly nameable?: (ctx: Ctx, filter: Filter) => Promise<Filter>;
  readonly xlsx: Layout<Row>;
  readonly pdf: Layout<Row>;
  /** Short tables beside it, of what the rows are made of. */
  readonly beside?: readonly Beside<Row>[];
  /** On paper each row is a page of its own, in the place of the table. */
  readonly slip?: (row: Row, look: Look, place: number) => Content[];
}

/** What a list is narrowed by where it is asked for as a file. */
export type FilterOf<N extends ExportName> = InputFor<N> extends { filter: infer Filter } ? Filter : never;

interface Days {
  date_from: string;
  date_to: string;
}

/** The days a report is of, in the name of its file. */
export const fromTo = ({ date_from, date_to }: Days) => `${date_from}_${date_to}`;

/** The same where they may be other days than the jobs': two files of one month are told apart by their names. */
export const fromToCounted = (of: Days & { counted_by: CountedBy }, words: Look['words']) =>
  of.counted_by === 'job_date' ? fromTo(of) : `${fromTo(of)}-${words(`export:counted.${of.counted_by}`)}`;
