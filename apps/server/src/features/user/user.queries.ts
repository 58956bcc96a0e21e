import type { OutputOf } from '@darkroom/contract/endpoint';
import type { userEndpoints } from '@darkroom/contract/user/user';
import type { Instant } from '@darkroom/domain/calendar/day';
import type { PendingStep } from '@darkroom/domain/user/second-factor';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { isAway } from '../../db/people.ts';
import { selectPermissions } from '../../http/session/session.ts';

/** An account for sign-in and recovery. */
export interface AccountRow {
  id: number;
  username: string;
  full_name: string;
  account: 'staff' | 'customer';
  active: boolean;
  is_superuser: boolean;
  must_change_password: boolean;
  password_hash: string | null;
  password_expires_at: Instant | null;
  notice: 'backdoor' | null;
  /** Id of the account's staff record. Null if it has none. */
  staff_id: number | null;
  /** Version of the picture. */
  avatar: string | null;
  permissions: string[];
}

const selectAccount = sql`
  select u.id, u.username, u.full_name, u.account, u.active, u.is_superuser, u.must_change_password, u.password_hash,
    u.password_expires_at, u.notice, s.id as staff_id, s.avatar_key as avatar, ${selectPermissions} as permissions
  from user_account u left join staff s on s.id = u.id`;

export async function findAccountByName(db: Database, username: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`${selectAccount} where lower(u.username) = lower(${username})`.execute(db);
  return rows[0];
}

export async function findAccount(db: Database, id: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`${selectAccount} where u.id = ${id}`.execute(db);
  return rows[0];
}

export async function findUsernames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select lower(username) as name from user_account`.execute(db);
  return rows.map(({ name }) => name);
}

/** Locks an account, so that one transaction at a time opens a session. */
export const lockAccount = (db: Database, id: number) =>
  db.selectFrom('user_account').select('id').where('id', '=', id).forUpdate().execute();

export const listTeamsOf = (db: Database, staff_id: number) =>
  db
    .selectFrom('team_member')
    .innerJoin('team', 'team.id', 'team_member.team_id')
    .where('team_member.staff_id', '=', staff_id)
    .select(['team.id', 'team.team_name as name'])
    .orderBy('team.team_name')
    .execute();

type StaffAccount = OutputOf<typeof userEndpoints.list>[string];

/** Lists all staff. Only active members have permissions (spec §3). */
export async function listStaffAccounts(db: Database, now: Instant): Promise<StaffAccount[]> {
  const { rows } = await sql<StaffAccount>`
    select u.id, u.username, u.full_name, u.active, u.is_superuser, coalesce(${isAway(now)}, false) as is_away,
      case when u.active then coalesce(g.permissions, '{}') else '{}' end as permissions
    from user_account u
    left join staff s on s.id = u.id
    left join (
      select gp.group_id, array_agg(p.codename order by p.codename) as permissions
      from group_permission gp join permission p on p.id = gp.permission_id group by gp.group_id
    ) g on g.group_id = s.group_id
    where u.account = 'staff' order by u.id`.execute(db);
  return rows;
}

export interface PasswordChange {
  password_hash: string | null;
  must_change_password: boolean;
  password_expires_at: Instant | null;
  notice?: 'backdoor' | null;
}

/** Changes the password of an account, and ends its link for a password. */
export async function updatePassword(db: Database, user_id: number, change: PasswordChange): Promise<void> {
  await db.deleteFrom('account_link').where('user_id', '=', user_id).execute();
  await db
    .updateTable('user_account')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', user_id)
    .execute();
}

export interface AccountChange {
  username?: string | undefined;
  full_name?: string | undefined;
  is_superuser?: boolean | undefined;
  active?: boolean | undefined;
}

export const updateAccount = (db: Database, user_id: number, change: AccountChange) =>
  db
    .updateTable('user_account')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', user_id)
    .execute();

/** Inserts an account of a member of staff. The staff feature adds its staff row. */
export async function insertStaffAccount(
  db: Database,
  account: { username: string; full_name: string; is_superuser: boolean; created_at: Instant },
): Promise<number> {
  const { id } = await db
    .insertInto('user_account')
    .values({ ...account, account: 'staff' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes an account that still has its first password, with its row of staff. Returns false if it was used. */
export async function deleteUnusedAccount(db: Database, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from user_account u where u.id = ${id} and u.must_change_password
       and not exists (select from session s where s.user_id = u.id) for update`.execute(db);
  if (rows.length === 0) return false;
  await db.deleteFrom('team_member').where('staff_id', '=', id).execute();
  await db.deleteFrom('staff').where('id', '=', id).execute();
  await db.deleteFrom('user_account').where('id', '=', id).execute();
  return true;
}

