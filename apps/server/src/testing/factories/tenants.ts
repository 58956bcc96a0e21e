import type { Database } from '../../db/connect.ts';
import { buildCategory } from './catalogue.ts';
import { buildCus1, buildCustomer, buildPrice } from './customers.ts';
import { buildCustomerAccount } from './people.ts';
import { buildQuote } from './quotes.ts';
import { buildRequest } from './requests.ts';
import { buildDetail, buildTask } from './work.ts';

/**
 * Adds a customer with a price, a completed job of November, a request about it with an unread reply, and a quote. The
 * customer and its customer 0 have logins.
 */
export async function buildCustomerWithLogins(db: Database) {
  const { id: cus_id1, cus_id0 } = await buildCus1(db);
  const { id: customer2_id } = await buildCustomer(db, { cus_id1 });
  const { id: service_cat2_id } = await buildCategory(db);
  await buildPrice(db, { cus_id1, service_cat2_id, retail_price: 1.5, wholesale_price: 1.2 });
  const { job_detail_id, job_id, sub_prod_id } = await buildDetail(db, {
    service_cat2_id,
    unit_price: 1.5,
    wholesale_price: 1.2,
    estimate_minutes: 10,
    job: { customer2_id, job_date: '2026-11-10' },
  });
  const { task_id } = await buildTask(db, { job_detail_id, status: 9, x1: 4 });
  const { id: request_id } = await buildRequest(db, {
    cus_id1,
    job_id,
    type: 'QUOTES',
    status: 'PROCESSING',
    customer_unread: 1,
  });
  await db.insertInto('request_detail').values({ request_id, job_detail_id, sub_prod_id }).execute();
  const { id: message_id } = await db
    .insertInto('request_message')
    .values({ request_id, side: 'bureau', author_id: null, text: 'Which ones?', at: '2026-11-19T03:00:00.000Z' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: quote_id } = await buildQuote(db, { request_id, status: 'SENT' });
  return {
    cus_id0,
    cus_id1,
    customer2_id,
    service_cat2_id,
    job_id,
    job_detail_id,
    task_id,
    request_id,
    message_id,
    quote_id,
    login: await buildCustomerAccount(db, { cus_id1 }),
    topLogin: await buildCustomerAccount(db, { cus_id0 }),
  };
}
export type Tenant = Awaited<ReturnType<typeof buildCustomerWithLogins>>;
