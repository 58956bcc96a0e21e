import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildCustomer } from '../../testing/factories/customers.ts';
import { buildDetail, buildTask } from '../../testing/factories/work.ts';
import { readPageTexts } from '../../testing/pdf-text.ts';
import { getTranslate } from '../../translate.ts';

let bureau: TestApp;
let reader: ApiClient;

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  reader = await bureau.as(['npn_view_customer']);
});
afterAll(() => bureau.close());

const NOVEMBER = { date_from: '2026-11-01', date_to: '2026-11-30' };
const readReport = (input: Partial<InputOf<typeof endpoints.price.report>> = {}) =>
  reader.call(endpoints.price.report, { ...NOVEMBER, ...input });

interface WorkFields {
  customer2_id: number;
  service_cat2_id: number;
  unit_price: number | null;
  done: number;
  job_date?: string;
  status?: number;
  /** Pieces in rework. */
  redone?: number;
}

/** Creates a detail at a price, with one task. */
async function buildDelivery({
  customer2_id,
  service_cat2_id,
  unit_price,
  job_date = '2026-11-10',
  ...task
}: WorkFields) {
  const { done, status = 9, redone = null } = task;
  const { job_detail_id } = await buildDetail(bureau.db, {
    service_cat2_id,
    unit_price,
    wholesale_price: unit_price === null ? null : 0.05,
    estimate_minutes: unit_price === null ? null : 8,
    job: { customer2_id, job_date },
  });
  await buildTask(bureau.db, { job_detail_id, status, x1: done, rework_quantity: redone });
}

describe('the price report', () => {
  it("the report counts delivered pieces of the period’s jobs at their details' prices", async () => {
    const cus2 = await buildCustomer(bureau.db);
    const [firstCategory, secondCategory] = [await buildCategory(bureau.db), await buildCategory(bureau.db)];
    const of = { customer2_id: cus2.id, service_cat2_id: firstCategory.id };
    await buildDelivery({ ...of, unit_price: 0.1, done: 3, job_date: '2026-11-01' });
    await buildDelivery({ ...of, unit_price: 0.1, done: 4, job_date: '2026-11-30' });
    // The price was raised during the month. It has a separate line, so that each line multiplies correctly.
    await buildDelivery({ ...of, unit_price: 0.2, done: 5 });
    await buildDelivery({ ...of, service_cat2_id: secondCategory.id, unit_price: null, done: 6 });
    // Work outside the period, or in progress, is left out.
    await buildDelivery({ ...of, unit_price: 0.1, done: 100, job_date: '2026-10-31' });
    await buildDelivery({ ...of, unit_price: 0.1, done: 100, job_date: '2026-12-01' });
    await buildDelivery({ ...of, unit_price: 0.1, done: 100, status: 8 });
    // Pieces in rework are in no figure. They are shown next to their line and totals. The other pieces of the task stay.
    for (const status of [13, 14]) await buildDelivery({ ...of, unit_price: 0.1, done: 50, redone: 48, status });
    await buildDelivery({ ...of, unit_price: 0.3, done: 20, redone: 20, status: 13 });

    const { results, ...total } = await readReport({ customer1_id: [cus2.cus_id1] });
    expect(total).toEqual({ currency: 'USD', quantity: 22, amount: 2.1, unpriced: 6, pieces_in_rework: 116 });
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      cus_id1: cus2.cus_id1,
      quantity: 22,
      amount: 2.1,
      unpriced: 6,
      pieces_in_rework: 116,
    });
    expect(
      results[0]?.lines.map((line) => [
        line.service_cat2_id,
        line.unit_price,
        line.quantity,
        line.amount,
        line.pieces_in_rework,
      ]),
    ).toEqual([
      [firstCategory.id, 0.1, 11, 1.1, 96],
      [firstCategory.id, 0.2, 5, 1, 0],
      [firstCategory.id, 0.3, 0, 0, 20],
      [secondCategory.id, null, 6, null, 0],
    ]);
    expect(results[0]?.lines[0]).toMatchObject({ wholesale_price: 0.05, estimate_minutes: 8 });
  });

  it('the report has totals of each customer and of all, with filters', async () => {
    const [first, second] = [await buildCustomer(bureau.db), await buildCustomer(bureau.db)];
    const sister = await buildCustomer(bureau.db, { cus_id1: first.cus_id1 });
    const { id: service_cat2_id } = await buildCategory(bureau.db);
    await buildDelivery({ customer2_id: first.id, service_cat2_id, unit_price: 1, done: 1 });
    await buildDelivery({ customer2_id: sister.id, service_cat2_id, unit_price: 1, done: 2 });
    await buildDelivery({ customer2_id: second.id, service_cat2_id, unit_price: 2.5, done: 4 });
    const report = await readReport({ customer1_id: [first.cus_id1, second.cus_id1] });
    expect(report).toMatchObject({ quantity: 7, amount: 13 });
    // The customers 2 of one customer 1 share its prices, and its line.
    expect(report.results.map(({ quantity, amount, lines }) => [quantity, amount, lines.length])).toEqual(
      expect.arrayContaining([
        [3, 3, 1],
        [4, 10, 1],
      ]),
    );
    expect((await readReport({ customer2_id: [sister.id] })).quantity).toBe(2);
    expect((await readReport({ date_from: '2020-01-01', date_to: '2020-01-31' })).results).toEqual([]);
  });

  it('the report refuses a period that ends before it begins', async () => {
    const response = await reader.send(endpoints.price.report, { date_from: '2026-11-02', date_to: '2026-11-01' });
    expect(response.problem.errors).toMatchObject([{ field: 'date_to', code: 'ends_before' }]);
  });

  it('the report refuses an invalid period, with every bad field', async () => {
    const strange = { toString: 'none', valueOf: 'neither' };
    const response = await reader.send(endpoints.price.report, {
      date_from: strange,
      date_to: '2026-11-30',
      customer1_id: 'x',
    });
    expect(response.status).toBe(422);
    expect(response.problem.errors?.map(({ field }) => field)).toEqual(['date_from', 'customer1_id.0']);
    const file = await reader.send(endpoints.export.priceReport, {
      format: 'xlsx',
      language: 'vi',
      filter: { date_from: '2026-11-30', date_to: '2026-11-01', customer1_id: 'x' },
    });
    expect(file.problem.errors?.map(({ field }) => field)).toEqual(['filter.customer1_id.0', 'filter.date_to']);
  });
});

