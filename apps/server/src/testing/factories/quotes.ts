import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Quote, QuoteLine } from '../../db/types.ts';
import { buildCategory } from './catalogue.ts';
import { buildRequest } from './requests.ts';

interface Fields extends Partial<Insertable<Quote>> {
  /** One line of a category of its own unless said otherwise. */
  lines?: Partial<Insertable<QuoteLine>>[];
}

/** A quote to a request of its own (or one that is named) that is being worked on; a draft unless said otherwise. */
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
  for (const [place, line] of lines.entries()) {
    const service_cat2_id = line.service_cat2_id ?? (await buildCategory(db)).id;
    await db
      .insertInto('quote_line')
      .values({ quantity: 10, unit_price: 1.25, ...line, service_cat2_id, quote_id: quote.id, place })
      .execute();
  }
  return quote;
}
