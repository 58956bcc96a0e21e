import { EXPORT_FORMATS, EXPORT_TYPES } from '@darkroom/contract/fields';
import { endpoints } from '@darkroom/contract/endpoints';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedBuiltIn } from '../../db/built-in-data.ts';
import { createTestApp, type ApiClient, type TestApp } from '../../testing/app.ts';
import { buildCategory } from '../../testing/factories/catalogue.ts';
import { buildPrice } from '../../testing/factories/customers.ts';
import { buildCustomerWithLogins, type Tenant } from '../../testing/factories/tenants.ts';
import { buildDetail, buildTask } from '../../testing/factories/work.ts';
import { readPageTexts } from '../../testing/pdf-text.ts';
import { getTranslate } from '../../translate.ts';

let bureau: TestApp;
let tenant: Tenant;
let otherTenant: Tenant;
let customer: ApiClient;
let top: ApiClient;
let reader: ApiClient;

const { portal, price } = endpoints;
const AUTUMN = { date_from: '2026-09-01', date_to: '2026-11-30' };

beforeAll(async () => {
  bureau = await createTestApp();
  await seedBuiltIn(bureau.db);
  tenant = await buildCustomerWithLogins(bureau.db);
  otherTenant = await buildCustomerWithLogins(bureau.db);
  customer = await bureau.as(tenant.login);
  top = await bureau.as(tenant.topLogin);
  reader = await bureau.as(['npn_view_customer']);
});
afterAll(() => bureau.close());

interface WorkFields {
  service_cat2_id: number;
  unit_price: number | null;
  done: number;
  job_date?: string;
  status?: number;
  wholesale_price?: number;
  /** Pieces in rework. */
  redone?: number;
}

async function buildDelivery(work: WorkFields) {
  const { job_date = '2026-11-12', status = 9, done, redone = null, wholesale_price = 0.05, ...detail } = work;
  const { job_detail_id } = await buildDetail(bureau.db, {
    ...detail,
    wholesale_price: detail.unit_price === null ? null : wholesale_price,
    estimate_minutes: detail.unit_price === null ? null : 8,
    job: { customer2_id: tenant.customer2_id, job_date },
  });
  await buildTask(bureau.db, { job_detail_id, status, x1: done, rework_quantity: redone });
}

