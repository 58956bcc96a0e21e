import type { PortalLogin } from '@darkroom/contract/customer/customer';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** What a portal login is bound to: one customer 1, or a customer 0 with all below it (domain §1). */
export type Binding = { cus_id0: number } | { cus_id1: number };

export interface LoginRow extends PortalLogin {
  full_name: string;
  cus_id0: number | null;
  cus_id1: number | null;
}

const selectLogin = sql`
  select u.id as user_id, u.username, u.full_name, u.active, u.must_change_password, a.cus_id0, a.cus_id1
    from customer_account a join user_account u on u.id = a.user_id`;

/** The portal login of a customer, locked. */
export async function lockLogin(db: Database, of: Binding): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`${selectLogin}
    where ${'cus_id0' in of ? sql`a.cus_id0 = ${of.cus_id0}` : sql`a.cus_id1 = ${of.cus_id1}`} for update of u`.execute(
    db,
  );
  return rows[0];
}

/** A portal login by its account, locked. */
export async function lockLoginOf(db: Database, user_id: number): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`${selectLogin} where u.id = ${user_id} for update of u`.execute(db);
  return rows[0];
}

/** The account of a name, however it is spelt, and whether it is a login whose customer is gone. */
export async function lockAccountByName(db: Database, username: string) {
  const { rows } = await sql<{ id: number; abandoned: boolean }>`
    select u.id, u.account = 'customer' and not u.active
             and not exists (select from customer_account a where a.user_id = u.id) as abandoned
      from user_account u where lower(u.username) = lower(${username}) for update of u`.execute(db);
  return rows[0];
}

/** Makes a customer account; nothing when its name is taken after all. */
export const insertAccount = (db: Database, account: { username: string; full_name: string }) =>
  db
    .insertInto('user_account')
    .values({ ...account, account: 'customer' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

export const bindLogin = (db: Database, user_id: number, to: Binding) =>
  db
    .insertInto('customer_account')
    .values({ user_id, ...to })
    .execute();

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
