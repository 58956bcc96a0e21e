import { PERMISSION_CODES, type PermissionCode } from '@darkroom/domain/permission/codes';
import type { Actor } from '@darkroom/domain/task/decide';
import type { Insertable, Selectable } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { CustomerAccount, Staff, StaffGroup, Team, UserAccount } from '../../db/types.ts';
import { buildCus0, buildCus1 } from './customers.ts';
import { takeRunningNumber } from './running-number.ts';

/** A new account with the fields that the rules need, and the ids of its rows. */
export type BuiltAccount = Actor & { username: string; full_name: string };
export type BuiltStaff = BuiltAccount & { group_id: number };

/** Adds a group with exactly these codes. */
export async function buildGroup(
  db: Database,
  { group_name, permissions = [] }: { group_name?: string; permissions?: readonly PermissionCode[] } = {},
): Promise<Selectable<StaffGroup>> {
  const group = await db
    .insertInto('staff_group')
    .values({ group_name: group_name ?? `Group ${takeRunningNumber()}` })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (permissions.length > 0) {
    await db
      .insertInto('permission')
      .values(permissions.map((codename) => ({ codename, built_in: PERMISSION_CODES.includes(codename) })))
      .onConflict((conflict) => conflict.column('codename').doNothing())
      .execute();
    await db
      .insertInto('group_permission')
      .columns(['group_id', 'permission_id'])
      .expression((select) =>
        select
          .selectFrom('permission')
          .select((row) => [row.val(group.id).as('group_id'), 'id'])
          .where('codename', 'in', [...permissions]),
      )
      .execute();
  }
  return group;
}

type AccountFields = Partial<Omit<Insertable<UserAccount>, 'account'>>;

export interface StaffFields extends AccountFields, Partial<Omit<Insertable<Staff>, 'id' | 'account'>> {
  /** Codes of a new group. Absent if `group_id` is given. */
  permissions?: readonly PermissionCode[];
  teams?: readonly number[];
}

/** Default creation date, before the time of each test. */
const SINCE = '2020-01-01T00:00:00.000Z';

/** Adds a member with account and group: `buildStaff(db, { permissions: ['npn_view_task', 'npn_editor_pte'] })`. */
export async function buildStaff(db: Database, fields: StaffFields = {}): Promise<BuiltStaff> {
  const { permissions, teams = [], username, full_name, password_hash, active, is_superuser, ...rest } = fields;
  const { must_change_password, password_expires_at, notice, created_at, ...staff } = rest;
  const number = takeRunningNumber();
  const account = await insertAccount(db, {
    username: username ?? `staff.${number}`,
    full_name: full_name ?? `Nhân viên ${number}`,
    account: 'staff',
    password_hash,
    active,
    is_superuser,
    must_change_password,
    password_expires_at,
    notice,
    created_at: created_at ?? SINCE,
  });
  const group_id = staff.group_id ?? (await buildGroup(db, { permissions })).id;
  await db
    .insertInto('staff')
    .values({ staff_id: `S${String(number).padStart(4, '0')}`, ...staff, id: account.id, group_id })
    .execute();
  if (teams.length > 0) {
    await db
      .insertInto('team_member')
      .values(teams.map((team_id) => ({ team_id, staff_id: account.id })))
      .execute();
  }
  return { ...toAccount(account), group_id, permissions: await readGroupCodes(db, group_id) };
}

/** Adds a team, with a new leader unless one is given. Null if the team has no leader. */
export async function buildTeam(db: Database, fields: Partial<Insertable<Team>> = {}): Promise<Selectable<Team>> {
  const leader_id = fields.leader_id === undefined ? (await buildStaff(db)).user_id : fields.leader_id;
  return db
    .insertInto('team')
    .values({ team_name: `Team ${takeRunningNumber()}`, ...fields, leader_id })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Adds a portal login for `cus_id0` (customer_0), for `cus_id1`, or for a new customer. */
export async function buildCustomerAccount(
  db: Database,
  { cus_id0, cus_id1, ...fields }: AccountFields & Partial<Insertable<CustomerAccount>> = {},
): Promise<BuiltAccount> {
  const number = takeRunningNumber();
  const account = await insertAccount(db, {
    username: `customer.${number}`,
    full_name: `Customer ${number}`,
    ...fields,
    account: 'customer',
  });
  const binding = cus_id0 ? { cus_id0 } : { cus_id1: cus_id1 ?? (await buildCus1(db)).id };
  await db
    .insertInto('customer_account')
    .values({ user_id: account.id, ...binding })
    .execute();
  const codes: PermissionCode[] = cus_id0 ? ['npn_customer', 'npn_customer_0'] : ['npn_customer'];
  return { ...toAccount(account), permissions: new Set(codes) };
}

/** Adds a portal login of a whole customer 0. */
export const buildCustomer0Account = async (db: Database, fields: AccountFields = {}): Promise<BuiltAccount> =>
  buildCustomerAccount(db, { ...fields, cus_id0: (await buildCus0(db)).id });

const insertAccount = (db: Database, account: Insertable<UserAccount>): Promise<Selectable<UserAccount>> =>
  db.insertInto('user_account').values(account).returningAll().executeTakeFirstOrThrow();

const toAccount = (account: Selectable<UserAccount>) => ({
  user_id: account.id,
  username: account.username,
  full_name: account.full_name,
  account: account.account as 'staff' | 'customer',
  is_superuser: account.is_superuser,
});

async function readGroupCodes(db: Database, group_id: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('group_permission')
    .innerJoin('permission', 'permission.id', 'group_permission.permission_id')
    .select('codename')
    .where('group_id', '=', group_id)
    .execute();
  return new Set(rows.map((row) => row.codename));
}
