import type { SheetCell } from './cell.ts';

/** Fields of an order row, in the order of the template. Names are those of the API or else of spec §3. */
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

export const REQUIRED_FIELDS = [
  'job_date',
  'customer2',
  'job_name',
  'category2',
  'quantity',
] as const satisfies OrderField[];

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

/** Maximum number of order rows in a sheet and in an import (decision 084). */
export const MAX_ORDER_ROWS = 20_000;
/** Maximum number of jobs in a part of an import. Its size is limited like each request body. */
export const MAX_PART_JOBS = 2000;
/** Maximum number of details of a job (contract `newJob`). */
export const MAX_JOB_DETAILS = 200;
/** Maximum quantity of a detail (contract `newJob`). */
export const MAX_QUANTITY = 1_000_000;
export const MAX_NAME = 100;
export const MAX_NOTE = 2000;

/** Errors of a cell, or of a whole row (`field: 'row'`). */
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

export interface OrderProblem {
  readonly field: OrderField | 'row';
  readonly code: ProblemCode;
  /** Number of the equal row. */
  readonly other?: number;
}

/** A row with its number in the spreadsheet, and its cells by field. */
export interface SheetRow {
  readonly row: number;
  readonly cells: Readonly<Partial<Record<OrderField, SheetCell>>>;
}
