import type { HeldPermission, GroupRow } from '@darkroom/contract/user/group';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

export interface StoredPermission {
  id: number;
  codename: string;
  description: string;
  built_in: boolean;
  version: number;
}

const columns = ['id', 'codename', 'description', 'built_in', 'version'] as const;

export const listPermissions = (db: Database): Promise<StoredPermission[]> =>
  db.selectFrom('permission').select(columns).orderBy('built_in', 'desc').orderBy('id').execute();

/** Finds the groups by the id of the permission that they have. */
export async function findGroupsByPermission(db: Database): Promise<Map<number, HeldPermission['groups']>> {
  const { rows } = await sql<{ permission_id: number; groups: HeldPermission['groups'] }>`
    select gp.permission_id, json_agg(json_build_object('id', g.id, 'group_name', g.group_name) order by g.group_name) as groups
      from group_permission gp join staff_group g on g.id = gp.group_id group by gp.permission_id`.execute(db);
  return new Map(rows.map((row) => [row.permission_id, row.groups]));
}

/** Locks permissions, so that no group receives them before this transaction ends. */
export const lockPermissions = (db: Database, ids: readonly number[]): Promise<StoredPermission[]> =>
  db
    .selectFrom('permission')
    .select(columns)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();

export const insertPermission = (
  db: Database,
  permission: Pick<StoredPermission, 'codename' | 'description'>,
): Promise<StoredPermission> =>
  db.insertInto('permission').values(permission).returning(columns).executeTakeFirstOrThrow();

export const updatePermission = (
  db: Database,
  id: number,
  change: Pick<StoredPermission, 'codename' | 'description'>,
): Promise<StoredPermission> =>
  db
    .updateTable('permission')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();

export const deletePermissions = (db: Database, ids: readonly number[]) =>
  db
    .deleteFrom('permission')
    .where('id', 'in', [...ids])
    .execute();

/** Finds the ids of staff who have a permission through their group. */
export async function findHolderIds(db: Database, permission_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('staff')
    .innerJoin('group_permission', 'group_permission.group_id', 'staff.group_id')
    .select('staff.id')
    .where('permission_id', '=', permission_id)
    .execute();
  return rows.map((row) => row.id);
}

/** Reads all groups, or one group, with codes and members. The number of statements is constant. */
export async function readGroups(db: Database, id?: number): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select g.id, g.group_name, g.version,
      array(select p.codename from group_permission gp join permission p on p.id = gp.permission_id
             where gp.group_id = g.id order by p.codename) as permissions,
      coalesce((select json_agg(json_build_object('id', u.id, 'username', u.username, 'full_name', u.full_name, 'active', u.active)
                                order by u.active desc, u.full_name, u.id)
                  from staff s join user_account u on u.id = s.id where s.group_id = g.id), '[]') as members
      from staff_group g ${id === undefined ? sql`` : sql`where g.id = ${id}`} order by g.group_name`.execute(db);
  return rows;
}

/** Finds the active members whose permissions come from the group. Superusers are left out: they pass every check. */
export async function findActiveNonSuperusers(db: Database, group_id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from staff s join user_account u on u.id = s.id
     where s.group_id = ${group_id} and u.active and not u.is_superuser`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks a group against other changes and new members until the transaction ends. */
export async function lockGroup(db: Database, id: number): Promise<GroupRow | undefined> {
  await sql`select 1 from staff_group where id = ${id} for update`.execute(db);
  return (await readGroups(db, id))[0];
}

/** Finds the ids of codes and locks them against deletion until the transaction ends. */
export const findPermissionsByCode = (
  db: Database,
  codes: readonly string[],
): Promise<{ id: number; codename: string }[]> =>
  db
    .selectFrom('permission')
    .select(['id', 'codename'])
    .where('codename', 'in', [...codes])
    .orderBy('id')
    .forShare()
    .execute();

export const insertGroup = (db: Database, group_name: string): Promise<{ id: number }> =>
  db.insertInto('staff_group').values({ group_name }).returning('id').executeTakeFirstOrThrow();

export const updateGroup = (db: Database, id: number, group_name: string) =>
  db
    .updateTable('staff_group')
    .set((eb) => ({ group_name, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const deleteGroup = (db: Database, id: number) => db.deleteFrom('staff_group').where('id', '=', id).execute();

export const addGroupPermissions = (db: Database, group_id: number, permission_ids: readonly number[]) =>
  db
    .insertInto('group_permission')
    .values(permission_ids.map((permission_id) => ({ group_id, permission_id })))
    .execute();

export const removeGroupPermissions = (db: Database, group_id: number, codes: readonly string[]) =>
  db
    .deleteFrom('group_permission')
    .where('group_id', '=', group_id)
    .where('permission_id', 'in', (select) =>
      select
        .selectFrom('permission')
        .select('permission.id')
        .where('codename', 'in', [...codes]),
    )
    .execute();
