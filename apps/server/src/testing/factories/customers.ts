import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Cus0, Cus1, Cus2, CustomerPrice } from '../../db/types.ts';
import { buildCategory } from './catalogue.ts';
import { takeRunningNumber } from './running-number.ts';

export const buildCus0 = (db: Database, fields: Partial<Insertable<Cus0>> = {}): Promise<Selectable<Cus0>> =>
  db
    .insertInto('cus0')
    .values({ name: `Group of studios ${takeRunningNumber()}`, ...fields })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Creates a customer 1, which has the detail record and the prices. */
export async function buildCus1(db: Database, fields: Partial<Insertable<Cus1>> = {}): Promise<Selectable<Cus1>> {
  const cus_id0 = fields.cus_id0 ?? (await buildCus0(db)).id;
  return db
    .insertInto('cus1')
    .values({ name: `Studio ${takeRunningNumber()}`, ...fields, cus_id0 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates a customer 2 with its parents, which jobs belong to. */
export async function buildCustomer(db: Database, fields: Partial<Insertable<Cus2>> = {}): Promise<Selectable<Cus2>> {
  const cus_id1 = fields.cus_id1 ?? (await buildCus1(db)).id;
  return db
    .insertInto('cus2')
    .values({ name: `Client ${takeRunningNumber()}`, ...fields, cus_id1 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates a price of a customer 1 for a category 2, by default visible and enabled. */
export async function buildPrice(
  db: Database,
  fields: Partial<Insertable<CustomerPrice>> = {},
): Promise<Selectable<CustomerPrice>> {
  const cus_id1 = fields.cus_id1 ?? (await buildCus1(db)).id;
  const service_cat2_id = fields.service_cat2_id ?? (await buildCategory(db)).id;
  return db
    .insertInto('customer_price')
    .values({ retail_price: 1.5, wholesale_price: 1.2, estimate_minutes: 10, ...fields, cus_id1, service_cat2_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}