export async function findGroupCodes(db: Database, group_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('group_permission')
    .innerJoin('permission', 'permission.id', 'group_permission.permission_id')
    .where('group_permission.group_id', '=', group_id)
    .select('permission.codename')
    .execute();
  return rows.map(({ codename }) => codename);
}

export const lockSuperusers = (db: Database) =>
  db
    .selectFrom('user_account')
    .select('id')
    .where('is_superuser', '=', true)
    .where('active', '=', true)
    .orderBy('id')
    .forUpdate()
    .execute();

export interface NewSession {
  /** Step that the session must do first. */
  pending: PendingStep | null;
  token_hash: Buffer;
  user_id: number;
  created_at: Instant;
  last_used_at: Instant;
  expires_at: Instant;
  address: string;
  user_agent: string;
}

/**
 * Inserts a session unless the account changed since its password was checked. Returns true if the session was
 * inserted. Sign-ins of one account wait for each other.
 */
export async function insertSession(db: Database, password_hash: string | null, session: NewSession): Promise<boolean> {
  const { token_hash, user_id, created_at, last_used_at, expires_at, address, user_agent, pending } = session;
  const { rows } = await sql`
    with account as (
      select id from user_account where id = ${user_id} and active and password_hash = ${password_hash} for no key update
    )
    insert into session (token_hash, user_id, created_at, last_used_at, expires_at, address, user_agent, pending)
    select ${token_hash}::bytea, id, ${created_at}::timestamptz, ${last_used_at}::timestamptz, ${expires_at}::timestamptz,
      ${address}, ${user_agent}, ${pending} from account
    returning id`.execute(db);
  return rows.length > 0;
}

/** Ends a user's oldest valid sessions above the limit. Returns their number. */
export async function deleteOldestSessions(
  db: Database,
  { user_id, kept, now, used_since }: { user_id: number; kept: number; now: Instant; used_since: Instant },
): Promise<number> {
  const { rows } = await sql`
    delete from session where id in (
      select id from session where user_id = ${user_id} and expires_at > ${now} and last_used_at > ${used_since}
       order by created_at desc, id desc offset ${kept})
    returning id`.execute(db);
  return rows.length;
}

export async function deleteSession(db: Database, session_id: number): Promise<void> {
  await db.deleteFrom('session').where('id', '=', session_id).execute();
}

/** Deletes an account's sessions, and the tokens of its programs. */
export async function deleteSessionsOf(db: Database, user_id: number): Promise<void> {
  await sql`with tokens as (delete from api_token where user_id = ${user_id})
            delete from session where user_id = ${user_id}`.execute(db);
}

export async function findSessionEnd(db: Database, session_id: number): Promise<Instant | undefined> {
  const row = await db.selectFrom('session').select('expires_at').where('id', '=', session_id).executeTakeFirst();
  return row?.expires_at;
}

/** Lists a user's valid sessions, last used first. */
export const listSessionsOf = (db: Database, user_id: number, now: Instant, used_since: Instant) =>
  db
    .selectFrom('session')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'address', 'user_agent'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .where('last_used_at', '>', used_since)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Ends a user's sessions except the current one: named ones, or all. Returns their number. */
export async function deleteOwnSessions(
  db: Database,
  user_id: number,
  currentSessionId: number,
  ids: readonly number[] | null,
): Promise<number> {
  let query = db.deleteFrom('session').where('user_id', '=', user_id).where('id', '<>', currentSessionId);
  if (ids) query = query.where('id', 'in', [...ids]);
  const { numDeletedRows } = await query.executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns true after a sign-in of the user from an address since an instant. */
export async function isKnownAddress(db: Database, user_id: number, address: string, since: Instant): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sign_in_address where user_id = ${user_id} and address = ${address} and at > ${since}`.execute(db);
  return rows.length > 0;
}

/** Stores the address of a sign-in. */
export const savePosition = (db: Database, user_id: number, address: string, at: Instant) =>
  sql`insert into sign_in_address (user_id, address, at) values (${user_id}, ${address}, ${at})
      on conflict (user_id, address) do update set at = excluded.at`.execute(db);

/** Deletes the addresses of sign-ins before an instant. */
export const deleteSignInAddresses = (db: Database, before: Instant) =>
  sql`delete from sign_in_address where at <= ${before}`.execute(db);

/** Deletes the counts of a bucket, and of its parts for single addresses. */
export const deleteAttempts = (db: Database, bucket: string) =>
  sql`delete from rate_limit where bucket = ${bucket} or starts_with(bucket, ${`${bucket} at `})`.execute(db);
