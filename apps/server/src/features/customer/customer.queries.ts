import type { Database } from '../../db/connect.ts';

/** The three levels, each by name. */
export const listCustomers = async (db: Database) => ({
  cus0_list: await db.selectFrom('cus0').select(['id', 'name']).orderBy('name').execute(),
  cus1_list: await db.selectFrom('cus1').select(['id', 'cus_id0', 'name']).orderBy('name').execute(),
  cus2_list: await db.selectFrom('cus2').select(['id', 'cus_id1', 'name']).orderBy('name').execute(),
});