interface Part {
  readonly content: Buffer;
}

describe('files of the price report', () => {
  it('the files have the figures of the screens, with the same permission', async () => {
    const cus2 = await buildCustomer(bureau.db);
    const of = { format: 'xlsx', language: 'vi' } as const;
    const exportFile = (input: object, name: 'prices' | 'priceReport', who = reader) =>
      bureau.app.inject({
        method: 'POST',
        url: endpoints.export[name].path,
        headers: { authorization: `Bearer ${who.token}` },
        payload: input,
      });
    const prices = await exportFile({ ...of, filter: { cus_id1: cus2.cus_id1 } }, 'prices');
    expect([prices.statusCode, prices.headers['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/bang-gia-\d{4}-\d\d-\d\d-[a-z0-9-]+\.xlsx/),
    ]);
    const whole = await exportFile({ ...of, filter: NOVEMBER }, 'priceReport');
    const { results } = await readReport();
    const lines = results.reduce((sum, row) => sum + row.lines.length, 0);
    expect([whole.statusCode, whole.headers['x-total-rows']]).toEqual([200, String(lines)]);
    // Totals are bold and outside the table rows: one for each customer, and one of all.
    const { files } = read(whole.rawPayload, { bookFiles: true }) as unknown as { files: Record<string, Part> };
    const readFileText = (path: string) => files[path]!.content.toString();
    const formats = readFileText('xl/styles.xml')
      .match(/<cellXfs.*<\/cellXfs>/)![0]
      .match(/<xf [^>]*>/g)!;
    const isBold = (row: string) => formats[Number(/ s="(\d+)"/.exec(row)?.[1])]!.includes('fontId="1"');
    const rows = readFileText('xl/worksheets/sheet1.xml')
      .match(/<row .*?<\/row>/g)!
      .slice(1);
    expect(rows.length).toBe(lines + results.length + 1);
    expect(rows.filter(isBold)).toHaveLength(results.length + 1);
    expect(isBold(rows.at(-1)!)).toBe(true);
    // Totals are between the lines. Sorting would move them, and a filtered sum would count pieces twice.
    expect(results.length).toBeGreaterThan(1);
    expect(readFileText('xl/worksheets/sheet1.xml')).not.toContain('autoFilter');
    expect(readFileText('xl/workbook.xml')).not.toContain('_FilterDatabase');
    const ofOne = await exportFile(
      { ...of, filter: { ...NOVEMBER, customer1_id: [results[0]!.cus_id1] } },
      'priceReport',
    );
    const own = Object.values(read(ofOne.rawPayload).Sheets)[0]!;
    expect(own['!autofilter']?.ref, 'one customer’s totals are all at the end').toBe(
      `A1:J${results[0]!.lines.length + 1}`,
    );
    expect((await exportFile({ ...of, filter: { cus_id1: 999_999 } }, 'prices')).statusCode).toBe(404);
    const editor = await bureau.as(['npn_view_task']);
    expect((await exportFile({ ...of, filter: NOVEMBER }, 'priceReport', editor)).statusCode).toBe(403);
  });

  it('the files have unpriced pieces next to the total, in both languages', async () => {
    const cus2 = await buildCustomer(bureau.db);
    const { id: service_cat2_id } = await buildCategory(bureau.db);
    await buildDelivery({ customer2_id: cus2.id, service_cat2_id, unit_price: 0.5, done: 4 });
    await buildDelivery({ customer2_id: cus2.id, service_cat2_id, unit_price: null, done: 3928 });
    const filter = { ...NOVEMBER, customer1_id: [cus2.cus_id1] };
    for (const language of ['vi', 'en'] as const) {
      const word = getTranslate(language)('price:report.unpriced');
      const exportReport = async (format: 'xlsx' | 'pdf') => {
        const response = await bureau.app.inject({
          method: 'POST',
          url: endpoints.export.priceReport.path,
          headers: { authorization: `Bearer ${reader.token}` },
          payload: { format, language, filter },
        });
        return response.rawPayload;
      };
      const { Sheets, SheetNames } = read(await exportReport('xlsx'));
      const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0]!]!);
      // The line, the customer's total and that of all.
      expect(rows.map((row) => row[word])).toEqual(expect.arrayContaining([undefined, 3928, 3928, 3928]));
      const text = (await readPageTexts(await exportReport('pdf'))).join(' ');
      expect(text).toContain(word);
      expect(text.match(language === 'vi' ? /2 USD 3\.928/g : /2 USD 3,928/g)).toHaveLength(2);
    }
  });
});
