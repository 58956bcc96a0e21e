import type { PortalLogin } from '@darkroom/contract/customer/customer';
import { sql, type Updateable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Cus0, Cus1 } from '../../db/types.ts';
import type { InputFor } from '../../http/handlers.ts';

/** Locks a customer 1 for a change or deletion. */
export const lockCus1 = (db: Database, id: number) =>
  db.selectFrom('cus1').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const lockCus0 = (db: Database, id: number) =>
  db.selectFrom('cus0').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Locks the customers 2 of a customer 1, so that no job can be added below them. */
export const lockCus2Below = (db: Database, cus_id1: number) =>
  db.selectFrom('cus2').select(['id', 'name']).where('cus_id1', '=', cus_id1).orderBy('id').forUpdate().execute();

/** Finds a customer 0 and a customer 1 below it by name, in any case. */
export async function findCustomerIds(db: Database, cus0_name: string, cus1_name: string) {
  const { rows } = await sql<{ cus_id0: number; cus_id1: number | null }>`
    select c0.id as cus_id0, c1.id as cus_id1 from cus0 c0
      left join cus1 c1 on c1.cus_id0 = c0.id and lower(c1.name) = lower(${cus1_name})
     where lower(c0.name) = lower(${cus0_name})`.execute(db);
  return rows[0] ?? { cus_id0: null, cus_id1: null };
}

/** Locks a customer 0 against deletion until the transaction ends. */
export const lockCus0AgainstDeletion = (db: Database, id: number) =>
  db.selectFrom('cus0').select('id').where('id', '=', id).forKeyShare().executeTakeFirst();

export const lockCus1AgainstDeletion = (db: Database, id: number) =>
  db.selectFrom('cus1').select(['id', 'cus_id0']).where('id', '=', id).forKeyShare().executeTakeFirst();

export const insertCus0 = (db: Database, name: string) =>
  db.insertInto('cus0').values({ name }).returning('id').executeTakeFirstOrThrow();

export const insertCus1 = (db: Database, row: { cus_id0: number; name: string } & Updateable<Cus1>) =>
  db.insertInto('cus1').values(row).returning('id').executeTakeFirstOrThrow();

/** Adds customers 2 and returns them. Existing names are left out. */
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

export const renameCus2 = (db: Database, names: readonly { id: number; name: string }[]) =>
  sql`update cus2 set name = changed.name, version = version + 1
        from unnest(${names.map(({ id }) => id)}::int[], ${names.map(({ name }) => name)}::text[]) as changed (id, name)
       where cus2.id = changed.id`.execute(db);

export const deleteCus2 = (db: Database, ids: readonly number[]) =>
  db
    .deleteFrom('cus2')
    .where('id', 'in', [...ids])
    .execute();

/** Counts the jobs for each of these customers 2. Those without jobs are missing. */
export async function countJobs(db: Database, cus2_ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`
    select customer2_id as id, count(*) as n from job where customer2_id = any(${cus2_ids}::int[]) group by 1`.execute(
    db,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** Deletes a customer 1 with its requests. A cascade deletes its prices. */
export async function deleteCus1(db: Database, id: number): Promise<void> {
  await db.deleteFrom('customer_request').where('cus_id1', '=', id).execute();
  await db.deleteFrom('cus1').where('id', '=', id).execute();
}

export const findFirstCus1Below = (db: Database, cus_id0: number) =>
  db.selectFrom('cus1').select('id').where('cus_id0', '=', cus_id0).limit(1).executeTakeFirst();

export const findCus1Below = (db: Database, cus_id0: number) =>
  db.selectFrom('cus1').select('id').where('cus_id0', '=', cus_id0).orderBy('id').execute();

export const deleteCus0 = (db: Database, id: number) => db.deleteFrom('cus0').where('id', '=', id).execute();

/** Binding of a portal login: one customer 1, or a customer 0 with all below it (domain §1). */
export type LoginOwner = { cus_id0: number } | { cus_id1: number };

export interface LoginRow extends PortalLogin {
  full_name: string;
  cus_id0: number | null;
  cus_id1: number | null;
}

const selectLogin = sql`
  select u.id as user_id, u.username, a.email, u.full_name, u.active, u.must_change_password, a.cus_id0, a.cus_id1
    from customer_account a join user_account u on u.id = a.user_id`;

/** Locks the portal login of a customer. */
export async function lockLogin(db: Database, owner: LoginOwner): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`${selectLogin}
    where ${'cus_id0' in owner ? sql`a.cus_id0 = ${owner.cus_id0}` : sql`a.cus_id1 = ${owner.cus_id1}`} for update of u`.execute(
    db,
  );
  return rows[0];
}

/** Locks a portal login by its account. */
export async function lockLoginByUser(db: Database, user_id: number): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`${selectLogin} where u.id = ${user_id} for update of u`.execute(db);
  return rows[0];
}

/** Locks the account with a name in any spelling. Also returns true if it is a login of a deleted customer. */
export async function lockAccountByName(db: Database, username: string) {
  const { rows } = await sql<{ id: number; abandoned: boolean }>`
    select u.id, u.account = 'customer' and not u.active
             and not exists (select from customer_account a where a.user_id = u.id) as abandoned
      from user_account u where lower(u.username) = lower(${username}) for update of u`.execute(db);
  return rows[0];
}

/** Creates a customer account, or returns nothing if its name is taken. */
export const insertAccount = (db: Database, account: { username: string; full_name: string }) =>
  db
    .insertInto('user_account')
    .values({ ...account, account: 'customer' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

export const bindLogin = (db: Database, user_id: number, owner: LoginOwner, email: string | null) =>
  db
    .insertInto('customer_account')
    .values({ user_id, ...owner, email })
    .execute();

/** Sets the address for mails of a portal login. */
export const updateLoginEmail = (db: Database, user_id: number, email: string | null) =>
  db.updateTable('customer_account').set({ email }).where('user_id', '=', user_id).execute();

export const unbindLogin = (db: Database, user_id: number) =>
  db.deleteFrom('customer_account').where('user_id', '=', user_id).execute();

export const updateLogin = (
  db: Database,
  user_id: number,
  change: { username?: string; full_name?: string; active?: boolean },
) =>
  db
    .updateTable('user_account')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', user_id)
    .execute();

/** Fields of the detail record in a request. */
export type DetailFields = InputFor<'customer.detailAdd'>['details'];

/** Returns a detail record for storage, with null for empty fields. */
export const emptyToNull = (details: DetailFields): DetailFields =>
  Object.fromEntries(Object.entries(details).map(([field, value]) => [field, value === '' ? null : value]));
