import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Quote, QuoteLine } from '../../db/types.ts';
import { buildCategory } from './catalogue.ts';
import { buildCus1, buildCustomer, buildPrice } from './customers.ts';
import { buildCustomerAccount } from './people.ts';
import { buildRequest } from './requests.ts';

interface Fields extends Partial<Insertable<Quote>> {
  /** By default one line of a new category. */
  lines?: Partial<Insertable<QuoteLine>>[];
}

/** Adds a quote for a new or a given request that is in progress. It is a draft by default. */
export async function buildQuote(db: Database, { lines = [{}], ...fields }: Fields = {}): Promise<Selectable<Quote>> {
  const request_id =
    fields.request_id ?? (await buildRequest(db, { type: 'QUOTES', status: 'PROCESSING', version: 3 })).id;
  const status = fields.status ?? 'DRAFT';
  const at = fields.created_at ?? '2026-11-18T03:00:00.000Z';
  const quote = await db
    .insertInto('quote')
    .values({
      valid_until: '2026-11-30',
      created_at: at,
      sent_at: status === 'DRAFT' ? null : at,
      decided_at: status === 'DRAFT' || status === 'SENT' ? null : at,
      ...fields,
      status,
      request_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  for (const [position, line] of lines.entries()) {
    const service_cat2_id = line.service_cat2_id ?? (await buildCategory(db)).id;
    await db
      .insertInto('quote_line')
      .values({ quantity: 10, unit_price: 1.25, ...line, service_cat2_id, quote_id: quote.id, position })
      .execute();
  }
  return quote;
}

/** Adds a sent quote for a customer with a price list and a portal login. Returns its ids and the account of the login. */
export async function buildSentQuote(db: Database, sent_by: number, fields: Fields = {}) {
  const { id: cus_id1, cus_id0 } = await buildCus1(db);
  const customer2_id = (await buildCustomer(db, { cus_id1 })).id;
  const { id: service_cat2_id, cat1_id } = await buildCategory(db);
  await buildPrice(db, { cus_id1, service_cat2_id, retail_price: 2, wholesale_price: 1.9, estimate_minutes: 10 });
  const { id: request_id } = await buildRequest(db, {
    type: 'QUOTES',
    status: 'PROCESSING',
    processing_by: sent_by,
    cus_id1,
    subject: 'Twilight package',
    description: 'Forty fronts',
    shared_link: 'https://drive.example.com/q',
  });
  const { id, version } = await buildQuote(db, {
    request_id,
    customer2_id,
    status: 'SENT',
    sent_by,
    note: 'In five days',
    lines: [
      { service_cat2_id, quantity: 40, unit_price: 1.75, list_price: 2, estimate_minutes: 8, note: 'Fronts' },
      { service_cat2_id, quantity: 2, unit_price: 0.5, list_price: 2 },
    ],
    ...fields,
  });
  const account = await buildCustomerAccount(db, { cus_id1 });
  return { id, version, request_id, cus_id0, cus_id1, customer2_id, cat1_id, service_cat2_id, account };
}
