import { randomUUID } from 'node:crypto';
import type { InputOf } from '@darkroom/contract/endpoint';
import { endpoints } from '@darkroom/contract/endpoints';
import type { NewJob } from '@darkroom/contract/job/job';
import type { Client, TestApp } from '../app.ts';
import { buildCategory } from '../factories/catalogue.ts';
import { buildCustomer } from '../factories/customers.ts';

const { importStage, importCommit, list } = endpoints.job;

export type ImportDesk = Awaited<ReturnType<typeof createImportDesk>>;

/**
 * Creates the orders of one customer and one category, and the requests that import them. The clerk sends the requests
 * unless another client is given.
 */
export async function createImportDesk(bureau: TestApp, clerk: Client) {
  const customer = await buildCustomer(bureau.db);
  const { id, cat1_id } = await buildCategory(bureau.db);
  const category = { service_cat1_id: cat1_id, service_cat2_id: id };
  let day = 0;
  const makeOrder = (job_date: string, over: Partial<NewJob> = {}): NewJob => ({
    job_date,
    customer2_id: customer.id,
    job_name: 'Ảnh cưới Hạnh Phúc',
    job_details: [{ ...category, quantity: 12 }],
    ...over,
  });
  return {
    category,
    order: makeOrder,
    orders: (job_date: string, count: number, name = 'Đèn') =>
      Array.from({ length: count }, (_, i) => makeOrder(job_date, { job_name: `${name} ${i}` })),
    /** Returns a day that no other test of the file uses. */
    ownDay: () => `2027-01-${String(++day).padStart(2, '0')}`,
    stage: async (parts: readonly NewJob[][], client = clerk, import_id: string = randomUUID()): Promise<string> => {
      bureau.clock.advance(1000);
      for (const [at, jobs] of parts.entries()) await client.call(importStage, { import_id, part: at + 1, jobs });
      return import_id;
    },
    commit: (import_id: string, over: Partial<InputOf<typeof importCommit>> = {}, client = clerk) =>
      client.send(importCommit, { import_id, parts: 1, file_name: 'W47.xlsx', ...over }),
    jobsOn: async (job_date: string) =>
      (await clerk.call(list, { job_date_from: job_date, job_date_to: job_date, page_size: 200 })).results,
  };
}
