import { randomBytes } from 'node:crypto';
import type { Database } from '../db/connect.ts';
import { hashOfToken, later, makeToken, WHOLE_MS } from '../http/session.ts';

let running = 0;
/** A name nobody else in the test database has. */
const fresh = (what: string): string => `${what}-${++running}-${randomBytes(3).toString('hex')}`;

export interface StaffWish {
  username?: string;
  full_name?: string;
  permissions?: readonly string[];
  is_superuser?: boolean;
  active?: boolean;
  must_change_password?: boolean;
  password_hash?: string | null;
  password_expires_at?: string | null;
}

/** Makes a member of staff in a group of their own that holds exactly these permissions; answers the account's id. */
export async function makeStaff(db: Database, wish: StaffWish = {}): Promise<number> {
  const username = wish.username ?? fresh('staff');
  const { id } = await db
    .insertInto('user_account')
    .values({
      username,
      full_name: wish.full_name ?? username,
      account: 'staff',
      active: wish.active ?? true,
      is_superuser: wish.is_superuser ?? false,
      must_change_password: wish.must_change_password ?? false,
      password_hash: wish.password_hash ?? null,
      password_expires_at: wish.password_expires_at ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const group_id = await makeGroup(db, wish.permissions ?? []);
  await db.insertInto('staff').values({ id, staff_id: username, group_id }).execute();
  return id;
}

async function makeGroup(db: Database, codes: readonly string[]): Promise<number> {
  const group = await db
    .insertInto('staff_group')
    .values({ group_name: fresh('group') })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (codes.length === 0) return group.id;
  await db
    .insertInto('permission')
    .values(codes.map((codename) => ({ codename, built_in: true })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('group_permission')
    .columns(['group_id', 'permission_id'])
    .expression((eb) =>
      eb
        .selectFrom('permission')
        .select([eb.val(group.id).as('group_id'), 'id as permission_id'])
        .where('codename', 'in', [...codes]),
    )
    .execute();
  return group.id;
}

/** Makes a portal login: of one customer 1, or of a customer 0 with all below it; answers the account's id. */
export async function makeCustomer(db: Database, of: 'cus1' | 'cus0' = 'cus1', password_hash?: string): Promise<number> {
  const username = fresh('customer');
  const { id } = await db
    .insertInto('user_account')
    .values({ username, full_name: username, account: 'customer', password_hash: password_hash ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cus0 = await db
    .insertInto('cus0')
    .values({ name: fresh('cus0') })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cus1 = await db
    .insertInto('cus1')
    .values({ name: fresh('cus1'), cus_id0: cus0.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('customer_account')
    .values({ user_id: id, ...(of === 'cus1' ? { cus_id1: cus1.id } : { cus_id0: cus0.id }) })
    .execute();
  return id;
}

/** Opens a session without signing in; answers its token. */
export async function openSession(db: Database, user_id: number, now: string): Promise<string> {
  const token = makeToken();
  await db
    .insertInto('session')
    .values({
      token_hash: hashOfToken(token),
      user_id,
      created_at: now,
      last_used_at: now,
      expires_at: later(now, WHOLE_MS),
    })
    .execute();
  return token;
}