describe('the customer’s own report', () => {
  it('the report has the bureau’s figures for the customer, with completed work only', async () => {
    const { service_cat2_id } = tenant;
    const { id: second } = await buildCategory(bureau.db);
    await buildDelivery({ service_cat2_id, unit_price: 0.1, done: 3 });
    await buildDelivery({ service_cat2_id, unit_price: 0.1, done: 4, job_date: '2026-09-01' });
    // A change of the wholesale price splits the bureau's line, but not the customer's.
    await buildDelivery({ service_cat2_id, unit_price: 0.1, done: 7, wholesale_price: 0.07 });
    await buildDelivery({ service_cat2_id: second, unit_price: 0.335, done: 5, job_date: '2026-10-31' });
    await buildDelivery({ service_cat2_id: second, unit_price: null, done: 6 });
    await buildDelivery({ service_cat2_id, unit_price: 0.1, done: 100, job_date: '2026-12-01' });
    await buildDelivery({ service_cat2_id, unit_price: 0.1, done: 100, status: 8 });
    await buildDelivery({ service_cat2_id, unit_price: 0.1, done: 9, redone: 9, status: 13 });

    const { cus_id1 } = tenant;
    const staffReport = await reader.call(price.report, { ...AUTUMN, customer1_id: [cus_id1] });
    for (const who of [customer, top]) {
      const own = await who.call(portal.report, AUTUMN);
      const { results, ...totals } = staffReport;
      expect(own).toMatchObject(totals);
      expect(own.quantity).toBe(4 + 3 + 4 + 7 + 5 + 6);
      expect(own).toMatchObject({ unpriced: 6, pieces_in_rework: 9 });
      expect(own.results).toHaveLength(1);
      const { lines, ...figures } = own.results[0]!;
      const { lines: staffLines, ...staffFigures } = results[0]!;
      expect(figures).toEqual(staffFigures);
      expect(staffLines).toHaveLength(5);
      expect(lines.map((line) => [line.service_cat2_id, line.unit_price, line.quantity, line.amount])).toEqual(
        expect.arrayContaining([
          [service_cat2_id, 1.5, 4, 6],
          [service_cat2_id, 0.1, 14, 1.4],
          [second, 0.335, 5, expect.any(Number)],
          [second, null, 6, null],
        ]),
      );
      expect(lines).toHaveLength(4);
      expect(await who.call(portal.report, { ...AUTUMN, cus_id1 })).toEqual(own);
    }
  });

  it('the chart has the same sums by month, including empty months, and category', async () => {
    const own = await customer.call(portal.report, { ...AUTUMN, date_from: '2026-08-01' });
    const { months, categories } = await customer.call(portal.reportChart, { ...AUTUMN, date_from: '2026-08-01' });
    expect(months.map(({ month, quantity }) => [month, quantity])).toEqual([
      ['2026-08', 0],
      ['2026-09', 4],
      ['2026-10', 5],
      ['2026-11', 20],
    ]);
    for (const split of [months, categories]) {
      expect(split.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(own.quantity);
      expect(split.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(own.amount, 6);
    }
  });

  it('the report refuses a period that ends before it begins', async () => {
    for (const endpoint of [portal.report, portal.reportChart]) {
      const response = await customer.send(endpoint, { date_from: '2026-11-02', date_to: '2026-11-01' });
      expect(response.problem).toMatchObject({ status: 422, errors: [{ field: 'date_to', code: 'ends_before' }] });
    }
  });
});

describe('the customer’s own price list', () => {
  it('the price list has only visible and enabled prices', async () => {
    const { cus_id1, service_cat2_id } = tenant;
    await buildPrice(bureau.db, { cus_id1, visible: false });
    await buildPrice(bureau.db, { cus_id1, enabled: false });
    for (const who of [customer, top]) {
      const { results } = await who.call(portal.price, {});
      expect(results.map((row) => row.service_cat2_id)).toEqual([service_cat2_id]);
    }
  });
});

const NAMES = ['portalPrices', 'portalReport', 'portalJobs', 'portalRequests'] as const;

describe('the customer’s own files', () => {
  const exportFile = (who: ApiClient, name: (typeof NAMES)[number], filter: object, of: object = {}) =>
    bureau.app.inject({
      method: 'POST',
      url: endpoints.export[name].path,
      headers: { authorization: `Bearer ${who.token}` },
      payload: { format: 'xlsx', language: 'en', ...of, filter },
    });
  const period = { portalPrices: {}, portalReport: AUTUMN, portalJobs: {}, portalRequests: {} } as const;

  it('the files come in each format and language, for customers 0 and 1', async () => {
    for (const name of NAMES) {
      for (const format of EXPORT_FORMATS) {
        for (const who of [customer, top]) {
          for (const language of ['vi', 'en']) {
            const { statusCode, headers } = await exportFile(who, name, period[name], { format, language });
            expect([name, statusCode, headers['content-type']]).toEqual([name, 200, EXPORT_TYPES[format]]);
          }
        }
      }
    }
  });

  it("the files have only the customer's jobs and requests, like the lists", async () => {
    for (const [name, list, field] of [
      ['portalJobs', portal.job, 'prod_id'],
      ['portalRequests', portal.listRequests, 'subject'],
    ] as const) {
      const own = (await customer.call(list, { page_size: 200 })).results as readonly Record<string, unknown>[];
      const { rawPayload } = await exportFile(customer, name, {});
      const { Sheets, SheetNames } = read(rawPayload);
      const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0]!]!);
      const printedValues = new Set(rows.map((row) => row[getTranslate('en')(`field:${field}`)]));
      expect(own.length).toBeGreaterThan(0);
      expect([name, printedValues]).toEqual([name, new Set(own.map((row) => row[field]))]);
      const printed = (await readPageTexts((await exportFile(customer, name, {}, { format: 'pdf' })).rawPayload)).join(
        ' ',
      );
      expect(own.filter((row) => !printed.includes(String(row[field])))).toEqual([]);
    }
  });

  it('the files have the priced amount, and the number of unpriced pieces', async () => {
    const job = { customer2_id: tenant.customer2_id, job_name: 'Half priced' };
    const { job_id } = await buildDetail(bureau.db, { quantity: 10, unit_price: 2.5, job });
    await buildDetail(bureau.db, { quantity: 7, unit_price: null, job_id });
    const { rawPayload } = await exportFile(customer, 'portalJobs', { text: job.job_name }, { format: 'pdf' });
    const printed = (await readPageTexts(rawPayload)).join(' ');
    expect(printed).toContain(getTranslate('en')('price:report.unpriced'));
    expect(printed).toMatch(/ 17 \S+ 25(\.0+)? [A-Z]{3} 7\b/);
  });

  it('the files have the number of unpriced pieces next to the total', async () => {
    const { unpriced } = await customer.call(portal.report, AUTUMN);
    expect(unpriced).toBe(6);
    const { rawPayload } = await exportFile(customer, 'portalReport', AUTUMN);
    const { Sheets, SheetNames } = read(rawPayload);
    const rows = utils.sheet_to_json<Record<string, unknown>>(Sheets[SheetNames[0]!]!);
    expect(rows.at(-1)).toMatchObject({ [getTranslate('en')('price:report.unpriced')]: unpriced });
  });

  it('the file of another customer 1 is empty, as for a missing customer', async () => {
    const { results } = await top.call(portal.report, { ...AUTUMN, cus_id1: otherTenant.cus_id1 });
    expect(results).toEqual([]);
    const foreign = await bureau.db
      .selectFrom('cus1')
      .select('name')
      .where('id', '=', otherTenant.cus_id1)
      .executeTakeFirstOrThrow();
    for (const name of NAMES) {
      const ownFile = await exportFile(customer, name, { ...period[name], cus_id1: tenant.cus_id1 });
      expect([ownFile.statusCode, Number(ownFile.headers['x-total-rows'])]).toEqual([200, expect.any(Number)]);
      for (const who of [customer, top]) {
        const texts = [];
        for (const cus_id1 of [otherTenant.cus_id1, 2_000_000_000]) {
          const response = await exportFile(who, name, { ...period[name], cus_id1 }, { format: 'pdf' });
          expect([response.statusCode, response.headers['x-total-rows']]).toEqual([200, '0']);
          texts.push((await readPageTexts(response.rawPayload)).join(' '));
        }
        expect(texts[0]).not.toContain(foreign.name);
        expect(texts[1]).toBe(texts[0]);
      }
    }
  });
});
