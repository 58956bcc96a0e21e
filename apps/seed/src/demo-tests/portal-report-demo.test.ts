import { endpoints } from '@darkroom/contract/endpoints';
import { groupBy } from '@darkroom/domain/list/group-by';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemo } from '../demo/demo.ts';
import { createTestApp, type ApiClient, type TestApp } from '@darkroom/server/testing/app';
import { buildCustomerAccount } from '@darkroom/server/testing/factories/people';

const { portal, price, customer } = endpoints;

let bureau: TestApp;
let staff: ApiClient;
let months: { date_from: string; date_to: string }[];

beforeAll(async () => {
  bureau = await createTestApp();
  // Every customer, price and category of the demo bureau, over all months.
  await seedDemo(bureau.db, { log: () => undefined, now: '2026-11-20T09:30:00.000Z', jobs: 400, open: 50 });
  staff = await bureau.as('boss');
  months = ['2026-08', '2026-09', '2026-10', '2026-11'].map((month) => ({
    date_from: `${month}-01`,
    date_to: `${month}-${month === '2026-09' || month === '2026-11' ? '30' : '31'}`,
  }));
});
afterAll(() => bureau.close());

interface Line {
  service_cat2_id: number;
  unit_price: number | null;
  quantity: number;
}

/**
 * Sums delivered work by category and retail price. Staff has a line for each wholesale price, and customers do not.
 */
const sumByRetailPrice = (lines: readonly Line[]) =>
  [...groupBy(lines, ({ service_cat2_id, unit_price }) => `${service_cat2_id} at ${unit_price}`)]
    .map(([what, same]) => `${what}: ${same.reduce((sum, { quantity }) => sum + quantity, 0)}`)
    .sort();

type Report = { results: readonly { cus_id1: number; lines: readonly Line[] }[] };
/** Converts a report to the form that both sides receive. */
const toComparable = <R extends Report>({ results, ...totals }: R) => ({
  ...totals,
  results: results
    .map(({ lines, ...figures }) => ({ ...figures, lines: sumByRetailPrice(lines) }))
    .sort((a, b) => a.cus_id1 - b.cus_id1),
});

describe('the reports of the demo bureau', () => {
  it('the reports are equal for customers, customers 0 and the bureau in every month', async () => {
    const { cus0_list, cus1_list } = await staff.call(customer.list, {});
    expect(cus1_list.length).toBeGreaterThanOrEqual(10);
    let delivered = 0;
    const accounts = await bureau.db.selectFrom('customer_account').selectAll().execute();
    const logins = [
      ...cus1_list.map(({ id }) => ({ account: { cus_id1: id }, filter: { customer1_id: [id] } })),
      ...cus0_list.map(({ id }) => ({ account: { cus_id0: id }, filter: { customer0_id: [id] } })),
    ];
    for (const { account, filter } of logins) {
      const [level, id] = Object.entries(account)[0]!;
      const known = accounts.find((account) => account[level as 'cus_id0' | 'cus_id1'] === id);
      const login = await bureau.as(known ?? (await buildCustomerAccount(bureau.db, account)));
      for (const month of months) {
        const own = await login.call(portal.report, month);
        const staffReport = await staff.call(price.report, { ...month, ...filter });
        expect({ account, month, ...toComparable(own) }).toEqual({ account, month, ...toComparable(staffReport) });
        delivered += 'cus_id1' in account ? own.quantity : 0;
      }
    }
    // Every figure of the bureau belongs to a customer.
    const whole = await staff.call(price.report, { date_from: months[0]!.date_from, date_to: months.at(-1)!.date_to });
    expect(whole.quantity).toBeGreaterThan(0);
    expect(delivered).toBe(whole.quantity);
  });
});
