import type { HeldPermission } from '@darkroom/contract/user/group';
import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** A permission as the table holds it. */
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

/** The groups that hold each permission, by permission. */
export async function listHolders(db: Database): Promise<Map<number, HeldPermission['groups']>> {
  const { rows } = await sql<{ permission_id: number; groups: HeldPermission['groups'] }>`
    select gp.permission_id, json_agg(json_build_object('id', g.id, 'group_name', g.group_name) order by g.group_name) as groups
      from group_permission gp join staff_group g on g.id = gp.group_id group by gp.permission_id`.execute(db);
  return new Map(rows.map((row) => [row.permission_id, row.groups]));
}

/** Permissions, locked: nobody gives them to a group until this transaction is over. */
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

/** People whose rights depend on a permission. */
export async function holdersOf(db: Database, permission_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('staff')
    .innerJoin('group_permission', 'group_permission.group_id', 'staff.group_id')
    .select('staff.id')
    .where('permission_id', '=', permission_id)
    .execute();
  return rows.map((row) => row.id);
}
