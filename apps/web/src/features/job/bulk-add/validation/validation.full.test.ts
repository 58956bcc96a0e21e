import { createOrderValidator } from '@darkroom/domain/order-sheet/validate-orders';
import { MAX_ORDER_ROWS, MAX_PART_JOBS, type SheetRow } from '@darkroom/domain/order-sheet/fields';
import { createOrderLists } from '@darkroom/domain/order-sheet/lists';
import { describe, expect, it } from 'vitest';
import { draftReducer, NO_ORDER_DRAFT, type OrderDraft } from '../draft.ts';
import { createDraftValidator, splitIntoParts } from './validation.ts';
import { LIST_SOURCES } from '../../../../testing/order-lists.ts';

const createRow = (number: number, name: string, quantity: number | string = 4): SheetRow => ({
  row: number,
  cells: { job_date: '16/11/2026', customer2: 'Lighting', category2: 'Simple', job_name: name, quantity },
});
const LISTS = createOrderLists(LIST_SOURCES.customers, LIST_SOURCES.categories);
const SOURCE = {
  name: 'w47.xlsx',
  heading_row: 1,
  fields: [],
  ignored: [],
  unread: [],
  notes: { formulas: 0, hidden: [], merged: 0 },
};
const createDraft = (rows: readonly SheetRow[]): OrderDraft =>
  draftReducer(NO_ORDER_DRAFT, { type: 'load', source: SOURCE, rows }).current!;
const replaceRow = (draft: OrderDraft, at: number, changedRow: SheetRow): OrderDraft => ({
  ...draft,
  rows: draft.rows.map((row, index) => (index === at ? changedRow : row)),
});

describe('validation of a draft', () => {
  it('incremental validation gives the result of a full one and keeps unchanged rows', () => {
    const validate = createDraftValidator(LISTS);
    const draft = createDraft(Array.from({ length: 30 }, (_, i) => createRow(i + 4, `Job ${i % 7}`, i)));
    const first = validate(draft);
    const fullResult = createOrderValidator(LISTS)(draft.rows, { left_out: new Set(), not_duplicate: new Set() });
    expect(first.totals).toEqual(fullResult.totals);
    expect(first.rows.map(({ problems }) => problems)).toEqual(fullResult.rows.map((row) => row.problems));
    expect(first.rows.map((row) => first.findPosition(row)?.job ?? null)).toEqual(
      fullResult.rows.map((row) => row.job),
    );

    // The first row had no quantity. After its correction it becomes the first job, so the numbers of all later jobs change.
    const corrected = replaceRow(draft, 0, createRow(4, 'Job 0', 9));
    const second = validate(corrected);
    expect(second.rows.flatMap((row, index) => (row === first.rows[index] ? [] : [index]))).toEqual([0]);
    expect(second.totals.badRows).toBe(0);
    expect(second.findPosition(second.rows[0]!)).toEqual({ job: 0, detail: 1, details: 5 });
    expect(second.lines).toEqual([{ customer2_id: 3, service_cat2_id: 51, quantity: 9 + (29 * 30) / 2, details: 30 }]);
    const thirdResult = validate({ ...corrected, left_out: new Map([[5, []]]) });
    expect(
      thirdResult.rows.flatMap((row, index) => (row === second.rows[index] ? [] : [[index, row.left_out]])),
    ).toEqual([[1, true]]);
  });

  it('rows that the server refused count as invalid', () => {
    const validate = createDraftValidator(LISTS);
    const draft = createDraft([createRow(4, 'A'), createRow(5, 'B')]);
    const refused = new Map([[5, [{ field: 'job_name' as const, code: 'too_long' }]]]);
    const { rows, totals } = validate({ ...draft, refused });
    expect([rows.map(({ hasProblem }) => hasProblem), totals.badRows]).toEqual([[false, true], 1]);
  });

  it('jobs are split into parts by bytes and by number, never inside a job', () => {
    const long = Array.from({ length: 300 }, (_, i): SheetRow => {
      const { cells } = createRow(i, `Job ${i}`);
      return { row: i + 4, cells: { ...cells, note: 'ứ'.repeat(2000) } };
    });
    const parts = splitIntoParts(createDraftValidator(LISTS)(createDraft(long)).jobs);
    const bytes = parts.map((jobs) => Buffer.byteLength(JSON.stringify(jobs)));
    expect(parts.length).toBeGreaterThan(2);
    expect(Math.max(...bytes)).toBeLessThan(600 * 1024);
    expect(parts.flat().length).toBe(300);
    const short = Array.from({ length: MAX_PART_JOBS + 1 }, () => ({
      job_date: '2026-11-16',
      customer2_id: 1,
      job_name: 'A',
      job_link: null,
      job_priority: null,
      job_notes: '',
      job_details: [],
    }));
    expect(splitIntoParts(short).map((jobs) => jobs.length)).toEqual([MAX_PART_JOBS, 1]);
  });

  it('the largest sheet is validated in half the time or less after one correction', () => {
    const validate = createDraftValidator(LISTS);
    const draft = createDraft(Array.from({ length: MAX_ORDER_ROWS }, (_, i) => createRow(i + 4, `Job ${i}`)));
    const measureValidation = (of: OrderDraft) => {
      const startedAt = performance.now();
      validate(of);
      return performance.now() - startedAt;
    };
    const first = measureValidation(draft);
    // The minimum of several runs, because other load on the machine only adds time.
    const second = Math.min(
      ...[2, 3, 4, 5].map((at) => measureValidation(replaceRow(draft, 9, createRow(13, `Other ${at}`)))),
    );
    process.stdout.write(
      `${MAX_ORDER_ROWS} rows validated in ${first.toFixed(0)} ms, after one corrected cell in ${second.toFixed(0)} ms\n`,
    );
    expect(second).toBeLessThan(first / 2);
  });
});
