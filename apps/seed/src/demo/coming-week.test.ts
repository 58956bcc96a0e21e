import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays, daysBetween } from '@darkroom/domain/calendar/day';
import { createOrderValidator } from '@darkroom/domain/order-sheet/validate-orders';
import { createOrderLists } from '@darkroom/domain/order-sheet/lists';
import { readSheet } from '@darkroom/domain/order-sheet/sheet';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findRoot } from '@darkroom/server/config';
import { writeOrders } from './coming-week.ts';

// All names can be unknown, because moving the days does not change how names are matched.
const EMPTY_LISTS = createOrderLists(
  { cus0_list: [], cus1_list: [], cus2_list: [] },
  { service_type: {}, cat1: {}, cat2: {} },
);

async function readOrders(workbook: Uint8Array) {
  const { sheets } = await readXlsx(workbook, { range: 'A1:CV1048576' });
  const reading = readSheet(sheets[0]?.rows ?? []);
  if (!reading.ok) throw new Error('no sheet of orders');
  const { rows, totals } = createOrderValidator(EMPTY_LISTS)(reading.rows, {
    left_out: new Set(),
    not_duplicate: new Set(),
  });
  return {
    name: sheets[0]?.name,
    title: sheets[0]?.rows[0]?.[0],
    dates: rows.map(({ reading: { job_date } }) => job_date),
    // All results except the days.
    rest: {
      heading_row: reading.heading_row,
      ignored: reading.ignored,
      totals,
      rows: rows.map(({ reading, problems }) => ({ ...reading, job_date: '', job_key: '', sameness: '', problems })),
    },
  };
}

describe('the week of orders for the import', () => {
  const root = findRoot();
  let savedOrders: Awaited<ReturnType<typeof readOrders>>;
  beforeAll(async () => {
    savedOrders = await readOrders(await readFile(join(root, 'data', 'orders-2026-W47.xlsx')));
  });

  it.each([
    ['a Monday morning', '2026-11-16T00:10:00.000Z', '2026-11-23', 'W48'],
    ['a Sunday night', '2026-11-22T15:00:00.000Z', '2026-11-23', 'W48'],
    ['31 December', '2026-12-31T05:00:00.000Z', '2027-01-04', 'W01'],
    ['29 February', '2028-02-29T05:00:00.000Z', '2028-03-06', 'W10'],
  ])('the week of %s has the same rows on the same weekdays', async (_, now, monday, week) => {
    const folder = await mkdtemp(join(tmpdir(), 'orders-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const moved = await readOrders(await readFile(await writeOrders(root, join(folder, 'not', 'there', 'yet'), now)));
    expect(moved.rest).toEqual(savedOrders.rest);
    expect(moved.dates.map((day) => day && daysBetween(monday, day))).toEqual(
      savedOrders.dates.map((day) => day && daysBetween('2026-11-16', day)),
    );
    expect(moved.dates.every((day) => day === null || (day >= monday && day <= addDays(monday, 6)))).toBe(true);
    expect(moved.name).toBe(week);
    expect(moved.title).toContain(monday.split('-').reverse().join('/'));
  });
});
