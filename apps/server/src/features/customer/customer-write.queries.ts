import { sql, type Updateable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Cus0, Cus1 } from '../../db/types.ts';

/** A customer 1, locked: whoever changes or deletes it does so alone. */
export const lockCus1 = (db: Database, id: number) =>
  db.selectFrom('cus1').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockCus0 = (db: Database, id: number) =>
  db.selectFrom('cus0').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The customers 2 of a customer 1, locked: no job can be hung below them meanwhile. */
export const lockCus2Of = (db: Database, cus_id1: number) =>
  db.selectFrom('cus2').select(['id', 'name']).where('cus_id1', '=', cus_id1).orderBy('id').forUpdate().execute();

/** A level that is there and stays there until the transaction ends. */
export const holdCus0 = (db: Database, id: number) =>
  db.selectFrom('cus0').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();

export const holdCus1 = (db: Database, id: number) =>
  db.selectFrom('cus1').select(['id', 'cus_id0']).where('id', '=', id).forKeyShare().executeTakeFirst();

export const insertCus0 = (db: Database, name: string) =>
  db.insertInto('cus0').values({ name }).returning('id').executeTakeFirstOrThrow();

export const insertCus1 = (db: Database, row: { cus_id0: number; name: string } & Updateable<Cus1>) =>
  db.insertInto('cus1').values(row).returning('id').executeTakeFirstOrThrow();

/** Makes customers 2; answers those that were made: a name that is there already is left out. */
export async function insertCus2(db: Database, cus_id1: number, names: readonly string[]) {
  if (names.length === 0) return [];
  return db
    .insertInto('cus2')
    .values(names.map((name) => ({ cus_id1, name })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'name'])
    .execute();
}

export const updateCus0 = (db: Database, id: number, change: Pick<Updateable<Cus0>, 'name'>) =>
  db
    .updateTable('cus0')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const updateCus1 = (db: Database, id: number, change: Updateable<Cus1>) =>
  db
    .updateTable('cus1')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Gives customers 2 their new names. */
export const renameCus2 = (db: Database, names: readonly { id: number; name: string }[]) =>
  sql`update cus2 set name = changed.name, version = version + 1
        from unnest(${names.map(({ id }) => id)}::int[], ${names.map(({ name }) => name)}::text[]) as changed (id, name)
       where cus2.id = changed.id`.execute(db);

export const deleteCus2 = (db: Database, ids: readonly number[]) =>
  db
    .deleteFrom('cus2')
    .where('id', 'in', [...ids])
    .execute();

/** How many jobs hang below each of some customers 2; one without any is not there. */
export async function countJobs(db: Database, cus2_ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select customer2_id as id, count(*) as n from job where customer2_id = any(${cus2_ids}::int[]) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Deletes a customer 1 with its requests; its prices go with it by themselves. */
export async function deleteCus1(db: Database, id: number): Promise<void> {
  await db.deleteFrom('customer_request').where('cus_id1', '=', id).execute();
  await db.deleteFrom('cus1').where('id', '=', id).execute();
}

export const findCus1Of = (db: Database, cus_id0: number) =>
  db.selectFrom('cus1').select('id').where('cus_id0', '=', cus_id0).limit(1).executeTakeFirst();

/** Everybody below a customer 0. */
export const findAllCus1Of = (db: Database, cus_id0: number) =>
  db.selectFrom('cus1').select('id').where('cus_id0', '=', cus_id0).orderBy('id').execute();

export const deleteCus0 = (db: Database, id: number) => db.deleteFrom('cus0').where('id', '=', id).execute();
