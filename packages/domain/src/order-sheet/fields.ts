import type { Cell } from './cell.ts';

/** What an order row can say, in the order a template shows it. Wire names where the wire has one, else spec §3's. */
export const ORDER_FIELDS = [
  'job_date',
  'customer0',
  'customer1',
  'customer2',
  'prod_id',
  'job_name',
  'job_link',
  'job_priority',
  'job_notes',
  'service_type',
  'category1',
  'category2',
  'quantity',
  'note',
] as const;
export type OrderField = (typeof ORDER_FIELDS)[number];

/** Columns without which a sheet is not an order sheet. */
export const REQUIRED_FIELDS = [
  'job_date',
  'customer2',
  'job_name',
  'category2',
  'quantity',
] as const satisfies OrderField[];

/** The columns of the template a person starts from. */
export const TEMPLATE_FIELDS = [
  'job_date',
  'customer0',
  'customer1',
  'customer2',
  'job_name',
  'job_link',
  'job_priority',
  'category1',
  'category2',
  'quantity',
  'note',
] as const satisfies OrderField[];

/** The most order rows one sheet, and one import (decision 084), may bring. */
export const MAX_ORDER_ROWS = 20_000;
/** The most jobs one part of an import holds; a part's size in bytes is bounded as every body is. */
export const MAX_PART_JOBS = 2000;
/** The most details one job may have (contract `newJob`). */
export const MAX_JOB_DETAILS = 200;
/** The largest quantity of a detail (contract `newJob`). */
export const MAX_QUANTITY = 1_000_000;
export const MAX_NAME = 100;
export const MAX_NOTE = 2000;

/** What can be wrong with a cell, or with a row as a whole (`field: 'row'`). */
export const PROBLEM_CODES = [
  'required',
  'invalid',
  'no_such_day',
  'day_not_taken',
  'unknown',
  'ambiguous',
  'disabled',
  'not_http',
  'not_a_whole_number',
  'not_positive',
  'too_big',
  'too_long',
  'hostile_text',
  'formula_without_value',
  'cell_error',
  'merged_cell',
  'conflict',
  'duplicate',
  'too_many_items',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export interface Problem {
  readonly field: OrderField | 'row';
  readonly code: ProblemCode;
  /** The number of the row that it is the same as. */
  readonly other?: number;
}

/** A row of the sheet: its number as the spreadsheet shows it, and its cells by field. */
export interface SheetRow {
  readonly row: number;
  readonly cells: Readonly<Partial<Record<OrderField, Cell>>>;
}
